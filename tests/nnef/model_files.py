"""The files of an NNEF model, its arguments and its results."""

import pathlib
import struct

import numpy as np

HERE = pathlib.Path(__file__).parent / "models"


def dat(value, item_type=None, bits=None):
    value = np.asarray(value)
    kinds = {"f": 0, "u": 1, "i": 4, "b": 5}
    item_type = kinds[value.dtype.kind] if item_type is None else item_type
    bits = bits or value.dtype.itemsize * 8
    data = np.packbits(value).tobytes() if bits == 1 else value.astype(value.dtype.newbyteorder("<")).tobytes()
    extents = list(value.shape) + [0] * (8 - value.ndim)
    header = struct.pack("<BBBBII8III", 0x4E, 0xEF, 1, 0, len(data), value.ndim, *extents, bits, item_type)
    return header.ljust(128, b"\0") + data


def model(name, text, inputs, outputs, files=None):
    folder = HERE / name
    folder.mkdir(parents=True)
    (folder / "graph.nnef").write_text(text)
    for file, content in (files or {}).items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(content)
    for i, array in enumerate(inputs):
        np.save(folder / f"in{i}.npy", array)
    for i, array in enumerate(outputs):
        np.save(folder / f"out{i}.npy", np.asarray(array))


def f32(rng, *shape):
    return rng.standard_normal(shape).astype(np.float32)
