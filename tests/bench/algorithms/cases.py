"""The algorithms that `run.sh algorithms` measures: a JAX function, its arguments, and the call of its peer in peers.h or
fourier.h, where in0, in1 ... are the arguments and out0, out1 ... the results."""
import functools
from dataclasses import dataclass
from typing import Callable

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

RNG = np.random.default_rng(7)


@dataclass
class Case:
    name: str
    function: Callable
    arguments: list
    peer: str
    on_board: bool = True  # False: it does not fit a board, or its peer does not exist there
    tolerance: float = 0   # of floats, relative to the largest


def numbers(dtype, *dims):
    dtype = np.dtype(dtype)
    if dtype.kind == "c":
        return (RNG.standard_normal(dims) + 1j * RNG.standard_normal(dims)).astype(dtype)
    if dtype.kind == "f":
        return RNG.standard_normal(dims).astype(dtype)
    info = np.iinfo(dtype)
    return RNG.integers(max(info.min, -2**30), min(info.max, 2**30), dims).astype(dtype)


def below(most, *dims, low=0):
    return RNG.integers(low, most, dims).astype(np.int32)


def sorts():
    for name, dtype, sizes in (("s32", "int32", (16, 64, 1000, 4096, 100000)), ("f32", "float32", (16, 64, 1000, 4096, 100000)), ("s8", "int8", (1000,)),
                               ("u16", "uint16", (1000,)), ("f64", "float64", (1000,))):
        for size in sizes:
            yield Case(f"sort_{name}_{size}", jnp.sort, [numbers(dtype, size)], f"sort(in0, out0, 1, {size})", size < 10000)
    for size in (64, 1000, 4096):
        yield Case(f"argsort_f32_{size}", jnp.argsort, [numbers("float32", size)], f"argsort(in0, out0, {size})")
    yield Case("argsort_s32_1000", jnp.argsort, [numbers("int32", 1000)], "argsort(in0, out0, 1000)")
    yield Case("sort_presorted_1000", jnp.sort, [np.sort(numbers("int32", 1000))], "sort(in0, out0, 1, 1000)")
    yield Case("sort_two_keys_1000", lambda a, b: lax.sort((a, b), num_keys=2), [below(100, 1000), numbers("float32", 1000)],
               "sort_two_keys(in0, in1, out0, out1, 1000)")
    yield Case("sort_lines_64x16", jnp.sort, [numbers("float32", 64, 16)], "sort(in0, out0, 64, 16)")
    yield Case("sort_columns_256x8", functools.partial(jnp.sort, axis=0), [numbers("float32", 256, 8)], "sort(in0, out0, 8, 256, 8)")
    for count in (1, 5, 50):
        yield Case(f"top_{count}_of_1000", functools.partial(lambda k, x: lax.top_k(x, k), count), [numbers("float32", 1000)],
                   f"top_k(in0, out0, out1, 1000, {count})")


def scatters():
    yield Case("add_at_f32", lambda x, i, u: x.at[i].add(u), [numbers("float32", 256), below(256, 1000), numbers("float32", 1000)],
               "add_at(in0, in1, in2, out0, 256, 1000, 1)")
    yield Case("add_at_s32", lambda x, i, u: x.at[i].add(u), [numbers("int32", 256), below(256, 1000), numbers("int32", 1000)],
               "add_at(in0, in1, in2, out0, 256, 1000, 1)")
    yield Case("set_at_f32", lambda x, i, u: x.at[i].set(u), [numbers("float32", 256), below(256, 1000), numbers("float32", 1000)],
               "set_at(in0, in1, in2, out0, 256, 1000)")
    yield Case("add_rows_32", lambda x, i, u: x.at[i].add(u), [numbers("float32", 100, 32), below(100, 64), numbers("float32", 64, 32)],
               "add_at(in0, in1, in2, out0, 100, 64, 32)")
    yield Case("bincount", functools.partial(jnp.bincount, length=64), [below(64, 1000)], "bincount(in0, out0, 64, 1000)")
    yield Case("histogram", lambda x: jnp.histogram(x, bins=32, range=(-2.0, 2.0))[0].astype(jnp.int32), [numbers("float32", 1000)],
               "histogram(in0, out0, 32, 1000, -2.0f, 2.0f)")


def gathers():
    yield Case("take_rows_32", lambda x, i: jnp.take(x, i, axis=0, mode="clip"), [numbers("float32", 100, 32), below(100, 64)],
               "take_rows(in0, in1, out0, 100, 64, 32)")
    yield Case("take_elements", lambda x, i: jnp.take(x, i, mode="clip"), [numbers("float32", 256), below(256, 1000)],
               "take_rows(in0, in1, out0, 256, 1000, 1)")
    squares = lambda x, i: jax.vmap(lambda at: lax.dynamic_slice(x, (at[0], at[1]), (4, 4)))(i)
    yield Case("take_squares_4x4", squares, [numbers("float32", 32, 32), below(36, 40, 2, low=-4)], "take_squares(in0, in1, out0, 32, 40, 4)")


