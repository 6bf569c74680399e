"""Fixtures of ops that compare and choose."""

import numpy as np

from arithmetic import FLOATS, INTEGERS, binary, integers, pairs, reals
from fixture import module, write
from movement import one
from oracle import DTYPES


DIRECTIONS = ("EQ", "NE", "GE", "GT", "LE", "LT")


def few_integers(t):
    """0, 1, small, large, least and greatest."""
    return integers(t)[[0, 1, 4, 7, 9, 12]]


def compare(op):
    corners = [0.0, -0.0, 1, -1, 1.5, np.inf, -np.inf, np.nan]
    floats = [pairs(reals(t, corners)) for t in FLOATS]
    wholes = [pairs(few_integers(t)) for t in INTEGERS] + [pairs(np.array([True, False]))]
    for direction in DIRECTIONS:
        binary(op, f"floats_{direction.lower()}", floats, f", direction={direction}", "pred")
        binary(op, f"integers_{direction.lower()}", wholes, f", direction={direction}", "pred")
    arrays = [np.array([0, 1], DTYPES[t]) for t in ("s32", "u64", "s8", "pred")] + [np.array([1, np.nan], np.float32)]
    results = {
        f"r{i}_{d.lower()}": f"pred[2] compare(x{i}, x{i}), direction={d}"
        for i in range(len(arrays)) for d in DIRECTIONS
    }
    lines = [f"{name} = {value}" for name, value in results.items()]
    write(op, "with_itself", module("compare_with_itself", arrays, lines, list(results)), arrays)
    ordered = [pairs(reals(t, [-np.inf, -1, -0.0, 0.0, 1, np.inf, np.nan, 2])) for t in FLOATS]
    for direction in ("LT", "GE", "EQ"):
        binary(op, f"total_order_{direction.lower()}", ordered, f", direction={direction}, type=TOTALORDER", "pred")


def clamp(op):
    corners = [-np.inf, -1, -0.0, 0.0, 2, np.inf, np.nan]
    arrays, lines = [], []
    for i, t in enumerate(FLOATS + ["s8", "s32", "u8", "u64"]):
        v = reals(t, corners) if t in FLOATS else few_integers(t)
        n = len(v)
        triples = [np.repeat(v, n * n), np.tile(np.repeat(v, n), n), np.tile(v, n * n)]
        arrays += [each[::3] for each in triples]
        lines.append(f"r{i} = {t}[{len(arrays[-1])}] clamp(x{3 * i}, x{3 * i + 1}, x{3 * i + 2})")
    every_type = module("clamp_all_types", arrays, lines, [f"r{i}" for i in range(8)])
    write(op, "all_types", every_type, arrays, relative=True)
    x = np.linspace(-2, 9, 12).astype(np.float32).reshape(3, 4)
    one(op, "scalar_bounds", [np.float32(0), x, np.float32(6)], "f32[3,4]", "clamp(x0, x1, x2)", relative=True)


def select(op):
    arrays, lines = [np.array([True, False, False, True, True])], []
    for i, t in enumerate(FLOATS + ["s8", "u16", "s64", "pred"]):
        a = np.arange(5).astype(DTYPES[t])
        arrays += [a, (a + a + a).astype(DTYPES[t])]
        lines.append(f"r{i} = {t}[5] select(x0, x{2 * i + 1}, x{2 * i + 2})")
    every_type = module("select_all_types", arrays, lines, [f"r{i}" for i in range(8)])
    write(op, "all_types", every_type, arrays, relative=True)
    arrays = [np.bool_(True), np.arange(6, dtype=np.float32).reshape(2, 3), -np.ones((2, 3), np.float32)]
    one(op, "scalar_pred", arrays, "f32[2,3]", "select(x0, x1, x2)", relative=True)
    select_vectors(op, "f32")
    select_vectors(op, "f64")
    for t in ("f32", "f64", "f16"):
        select_by_position(op, t)


def select_by_position(op, t):
    """Masks in memory and of indices, in vectors where the numbers are: a triangle of what is kept."""
    x, mask, columns = reals(t, np.arange(-200, 205) / 8), np.arange(9 * 45) % 3 != 1, np.arange(45) % 5 != 0
    x, mask = x.reshape(9, 45), mask.reshape(9, 45)
    n, p = f"{t}[9,45]", "pred[9,45]"
    lines = [
        f"low = {t}[] constant(-3)",
        f"lows = {n} broadcast(low), dimensions={{}}",
        f"all = {p} broadcast(x2), dimensions={{1}}",
        f"both = {p} and(x1, all)",
        f"neither = {p} not(both)",
        "i = s32[9,45] iota(), iota_dimension=0",
        "j = s32[9,45] iota(), iota_dimension=1",
        "turned = s32[9,45] reverse(j), dimensions={1}",
        f"kept = {p} compare(j, i), direction=LE",
        f"later = {p} compare(i, turned), direction=LT",
        f"r0 = {n} select(neither, x0, lows)",
        f"r1 = {n} select(kept, x0, r0)",
        f"r2 = {n} select(later, lows, x0)",
    ]
    i, j = np.indices((9, 45))
    r0 = np.where(mask & columns, DTYPES[t](-3), x)
    results = [r0, np.where(j <= i, x, r0), np.where(i < 44 - j, DTYPES[t](-3), x)]
    arrays = [x, mask, columns]
    write(op, f"by_position_{t}", module(f"select_by_position_{t}", arrays, lines, ["r0", "r1", "r2"]), arrays, results)


def select_vectors(op, t):
    """Choices by masks, and the other ops that vectors have no instruction for: 4 + 1 of 37 elements fill none of 8."""
    values = np.array([0.0, -0.0, 1, -1, 2.5, -2.5, np.inf, -np.inf, np.nan], DTYPES[t])
    a, b = np.resize(values, 37), np.resize(np.repeat(values, 4), 37)
    n = f"{t}[37]"
    lines = [f"{name} = {t}[] constant({value})" for name, value in (("zero", 0), ("low", -1), ("high", 2))]
    lines += [
        f"zeros = {n} broadcast(zero), dimensions={{}}",
        "p = pred[37] compare(x0, x1), direction=GT",
        "q = pred[37] compare(x0, zeros), direction=NE",
        "n = pred[37] not(q)",
        "both = pred[37] and(p, q)",
        "one = pred[37] or(p, n)",
        f"size = {n} abs(x0)",
        f"other = {n} negate(x1)",
        f"r0 = {n} select(both, x0, x1)",
        f"r1 = {n} select(one, size, other)",
        f"r2 = {n} select(p, zeros, size)",
        f"r3 = {n} maximum(x0, x1)",
        f"r4 = {n} minimum(x0, x1)",
        f"r5 = {n} clamp(low, x0, high)",
    ]
    p, q = a > b, a != 0
    number = np.where(np.isnan(a), a, b)
    ordered = ~np.isnan(a) & ~np.isnan(b)
    lower = np.where(ordered, np.where((a < b) | ((a == b) & np.signbit(a)), a, b), number)
    upper = np.where(ordered, np.where((a > b) | ((a == b) & np.signbit(b)), a, b), number)
    expected = [np.where(p & q, a, b), np.where(p | ~q, np.abs(a), -b), np.where(p, 0, np.abs(a)), upper, lower]
    expected += [np.where(np.isnan(a), a, np.clip(a, -1, 2))]
    text = module(f"select_vectors_{t}", [a, b], lines, [f"r{i}" for i in range(6)])
    write(op, f"vectors_{t}", text, [a, b], [e.astype(DTYPES[t]) for e in expected], signed_zeros=True)


MAKERS = {"compare": compare, "clamp": clamp, "select": select}
