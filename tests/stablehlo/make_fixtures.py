#!/usr/bin/env python3
"""Writes the fixtures of this folder: programs as JAX exports them, with arguments and what XLA:CPU gives (pip install jax).

    make_fixtures.py [NAME]...      default: all
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "ops"))

import oracle  # sets JAX up as the other fixtures want it
import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from fixture import data
from jax import lax

POINTS = [0.5, -0.5, 0.25, 0.999, -0.999, 1, -1, 1.5, 2, 3.25, 7.5, 12, 40, 1e-3, 1e-6, -0.75, -2.5, -7.25, 0, float("inf"), float("nan")]
INSIDE = [v for v in POINTS if abs(v) <= 1] + [0.9999, -0.37, 1e-20]


def numbers(*shape, seed=0, dtype=np.float32):
    return np.random.default_rng(seed).standard_normal(shape).astype(dtype)


def special(function, values, types=(np.float64, np.float32, ml_dtypes.bfloat16)):
    return lambda *x: tuple(function(a) for a in x), [np.array(values, t) for t in types]


def of_two(function, a, b):
    return lambda *x: (function(x[0], x[1]), function(x[2], x[3])), [np.array(v, t) for t in (np.float64, np.float32) for v in (a, b)]


def loop_with_values_around(x, n, scale):
    """The body uses an argument and a constant array that are not its own."""
    table = jnp.arange(3, dtype=jnp.float32)
    return lax.while_loop(lambda s: s[0] < n, lambda s: (s[0] + 1, s[1] * scale + table), (jnp.int32(0), x))


def branches(x, y, i, p):
    by_index = lax.switch(i, [lambda: x + y, lambda: x - y, lambda: x * 2])
    return by_index, *lax.cond(p, lambda a: (a.sum(), y), lambda a: (a.max(), -y), x)


def nested(x, n):
    """A branch in a loop in a loop; the innermost uses values of all around it."""
    def outer(i, s):
        def inner(j, t):
            return lax.cond((i + j) % 2 == 0, lambda: t + x * i, lambda: t - s)
        return lax.fori_loop(0, n, inner, s)
    return lax.fori_loop(0, 3, outer, x)


PROGRAMS = {
    "erf_inv": special(lax.erf_inv, INSIDE + [1.5]),
    "erfc": special(lax.erfc, POINTS + [-30, 26.5]),
    "bessel_i1e": special(lax.bessel_i1e, POINTS + [-8, 8.5]),
    "lgamma": special(lax.lgamma, POINTS + [-3]),
    "digamma": special(lax.digamma, POINTS + [-3]),
    "arcs": special(lambda x: jnp.stack([lax.asin(x), lax.acos(x), lax.atan(x), lax.atanh(x), lax.asinh(x), lax.sinh(x), lax.cosh(x)]), INSIDE),
    "zeta": of_two(lax.zeta, [1.5, 2, 3.7, 1, 0.5, 4, 3.5, 6], [1, 0.5, 2.25, 3, 1, -1.5, -1.5, -2]),
    "polygamma": of_two(lax.polygamma, [0, 1, 2, 3, 5, 0.5, -1, 1], [1.5, 0.5, 2.25, 3, 1, 2, 2, 30]),
    "next_after": of_two(lax.nextafter, [1, 1, 0, -0.0, 0, -1, 3, float("nan")], [2, 0, 1, -1, 0, -2, 3, 1]),
    "square_and_tan": (lambda x, z: (lax.square(x), lax.tan(x), lax.square(z)), [numbers(5), numbers(5) + 1j * numbers(5, seed=1)]),
    "top_k": (lambda x: lax.top_k(x, 3), [numbers(2, 7)]),
    "loop": (loop_with_values_around, [numbers(3), np.int32(4), np.float32(0.5)]),
    "branches": (branches, [numbers(2, 3), numbers(2, 3, seed=1), np.int32(1), np.bool_(False)]),
    "nested": (nested, [numbers(3), np.int32(2)]),
    "scan": (lambda x: lax.scan(lambda c, v: (c + v, c * v), jnp.zeros(3, jnp.float32), x), [numbers(4, 3)]),
    "folds": (lambda x: (x.sum(0), x.argmax(1), x.any(), jnp.cumsum(x, 1), jnp.prod(x)), [numbers(3, 4)]),
    "moves": (lambda x, i: (x[i], x.at[i].add(1.0), lax.dynamic_slice(x, (i[0], 0), (2, 2)), jnp.pad(x, ((1, 0), (0, 2))), x[::-1, 1::2].T,
                            jnp.broadcast_to(x[:, :1], (5, 3))), [numbers(5, 4), np.array([3, 1, 3], np.int32)]),
    "sorts": (lambda x: (jnp.sort(x, 0), jnp.argsort(x, 1)), [numbers(4, 5)]),
    "convolution": (lambda x, w: lax.conv_general_dilated(x, w, (2, 1), [(1, 0), (0, 1)], (1, 2), (2, 1), ("NHWC", "HWIO", "NHWC"), 2),
                    [numbers(1, 5, 4, 4), numbers(3, 2, 2, 6, seed=1)]),
    "dots": (lambda x, y: (jnp.einsum("bij,bkj->bik", x, y), jnp.tensordot(x, y, 3)), [numbers(2, 3, 4), numbers(2, 3, 4, seed=1)]),
    "linear_algebra": (lambda a, b: (jnp.linalg.cholesky(a @ a.T + jnp.eye(3)), lax.linalg.triangular_solve(jnp.tril(a) + 2 * jnp.eye(3), b, left_side=True, lower=True)),
                       [numbers(3, 3), numbers(3, 2, seed=1)]),
    "functions": (lambda x: jax.nn.relu(jax.nn.silu(x)) + jax.jit(lambda v: v * 2)(x), [numbers(4)]),
    "small_types": (lambda x, i: (x.astype(jnp.float8_e4m3fn).astype(jnp.float32), (i.astype(jnp.int4) + 3).astype(jnp.int32), i.astype(jnp.uint8)),
                    [numbers(6), np.arange(-3, 3, dtype=np.int32)]),
    "random_bits": (lambda k: (jax.random.bits(jax.random.wrap_key_data(k), (5,)), jax.random.normal(jax.random.wrap_key_data(k), (3,))), [np.array([1, 2], np.uint32)]),
}

# What JAX does not write: regions that use values around them, broadcasts that stretch, generic forms.
TEXTS = {
    "values_around": ("""
