"""Fixtures of complex numbers."""

import numpy as np

from fixture import module, write

TYPES = {"c64": (np.complex64, "f32"), "c128": (np.complex128, "f64")}
PARTS = [0.0, 1.0, -0.5, 3.0, -2.25, 20.0]
UNARY = ["abs", "exponential", "exponential-minus-one", "log", "log-plus-one", "logistic", "sqrt", "rsqrt", "sign", "sine", "cosine", "tan", "tanh", "real", "imag", "negate"]  # fmt: skip
BINARY = ["add", "subtract", "multiply", "divide", "power", "atan2"]


def grid(dtype):
    """Numbers in all quadrants and on the axes, without 0."""
    re, im = np.meshgrid(PARTS, PARTS)
    return (re + 1j * im).reshape(-1)[1:].astype(dtype)


def elementwise(op):
    arguments, lines = [], []
    for i, (name, (dtype, part)) in enumerate(TYPES.items()):
        x = grid(dtype)
        if op in ("tan", "tanh", "logistic", "power"):
            x = x[np.abs(x) < 4]
        operands = [x] if op in UNARY else [np.repeat(x[::3], len(x[::3])), np.tile(x[::3], len(x[::3]))]
        result = part if op in ("abs", "real", "imag") else name
        names = [f"x{len(arguments) + k}" for k in range(len(operands))]
        arguments += operands
        lines.append(f"r{i} = {result}[{len(operands[0])}] {op}({', '.join(names)})")
    write(op, "complex_numbers", module(f"{op.replace('-', '_')}_complex_numbers", arguments, lines, ["r0", "r1"]), arguments)


def infinite(op):
    """What C11, annex G says of infinities."""
    inf, nan = np.inf, np.nan
    x = np.array([complex(inf, 0), complex(-inf, 1), complex(1, inf), complex(-inf, -1), complex(nan, 1)], np.complex64)  # fmt: skip
    lines = [f"r{i} = c64[{len(x)}] {f}(x0)" for i, f in enumerate(["exponential", "log", "sqrt", "tanh"])]
    write(op, "complex_infinities", module("complex_infinities", [x], lines, [f"r{i}" for i in range(4)]), [x])


def made(op):
    infinite(op)
    re, im = np.array([1, 0.1, -3], np.float32), np.array([2, -0.5, 0], np.float32)
    k = np.array([1.5 - 2j, 0.25, -1j])
    constant = "constant({(1.5, -2), (0.25, 0), (0, -1)})"
    lines = ["z = c64[3] complex(x0, x1)", f"k = c64[3] {constant}", "same = pred[3] compare(z, k), direction=EQ", "other = pred[3] compare(z, z), direction=NE",
             "wide = c128[3] convert(z)", "whole = s32[3] convert(z)", "narrow = c64[3] convert(x0)", "i = c64[3] iota(), iota_dimension=0", "p = c64[3] multiply(i, k)", "s = c64[3] select(x2, z, p)", "big = c64[3] maximum(z, p)", "c = c64[3] clamp(p, z, k)"]  # fmt: skip
    arguments = [re, im, np.array([True, False, True])]
    del k
    lines_of_part = [f"k = c64[3] {constant}", "d = c64[1] dynamic-slice(k, x0), dynamic_slice_sizes={1}", "r0 = f32[1] real(d)"]
    write(op, "part_of_constant", module("complex_part_of_constant", [np.int32(1)], lines_of_part, ["r0"]), [np.int32(1)])
    write(op, "arithmetic", module("complex_arithmetic", arguments, lines, ["same", "other", "wide", "whole", "narrow", "p", "s", "big", "c"]), arguments)


ADD = "add {\n  a = c64[] parameter(0)\n  b = c64[] parameter(1)\n  ROOT r = c64[] add(a, b)\n}\n\n"
PRODUCT = "product {\n  a = c128[] parameter(0)\n  b = c128[] parameter(1)\n  ROOT r = c128[] multiply(a, b)\n}\n\n"


def random(seed, shape, dtype):
    rng = np.random.default_rng(seed)
    return (rng.standard_normal(shape) + 1j * rng.standard_normal(shape)).astype(dtype)


