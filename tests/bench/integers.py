"""Layers and networks in int8, as quantisers export them: s8 operands, sums in s32 with a bias, and results that are
scaled in f32 with a factor for each feature, rounded, bounded and stored as s8. No peer runs them here.
"""
import dataclasses
from typing import Callable

import jax.numpy as jnp
import numpy as np
from jax import lax

from integer_sequences import attention, gru, lstm, lstm_of_weights, softmax, transformer

IMAGES = ("NHWC", "HWIO", "NHWC")


class Quantised:
    """Draws the weights of a model. Scales let results fill the range of s8."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)

    def requantise(self, sums, terms, relu):
        features = sums.shape[-1]
        bias = self.random.integers(-2000, 2000, features).astype(np.int32)
        scale = (self.random.uniform(0.7, 1.3, features) / (55 * terms**0.5)).astype(np.float32)
        rounded = jnp.round((sums + bias).astype(jnp.float32) * scale)
        return jnp.clip(rounded, 0.0 if relu else -128.0, 127.0).astype(jnp.int8)

    def weights(self, *shape):
        return self.random.integers(-127, 128, shape).astype(np.int8)

    def scales(self, features, most):
        return (self.random.uniform(0.7, 1.3, features) / most).astype(np.float32)

    def conv(self, x, features, size, stride=1, relu=True, depthwise=False):
        height, width = (size, size) if isinstance(size, int) else size
        groups = x.shape[-1] if depthwise else 1
        inputs = x.shape[-1] // groups
        sums = lax.conv_general_dilated(x, self.weights(height, width, inputs, features), (stride, stride), "SAME",
                                        dimension_numbers=IMAGES, feature_group_count=groups, preferred_element_type=jnp.int32)
        return self.requantise(sums, height * width * inputs, relu)

    def depthwise(self, x, stride=1):
        return self.conv(x, x.shape[-1], 3, stride, depthwise=True)

    def dense(self, x, features, relu=True):
        sums = jnp.matmul(x, self.weights(x.shape[-1], features), preferred_element_type=jnp.int32)
        return self.requantise(sums, x.shape[-1], relu)

    def mean_of_pixels(self, x):
        mean = jnp.sum(x.astype(jnp.int32), axis=(1, 2)).astype(jnp.float32) * np.float32(1 / (x.shape[1] * x.shape[2]))
        return jnp.clip(jnp.round(mean), -128.0, 127.0).astype(jnp.int8)

    def add(self, x, y):
        both = x.astype(jnp.float32) * np.float32(0.71) + y.astype(jnp.float32) * np.float32(0.83)
        return jnp.clip(jnp.round(both), 0.0, 127.0).astype(jnp.int8)


def keyword(ops, x):
    """The separable_cnn of models.py."""
    x = ops.conv(x, 64, (10, 4), 2)
    for _ in range(4):
        x = ops.conv(ops.depthwise(x), 64, 1)
    return ops.dense(ops.mean_of_pixels(x), 12, relu=False)


def mobilenet(ops, x):
    x = ops.conv(x, 8, 3, 2)
    for stride, features in ((1, 16), (2, 32), (1, 32), (2, 64), (1, 64), (2, 128), *[(1, 128)] * 5, (2, 256), (1, 256)):
        x = ops.conv(ops.depthwise(x, stride), features, 1)
    return ops.dense(ops.mean_of_pixels(x), 2, relu=False)


def residual(ops, x):
    x = ops.conv(x, 16, 3)
    for features, stride in ((16, 1), (32, 2), (64, 2)):
        y = ops.conv(ops.conv(x, features, 3, stride), features, 3, relu=False)
        x = ops.add(x if stride == 1 else ops.conv(x, features, 1, stride, relu=False), y)
    return ops.dense(ops.mean_of_pixels(x), 10, relu=False)


def autoencoder(ops, x):
    for features in (128, 128, 128, 128, 8, 128, 128, 128, 128):
        x = ops.dense(x, features)
    return ops.dense(x, 640, relu=False)


@dataclasses.dataclass
class IntegerModel:
    name: str
    define: Callable # of (ops, x)
    shape: tuple # of x
    layout: str = "NHWC"
    in_mean: bool = False

    def __call__(self, _, x):
        return self.define(Quantised(len(self.name)), x)

    def input(self):
        return np.random.default_rng(1).integers(-128, 128, self.shape).astype(np.int8)


INTEGERS = {model.name: model for model in (
    IntegerModel("pointwise_64", lambda ops, x: ops.conv(x, 64, 1), (1, 25, 5, 64)),
    IntegerModel("pointwise_128", lambda ops, x: ops.conv(x, 128, 1), (1, 6, 6, 128)),
    IntegerModel("pointwise_8", lambda ops, x: ops.conv(x, 16, 1), (1, 48, 48, 8)),
    IntegerModel("dense_640", lambda ops, x: ops.dense(x, 128), (1, 640)),
    IntegerModel("conv_32", lambda ops, x: ops.conv(x, 32, 3), (1, 16, 16, 32)),
    IntegerModel("first_conv", lambda ops, x: ops.conv(x, 16, 3), (1, 32, 32, 3)),
    IntegerModel("depthwise_64", lambda ops, x: ops.depthwise(x), (1, 25, 5, 64)),
    IntegerModel("depthwise_16", lambda ops, x: ops.depthwise(x, 2), (1, 48, 48, 16)),
    IntegerModel("product_256", lambda ops, x: ops.dense(x, 256), (256, 256)),
    IntegerModel("keyword_s8", keyword, (1, 49, 10, 1)),
    IntegerModel("mobilenet_s8", mobilenet, (1, 96, 96, 3)),
    IntegerModel("residual_s8", residual, (1, 32, 32, 3)),
    IntegerModel("autoencoder_s8", autoencoder, (1, 640)),
    IntegerModel("attention_s8", lambda ops, x: attention(ops, *jnp.split(x.reshape(64, 12, 32), 3, axis=1)), (64, 384)),
    IntegerModel("softmax_s8", softmax, (64, 64)),
    IntegerModel("lstm_s8", lstm, (32, 64)),
    IntegerModel("lstm_weights_s8", lstm_of_weights, (32, 64)),
    IntegerModel("gru_s8", gru, (32, 64)),
    IntegerModel("transformer_s8", transformer, (64, 128)),
)}