func.func @main(%x: tensor<3xf32>, %n: tensor<i32>) -> (tensor<3xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %half = stablehlo.constant dense<0.5> : tensor<3xf32>
  %y = stablehlo.add %x, %half : tensor<3xf32>
  %r:2 = stablehlo.while(%s = %x, %i = %zero) : tensor<3xf32>, tensor<i32>
  cond {
    %go = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %odd = stablehlo.remainder %i, %n : tensor<i32>
    %t = "stablehlo.case"(%odd) ({
      %a = stablehlo.multiply %s, %y : tensor<3xf32>
      stablehlo.return %a : tensor<3xf32>
    }, {
      %p = stablehlo.compare GT, %next, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %b = "stablehlo.if"(%p) ({
        %c = stablehlo.subtract %s, %half : tensor<3xf32>
        stablehlo.return %c : tensor<3xf32>
      }, {
        stablehlo.return %x : tensor<3xf32>
      }) : (tensor<i1>) -> tensor<3xf32>
      stablehlo.return %b : tensor<3xf32>
    }) : (tensor<i32>) -> tensor<3xf32>
    stablehlo.return %t, %next : tensor<3xf32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<3xf32>, tensor<i32>
}
""", [numbers(3), np.int32(3)]),
    "forms": ("""
module @forms {
  func.func private @twice(%x: tensor<2x1xf32>) -> tensor<2x1xf32> {
    %0 = "stablehlo.add"(%x, %x) : (tensor<2x1xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
    return %0 : tensor<2x1xf32>
  }
  func.func public @only(%x: tensor<2x1xf32>, %y: tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<3xi32>, tensor<2xf32>) {
    %0 = call @twice(%x) : (tensor<2x1xf32>) -> tensor<2x1xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x3xf32>
    %2 = stablehlo.constant dense<0> : tensor<i32>
    %3 = stablehlo.reduce(%y init: %2) applies stablehlo.maximum across dimensions = [0] : (tensor<2x3xi32>, tensor<i32>) -> tensor<3xi32>
    %4 = stablehlo.constant dense<[1.5, -2.5]> : tensor<2xf32>
    %5 = stablehlo.convert %y : (tensor<2x3xi32>) -> tensor<2x3xf32>
    %6 = stablehlo.dot_general %1, %5, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
    %7 = stablehlo.clamp %4, %6, %4 : tensor<2xf32>
    return %1, %3, %7 : tensor<2x3xf32>, tensor<3xi32>, tensor<2xf32>
  }
}
""".replace("#map = {flag}\n", ""), [numbers(2, 1), np.array([[1, -2, 3], [4, 5, -6]], np.int32)]),
}


def run_text(text, arguments):
    client = jax.devices("cpu")[0].client
    devices = oracle.xla.DeviceList(tuple(client.local_devices()[:1]))
    text = text.replace("public @only", "public @main")  # the only name that XLA takes
    executable = client.compile_and_load(text.encode(), devices, oracle.xla.CompileOptions())
    results = executable.execute_sharded([jax.device_put(a) for a in arguments])
    return [np.asarray(a[0]) for a in results.disassemble_into_single_device_arrays()]


def main():
    wide = ("erf", "bessel", "lgamma", "digamma", "arcs", "zeta", "polygamma", "next_after", "square")  # with 64-bit types
    for name in sys.argv[1:] or [*PROGRAMS, *TEXTS]:
        with jax.enable_x64(name.startswith(wide)):
            if name in TEXTS:
                text, arguments = TEXTS[name]
                results = run_text(text, arguments)
            else:
                function, arguments = PROGRAMS[name]
                lowered = jax.jit(function).lower(*arguments)
                results = [np.asarray(r) for r in jax.tree.leaves(lowered.compile()(*arguments))]
                text = lowered.as_text()
        text = text.strip() + "\n\n"
        text += "".join(data(f"in{i}", np.asarray(a)) for i, a in enumerate(arguments))
        text += "".join(data(f"out{i}", r) for i, r in enumerate(results))
        (HERE / f"{name}.mlir").write_text(text)


if __name__ == "__main__":
    main()