def scans():
    yield Case("cumsum_f32_1000", jnp.cumsum, [numbers("float32", 1000)], "sum_rows(in0, out0, 1, 1000)", tolerance=1e-5)
    yield Case("cumsum_s32_1000", jnp.cumsum, [numbers("int32", 1000)], "sum_rows(in0, out0, 1, 1000)")
    yield Case("cumsum_rows_32x64", functools.partial(jnp.cumsum, axis=1), [numbers("float32", 32, 64)], "sum_rows(in0, out0, 32, 64)", tolerance=1e-5)
    yield Case("cumsum_columns_64x32", functools.partial(jnp.cumsum, axis=0), [numbers("float32", 64, 32)], "sum_columns(in0, out0, 64, 32)",
               tolerance=1e-5)
    yield Case("cumprod_f32_1000", jnp.cumprod, [1 + numbers("float32", 1000) / 100],
               "scan_rows(in0, out0, 1, 1000, 1.0f, [](float a, float b) { return a * b; })", tolerance=1e-4)
    yield Case("cummax_f32_1000", lax.cummax, [numbers("float32", 1000)],
               "scan_rows(in0, out0, 1, 1000, -__builtin_inff(), [](float a, float b) { return a != a ? a : a > b ? a : b; })")
    yield Case("cummax_s32_1000", lax.cummax, [numbers("int32", 1000)],
               "scan_rows(in0, out0, 1, 1000, INT32_MIN, [](int32_t a, int32_t b) { return a > b ? a : b; })")


def transforms():
    for n in (16, 64, 256, 1024, 100, 97, 1000):
        on_board = n & (n - 1) == 0
        yield Case(f"fft_{n}", jnp.fft.fft, [numbers("complex64", n)], f"fft<{n}>(in0, out0, 1, false)", on_board, tolerance=1e-5)
    for n in (64, 256, 1024):
        yield Case(f"ifft_{n}", jnp.fft.ifft, [numbers("complex64", n)], f"fft<{n}>(in0, out0, 1, true)", tolerance=1e-5)
    for n in (64, 256, 1024, 1000):
        on_board = n & (n - 1) == 0
        yield Case(f"rfft_{n}", jnp.fft.rfft, [numbers("float32", n)], f"rfft<{n}>(in0, out0, 1)", on_board, tolerance=1e-5)
    for n in (64, 256, 1024):
        yield Case(f"irfft_{n}", jnp.fft.irfft, [np.fft.rfft(numbers("float32", n)).astype(np.complex64)], f"irfft<{n}>(in0, out0, 1)", tolerance=1e-5)
    yield Case("fft_lines_32x64", jnp.fft.fft, [numbers("complex64", 32, 64)], "fft<64>(in0, out0, 32, false)", tolerance=1e-5)
    yield Case("fft2_32x32", jnp.fft.fft2, [numbers("complex64", 32, 32)], "fft2<32>(in0, out0)", tolerance=1e-5)


def generators():
    key = np.array([17, 42], np.uint32)
    state = np.array([9, 7, 5, 0], np.uint32)
    for name, algorithm in (("threefry", lax.RandomAlgorithm.RNG_THREE_FRY), ("philox", lax.RandomAlgorithm.RNG_PHILOX)):
        generate = functools.partial(lambda a, x: lax.rng_bit_generator(x, (1000,), algorithm=a)[1], algorithm)
        yield Case(f"xla_{name}_1000", generate, [state], f"{name}_words(in0, out0, 1000)")
    yield Case("random_bits_1000", lambda k: jax.random.bits(k, (1000,)), [key], "bits(in0, out0, 1000)")
    yield Case("random_uniform_1000", lambda k: jax.random.uniform(k, (1000,)), [key], "uniform(in0, out0, 1000)")
    yield Case("random_normal_1000", lambda k: jax.random.normal(k, (1000,)), [key], "normal(in0, out0, 1000)", tolerance=1e-5)
    yield Case("random_permutation_256", lambda k: jax.random.permutation(k, 256), [key], "permutation(in0, out0, 256)")
    yield Case("random_categorical_100x10", lambda k, x: jax.random.categorical(k, x), [key, numbers("float32", 100, 10)], "categorical(in0, in1, out0, 100, 10)")


def all_cases():
    return [case for group in (sorts, scatters, gathers, scans, transforms, generators) for case in group()]
