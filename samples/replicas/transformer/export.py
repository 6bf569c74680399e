#!/usr/bin/env python3
"""Exports a block of a transformer, divided over two devices (tensor parallelism) and for one.

    python3 -m venv venv && venv/bin/pip install jax && venv/bin/python export.py

writes block_2.pb, block_1.pb and reference.h (JAX's own result) beside this file.
"""
import os
import pathlib
import textwrap

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=2"  # JAX sees this machine as two devices

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

HERE = pathlib.Path(__file__).resolve().parent
TOKENS, FEATURES, HEADS, OF_HEAD, HIDDEN = 16, 32, 4, 8, 128
SHAPES = {"tokens": (TOKENS, FEATURES), "qkv": (HEADS, 3, FEATURES, OF_HEAD), "projection": (HEADS, OF_HEAD, FEATURES),
          "up": (HIDDEN, FEATURES), "down": (HIDDEN, FEATURES)}


def normalized(x):
    return (x - x.mean(1, keepdims=True)) * jax.lax.rsqrt(x.var(1, keepdims=True) + 1e-5)


def block(tokens, qkv, projection, up, down):
    """Each device has half of the heads and half of the hidden features: half of the first dimension of all weights.
    The two sums over that dimension become all-reduces."""
    q, k, v = jnp.einsum("tf,hcfe->chte", normalized(tokens), qkv)
    scores = jnp.einsum("hqe,hke->hqk", q, k) / OF_HEAD**0.5
    causal = jnp.where(jnp.tri(TOKENS) > 0, scores, -jnp.inf)
    x = tokens + jnp.einsum("hqk,hke,hef->qf", jax.nn.softmax(causal), v, projection)
    hidden = jax.nn.gelu(jnp.einsum("tf,gf->tg", normalized(x), up))
    return x + jnp.einsum("tg,gf->tf", hidden, down)


def values(shape):
    """The same as fill in block.h: integers from -128 to 127, divided by 512."""
    count, random, numbers = int(np.prod(shape)), 1, []
    for _ in range(count):
        random = (random * 1664525 + 1013904223) % 2**32
        numbers.append((random >> 24) - 128)
    return np.array(numbers, np.float32).reshape(shape) / 512


def export(devices):
    """Writes the module that XLA runs: after partitioning, with the shapes of one device and its collectives. The
    module that `lower` gives has the shapes of all devices together, and asks XLA to divide it."""
    mesh = Mesh(np.array(jax.devices()[:devices]), ("devices",))
    whole, divided = NamedSharding(mesh, P()), NamedSharding(mesh, P("devices"))
    of_all = jax.jit(block, in_shardings=(whole, *[divided] * 4), out_shardings=whole)
    shapes = [jax.ShapeDtypeStruct(shape, jnp.float32) for shape in SHAPES.values()]
    module = of_all.lower(*shapes).compile().runtime_executable().hlo_modules()[0]
    (HERE / f"block_{devices}.pb").write_bytes(module.as_serialized_hlo_module_proto())


def main():
    jax.config.update("jax_hlo_source_file_canonicalization_regex", ".*/")  # file names without their folders
    export(2)
    export(1)
    result = jax.jit(block)(*[values(shape) for shape in SHAPES.values()])
    numbers = ", ".join(f"{float(v):.8e}f" for v in np.ravel(result))
    lines = "\n".join(textwrap.wrap(numbers, 118, initial_indent="    ", subsequent_indent="    "))
    (HERE / "reference.h").write_text("/* What JAX computes, written by export.py. */\n"
                                      f"static const float jax_result[{result.size}] = {{\n{lines}}};\n")


if __name__ == "__main__":
    main()
