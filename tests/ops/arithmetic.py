"""Fixtures of elementwise ops: every type, corner values."""

import numpy as np

from fixture import module, shape, write
from oracle import DTYPES

FLOATS = ["f64", "f32", "f16", "bf16"]
SIGNED = ["s8", "s16", "s32", "s64"]
UNSIGNED = ["u8", "u16", "u32", "u64"]
INTEGERS = SIGNED + UNSIGNED

REAL_CORNERS = [
    0.0,
    -0.0,
    1,
    -1,
    0.5,
    -0.5,
    1.5,
    2.5,
    -2.5,
    3.7,
    -3.7,
    0.49999997,
    -0.49999997,
    10,
    -10,
    1e-3,
    100.25,
    7.75,
    1e4,
    -3e4,
    np.inf,
    -np.inf,
    np.nan,
    0.1,
    -0.25,
    0.7853982,
    3.1415927,
]


def reals(name, values):
    return np.array(values, np.float64).astype(DTYPES[name])


def integers(name):
    i = np.iinfo(DTYPES[name])
    low, high = int(i.min), int(i.max)
    values = [
        0,
        1,
        2,
        3,
        7,
        8,
        100,
        high,
        high - 1,
        low,
        low + 1,
        high // 2,
        5 if low == 0 else -1,
        37 if low == 0 else -7,
    ]
    return np.array(values, DTYPES[name])


def pairs(values):
    n = len(values)
    return np.repeat(values, n), np.tile(values, n)


def unary(op, case, arrays, result=None):
    lines = [
        f"r{i} = {shape(a).replace(shape(a).split('[')[0], result) if result else shape(a)} {op}(x{i})"
        for i, a in enumerate(arrays)
    ]
    write(
        op,
        case,
        module(f"{op.replace('-', '_')}_{case}", arrays, lines, [f"r{i}" for i in range(len(arrays))]),
        arrays,
        relative=True,
    )


def binary(op, case, couples, extra="", result=None, signed_zeros=False):
    arrays, lines = [], []
    for i, (a, b) in enumerate(couples):
        kind = f"{result}[{len(a)}]" if result else shape(a)
        lines.append(f"r{i} = {kind} {op}(x{2 * i}, x{2 * i + 1}){extra}")
        arrays += [a, b]
    name = f"{op.replace('-', '_')}_{case}"
    write(
        op,
        case,
        module(name, arrays, lines, [f"r{i}" for i in range(len(couples))]),
        arrays,
        signed_zeros=signed_zeros,
        relative=True,
    )


def float_unary(values):
    def make(op):
        unary(op, "floats", [reals(t, values) for t in FLOATS])
        many = np.random.default_rng(1).uniform(-1, 1, 41) * (1 if max(np.nan_to_num(values, posinf=0)) <= 1 else 8)
        unary(op, "vector_f32", [(np.abs(many) if min(values) >= 0 else many).astype(np.float32)])

    return make


POSITIVE = [0.0, 1, 0.5, 1.5, 2.5, 3.7, 0.1, 1e-3, 100.25, 1e4, np.inf, np.nan]
SMALL = [v for v in REAL_CORNERS if not abs(v) > 1e5] + [np.nan, np.inf, -np.inf]
EXP = [0.0, -0.0, 1, -1, 0.5, -0.5, 5.25, -5.25, 10, -10, 1e-3, 9.5, np.inf, -np.inf, np.nan]


def angles(op):
    """Vectors of small ones, of large ones, and of both; expected values are the mathematics'."""
    float_unary(SMALL)(op)
    random = np.random.default_rng(2)
    small = [*random.uniform(-1599, 1599, 27), 0.0, -0.0, 2.0**-13, -(2.0**-13), 1e-30]
    large = [1600.0, -1600, 1e4, 12345.678, -1e10, 2.5e22, 3.4e38, -3.4e38, 4194304, 1e7, 6.5e5, np.inf, -np.inf, np.nan, 2e3, -7e8]
    x = np.array([*small, *large, *small[:15], large[5]], np.float32)
    with np.errstate(invalid="ignore"):
        y = {"sine": np.sin, "cosine": np.cos, "tan": np.tan}[op](x.astype(np.float64)).astype(np.float32)
    write(op, "vector_angles", module(f"{op}_vector_angles", [x], [f"r0 = f32[64] {op}(x0)"], ["r0"]), [x], [y], relative=True)


