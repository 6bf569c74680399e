#!/usr/bin/env python3
"""Exports one step of training of the digits network (../../digits/train.py), for four devices and for one.

    python3 -m venv venv && venv/bin/pip install jax scikit-learn && venv/bin/python export.py

writes train_4.pb, train_1.pb, initial.npy (the weights at the start) and train_images.h beside this file.
"""
import os
import pathlib
import sys

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"  # JAX sees this machine as four devices

import jax
import jax.numpy as jnp
import numpy as np
from jax.flatten_util import ravel_pytree
from jax.sharding import Mesh, PartitionSpec as P
from sklearn.datasets import load_digits

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "digits"))
import train as network

BATCH = 72  # images, of all devices together
START, UNRAVEL = ravel_pytree(network.init(jax.random.PRNGKey(1)))  # one array: one exchange moves all gradients


def step(weights, images, labels, rate):
    """Stochastic gradient descent on this device's share of the batch. A rate of 0 only tests."""
    def loss(weights):
        return network.loss(UNRAVEL(weights), images, labels)

    mean_loss, gradient = jax.value_and_grad(loss)(weights)
    digits = jnp.argmax(network.logits(UNRAVEL(weights), images), 1)
    accuracy = jnp.mean((digits == labels).astype(jnp.float32))
    gradient, mean_loss, accuracy = jax.lax.pmean((gradient, mean_loss, accuracy), "devices")
    return weights - rate * gradient, mean_loss, accuracy


def export(devices):
    """Writes the module that XLA runs: after partitioning, with the shapes of one device and its collectives. The
    module that `lower` gives has the shapes of all devices together, and calls XLA's partitioner."""
    mesh = Mesh(np.array(jax.devices()[:devices]), ("devices",))
    of_one = jax.shard_map(step, mesh=mesh, in_specs=(P(), P("devices"), P("devices"), P()), out_specs=P(),
                           check_vma=False)
    shapes = (jax.ShapeDtypeStruct(START.shape, jnp.float32), jax.ShapeDtypeStruct((BATCH, 8, 8, 1), jnp.float32),
              jax.ShapeDtypeStruct((BATCH,), jnp.int32), jax.ShapeDtypeStruct((), jnp.float32))
    compiled = jax.jit(of_one, donate_argnums=0).lower(*shapes).compile()
    module = compiled.runtime_executable().hlo_modules()[0]
    (HERE / f"train_{devices}.pb").write_bytes(module.as_serialized_hlo_module_proto())


def write_images(path, images, labels):
    letters = ["".join("ABCDEFGHIJKLMNOPQ"[int(v)] for v in image.ravel()) for image in images]
    rows = "\n".join(f'    "{row}",' for row in letters)
    digits = "".join(str(label) for label in labels)
    lines = "\n".join(f'    "{digits[i:i + 100]}"' for i in range(0, len(digits), 100))
    path.write_text(f"""\
// The images that ../../digits/train.py trains on, written by export.py: pixel p of image i is train_pixels[i][p] - 'A',
// from 0 to 16, and its digit is train_labels[i] - '0'.
#ifndef TRAIN_IMAGES_H
#define TRAIN_IMAGES_H

enum {{ TRAIN_IMAGES = {len(images)} }};

// clang-format off
static const char train_pixels[TRAIN_IMAGES][65] = {{
{rows}
}};

static const char train_labels[TRAIN_IMAGES + 1] =
{lines};
// clang-format on

#endif
""")


def main():
    jax.config.update("jax_hlo_source_file_canonicalization_regex", ".*/")  # file names without their folders
    export(4)
    export(1)
    np.save(HERE / "initial.npy", np.asarray(START))
    data = load_digits()
    held_out = np.arange(len(data.images)) % 5 == 0
    write_images(HERE / "train_images.h", data.images[~held_out], data.target[~held_out])


if __name__ == "__main__":
    main()
