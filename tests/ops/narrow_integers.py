"""Fixtures of integers of 2 and 4 bits."""

import ml_dtypes
import numpy as np

import oracle
from fixture import module, write
from oracle import NARROW_INTEGERS, SMALL_FLOATS

BINARY = ["add", "subtract", "multiply", "divide", "remainder", "power", "maximum", "minimum", "and", "or", "xor", "shift-left", "shift-right-logical", "shift-right-arithmetic"]  # fmt: skip
UNARY = ["not", "negate", "abs", "sign", "count-leading-zeros", "popcnt"]


def all_of(name):
    bits = int(name[1])
    low = -(2 ** (bits - 1)) if name[0] == "s" else 0
    return np.arange(low, low + 2**bits)


def arithmetic(op):
    """All ops on all numbers, or pairs of them."""
    for name, dtype in NARROW_INTEGERS.items():
        values = all_of(name)
        a, b = np.repeat(values, len(values)).astype(dtype), np.tile(values, len(values)).astype(dtype)
        pairs, ones = f"{name}[{len(a)}]", f"{name}[{len(values)}]"
        unary = UNARY if name[0] == "s" else [o for o in UNARY if o not in ("abs", "sign")]
        lines = [f"b{i} = {pairs} {o}(x0, x1)" for i, o in enumerate(BINARY)]
        lines += [f"one{i} = {ones} {o}(x2)" for i, o in enumerate(unary)]
        lines += [f"c{i} = pred[{len(a)}] compare(x0, x1), direction={d}" for i, d in enumerate(["LT", "GE", "EQ"])]
        lines += [f"turned = {pairs} reverse(x0), dimensions={{0}}", f"clamped = {pairs} clamp(x0, x1, turned)"]
        roots = [f"b{i}" for i in range(len(BINARY))] + [f"one{i}" for i in range(len(unary))] + ["c0", "c1", "c2", "clamped"]  # fmt: skip
        arguments = [a, b, values.astype(dtype)]
        text = module(f"all_ops_{name}", arguments, lines, roots)
        results = oracle.run(text, arguments)
        ones_of = [bin(v % 2 ** int(name[1])).count("1") for v in values]  # XLA:CPU counts those of the byte
        results[roots.index(f"one{unary.index('popcnt')}")] = np.array(ones_of).astype(dtype)
        write(op, f"narrow_{name}", text, arguments, results)


def converted(op):
    """From and to all other types, corners of each."""
    reals = np.array([0.0, -0.0, 0.9, -0.9, 1, -1, 1.5, 2.5, -2.5, 3, 4, 7, 7.9, 8, -8, -8.9, -9, 15.9, 16, 100, -100, np.inf, -np.inf, np.nan])  # fmt: skip
    whole = np.array([0, 1, 2, 3, 4, 7, 8, 15, 16, 17, 100, -1, -2, -3, -8, -9])
    arguments, lines, roots = [], [], []
    for dtype in [np.float64, np.float32, np.float16, ml_dtypes.bfloat16, ml_dtypes.float8_e5m2]:
        arguments.append(reals.astype(dtype))
    for dtype in [np.int8, np.int32, np.uint8, np.uint64]:
        arguments.append(whole.astype(dtype))
    arguments.append(np.array([False, True]))
    for name, narrow in NARROW_INTEGERS.items():
        for i, argument in enumerate(arguments[:10]):
            lines.append(f"{name}_{i} = {name}[{len(argument)}] convert(x{i})")
            roots.append(f"{name}_{i}")
        x = len(arguments)
        arguments.append(all_of(name).astype(narrow))
        others = ["f64", "f32", "f16", "bf16", "s8", "s32", "u8", "u64", "pred", *NARROW_INTEGERS, *SMALL_FLOATS]
        for other in others:
            if other == name:
                continue
            lines.append(f"{name}_to_{other} = {other}[{2**int(name[1])}] convert(x{x})")
            roots.append(f"{name}_to_{other}")
    write(op, "narrow_integers", module("narrow", arguments, lines, roots), arguments)


