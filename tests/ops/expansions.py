"""Fixtures of ops that stand for loops and sums of others, and of barriers, with XLA:CPU as the oracle."""

import numpy as np

from arithmetic import FLOATS, INTEGERS, REAL_CORNERS, integers, reals
from fixture import module, shape, write
from movement import one, ramp
from oracle import DTYPES


def reduce_precision(op):
    formats = [(5, 10), (8, 7), (4, 3), (5, 2), (1, 0), (2, 5), (11, 52), (8, 0), (6, 30)]
    values = [*REAL_CORNERS, 65519.0, 65520.0, 1.99, 3.9, 6e-8, 2.98e-8, -6.2e-5, 1.0009765625, 1.00146484375]
    for t in FLOATS:
        x = reals(t, values)
        lines = [
            f"r{i} = {shape(x)} reduce-precision(x0), exponent_bits={e}, mantissa_bits={m}"
            for i, (e, m) in enumerate(formats)
        ]
        text = module(f"reduce_precision_{t}", [x], lines, [f"r{i}" for i in range(len(lines))])
        write(op, t, text, [x], signed_zeros=True, relative=True)


def get_dimension_size(op):
    one(op, "static", [ramp(2, 5)], "s32[]", "get-dimension-size(x0), dimensions={1}")


def opt_barrier(op):
    x, y = ramp(2, 3), ramp(3, dtype="s32")
    one(op, "array", [x], "f32[2,3]", "opt-barrier(x0)")
    text = """HloModule opt_barrier_tuple

ENTRY main {
  x0 = f32[2,3] parameter(0)
  x1 = s32[3] parameter(1)
  c = f32[2,3] constant({{1,2,3},{4,5,6}})
  n = f32[2,3] exponential(x0)
  i = (f32[2,3], s32[3]) tuple(n, x1)
  t = (f32[2,3], (f32[2,3], s32[3]), f32[2,3]) tuple(n, i, c)
  b = (f32[2,3], (f32[2,3], s32[3]), f32[2,3]) opt-barrier(t)
  e = f32[2,3] get-tuple-element(b), index=0
  p = (f32[2,3], s32[3]) get-tuple-element(b), index=1
  f = f32[2,3] get-tuple-element(p), index=0
  s = s32[3] get-tuple-element(p), index=1
  d = f32[2,3] get-tuple-element(b), index=2
  r0 = f32[2,3] subtract(e, f)
  r1 = s32[3] negate(s)
  r2 = f32[2,3] add(d, d)
  ROOT out = (f32[2,3], s32[3], f32[2,3]) tuple(r0, r1, r2)
}
"""
    write(op, "tuple", text, [x, y])


def positive_definite(t, *dims, seed=1):
    n = dims[-1]
    a = np.random.default_rng(seed).normal(size=dims)
    return (a @ a.swapaxes(-1, -2) / n + np.eye(n)).astype(DTYPES[t])


def cholesky(op):
    """The other triangle holds NaN, which nobody reads; one matrix of three has no root."""
    for t in ("f64", "f32"):
        for side in ("lower", "upper"):
            a = positive_definite(t, 3, 5, 5)
            a[1, 2, 2] = -4
            outside = np.triu(np.full((5, 5), np.nan), 1)
            a += np.where(np.isnan(outside if side == "lower" else outside.T), np.nan, 0).astype(a.dtype)
            one(op, f"{side}_{t}", [a], shape(a), f"cholesky(x0), lower={'true' if side == 'lower' else 'false'}")
    a = positive_definite("bf16", 3, 3)
    expected = np.linalg.cholesky(a.astype(np.float64)).astype(a.dtype)
    one(op, "narrow", [a], shape(a), "cholesky(x0), lower=true", expected=[expected])
    two = np.array([[4, 2], [2, 5]], np.float32)
    one(op, "upper_two_by_two", [two], "f32[2,2]", "cholesky(x0), lower=false")
    none = np.array([[[4, 2], [2, 5]], [[1, 2], [2, 1]]], np.float32)
    one(op, "not_of_all", [none], "f32[2,2,2]", "cholesky(x0), lower=true")
    one(op, "one_by_one", [np.full((2, 1, 1), 4, np.float32)], "f32[2,1,1]", "cholesky(x0), lower=true")
    one(op, "empty", [np.zeros((2, 0, 0), np.float32)], "f32[2,0,0]", "cholesky(x0), lower=true")


