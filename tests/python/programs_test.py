"""Functions of many kinds give through Python what JAX gives."""
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import hlo2cpp

RNG = np.random.default_rng(7)


def normal(*shape):
    return RNG.normal(size=shape).astype(np.float32)


def mlp(params, x):
    for layer in params:
        x = jnp.tanh(x @ layer["w"] + layer["b"])
    return x


def cnn(params, image):
    x = jax.lax.conv_general_dilated(image, params, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    return jax.lax.reduce_window(jax.nn.relu(x), -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID").mean((1, 2))


def kalman_step(x, P, z):
    F = jnp.array([[1, 0.1], [0, 1]])
    H = jnp.array([[1.0, 0]])
    x, P = F @ x, F @ P @ F.T + 0.01 * jnp.eye(2)
    K = P @ H.T / (H @ P @ H.T + 0.1)
    return x + K @ (z - H @ x), (jnp.eye(2) - K @ H) @ P


def gru_scan(w, xs):
    def step(h, x):
        z, r = jnp.split(jax.nn.sigmoid(jnp.concatenate([h, x]) @ w["zr"]), 2)
        h = (1 - z) * h + z * jnp.tanh(jnp.concatenate([r * h, x]) @ w["h"])
        return h, h
    return jax.lax.scan(step, jnp.zeros(4), xs)


def newton_sqrt(a):
    return jax.lax.while_loop(lambda x: jnp.abs(x * x - a) > 1e-4, lambda x: 0.5 * (x + a / x), a)


def attention(q, k, v):
    return jax.nn.softmax(jnp.where(jnp.tri(6, dtype=bool), q @ k.T / 2, -jnp.inf)) @ v


def game_of_life(board):
    around = sum(jnp.roll(board, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0))
    return ((around == 3) | ((around == 2) & (board == 1))).astype(jnp.uint8)


def crc8(data):
    def byte(crc, b):
        bit = lambda _, c: jnp.where(c & 128, (c << 1) ^ 7, c << 1).astype(jnp.uint8)
        return jax.lax.fori_loop(0, 8, bit, crc ^ b), None
    return jax.lax.scan(byte, jnp.uint8(0), data)[0]


def floyd_warshall(d):
    return jax.lax.fori_loop(0, d.shape[0], lambda k, d: jnp.minimum(d, d[:, k, None] + d[None, k]), d)


def int8_layer(x, w):
    acc = jax.lax.dot(x, w, preferred_element_type=jnp.int32)
    return jnp.clip((acc + 64) >> 7, -128, 127).astype(jnp.int8)


PROGRAMS = {
    "mlp": (mlp, [{"w": normal(8, 8), "b": normal(8)}, {"w": normal(8, 8), "b": normal(8)}], normal(2, 8)),
    "cnn": (cnn, normal(3, 3, 1, 4), normal(1, 8, 8, 1)),
    "kalman_step": (kalman_step, normal(2), np.eye(2, dtype=np.float32), normal(1)),
    "gru_scan": (gru_scan, {"zr": normal(7, 8), "h": normal(7, 4)}, normal(5, 3)),
    "newton_while": (newton_sqrt, np.float32(7)),
    "attention": (attention, normal(6, 4), normal(6, 4), normal(6, 4)),
    "game_of_life": (game_of_life, RNG.integers(0, 2, (8, 8)).astype(np.uint8)),
    "crc_u8": (crc8, RNG.integers(0, 256, 16).astype(np.uint8)),
    "floyd_warshall": (floyd_warshall, np.abs(normal(6, 6))),
    "int8_mlp": (int8_layer, RNG.integers(-128, 128, (2, 16)).astype(np.int8), RNG.integers(-128, 128, (16, 4)).astype(np.int8)),
    "linalg_solve": (jnp.linalg.solve, normal(4, 4) + 4 * np.eye(4, dtype=np.float32), normal(4)),
    "linalg_eigvalsh": (lambda a: jnp.linalg.eigvalsh(a + a.T), normal(4, 4)),
    "fft_spectrum": (lambda x: jnp.abs(jnp.fft.rfft(x)), normal(16)),
    "fir_filter": (lambda x, h: jnp.convolve(x, h, mode="valid"), normal(32), normal(5)),
    "histogram": (lambda x: jnp.zeros(8, jnp.int32).at[x].add(1), RNG.integers(0, 8, 40).astype(np.int32)),
    "embedding_bag": (lambda table, i: table[i].sum(0), normal(10, 4), np.array([1, 3, 9], np.int32)),
    "layer_norm_bf16": (lambda x: (x - x.mean(-1, keepdims=True)) * jax.lax.rsqrt(x.var(-1, keepdims=True) + 1e-3),
                        jnp.asarray(normal(3, 8), jnp.bfloat16)),
    "switch_five": (lambda i, x: jax.lax.switch(i, [jnp.sin, jnp.cos, jnp.exp, jnp.abs, jnp.negative], x), np.int32(2), normal(4)),
    "sort_median": (lambda x: jnp.median(x, axis=1), normal(4, 9)),
    "pid_cond": (lambda e, i: jax.lax.cond(jnp.abs(i) < 1, lambda: i + e, lambda: i) + 2 * e, np.float32(0.5), np.float32(0.2)),
    "rk4_lorenz": (lambda s: jax.lax.fori_loop(0, 10, lambda _, s: s + 0.01 * jnp.array(
        [10 * (s[1] - s[0]), s[0] * (28 - s[2]) - s[1], s[0] * s[1] - 8 / 3 * s[2]]), s), normal(3)),
    "threefry": (lambda key: jax.random.uniform(key, (5,)), np.array([1, 2], np.uint32)),
    "int4_weights": (lambda q, x: x @ q.astype(jnp.float32), jnp.asarray(RNG.integers(-8, 8, (4, 3)), jnp.int4), normal(2, 4)),
    "complex_product": (lambda a, b: a * b.conj(), (normal(3) + 1j * normal(3)).astype(np.complex64),
                        (normal(3) + 1j * normal(3)).astype(np.complex64)),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_gives_what_jax_gives(name):
    f, *args = PROGRAMS[name]
    model = hlo2cpp.compile(f, *args, name=name)
    result = model.check(*args)
    assert result.good, str(result)
    assert jax.tree.structure(model(*args)) == jax.tree.structure(jax.eval_shape(f, *args))