def bits(op):
    x = np.arange(256).astype(np.uint8)
    fours = (np.arange(512) * 7 % 16 - 8).reshape(256, 2).astype(ml_dtypes.int4)
    arguments = [x, fours, np.array([0, -0.0, 0.5, -0.5, 6, -6, 3, -2]).astype(ml_dtypes.float4_e2m1fn)]
    lines = [f"{n}_pieces = {n}[256,{8 // int(n[1])}] bitcast-convert(x0)" for n in NARROW_INTEGERS]
    lines += [f"{n}_back = s8[256] bitcast-convert({n}_pieces)" for n in NARROW_INTEGERS]
    lines += ["unsigned = u4[256,2] bitcast-convert(x1)", "floats = f4e2m1fn[256,2] bitcast-convert(x1)"]
    lines += ["numbers = f32[256,2] convert(floats)", "halves = u2[256,2,2] bitcast-convert(x1)"]
    lines += ["grouped = s4[128,4] reshape(x1)", "words = u16[128] bitcast-convert(grouped)"]
    lines += ["of_floats = s4[8] bitcast-convert(x2)"]
    roots = [f"{n}_back" for n in NARROW_INTEGERS] + ["unsigned", "numbers", "of_floats", "halves", "words"]
    write(op, "narrow_integers", module("narrow_bits", arguments, lines, roots), arguments)


SUM_AND_MAXIMUM = """sum {
  a = s4[] parameter(0)
  b = s4[] parameter(1)
  ROOT c = s4[] add(a, b)
}
largest {
  a = u2[] parameter(0)
  b = u2[] parameter(1)
  ROOT c = u2[] maximum(a, b)
}
before {
  a = s4[] parameter(0)
  b = s4[] parameter(1)
  p = s32[] parameter(2)
  q = s32[] parameter(3)
  ROOT c = pred[] compare(a, b), direction=GT
}
"""


def folded(op):
    a = (np.arange(60) * 7 % 16 - 8).reshape(6, 10).astype(ml_dtypes.int4)
    b = (np.arange(40) * 11 % 16 - 8).reshape(10, 4).astype(ml_dtypes.int4)
    c = (np.arange(36) * 5 % 7 % 4).reshape(1, 6, 6, 1).astype(ml_dtypes.uint2)
    at = np.array([[1], [3], [9], [1]], np.int32)
    lines = [
        "zero = s4[] constant(0)",
        "sums = s4[6] reduce(x0, zero), dimensions={1}, to_apply=sum",
        "dot = s4[6,4] dot(x0, x1), lhs_contracting_dims={1}, rhs_contracting_dims={0}",
        "least = u2[] constant(0)",
        "pooled = u2[1,3,3,1] reduce-window(x2, least), window={size=1x2x2x1 stride=1x2x2x1}, to_apply=largest",
        "iota = s32[6,10] iota(), iota_dimension=1",
        "sorted = (s4[6,10], s32[6,10]) sort(x0, iota), dimensions={1}, is_stable=true, to_apply=before",
        "values = s4[6,10] get-tuple-element(sorted), index=0",
        "places = s32[6,10] get-tuple-element(sorted), index=1",
        "rows = s4[4,4] slice(x1), slice={[2:6], [0:4]}",
        "scattered = s4[10,4] scatter(x1, x3, rows), update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=sum",
    ]  # fmt: skip
    roots = ["sums", "dot", "pooled", "values", "places", "scattered"]
    arguments = [a, b, c, at]
    write(op, "narrow_integers", module("narrow_folds", arguments, lines, roots, SUM_AND_MAXIMUM), arguments)


def widened(op):
    """XLA:CPU cannot compile a dot that widens these types."""
    a = (np.arange(60) * 7 % 16 - 8).reshape(6, 10)
    b = (np.arange(40) * 11 % 16).reshape(10, 4)
    lines = ["r = s32[6,4] dot(x0, x1), lhs_contracting_dims={1}, rhs_contracting_dims={0}"]
    arguments = [a.astype(ml_dtypes.int4), b.astype(ml_dtypes.uint4)]
    write(op, "narrow_integers", module("narrow_dot", arguments, lines, ["r"]), arguments, [(a @ b).astype(np.int32)])