def triangular_solve(op):
    """What is not to be read holds NaN."""

    def case(left, lower):
        arrays, lines, rng = [], [], np.random.default_rng(3)
        for transpose in ("NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"):
            for unit in (True, False):
                t = DTYPES["f64" if transpose == "ADJOINT" else "f32"]
                a = (rng.normal(size=(2, 4, 4)) / 4 + 2 * np.eye(4)).astype(t)
                b = rng.normal(size=(2, 4, 3) if left else (2, 3, 4)).astype(t)
                hidden = np.triu(np.ones((4, 4)), 0 if unit else 1)
                a[:, (hidden if lower else hidden.T) > 0] = np.nan
                options = f"left_side={left}, lower={lower}, unit_diagonal={unit}".lower()
                n = len(arrays)
                lines.append(f"r{n} = {shape(b)} triangular-solve(x{n}, x{n + 1}), {options}, transpose_a={transpose}")
                arrays += [a, b]
        name = f"{'left' if left else 'right'}_{'lower' if lower else 'upper'}"
        roots = [line.split(" ")[0] for line in lines]
        write(op, name, module(f"triangular_solve_{name}", arrays, lines, roots), arrays)

    for left in (True, False):
        for lower in (True, False):
            case(left, lower)
    options = "left_side=true, lower=true, transpose_a=NO_TRANSPOSE"
    a = [np.array([[2, 0], [1, 4]], DTYPES["f16"]), np.array([[1, 2], [3, 4]], DTYPES["f16"])]
    expected = np.linalg.solve(a[0].astype(np.float64), a[1].astype(np.float64)).astype(np.float16)
    one(op, "narrow", a, "f16[2,2]", f"triangular-solve(x0, x1), {options}", expected=[expected])
    empty = [np.zeros((3, 0, 0), np.float32), np.zeros((3, 0, 2), np.float32)]
    one(op, "empty", empty, "f32[3,0,2]", f"triangular-solve(x0, x1), {options}")


def topk(op):
    def case(name, arrays, k, largest):
        n = [",".join(map(str, [*a.shape[:-1], k])) for a in arrays]
        kinds = [f"({shape(a).split('[')[0]}[{d}], s32[{d}])" for a, d in zip(arrays, n)]
        lines = [f"t{i} = {kind} topk(x{i}), k={k}, largest={largest}" for i, kind in enumerate(kinds)]
        lines += [f"v{i} = {shape(a).split('[')[0]}[{n[i]}] get-tuple-element(t{i}), index=0" for i, a in enumerate(arrays)]
        lines += [f"i{i} = s32[{d}] get-tuple-element(t{i}), index=1" for i, d in enumerate(n)]
        roots = [f"{p}{i}" for p in "vi" for i in range(len(arrays))]
        write(op, name, module(f"topk_{name}", arrays, lines, roots), arrays, signed_zeros=True)

    ties = [1, 0.0, -0.0, np.inf, 2.5, 1, -np.inf, np.nan, 0.0, 2.5, -3, np.nan]
    for largest in ("true", "false"):
        name = "largest" if largest == "true" else "smallest"
        case(f"{name}_floats", [reals(t, ties) for t in FLOATS], 12, largest)
        case(f"{name}_integers", [integers(t) for t in INTEGERS], 5, largest)
    rows = np.random.default_rng(4).integers(0, 9, (3, 2, 17)).astype(np.float32)
    case("rows", [rows], 4, "true")
    case("none", [rows], 0, "true")
    lines = np.stack([np.arange(150), -np.arange(150), np.random.default_rng(5).integers(0, 60, 150)])
    case("first_of_many", [lines.astype(np.float32), lines.astype(np.int32)], 9, "true")


def rng_bit_generator(op):
    results = (("u8", "7"), ("u16", "3,5"), ("u32", "2,3"), ("u32", ""), ("u64", "3,3"), ("u32", "5,3,3"))
    for algorithm, words in (("three_fry", 2), ("philox", 2), ("philox", 3), ("default", 3)):
        state = np.array([0x0123456789ABCDEF, 0xFFFFFFFFFFFFFFFD, 0xFFFFFFFFFFFFFFFF][:words], np.uint64)
        lines, roots = [], []
        for i, (kind, dims) in enumerate(results):
            lines.append(f"t{i} = (u64[{words}], {kind}[{dims}]) rng-bit-generator(x0), algorithm=rng_{algorithm}")
            lines.append(f"next{i} = u64[{words}] get-tuple-element(t{i}), index=0")
            lines.append(f"r{i} = {kind}[{dims}] get-tuple-element(t{i}), index=1")
            roots += [f"next{i}", f"r{i}"]
        case = f"{algorithm}_{words}"
        write(op, case, module(f"rng_bit_generator_{case}", [state], lines, roots), [state])


