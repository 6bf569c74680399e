"""Recurrent layers and attention in int8, as quantisers export them: products of s8 summed in s32, each sum scaled in f32 with
a factor for each feature; gates, softmax and norms in f32; what the next product reads is rounded to s8.
"""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

STATE = 1 / 127 # a step of s8 that holds a state or a probability


def to_bytes(x, step):
    return jnp.clip(jnp.round(x * np.float32(1 / step)), -128.0, 127.0).astype(jnp.int8)


def gates(ops, x, features):
    """Scaled sums of a product of bytes; they fill the range in which gates vary."""
    sums = jnp.matmul(x, ops.weights(x.shape[-1], features), preferred_element_type=jnp.int32)
    return sums.astype(jnp.float32) * ops.scales(features, 2000 * x.shape[-1]**0.5)


def lstm(ops, x):
    """States h are s8, states c f32."""
    features = 64
    bias = ops.random.normal(0, 0.2, 4 * features).astype(np.float32)
    products = [(ops.weights(size, 4 * features), ops.scales(4 * features, 3000 * size**0.5)) for size in (x.shape[-1], features)]

    def step(state, x):
        h, c = state
        scaled = [jnp.matmul(y, weights, preferred_element_type=jnp.int32).astype(jnp.float32) * scales
                  for y, (weights, scales) in zip((x, h), products)]
        i, f, g, o = jnp.split(scaled[0] + scaled[1] + bias, 4, axis=-1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = to_bytes(jax.nn.sigmoid(o) * jnp.tanh(c), STATE)
        return (h, c), h

    start = (jnp.zeros((1, features), jnp.int8), jnp.zeros((1, features), jnp.float32))
    return lax.scan(step, start, x)[1]


def lstm_of_weights(ops, x):
    """Weights alone are s8: the states are f32, and weights are scaled in front of each product."""
    features, x = 64, x.astype(jnp.float32) * np.float32(STATE)
    bias = ops.random.normal(0, 0.2, 4 * features).astype(np.float32)
    products = [(ops.weights(size, 4 * features), ops.scales(4 * features, 40 * size**0.5)) for size in (x.shape[-1], features)]

    def step(state, x):
        h, c = state
        scaled = [jnp.matmul(y, weights.astype(jnp.float32) * scales) for y, (weights, scales) in zip((x, h), products)]
        i, f, g, o = jnp.split(scaled[0] + scaled[1] + bias, 4, axis=-1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    start = (jnp.zeros((1, features), jnp.float32), jnp.zeros((1, features), jnp.float32))
    return to_bytes(lax.scan(step, start, x)[1], STATE)


def gru(ops, x):
    """All gates are tables of bytes in other engines: sums become s8 in front of the functions."""
    features, narrow = 64, 1 / 16
    products = [(ops.weights(size, 3 * features), ops.scales(3 * features, 3000 * size**0.5)) for size in (x.shape[-1], features)]

    def gate(function, sums):
        return to_bytes(function(to_bytes(sums, narrow).astype(jnp.float32) * np.float32(narrow)), STATE).astype(jnp.float32) * np.float32(STATE)

    def step(h, x):
        of_x, of_h = (jnp.split(jnp.matmul(y, weights, preferred_element_type=jnp.int32).astype(jnp.float32) * scales, 3, axis=-1)
                      for y, (weights, scales) in zip((x, h), products))
        r, z = (gate(jax.nn.sigmoid, a + b) for a, b in zip(of_x[:2], of_h[:2]))
        n = gate(jnp.tanh, of_x[2] + r * of_h[2])
        h = to_bytes((1 - z) * n + z * (h.astype(jnp.float32) * np.float32(STATE)), STATE)
        return h, h

    return lax.scan(step, jnp.zeros((1, features), jnp.int8), x)[1]


def softmax(ops, x):
    return to_bytes(jax.nn.softmax(x.astype(jnp.float32) * np.float32(1 / 16), axis=-1), STATE)


def attention(ops, q, k, v):
    """Of heads: both operands of both products are computed."""
    scores = jnp.einsum("qhd,khd->hqk", q, k, preferred_element_type=jnp.int32).astype(jnp.float32)
    p = to_bytes(jax.nn.softmax(scores * np.float32(1 / (4000 * q.shape[-1]**0.5)), axis=-1), STATE)
    mixed = jnp.einsum("hqk,khd->qhd", p, v, preferred_element_type=jnp.int32).astype(jnp.float32)
    return to_bytes(mixed * np.float32(STATE), 1)


def norm(x):
    x = x - x.mean(-1, keepdims=True)
    return x * lax.rsqrt((x * x).mean(-1, keepdims=True) + np.float32(1e-5))


def transformer(ops, x):
    """A block of an encoder, in front of which each norm stands."""
    length, width, heads = *x.shape, 4
    step = 1 / 40
    y = to_bytes(norm(x.astype(jnp.float32)), step)
    q, k, v = (ops.dense(y, width, relu=False).reshape(length, heads, width // heads) for _ in range(3))
    x = x.astype(jnp.float32) * np.float32(step) + gates(ops, attention(ops, q, k, v).reshape(length, width), width)
    hidden = to_bytes(jax.nn.gelu(gates(ops, to_bytes(norm(x), step), 2 * width)), step)
    return to_bytes(x + gates(ops, hidden, width), 1 / 16)