def root(op):
    """Expected values of denormals are the mathematics': the oracle takes them for zeros."""
    float_unary(POSITIVE)(op)
    for t, values in (("f32", [1e-40, 1.4e-45, 1.2e-38, 1.8e38, 3.4e38]), ("f64", [5e-324, 1e-310, 2.3e-308, 1.7e308])):
        x = np.resize(np.array([*POSITIVE, -1, -0.0, *values], DTYPES[t]), 41)
        with np.errstate(invalid="ignore", divide="ignore"):
            y = np.sqrt(x.astype(np.longdouble))
            y = (y if op == "sqrt" else 1 / y).astype(DTYPES[t])
        name = f"vector_corners_{t}"
        lines = [f"r0 = {t}[41] {op}(x0)"]
        write(op, name, module(f"{op}_{name}", [x], lines, ["r0"]), [x], [y], relative=True)


def abs_(op):
    unary(op, "floats", [reals(t, REAL_CORNERS) for t in FLOATS])
    unary(op, "integers", [integers(t) for t in SIGNED])


def negate(op):
    unary(op, "floats", [reals(t, REAL_CORNERS) for t in FLOATS])
    unary(op, "integers", [integers(t) for t in INTEGERS])


def bits_unary(op):
    unary(op, "integers", [integers(t) for t in INTEGERS])
    if op == "not":
        unary(op, "pred", [np.array([True, False, True])])


def is_finite(op):
    unary(op, "floats", [reals(t, REAL_CORNERS) for t in FLOATS], result="pred")


def arithmetic(op):
    corners = [0.0, -0.0, 1, -1, 1.5, -2.5, 3.7, 1e4, np.inf, -np.inf, np.nan]
    binary(op, "floats", [pairs(reals(t, corners)) for t in FLOATS], signed_zeros=op in ("maximum", "minimum"))
    binary(op, "integers", [pairs(integers(t)[[0, 1, 2, 4, 7, 8, 9, 12, 13]]) for t in INTEGERS])
    if op in ("add", "multiply", "maximum", "minimum"):
        p = pairs(np.array([True, False]))
        binary(op, "pred", [p])
    rng = np.random.default_rng(2)
    binary(op, "vector_f32", [(rng.normal(size=37).astype(np.float32), rng.normal(size=37).astype(np.float32))])
    if op in ("maximum", "minimum"):
        x = rng.normal(size=37).astype(np.float32)
        lines = []
        for i, value in enumerate(("nan", "-inf")):
            lines.append(f"c{i} = f32[] constant({value})")
            lines.append(f"b{i} = f32[37] broadcast(c{i}), dimensions={{}}")
            lines.append(f"m{i} = f32[37] {op}(x0, b{i})")
            lines.append(f"r{i} = f32[37] multiply(m{i}, x0)")
        write(op, "endless_constants", module(f"{op}_endless_constants", [x], lines, ["r0", "r1"]), [x])


def divide(op):
    rounded_down(op)
    arithmetic(op)
    for t in ("f32", "f64"):
        divide_rows(op, t)


def divide_rows(op, t):
    """Rows that are divided by one number each, long enough that vectors share its reciprocal; the numbers and the
    elements are of all sizes. Expected values are the mathematics': the oracle takes denormals for zeros."""
    least, most = np.finfo(DTYPES[t]).smallest_subnormal, np.finfo(DTYPES[t]).max
    normal, rng = np.finfo(DTYPES[t]).smallest_normal, np.random.default_rng(3)
    sizes = [0, -0.0, 1, -3, 1 / 3, least, -7 * least, normal / 2, normal, 2 * normal, most, -most / 2, most / 4, most / 5]
    d = np.array([*sizes, 1e-20, 7e19, np.inf, -np.inf, np.nan], DTYPES[t])
    x = rng.normal(size=(len(d), 70)).astype(DTYPES[t])
    x[:, 3:60:3] = np.array([0, -0.0, np.inf, -np.inf, np.nan, 1, most, -most, normal, 3 * normal, 1e30, -1e30, 1e-30, 5 * least, *d[10:15]], DTYPES[t])
    with np.errstate(all="ignore"):
        y = x / d[:, None]
    lines = [f"b = {shape(x)} broadcast(x1), dimensions={{0}}", f"r0 = {shape(x)} divide(x0, b)"]
    write(op, f"rows_{t}", module(f"divide_rows_{t}", [x, d], lines, ["r0"]), [x, d], [y], signed_zeros=True, relative=True)


def bits_binary(op):
    x = np.array([True, False])
    write(op, "with_itself", module(f"{op}_with_itself", [x], [f"r0 = pred[2] {op}(x0, x0)"], ["r0"]), [x])
    binary(op, "integers", [pairs(integers(t)[[0, 1, 2, 4, 7, 9, 12, 13]]) for t in INTEGERS])
    binary(op, "pred", [pairs(np.array([True, False]))])