def reduced(op):
    arguments = [random(1, (3, 5), np.complex64), random(2, (4,), np.complex128)]
    lines = ["zero = c64[] constant((0, 0))", "one = c128[] constant((1, 0))",
             "r0 = c64[3] reduce(x0, zero), dimensions={1}, to_apply=add", "r1 = c128[] reduce(x1, one), dimensions={0}, to_apply=product",
             "r2 = c64[3,4] reduce-window(x0, zero), window={size=1x2}, to_apply=add"]  # fmt: skip
    write(op, "complex_numbers", module("reduce_complex", arguments, lines, ["r0", "r1", "r2"], extra=ADD + PRODUCT), arguments)


def multiplied(op):
    arguments = [random(3, (3, 4), np.complex64), random(4, (4, 2), np.complex64), random(5, (1, 6, 2), np.complex64), random(6, (3, 2, 3), np.complex64)]  # fmt: skip
    lines = ["r0 = c64[3,2] dot(x0, x1), lhs_contracting_dims={1}, rhs_contracting_dims={0}",
             "r1 = c64[1,4,3] convolution(x2, x3), window={size=3}, dim_labels=b0f_0io->b0f"]  # fmt: skip
    write(op, "complex_numbers", module("dot_complex", arguments, lines, ["r0", "r1"]), arguments)


def hermitian(op):
    a = random(7, (2, 4, 4), np.complex64)
    a = a @ np.conj(np.swapaxes(a, 1, 2)) + 4 * np.eye(4, dtype=np.complex64)
    lines = ["r0 = c64[2,4,4] cholesky(x0), lower=true", "r1 = c64[2,4,4] cholesky(x0), lower=false"]
    write(op, "complex_numbers", module("cholesky_complex", [a], lines, ["r0", "r1"]), [a])


def triangular(op):
    a = random(8, (3, 3), np.complex64) + 3 * np.eye(3, dtype=np.complex64)
    b = random(9, (3, 2), np.complex64)
    lines = [f"r{i} = c64[3,2] triangular-solve(x0, x1), left_side=true, lower={lower}, transpose_a={t}"
             for i, (lower, t) in enumerate([("true", "NO_TRANSPOSE"), ("false", "ADJOINT"), ("true", "TRANSPOSE")])]  # fmt: skip
    write(op, "complex_numbers", module("solve_complex", [a, b], lines, ["r0", "r1", "r2"]), [a, b])


def sizes_of(kind, n):
    half = n // 2 + 1
    return (half if kind == "IRFFT" else n), (half if kind == "RFFT" else n)


def transformed(op):
    """All kinds; lengths with factors of every form; prime lengths that are products and convolutions."""
    for kind, dtype in (("FFT", np.complex64), ("IFFT", np.complex128), ("RFFT", np.float32), ("IRFFT", np.complex64)):
        arguments, lines = [], []
        lengths = [1, 2, 3, 4, 8, 15, 16, 42, 37] if kind in ("FFT", "IFFT") else [1, 2, 5, 6, 16, 24]
        for i, n in enumerate(lengths):
            size, out = sizes_of(kind, n)
            x = random(20 + i, (2, size) if n < 16 else (size,), np.complex128)
            arguments.append((x.real if kind == "RFFT" else x).astype(dtype))
            result = {"FFT": "c64", "IFFT": "c128", "RFFT": "c64", "IRFFT": "f32"}[kind]
            dims = "2," if n < 16 else ""
            lines.append(f"r{i} = {result}[{dims}{out}] fft(x{i}), fft_type={kind}, fft_length={{{n}}}")
        roots = [f"r{i}" for i in range(len(lengths))]
        write(op, kind.lower(), module(f"fft_{kind.lower()}", arguments, lines, roots), arguments)
    arguments = [random(40, (2, 3, 4, 6), np.complex64), random(41, (3, 4, 6), np.complex64).real.copy(), random(42, (3, 4, 4), np.complex64)]
    lines = ["r0 = c64[2,3,4,6] fft(x0), fft_type=FFT, fft_length={3,4,6}", "r1 = c64[3,4,4] fft(x1), fft_type=RFFT, fft_length={4,6}",
             "r2 = f32[3,4,6] fft(x2), fft_type=IRFFT, fft_length={4,6}"]  # fmt: skip
    write(op, "dimensions", module("fft_dimensions", arguments, lines, ["r0", "r1", "r2"]), arguments)


MAKERS = {op: elementwise for op in UNARY + BINARY}
MAKERS |= {"complex": made, "reduce": reduced, "dot": multiplied, "cholesky": hermitian, "triangular-solve": triangular, "fft": transformed}  # fmt: skip
