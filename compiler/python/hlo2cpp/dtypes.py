"""The types of HLO as NumPy's, and arrays as the generated code takes them."""
from __future__ import annotations

import re

import ml_dtypes
import numpy as np

_PLAIN = {"pred": "bool", "s8": "int8", "s16": "int16", "s32": "int32", "s64": "int64", "u8": "uint8", "u16": "uint16",
          "u32": "uint32", "u64": "uint64", "f16": "float16", "f32": "float32", "f64": "float64", "c64": "complex64",
          "c128": "complex128"}
_NARROW = {"s2": "int2", "s4": "int4", "u2": "uint2", "u4": "uint4"}


def dtype_of(hlo: str) -> np.dtype:
    """The dtype of `f32`, `bf16`, `f8e4m3fn`, `s4`, ..."""
    if hlo in _PLAIN:
        return np.dtype(_PLAIN[hlo])
    name = _NARROW.get(hlo) or ("bfloat16" if hlo == "bf16" else re.sub(r"^f([48])", r"float\1_", hlo))
    return np.dtype(getattr(ml_dtypes, name))


def stored_dtype(hlo: str) -> np.dtype:
    """As it lies in memory: s2 to u4 take a byte an element."""
    return np.dtype("int8" if hlo[0] == "s" else "uint8") if hlo in _NARROW else dtype_of(hlo)


def c_type(hlo: str) -> type:
    """The type of ctypes of a scalar: f16, bf16 and what is narrower is passed as its bits."""
    dtype = stored_dtype(hlo)
    known = dtype.kind in "iu" or dtype.name in ("bool", "float32", "float64")
    return np.ctypeslib.as_ctypes_type(dtype if known else np.dtype(f"uint{8 * dtype.itemsize}"))


def shape_of(text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The extents of `f32[2,3]{0,1}`, and its dimensions from the outermost to the innermost one in memory."""
    found = re.match(r"\w+\[([\d,]*)\](?:\{([\d,]*))?", text)
    if not found:
        raise ValueError(f"{text} has no fixed shape: Python calls only those")
    extents = tuple(int(d) for d in found[1].split(",") if d)
    minor_to_major = [int(d) for d in (found[2] or "").split(",") if d] or list(range(len(extents)))[::-1]
    return extents, tuple(reversed(minor_to_major))


def aligned(bytes_: int, alignment: int = 64) -> np.ndarray:
    """Memory that begins at a multiple of the alignment."""
    raw = np.zeros(bytes_ + alignment, np.uint8)
    start = -raw.ctypes.data % alignment
    return raw[start:start + bytes_]


def to_memory(value, argument: dict, into: np.ndarray) -> None:
    """Writes the elements in the argument's type and layout; raises TypeError where they do not fit."""
    extents, order = shape_of(argument["shape"])
    wanted = dtype_of(argument["type"])
    array = np.asarray(value)
    if array.shape != extents:
        raise TypeError(f"{argument['name']}: has the shape {array.shape} where {extents} is needed")
    if array.dtype != wanted:
        if not _converts(array.dtype, wanted, isinstance(value, (bool, int, float, complex))):
            raise TypeError(f"{argument['name']}: is {array.dtype} where {wanted} is needed")
        array = array.astype(wanted)
    flat = np.ascontiguousarray(array.transpose(order).astype(stored_dtype(argument["type"])))
    into[:] = flat.reshape(-1).view(np.uint8) if flat.size else into


def from_memory(memory: np.ndarray, argument: dict) -> np.ndarray:
    """A copy of the elements, in their logical order."""
    extents, order = shape_of(argument["shape"])
    flat = memory.view(stored_dtype(argument["type"])).reshape([extents[d] for d in order])
    return np.array(flat.transpose(np.argsort(order)).astype(dtype_of(argument["type"])), order="C")


def _converts(given: np.dtype, wanted: np.dtype, python_number: bool) -> bool:
    # As JAX without x64 does: float64 becomes float32, int64 int32.
    narrowed = {"float64": "float32", "int64": "int32", "uint64": "uint32", "complex128": "complex64"}
    if narrowed.get(given.name) == wanted.name:
        return True
    return python_number and (np.can_cast(given, wanted, "same_kind") or given.kind in "bif" and wanted.kind not in "bui"
                              or given.kind in "bi" and wanted.kind in "iu")
