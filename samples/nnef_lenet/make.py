#!/usr/bin/env python3
"""Writes the weights of the model, and reference.h: images and what NumPy, not hlo2cpp, computes for them.

    python3 samples/nnef_lenet/make.py
"""
import pathlib
import struct

import numpy as np

HERE = pathlib.Path(__file__).parent
SHAPES = {"conv1/filter": (4, 1, 5, 5), "conv1/bias": (1, 4), "conv2/filter": (8, 4, 5, 5), "conv2/bias": (1, 8),
          "dense1/filter": (32, 128), "dense1/bias": (1, 32), "dense2/filter": (10, 32), "dense2/bias": (1, 10)}
IMAGES = 4


def write_dat(label, value):
    """The header of 128 bytes, then the elements: floats of 16 bits, which halve the files."""
    path = HERE / "model" / f"{label}.dat"
    path.parent.mkdir(parents=True, exist_ok=True)
    data = value.astype("<f2").tobytes()
    extents = list(value.shape) + [0] * (8 - value.ndim)
    header = struct.pack("<BBBBII8III", 0x4E, 0xEF, 1, 0, len(data), value.ndim, *extents, 16, 0)
    path.write_bytes(header.ljust(128, b"\0") + data)


def conv(x, w, b):
    """Of one image [channels, height, width], with as many zeros around it as keep its size."""
    pad = w.shape[-1] // 2
    padded = np.pad(x, ((0, 0), (pad, pad), (pad, pad)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, w.shape[2:], axis=(1, 2))
    return np.einsum("chwij,ocij->ohw", windows, w) + b.reshape(-1, 1, 1)


def halved(x):
    return x.reshape(x.shape[0], x.shape[1] // 2, 2, x.shape[2] // 2, 2).max(axis=(2, 4))


def network(image, w):
    x = halved(np.maximum(conv(image, w["conv1/filter"], w["conv1/bias"]), 0))
    x = halved(np.maximum(conv(x, w["conv2/filter"], w["conv2/bias"]), 0))
    x = np.maximum(w["dense1/filter"] @ x.reshape(-1) + w["dense1/bias"][0], 0)
    x = w["dense2/filter"] @ x + w["dense2/bias"][0]
    e = np.exp(x - x.max())
    return e / e.sum()


def table(values):
    rows = ",\n".join("    {" + ", ".join(f"{v:.9g}f" if "." in f"{v:.9g}" or "e" in f"{v:.9g}" else f"{v:.1f}f" for v in row) + "}"
                      for row in values)
    return "{\n" + rows + "}"


def main():
    rng = np.random.default_rng(16)
    weights = {}
    for label, shape in SHAPES.items():
        value = rng.standard_normal(shape) * np.sqrt(2 / max(np.prod(shape[1:]), 8))
        weights[label] = value.astype(np.float16).astype(np.float64)
        write_dat(label, weights[label])
    images = np.round(rng.standard_normal((IMAGES, 1, 16, 16)), 2)
    expected = [network(image, weights) for image in images]
    (HERE / "reference.h").write_text(
        "// Images and what NumPy computes for them in double precision; written by make.py.\n#pragma once\n\n"
        f"constexpr int kImages = {IMAGES};\n"
        f"constexpr float kImage[kImages][256] = {table(images.reshape(IMAGES, -1))};\n"
        f"constexpr float kExpected[kImages][10] = {table(expected)};\n")


if __name__ == "__main__":
    main()
