"""What the generator knows of a value: its shape, how large it can be, and how far two right programs may differ in it."""

import dataclasses

import numpy as np

FLOATS = ["f32", "f64", "f16", "bf16"]
INTEGERS = ["s2", "s4", "s8", "s16", "s32", "s64", "u2", "u4", "u8", "u16", "u32", "u64"]
PRECISION = {"f64": 53, "f32": 24, "f16": 11, "bf16": 8}  # bits of the significand
STORED = {
    "pred": np.bool_, "s8": np.int8, "s16": np.int16, "s32": np.int32, "s64": np.int64, "u8": np.uint8, "u16": np.uint16,
    "u32": np.uint32, "u64": np.uint64, "f16": np.float16, "f32": np.float32, "f64": np.float64, "bf16": np.uint16,
    "s2": np.int8, "s4": np.int8, "u2": np.uint8, "u4": np.uint8,
}  # fmt: skip
LIMIT = 8192.0  # no float grows beyond, so that sums of f16 stay finite


class Skip(Exception):
    """This operation does not suit these operands: the generator tries another one."""


@dataclasses.dataclass
class Value:
    name: str
    type: str
    dims: tuple
    bound: float = 0.0  # floats: no element is larger in magnitude
    quantum: int | None = None  # floats: every element is a multiple of 2^quantum, exactly; None: not known
    error: float = 0.0  # floats: how far two right programs may differ
    row_major: bool = True

    @property
    def is_float(self):
        return self.type in PRECISION

    @property
    def is_exact(self):
        """Both programs have the same bits here, so that an operation with jumps may follow."""
        return not self.is_float or (self.quantum is not None and self.error == 0)

    @property
    def size(self):
        return int(np.prod(self.dims, dtype=np.int64))


def rounded(value):
    """After an operation: an exact value stays so only where the type can hold all of it."""
    if not value.is_float:
        return value
    if value.bound > LIMIT:
        raise Skip
    bits = PRECISION[value.type]
    if value.quantum is not None and value.bound > 2.0 ** (bits + value.quantum):
        value.quantum = None
    if value.quantum is None:
        value.error += value.bound * 2.0 ** (2 - bits) + 1e-30
    if value.error > 0.05 * LIMIT:
        raise Skip
    return value


def shape_text(value):
    return f"{value.type}[{','.join(map(str, value.dims))}]"


def lowest_quantum(*values):
    quanta = [v.quantum for v in values]
    return None if None in quanta else min(quanta)


def integer_range(type):
    """Both inclusive."""
    bits = int(type[1:])
    return (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if type[0] == "s" else (0, 2**bits - 1)


def in_range(type, numbers):
    low, high = integer_range(type)
    return bool(np.all((low <= np.asarray(numbers)) & (np.asarray(numbers) <= high)))


def random_array(rng, type, dims):
    """Elements as their stored type, and the facts (bound, quantum) of a float."""
    if type == "pred":
        return rng.integers(0, 2, dims).astype(np.bool_), 0.0, None
    if type in INTEGERS:
        low, high = integer_range(type)
        if rng.random() >= 0.3:
            low, high = max(low, -9), min(high, 9)
        array = rng.integers(low, high, dims, dtype=STORED[type], endpoint=True)
        return np.asarray(array, STORED[type]), 0.0, None
    if rng.random() < 0.6:
        return stored(rng.integers(-16, 16, dims, endpoint=True) / 4.0, type), 4.0, -2
    return stored(np.clip(rng.normal(size=dims), -3.9, 3.9), type), 4.0, None


def stored(numbers, type):
    numbers = np.asarray(numbers)
    if type == "bf16":
        return (numbers.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
    return numbers.astype(STORED[type])


def numbers(array, type):
    """For a comparison: floats as f64, everything else as it is."""
    if type == "bf16":
        return (array.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    return array.astype(np.float64) if type in PRECISION else array
