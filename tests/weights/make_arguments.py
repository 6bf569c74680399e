#!/usr/bin/env python3
"""Writes a network that takes its weights as arguments, as StableHLO, and these weights as NumPy's archives.

    python3 tests/weights/make_arguments.py        needs jax; tried with 0.10.2
"""
import pathlib

import jax
import jax.numpy as jnp
import numpy as np

FOLDER = pathlib.Path(__file__).parent / "arguments"


def predict(params, x):
    hidden = jnp.tanh(x @ params["dense"]["kernel"] + params["dense"]["bias"])
    return hidden @ params["out"]["kernel"] + params["out"]["bias"]


def main():
    random = np.random.default_rng(0)
    layer = lambda inputs, outputs: {"kernel": random.normal(size=(inputs, outputs)).astype(np.float32),
                                     "bias": random.normal(size=outputs).astype(np.float32)}
    params, x = {"dense": layer(4, 8), "out": layer(8, 2)}, random.normal(size=(1, 4)).astype(np.float32)
    named = {f"{name}/{leaf}": value for name, leaves in params.items() for leaf, value in leaves.items()}
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "network.mlir").write_text(
        jax.jit(predict).lower(params, x).as_text(debug_info=True).replace(f"{pathlib.Path(__file__).parent}/", ""))
    np.savez(FOLDER / "weights.npz", **named)
    np.savez_compressed(FOLDER / "deflated.npz", **named)
    np.save(FOLDER / "x.npy", x)
    np.save(FOLDER / "expected.npy", np.asarray(predict(params, x)))


if __name__ == "__main__":
    main()