def scan(op):
    computation = """%f (x: f32[2], n: s32[2], c: f32[2], m: s32[]) -> (s32[1], f32[2], f32[2], s32[]) {
  x = f32[2] parameter(0)
  n = s32[2] parameter(1)
  c = f32[2] parameter(2)
  m = s32[] parameter(3)
  d = f32[2] add(c, c)
  s = f32[2] add(d, x)
  one = s32[] constant(1)
  k = s32[] add(m, one)
  l = s32[1] reshape(k)
  f = f32[2] convert(n)
  p = f32[2] multiply(s, f)
  ROOT r = (s32[1], f32[2], f32[2], s32[]) tuple(l, p, s, k)
}

"""
    x, n = ramp(2, 5), ramp(2, 5, dtype="s32", start=-4)
    for reverse in (False, True):
        c, m = np.array([1, -1], np.float32), 7
        counts, products = np.zeros((1, 5), np.int32), np.zeros((2, 5), np.float32)
        for i in reversed(range(5)) if reverse else range(5):
            c, m = c + c + x[:, i], m + 1
            counts[0, i], products[:, i] = m, c * n[:, i]
        kind = "(s32[1,5], f32[2,5], f32[2], s32[])"
        options = f"dimensions={{1}}, is_reverse={str(reverse).lower()}, num_carries=2, is_associative=false, to_apply=%f"
        lines = [f"ROOT r0 = {kind} scan(x0, x1, x2, x3), {options}"]
        arrays = [x, n, np.array([1, -1], np.float32), np.int32(7)]
        case = "backward" if reverse else "forward"
        text = module(f"scan_{case}", arrays, lines, ["r0"], computation)
        write(op, case, text, arrays, [counts, products, c, np.int32(m)])


def ragged_dot(op):
    lhs, rhs = ramp(7, 3), ramp(3, 3, 2, start=-5)
    for name, sizes in (("rows", [2, 0, 5]), ("rows_left_over", [1, 3, 1])):
        expected, begin = np.zeros((7, 2), np.float32), 0
        for g, size in enumerate(sizes):
            expected[begin : begin + size] = lhs[begin : begin + size] @ rhs[g]
            begin += size
        options = "lhs_contracting_dims={1}, rhs_contracting_dims={1}, lhs_ragged_dims={0}, rhs_group_dims={0}"
        a = [lhs, rhs, np.array(sizes, np.int32)]
        one(op, name, a, "f32[7,2]", f"ragged-dot(x0, x1, x2), {options}", expected=[expected])
    sizes, other = [2, 0, 4], ramp(7, 2, dtype="s32")
    begin, parts = 0, []
    for size in sizes:
        parts.append(lhs[begin : begin + size].astype(np.int32).T @ other[begin : begin + size])
        begin += size
    a = [lhs.astype(np.int32), other, np.array(sizes, np.int64)]
    options = "lhs_contracting_dims={0}, rhs_contracting_dims={0}, lhs_ragged_dims={0}"
    one(op, "contracted", a, "s32[3,3,2]", f"ragged-dot(x0, x1, x2), {options}", expected=[np.stack(parts)])
    x, y = ramp(2, 3, 4), ramp(4, 2, 2)
    a = [x, y, np.array([1, 1], np.int32)]
    options = "lhs_batch_dims={0}, rhs_batch_dims={1}, lhs_contracting_dims={2}, rhs_contracting_dims={0}, lhs_ragged_dims={0}"
    expected = np.einsum("bmk,kbn->bmn", x, y)
    one(op, "batch", a, "f32[2,3,2]", f"ragged-dot(x0, x1, x2), {options}", expected=[expected])


def scaled_dot(op):
    a, b = ramp(2, 8, dtype="bf16", start=-6), ramp(8, 3, dtype="f16", start=-9)
    c = np.array([[0.5, 2], [1, 4]], np.float32)
    d = np.array([[1, 0.25, 2], [3, 0.5, 1], [1, 1, 1], [2, 2, 0.125]], DTYPES["bf16"])
    options = "lhs_contracting_dims={1}, rhs_contracting_dims={0}"
    wide = [x.astype(np.float32) for x in (a, b, c, d)]
    left, right = wide[0] * np.repeat(wide[2], 4, 1), wide[1] * np.repeat(wide[3], 2, 0)
    one(op, "blocks", [a, b, c, d], "f32[2,3]", f"scaled-dot(x0, x1, x2, x3), {options}", expected=[left @ right])
    arrays = [a, b, c, np.float32(0.5)]
    narrow = (left @ wide[1] * 0.5).astype(DTYPES["bf16"])
    one(op, "scalar_scale", arrays, "bf16[2,3]", f"scaled-dot(x0, x1, x2, x3), {options}", expected=[narrow])


MAKERS = {
    "reduce-precision": reduce_precision,
    "get-dimension-size": get_dimension_size,
    "opt-barrier": opt_barrier,
    "cholesky": cholesky,
    "triangular-solve": triangular_solve,
    "topk": topk,
    "rng-bit-generator": rng_bit_generator,
    "scan": scan,
    "ragged-dot": ragged_dot,
    "scaled-dot": scaled_dot,
}
