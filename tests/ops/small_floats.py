"""Fixtures of floats of 8 and fewer bits."""

import numpy as np

from fixture import module, shape, write
from oracle import SMALL_FLOATS

VALUES = [0.0, -0.0, 1, -1, 0.3, -2.7, 6, 5.1, 7, 15.6, 464, 465, 448, -500, 240, 250, 57344, 6e4, 1e-3, -1e-5, 2.0**-9, 2.0**-10, 1e-30, 1e30, np.inf, -np.inf, np.nan]  # fmt: skip


def converted(op):
    x = np.array(VALUES, np.float32)
    lines = [f"n{i} = {t}[{len(x)}] convert(x0)" for i, t in enumerate(SMALL_FLOATS)]
    lines += [f"r{i} = f32[{len(x)}] convert(n{i})" for i, t in enumerate(SMALL_FLOATS)]
    roots = [f"{kind}{i}" for i in range(len(SMALL_FLOATS)) for kind in "nr"]
    write(op, "small_floats", module("convert_small_floats", [x], lines, roots), [x], relative=True)


def known_powers(op):
    """f8e8m0fnu has no 0: XLA has 2^-127 for one that it folds, NaN for one of run time."""
    x = np.array([0.0, -0.0, 1, -1, 2.0**-127], np.float32)
    lines = [
        "c0 = f32[5] constant({0, -0, 1, -1, 3})",
        "c1 = s32[] constant(0)",
        "c2 = s32[3] broadcast(c1), dimensions={}",
        "c3 = s32[2] constant({7, 8})",
        "c4 = s32[2] subtract(c3, c3)",
        "c5 = s32[1] iota(), iota_dimension=0",
        "c6 = s32[4] iota(), iota_dimension=0",
        "c7 = f32[5] subtract(x0, x0)",
    ]
    known = [("c0", 5), ("c2", 3), ("c4", 2), ("c5", 1), ("c6", 4), ("c7", 5), ("x0", 5)]
    lines += [f"r{i} = f8e8m0fnu[{size}] convert({name})" for i, (name, size) in enumerate(known)]
    write(op, "known_powers", module("convert_known_powers", [x], lines, [f"r{i}" for i in range(len(known))]), [x])


def counted_powers(op):
    """An iota along a dimension of size 1 is folded."""
    shapes = [("[1]", 0), ("[1,3]", 0), ("[1,3]", 1), ("[4]", 0)]
    lines = [f"r{i} = f8e8m0fnu{dims} iota(), iota_dimension={d}" for i, (dims, d) in enumerate(shapes)]
    write(op, "powers", module("iota_powers", [], lines, [f"r{i}" for i in range(len(shapes))]), [])


def converted_and_known(op):
    converted(op)
    known_powers(op)


def computed(op):
    """The op on each type, of one or two operands."""
    unary = op == "negate"
    arguments, lines, roots = [], [], []
    for i, (name, dtype) in enumerate(SMALL_FLOATS.items()):
        values = [v for v in VALUES if 1e-20 < abs(v) < 8 or v == 0]
        a = np.repeat(np.array(values, np.float32), 1 if unary else len(values)).astype(dtype)
        b = np.tile(np.array(values, np.float32), len(values)).astype(dtype)
        operands = [f"x{len(arguments) + k}" for k in range(1 if unary else 2)]
        arguments += [a] if unary else [a, b]
        lines.append(f"r{i} = {name}[{len(a)}] {op}({', '.join(operands)})")
        roots.append(f"r{i}")
    write(op, "small_floats", module(f"{op}_small_floats", arguments, lines, roots), arguments, relative=True)


def reduced(op):
    """A format with so many bits has infinities and no denormals: of two bits of exponent its numbers are from 1 to 3, and what is
    larger becomes infinite, which is the largest number of the type. With more bits than the type has nothing changes."""
    x = np.array([0.0, 0.5, 1, 1.5, 2, 3, 4, 6, -0.0, -0.5, -1, -6]).astype(SMALL_FLOATS["f4e2m1fn"])
    lines = [f"r{i} = {shape(x)} {op}(x0), exponent_bits={e}, mantissa_bits={m}" for i, (e, m) in enumerate([(2, 1), (4, 2)])]  # fmt: skip
    size = np.abs(x.astype(np.float32))
    normal = np.copysign(np.where(size > 3, 6, np.where(size < 1, 0, size)), x.astype(np.float32)).astype(x.dtype)
    write(op, "f4e2m1fn", module("reduce_precision_f4e2m1fn", [x], lines, ["r0", "r1"]), [x], [normal, x], signed_zeros=True)


MAKERS = {"convert": converted_and_known, "iota": counted_powers, "reduce-precision": reduced, **{op: computed for op in ("add", "multiply", "maximum", "negate")}}
