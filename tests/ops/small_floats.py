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


MAKERS = {"convert": converted, "reduce-precision": reduced, **{op: computed for op in ("add", "multiply", "maximum", "negate")}}