def convolved(op):
    """XLA:CPU has no convolution of these types."""
    x, w = np.arange(36).reshape(6, 6) * 5 % 7 % 4, np.arange(9).reshape(3, 3) % 4
    padded = np.pad(x, 1)
    sums = sum(padded[i : i + 6, j : j + 6] * w[i, j] for i in range(3) for j in range(3)) % 4
    x, w, r = (a.astype(ml_dtypes.uint2) for a in (x.reshape(1, 6, 6, 1), w.reshape(3, 3, 1, 1), sums.reshape(1, 6, 6, 1)))
    lines = ["r = u2[1,6,6,1] convolution(x0, x1), window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f"]
    write(op, "narrow_integers", module("narrow_convolution", [x, w], lines, ["r"]), [x, w], [r])


LOOP = """round {
  p = (u4[], s4[3]) parameter(0)
  i = u4[] get-tuple-element(p), index=0
  x = s4[3] get-tuple-element(p), index=1
  one = u4[] constant(1)
  next = u4[] add(i, one)
  y = s4[3] constant({3, -2, 7})
  sum = s4[3] add(x, y)
  ROOT t = (u4[], s4[3]) tuple(next, sum)
}
goes_on {
  p = (u4[], s4[3]) parameter(0)
  i = u4[] get-tuple-element(p), index=0
  end = u4[] constant(13)
  ROOT c = pred[] compare(i, end), direction=LT
}
"""


def moved(op):
    """Indices of 2 and 4 bits, and what only moves."""
    x = np.arange(24).reshape(12, 2).astype(np.float32)
    a = (np.arange(24) * 5 % 16 - 8).reshape(12, 2).astype(ml_dtypes.int4)
    rows = np.array([[0], [11], [15], [7]]).astype(ml_dtypes.uint4)
    arguments = [x, a, np.array(13).astype(ml_dtypes.uint4), np.array(-1).astype(ml_dtypes.int2), rows]
    lines = [
        "slice = f32[3,1] dynamic-slice(x0, x2, x2), dynamic_slice_sizes={3,1}",
        "front = s4[3,1] dynamic-slice(x1, x3, x3), dynamic_slice_sizes={3,1}",
        "update = s4[12,2] dynamic-update-slice(x1, front, x2, x2)",
        "gathered = f32[4,2] gather(x0, x4), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,2}",
        "iota = u2[9] iota(), iota_dimension=0",
        "table = s4[12,2] constant({{0,1},{2,3},{4,5},{6,7},{-8,-7},{-6,-5},{-4,-3},{-2,-1},{0,1},{2,3},{4,5},{6,7}})",
        "joined = s4[24,2] concatenate(x1, table), dimensions={0}",
        "less = pred[12,2] compare(x1, table), direction=LT",
        "chosen = s4[12,2] select(less, x1, table)",
        "fill = s4[] constant(-3)",
        "padded = s4[16,2] pad(x1, fill), padding=1_3x0_0",
        "turned = s4[2,12] transpose(padded_part), dimensions={1,0}",
        "back = s4[12,2] reverse(x1), dimensions={0,1}",
        "first = u4[] constant(2)",
        "start = s4[3] constant({-8, 0, 5})",
        "initial = (u4[], s4[3]) tuple(first, start)",
        "loop = (u4[], s4[3]) while(initial), condition=goes_on, body=round",
        "looped = s4[3] get-tuple-element(loop), index=1",
        "none = u4[4,1] constant({{0},{15},{0},{15}})",
        "masked = u4[4,1] and(x4, none)",
        "full = u4[4,1] constant({{15},{15},{15},{15}})",
        "same = u4[4,1] or(x4, full)",
    ]  # fmt: skip
    lines.insert(11, "padded_part = s4[12,2] slice(padded), slice={[2:14], [0:2]}")
    roots = ["slice", "front", "update", "gathered", "iota", "table", "joined", "chosen", "padded", "turned", "back", "looped", "masked", "same", "x1"]  # fmt: skip
    write(op, "narrow_integers", module("narrow_moves", arguments, lines, roots, LOOP), arguments)


MAKERS = {"dot": widened, "convolution": convolved, "reduce": folded, "dynamic-slice": moved, "add": arithmetic, "convert": converted, "bitcast-convert": bits}
