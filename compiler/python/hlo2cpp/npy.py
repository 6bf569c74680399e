"""Arrays as files that the compiler reads."""
from __future__ import annotations

from pathlib import Path

import numpy as np


def write_npy(path: Path, array: np.ndarray) -> Path:
    """A .npy file as the compiler takes it: types that NumPy lacks as their bits."""
    narrow = {"int2": "int8", "int4": "int8", "uint2": "uint8", "uint4": "uint8"}.get(array.dtype.name)
    if narrow:
        array = array.astype(narrow)
    elif array.dtype.kind == "V" or array.dtype.name not in np.sctypeDict:
        array = array.view(f"u{array.dtype.itemsize}")
    np.save(path, array)
    return path
