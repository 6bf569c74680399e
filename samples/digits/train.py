#!/usr/bin/env python3
"""Trains the digits network and exports it: digits.pb (a serialized HLO module) and test_images.h (held-out images).

    python3 -m venv venv && venv/bin/pip install jax scikit-learn && venv/bin/python train.py

The data are the 1,797 8x8 images of handwritten digits that scikit-learn bundles; every fifth image is held out.
"""
import os

import jax
import jax.numpy as jnp
import numpy as np
from sklearn.datasets import load_digits

HERE = os.path.dirname(os.path.abspath(__file__))
EPOCHS, BATCH, LEARNING_RATE = 60, 64, 2e-3


def init(key):
    k = jax.random.split(key, 3)
    he = lambda key, shape, fan_in: jax.random.normal(key, shape, jnp.float32) * (2 / fan_in) ** 0.5
    return {"conv1": he(k[0], (3, 3, 1, 8), 9), "bias1": jnp.zeros(8),
            "conv2": he(k[1], (3, 3, 8, 16), 72), "bias2": jnp.zeros(16),
            "dense": he(k[2], (64, 10), 64), "bias3": jnp.zeros(10)}


def conv(x, w, stride):
    return jax.lax.conv_general_dilated(x, w, (stride, stride), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def logits(p, x):
    x = jax.nn.relu(conv(x, p["conv1"], 1) + p["bias1"])
    x = jax.nn.relu(conv(x, p["conv2"], 2) + p["bias2"])
    x = jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    return x.reshape(x.shape[0], -1) @ p["dense"] + p["bias3"]


def loss(p, x, y):
    return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(logits(p, x)), y[:, None], 1))


@jax.jit
def adam_step(p, m, v, t, x, y):
    g = jax.grad(loss)(p, x, y)
    m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, m, g)
    v = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, v, g)
    scale = LEARNING_RATE * jnp.sqrt(1 - 0.999 ** t) / (1 - 0.9 ** t)
    return jax.tree.map(lambda p, m, v: p - scale * m / (jnp.sqrt(v) + 1e-8), p, m, v), m, v


def train(x, y):
    p = init(jax.random.PRNGKey(1))
    m = v = jax.tree.map(jnp.zeros_like, p)
    order, t = np.random.default_rng(1), 0
    for _ in range(EPOCHS):
        shuffled = order.permutation(len(x))
        for i in range(0, len(x) - BATCH + 1, BATCH):
            t += 1
            batch = shuffled[i:i + BATCH]
            p, m, v = adam_step(p, m, v, jnp.float32(t), x[batch], y[batch])
    return p


def write_images(path, images, labels, predicted):
    correct = int((predicted == labels).sum())
    with open(path, "w") as f:
        f.write("// The held-out images of train.py: 8x8 pixels of 0 to 16 each, their digits, and what JAX makes of them.\n"
                "#ifndef DIGITS_TEST_IMAGES_H\n#define DIGITS_TEST_IMAGES_H\n\n#include <stdint.h>\n\n")
        f.write(f"enum {{ TEST_IMAGES = {len(images)}, CORRECT_IN_JAX = {correct} }};\n\n")
        f.write("static const uint8_t test_pixels[TEST_IMAGES][64] = {\n")
        for image in images:
            f.write("    {" + ", ".join(str(int(v)) for v in image.ravel()) + "},\n")
        f.write("};\n\n")
        for name, values in (("test_labels", labels), ("jax_predictions", predicted)):
            f.write(f"static const uint8_t {name}[TEST_IMAGES] = {{\n")
            for i in range(0, len(values), 30):
                f.write("    " + ", ".join(str(int(v)) for v in values[i:i + 30]) + ",\n")
            f.write("};\n\n" if name == "test_labels" else "};\n\n#endif\n")


def main():
    jax.config.update("jax_hlo_source_file_canonicalization_regex", ".*/")  # file names without their folders
    data = load_digits()
    x = (data.images / 16).astype(np.float32)[..., None]
    y = data.target.astype(np.int32)
    held_out = np.arange(len(x)) % 5 == 0
    p = train(x[~held_out], y[~held_out])

    def predict(image):
        return jax.nn.softmax(logits(p, image))

    one = jax.jit(predict)
    predicted = np.array([int(np.argmax(one(image[None]))) for image in x[held_out]])
    print(f"accuracy on {held_out.sum()} held-out images: {(predicted == y[held_out]).mean():.4f}")
    lowered = one.lower(jax.ShapeDtypeStruct((1, 8, 8, 1), jnp.float32))
    with open(f"{HERE}/digits.pb", "wb") as f:
        f.write(lowered.compiler_ir("hlo").as_serialized_hlo_module_proto())
    write_images(f"{HERE}/test_images.h", data.images[held_out], y[held_out], predicted)


if __name__ == "__main__":
    main()