def rounded_down(op):
    """a // b and a % b as JAX writes them, of numbers of either sign, of bytes and of an iota."""
    x = np.array([-(2**31), -8, -7, -6, -1, 0, 1, 6, 7, 8, 2**31 - 1], np.int32)
    arrays = [x, np.arange(0, 242, 22).astype(np.uint8)]
    lines = ["n0 = s32[11] convert(x0)", "n1 = s32[11] convert(x1)", "n2 = s32[70] iota(), iota_dimension=0"]
    roots = []
    for i, (size, divisor) in enumerate(((11, 7), (11, 7), (70, 4))):
        s, p = f"s32[{size}]", f"pred[{size}]"
        for name, value in (("d", divisor), ("one", 1), ("zero", 0)):
            lines += [f"{name}{i}s = s32[] constant({value})", f"{name}{i} = {s} broadcast({name}{i}s), dimensions={{}}"]
        lines += [
            f"sign{i} = {s} sign(n{i})",
            f"unlike{i} = {p} compare(sign{i}, one{i}), direction=NE",
            f"rest{i} = {s} remainder(n{i}, d{i})",
            f"left{i} = {p} compare(rest{i}, zero{i}), direction=NE",
            f"down{i} = {p} and(unlike{i}, left{i})",
            f"quotient{i} = {s} divide(n{i}, d{i})",
            f"lower{i} = {s} subtract(quotient{i}, one{i})",
            f"q{i} = {s} select(down{i}, lower{i}, quotient{i})",
            f"negative{i} = {p} compare(rest{i}, zero{i}), direction=LT",
            f"up{i} = {p} and(negative{i}, left{i})",
            f"higher{i} = {s} add(rest{i}, d{i})",
            f"r{i} = {s} select(up{i}, higher{i}, rest{i})",
        ]
        roots += [f"q{i}", f"r{i}"]
    write(op, "rounded_down", module("divide_rounded_down", arrays, lines, roots), arrays)


def shifts(op):
    couples = []
    for t in INTEGERS:
        width = np.iinfo(DTYPES[t]).bits
        amounts = [0, 1, 3, width - 1, width, width + 1] + ([-1] if t in SIGNED else [100])
        values = integers(t)[[0, 1, 4, 7, 9, 12]]
        couples.append((np.repeat(values, len(amounts)), np.tile(np.array(amounts, DTYPES[t]), len(values))))
    binary(op, "integers", couples)


def power(op):
    bases, exponents = [0.0, -0.0, 1, -1, 0.5, 2, -3, 2.5, np.inf, -np.inf, np.nan], [
        0.0,
        1,
        -1,
        2,
        0.5,
        -2.5,
        3,
        np.inf,
        -np.inf,
        np.nan,
    ]
    couples = []
    for t in FLOATS:
        b, e = reals(t, bases), reals(t, exponents)
        couples.append((np.repeat(b, len(e)), np.tile(e, len(b))))
    binary(op, "floats", couples)
    couples = []
    for t in INTEGERS:
        b = integers(t)[[0, 1, 2, 3, 4, 12, 13]]
        e = np.array([0, 1, 2, 3, 7, 31] + ([-1, -3] if t in SIGNED else []), DTYPES[t])
        couples.append((np.repeat(b, len(e)), np.tile(e, len(b))))
    binary(op, "integers", couples)


def atan2(op):
    corners = [0.0, -0.0, 1, -1, 0.5, -2.5, 1e4, np.inf, -np.inf, np.nan]
    binary(op, "floats", [pairs(reals(t, corners)) for t in FLOATS], signed_zeros=True)


MAKERS = {
    "abs": abs_,
    "negate": negate,
    "not": bits_unary,
    "popcnt": bits_unary,
    "count-leading-zeros": bits_unary,
    "is-finite": is_finite,
    "sign": abs_,
    "power": power,
    "atan2": atan2,
    **{op: arithmetic for op in ("add", "subtract", "multiply", "remainder", "maximum", "minimum")},
    "divide": divide,
    **{op: bits_binary for op in ("and", "or", "xor")},
    **{op: shifts for op in ("shift-left", "shift-right-arithmetic", "shift-right-logical")},
    **{
        op: float_unary(REAL_CORNERS)
        for op in ("ceil", "floor", "round-nearest-afz", "round-nearest-even", "cbrt", "erf", "tanh", "logistic")
    },
    **{op: angles for op in ("cosine", "sine", "tan")},
    "log": float_unary(POSITIVE),
    "sqrt": root,
    "rsqrt": root,
    **{op: float_unary(EXP) for op in ("exponential", "exponential-minus-one")},
    "log-plus-one": float_unary([0.0, -0.0, 1, -1, 0.5, -0.5, 1e-3, 100.25, np.inf, np.nan, -0.99]),
}
