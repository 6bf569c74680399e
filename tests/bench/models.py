"""The models: each is written once, against the operations that ops.py has for JAX and for ONNX, tflite_ops.py for
TensorFlow Lite.

All are f32, batch 1, with seeded random weights of such a size that values stay near 1.
"""
import dataclasses
import os
import re
from typing import Callable

import numpy as np


class Weights:
    """Draws the weights of a model, the same ones in each definition of it."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)

    def __call__(self, *shape):
        fan_in = int(np.prod(shape[:-1]))
        return (self.random.standard_normal(shape) * (2 / fan_in) ** 0.5).astype(np.float32)

    def bias(self, size):
        return (self.random.standard_normal(size) * 0.05).astype(np.float32)

    def gain(self, size):
        return 1 + self.bias(size)


def dense_net(ops, weights, x):
    for inputs, outputs in ((784, 128), (128, 64)):
        x = ops.relu(ops.dense(x, weights(inputs, outputs), weights.bias(outputs)))
    return ops.softmax(ops.dense(x, weights(64, 10), weights.bias(10)))


def autoencoder(ops, weights, x):
    """Of MLPerf Tiny, for sounds of machines: nine hidden layers around eight features."""
    sizes = (640, 128, 128, 128, 128, 8, 128, 128, 128, 128)
    for inputs, outputs in zip(sizes, sizes[1:]):
        x = ops.relu(ops.dense(x, weights(inputs, outputs), weights.bias(outputs)))
    return ops.dense(x, weights(128, 640), weights.bias(640))


def mobilenet(ops, weights, x):
    """MobileNet v1 of a quarter of the width, 96x96 images, two classes."""
    def block(x, outputs, size, stride, inputs=1, groups=1):
        pad = (0, 0) if size == 1 else (0, 1) if stride == 2 else (1, 1)
        return ops.relu(ops.conv(x, weights(size, size, inputs, outputs), weights.bias(outputs), stride, (pad, pad), groups=groups))

    x, features = block(x, 8, 3, 2, 3), 8
    for stride, outputs in ((1, 16), (2, 32), (1, 32), (2, 64), (1, 64), (2, 128), *[(1, 128)] * 5, (2, 256), (1, 256)):
        x = block(block(x, features, 3, stride, groups=features), outputs, 1, 1, features)
        features = outputs
    return ops.softmax(ops.dense(ops.mean_of_pixels(x), weights(256, 2), weights.bias(2)))


def residual_cnn(ops, weights, x):
    """The residual network for 32x32 images of MLPerf Tiny's size: three blocks of two 3x3 convolutions."""

    def conv(x, inputs, outputs, size, stride):
        pad = {(1, 1): (0, 0), (1, 2): (0, 0), (3, 1): (1, 1), (3, 2): (0, 1)}[size, stride]
        return ops.conv(x, weights(size, size, inputs, outputs), weights.bias(outputs), stride, (pad, pad))

    x = ops.relu(conv(x, 3, 16, 3, 1))
    for inputs, outputs, stride in ((16, 16, 1), (16, 32, 2), (32, 64, 2)):
        y = ops.relu(conv(x, inputs, outputs, 3, stride))
        y = conv(y, outputs, outputs, 3, 1)
        if stride != 1:
            x = conv(x, inputs, outputs, 1, stride)
        x = ops.relu(ops.add(x, y))
    return ops.softmax(ops.dense(ops.mean_of_pixels(x), weights(64, 10), weights.bias(10)))


def separable_cnn(ops, weights, x):
    """Keyword spotting on 49 frames of 10 features: four depthwise-separable blocks of 64 channels."""
    x = ops.relu(ops.conv(x, weights(10, 4, 1, 64), weights.bias(64), 2, ((4, 5), (1, 1))))
    for _ in range(4):
        x = ops.relu(ops.conv(x, weights(3, 3, 1, 64), weights.bias(64), 1, ((1, 1), (1, 1)), groups=64))
        x = ops.relu(ops.conv(x, weights(1, 1, 64, 64), weights.bias(64), 1, ((0, 0), (0, 0))))
    return ops.softmax(ops.dense(ops.mean_of_pixels(x), weights(64, 12), weights.bias(12)))


def lstm(ops, weights, x):
    """64 steps of 32 features, 64 units; the result is every step's state."""
    return ops.lstm(x, weights(32, 256), weights(64, 256) * np.float32(0.7), weights.bias(256))


def transformer(ops, weights, x):
    """An encoder block with the norms behind, as in BERT: 64 tokens of 128 features, 4 heads, 256 hidden units."""
    tokens, features, heads, hidden = 64, 128, 4, 256

    def dense(x, inputs, outputs):
        return ops.dense(x, weights(inputs, outputs) * np.float32(0.7), weights.bias(outputs))

    def project(x, order):
        return ops.transpose(ops.reshape(dense(x, features, features), (tokens, heads, features // heads)), order)

    def norm(x):
        return ops.layer_norm(x, weights.gain(features), weights.bias(features))

    q, k, v = project(x, (1, 0, 2)), project(x, (1, 2, 0)), project(x, (1, 0, 2))
    attention = ops.softmax(ops.scale(ops.matmul(q, k), (features // heads) ** -0.5))
    mixed = ops.reshape(ops.transpose(ops.matmul(attention, v), (1, 0, 2)), (tokens, features))
    x = norm(ops.add(x, dense(mixed, features, features)))
    return norm(ops.add(x, dense(ops.gelu(dense(x, features, hidden)), hidden, features)))


def gemm256(ops, weights, x):
    return ops.matmul(x, weights(256, 256))


def gemv1024(ops, weights, x):
    return ops.matvec(weights(1024, 1024), x)


def call_only(ops, weights, x):
    """Next to no work: what a call costs. Not in the mean."""
    return ops.add(x, weights.bias(16))


@dataclasses.dataclass
class Model:
    name: str
    define: Callable
    shape: tuple # of x
    seed: int
    in_mean: bool = True
    layout: str = "NHWC" # of images

    def __call__(self, ops, x):
        return self.define(ops, Weights(self.seed), x)

    def input(self):
        """x, seeded."""
        return np.random.default_rng(1000 + self.seed).standard_normal(self.shape).astype(np.float32)


@dataclasses.dataclass
class Given:
    """A module of the user's, which no peer runs."""
    path: str
    in_mean: bool = False

    @property
    def name(self):
        return re.sub(r"\W", "_", os.path.basename(self.path).split(".")[0])


MODELS = {model.name: model for model in (
    Model("dense_net", dense_net, (1, 784), 1),
    Model("residual_cnn", residual_cnn, (1, 32, 32, 3), 2),
    Model("separable_cnn", separable_cnn, (1, 49, 10, 1), 3),
    Model("lstm", lstm, (64, 32), 4),
    Model("transformer", transformer, (64, 128), 5),
    Model("gemm256", gemm256, (256, 256), 6),
    Model("gemv1024", gemv1024, (1024,), 7),
    Model("autoencoder", autoencoder, (1, 640), 9),
    Model("mobilenet", mobilenet, (1, 96, 96, 3), 10),
    Model("call_only", call_only, (16,), 8, in_mean=False),
)}
