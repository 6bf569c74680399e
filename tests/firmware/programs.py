#!/usr/bin/env python3
"""Writes programs/*.hlo, the modules that the firmware tests run on every target (needs jax; the files are checked in).

    python3 tests/firmware/programs.py

To add a program, add a function with @program and the shapes of its arguments, run this, and check its file in; any other
.hlo file in the folder is run as well. Arguments are filled by values.h: floats in [-2, 2), integers in [0, 64)."""
import pathlib

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
import jaxlib._hlo as hlo

jax.config.update("jax_enable_x64", True)
FOLDER = pathlib.Path(__file__).parent / "programs"
PROGRAMS = []
f32, f64, f16, bf16, i8, i32, u8, u32, i64 = (jnp.float32, jnp.float64, jnp.float16, jnp.bfloat16, jnp.int8, jnp.int32, jnp.uint8,
                                             jnp.uint32, jnp.int64)


def program(*arguments):
    def add(function):
        PROGRAMS.append((function, arguments))
        return function
    return add


def weights(seed, *shape, scale=0.5):
    values = np.random.default_rng(seed).uniform(-scale, scale, shape)
    return jnp.asarray(np.round(values * 256) / 256, f32)


@program(((2, 24), f32))
def mlp(x):
    hidden = jax.nn.relu(x @ weights(1, 24, 20) + weights(2, 20))
    return jax.nn.softmax(jnp.tanh(hidden @ weights(3, 20, 12)) @ weights(4, 12, 7))


@program(((1, 10, 10, 3), f32))
def conv_net(x):
    numbers = ("NHWC", "HWIO", "NHWC")
    y = jax.nn.relu(lax.conv_general_dilated(x, weights(5, 3, 3, 3, 8), (1, 1), "SAME", dimension_numbers=numbers) + weights(6, 8))
    y = lax.reduce_window(y, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    y = lax.conv_general_dilated(y, weights(7, 3, 3, 8, 6), (2, 2), "SAME", dimension_numbers=numbers)
    return jnp.mean(jax.nn.relu(y), axis=(1, 2)) @ weights(8, 6, 4)


@program(((1, 9, 11, 6), f32))
def depthwise(x):
    numbers = ("NHWC", "HWIO", "NHWC")
    y = lax.conv_general_dilated(x, weights(9, 3, 3, 1, 6), (1, 1), "SAME", dimension_numbers=numbers, feature_group_count=6)
    y = lax.conv_general_dilated(jnp.clip(y, 0, 6), weights(10, 1, 1, 6, 10), (1, 1), "SAME", dimension_numbers=numbers)
    y = lax.conv_general_dilated(y, weights(11, 3, 3, 1, 10), (2, 2), "SAME", dimension_numbers=numbers, feature_group_count=10)
    return lax.reduce_window(y, 0.0, lax.add, (1, 3, 3, 1), (1, 2, 2, 1), "SAME") / 9


@program(((1, 32, 20, 2), f32))
def image_to_image(x):
    """Large enough to run a few rows at a time where memory is scarce, on the way down and up again."""
    def convolution(y, kernel, groups=1):
        return lax.conv_general_dilated(y, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"),
                                        feature_group_count=groups)
    y = jax.nn.relu(convolution(x, weights(40, 3, 3, 2, 12)) + weights(41, 12))
    skip = jnp.clip(convolution(convolution(y, weights(42, 3, 3, 1, 12), 12), weights(43, 1, 1, 12, 16)), 0, 6)
    y = jnp.pad(skip, ((0, 0), (1, 1), (1, 1), (0, 0)), constant_values=3) # which the pool must see
    y = lax.reduce_window(y, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "VALID")
    y = jax.nn.relu(convolution(y, weights(44, 3, 3, 16, 8)))
    y = jnp.repeat(jnp.repeat(y, 2, axis=1), 2, axis=2)
    return convolution(jnp.tanh(convolution(y, weights(45, 3, 3, 8, 6))), weights(46, 3, 3, 6, 1))


@program(((1, 3, 8, 8), f32))
def features_second(x):
    """PyTorch's order, which targets change where they like; no sum may show it."""
    def convolution(y, kernel):
        return lax.conv_general_dilated(y, kernel, (1, 1), "SAME", dimension_numbers=("NCHW", "OIHW", "NCHW"))
    y = jax.nn.relu(convolution(x, weights(50, 8, 3, 3, 3)))
    y = jax.nn.relu(convolution(y, weights(51, 16, 8, 3, 3)))
    mean = jnp.mean(y, (2, 3))
    power = jnp.sum(y * y, (2, 3))
    pooled = lax.reduce_window(y, 0.0, lax.add, (1, 1, 8, 8), (1, 1, 8, 8), "VALID")
    y = lax.reduce_window(y, -jnp.inf, lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")
    y = jnp.repeat(jnp.repeat(y, 2, axis=2), 2, axis=3)
    return mean @ weights(52, 16, 5), power, pooled, convolution(y, weights(53, 4, 16, 1, 1))


@program(((12, 5), f32), ((8,), f32), ((8,), f32))
def lstm_scan(xs, h, c):
    kernel, recurrent, bias = weights(12, 5, 32), weights(13, 8, 32), weights(14, 32)

    def step(state, x):
        h, c = state
        i, f, g, o = jnp.split(x @ kernel + h @ recurrent + bias, 4)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h
    return lax.scan(step, (h, c), xs)


@program(((9, 4), f32), ((6,), f32))
def gru_scan(xs, h):
    kernel, recurrent = weights(15, 4, 18), weights(16, 6, 18)

    def step(h, x):
        a, b = jnp.split(x @ kernel, 3), jnp.split(h @ recurrent, 3)
        z, r = jax.nn.sigmoid(a[0] + b[0]), jax.nn.sigmoid(a[1] + b[1])
        h = (1 - z) * jnp.tanh(a[2] + r * b[2]) + z * h
        return h, h
    return lax.scan(step, h, xs)[1]


@program(((10, 16), f32))
def attention(x):
    q, k, v = (jnp.reshape(x @ weights(seed, 16, 16), (10, 2, 8)) for seed in (17, 18, 19))
    scores = jnp.einsum("qhd,khd->hqk", q, k) / np.float32(np.sqrt(8))
    mask = jnp.tril(jnp.ones((10, 10), bool))
    y = jnp.einsum("hqk,khd->qhd", jax.nn.softmax(jnp.where(mask, scores, -1e9)), v).reshape(10, 16)
    y = x + y @ weights(20, 16, 16)
    y = (y - y.mean(-1, keepdims=True)) * lax.rsqrt(y.var(-1, keepdims=True) + 1e-5)
    return y + jax.nn.gelu(y @ weights(21, 16, 24)) @ weights(22, 24, 16)


@program(((3, 3), f64), ((3,), f64))
def newton_while(a, b):
    """Richardson's iteration until the residual is small: a trip count that nothing proves."""
    m = jnp.eye(3) * 8 + a

    def residual(x):
        return b - m @ x
    x, steps = lax.while_loop(lambda s: (jnp.max(jnp.abs(residual(s[0]))) > 1e-9) & (s[1] < 200),
                              lambda s: (s[0] + residual(s[0]) / 8, s[1] + 1), (jnp.zeros(3), jnp.int32(0)))
    return x, steps


@program(((4, 8), f32), ((3,), f32), ((), i32))
def ring_buffer(state, sample, index):
    state = lax.dynamic_update_slice(state, jnp.tile(sample, 2)[None, :], (index % 5, index % 7))
    window = lax.dynamic_slice(state, (index // 9, jnp.int32(1)), (2, 5))
    return state, jnp.cumsum(window, axis=1), jnp.max(state)


@program(((24,), u8), ((24,), i32), ((8,), i64))
def integer_bits(data, words, wide):
    def byte(crc, value):
        crc = crc ^ value.astype(u32)
        for _ in range(8):
            crc = jnp.where(crc & 1, (crc >> 1) ^ u32(0xEDB88320), crc >> 1)
        return crc, crc
    crc, history = lax.scan(byte, u32(0xFFFFFFFF), data)
    signed = (words - 32) * 0x01234567
    shifts = words % 40 - 4
    return (~crc, history, lax.population_count(signed), lax.clz(signed), lax.shift_right_arithmetic(signed, shifts),
            lax.shift_left(signed, shifts), signed // (words % 7 - 3), lax.rem(signed, words % 7 - 3), (wide - 31) ** 3,
            lax.div(wide * 0x123456789ABCDEF, wide - 30), (data * u8(37)).astype(i8), data.astype(jnp.uint16) * 999)


@program(((6, 6), f64), ((6,), f64))
def f64_filter(a, x):
    p = a @ a.T + jnp.eye(6)
    gain = p @ x / (x @ p @ x + 0.25)
    p = p - jnp.outer(gain, x @ p)
    return p, jnp.sqrt(jnp.abs(p)), jnp.hypot(gain, x), jnp.sin(x) + jnp.cos(gain) * jnp.exp(-x * x), jnp.arctan2(x, gain)


@program(((11, 24), f16), ((11, 24), bf16))
def half_layers(x, y): # vectors of f32 compute with them
    a = jnp.tanh(x @ weights(12, 24, 20).astype(f16) + weights(13, 20).astype(f16))
    b = jax.nn.softmax(y @ weights(14, 24, 20).astype(bf16), axis=-1)
    return a, b, jnp.max(x, axis=1), a.astype(f32) * b.astype(f32)


@program(((8, 10), f16), ((10, 6), f16), ((8,), bf16))
def half_precision(a, b, c):
    y = jax.nn.silu(a @ b)
    z = jnp.outer(c, c) * bf16(1.5) + c[:, None] / (c + bf16(3))
    return y, jnp.sum(y, axis=0), z, jnp.exp(z), z.astype(f16) - f16(1), (y.astype(f32) * 1000).astype(i8)


@program(((16, 6), f32), ((9,), i32), ((5, 2), i32))
def gather(table, rows, positions):
    looked_up = table[rows - 20]
    windows = jax.vmap(lambda p: lax.dynamic_slice(table, (p[0] - 8, p[1] - 40), (3, 2)))(positions)
    return jnp.take(table, rows, axis=0, mode="clip"), looked_up.sum(0), windows, jnp.argmax(table, axis=0)


@program(((10, 14), f32))
def pool(x):
    average = lax.reduce_window(x, 0.0, lax.add, (3, 3), (2, 1), "SAME")
    least = lax.reduce_window(x, jnp.inf, lax.min, (2, 5), (1, 3), ((1, 0), (2, 2)), window_dilation=(2, 1))
    running = lax.reduce_window(x, 0.0, lax.add, (1, 14), (1, 1), ((0, 0), (13, 0)))
    return average, least, running, jnp.prod(x, axis=1)


def transcendentals(x):
    size = jnp.abs(x)
    return (jnp.exp(x * 20), jnp.expm1(x / 8), jnp.log(size), jnp.log1p(size - 1), jnp.tanh(x * 3), lax.logistic(x * 9), jnp.sin(x * 50),
            jnp.cos(x * 1000), jnp.tan(x), size ** (x * 5), lax.erf(x), jnp.cbrt(x), lax.rsqrt(size), jnp.sqrt(x), jnp.arctan2(x, x * x - 1),
            lax.rem(x * 77, x + 3), jnp.floor(x * 9), jnp.round(x * 9), lax.round(x * 4), jnp.sign(x))


# Corners, then what the argument holds.
CORNERS = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 1e-40, -1e-40, 3e38, 0.5, -2.5, 1e-20, 88.5, -104.0, 1e10]


@program(((40,), f32))
def transcendental_f32(x):
    return transcendentals(jnp.concatenate([jnp.asarray(CORNERS, f32), x]))


@program(((24,), f64))
def transcendental_f64(x):
    return transcendentals(jnp.concatenate([jnp.asarray(CORNERS, f64), x]))


@program(((5, 7), f32), ((5, 3), i32))
def movement(x, y):
    padded = lax.pad(x, jnp.float32(-1), ((1, 2, 1), (-1, 1, 0)))
    grid = lax.broadcasted_iota(i32, (5, 7), 1) * 3 + lax.broadcasted_iota(i32, (5, 7), 0)
    both = jnp.concatenate([x, y.astype(f32), x[:, ::-2]], axis=1)
    return padded, jnp.where(grid % 2 == 0, grid.astype(f32), x).T, both, lax.rev(grid, (0,)).astype(f32) * 0.1


@program(((5, 13), f32), ((40,), i32))
def sorting(x, keys):
    corners = jnp.asarray([np.nan, -0.0, np.inf, 0.0, -np.inf], f32)
    order = jnp.argsort(keys % 7, stable=True)
    columns = jnp.sort(jnp.concatenate([x, jnp.tile(corners[:, None], (1, 13))]), axis=0)
    return columns, order, jnp.argmax(x, axis=1), jnp.median(x, axis=1)


@program(((9, 4), f32), ((20,), i32), ((20, 4), f32))
def scattering(table, rows, updates):
    added = table.at[rows - 5].add(updates, mode="drop")  # some rows are outside
    counts = jnp.zeros((16,), i32).at[rows % 16].add(1)
    return added, counts, table.at[rows[:3] % 9, 1].set(7.0), jnp.zeros((9,), f16).at[rows % 9].add(updates[:, 0].astype(f16))


@program(((2, 6, 6, 3), f32), ((5,), i32), ((9, 2), f32))
def train_step(images, labels, w):
    """Gradients through a convolution, a normalisation, max pooling and a loss, then a step of momentum."""
    def loss(kernel, dense):
        y = lax.conv_general_dilated(images, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
        y = (y - jnp.mean(y, axis=(0, 1, 2))) * lax.rsqrt(jnp.var(y, axis=(0, 1, 2)) + 1e-3)
        y = lax.reduce_window(jax.nn.relu(y), -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
        logits = y.reshape(2, 9, 4).sum(axis=2) @ dense
        return jnp.mean(jax.nn.logsumexp(logits, axis=1) - jnp.take_along_axis(logits, labels[:2, None] % 2, axis=1)[:, 0])
    value, (kernel, dense) = jax.value_and_grad(loss, argnums=(0, 1))(weights(40, 3, 3, 3, 4), w)
    return value, kernel, w - 0.1 * dense


@program(((6,), f32), ((), i32))
def branches(x, which):
    def search(v):
        return lax.while_loop(lambda s: (jnp.max(s[0]) > 0.1) & (s[1] < 30), lambda s: (s[0][::-1] * 0.5, s[1] + 1), (jnp.abs(v), 0))

    def rotate(v):
        return lax.fori_loop(0, 4, lambda i, s: (s[1], s[2], s[0] + i), (v, v * 2, v * 3))[0], 4

    y, rounds = lax.switch(which - 30, [lambda v: (jnp.cumsum(v), -1), search, rotate], x)
    return y, rounds, lax.cond(y[0] > x[0], lambda: lax.fori_loop(0, which, lambda i, s: s + x[i % 6], 0.0), lambda: -x[1])


@program(((33,), f32), ((7,), u32), ((4, 8), u8))
def bits(x, words, bytes_):
    exponent = lax.bitcast_convert_type(x, u32) >> 23
    halves, wide = lax.bitcast_convert_type(words, u8), lax.bitcast_convert_type(bytes_.reshape(4, 2, 4), f32)
    key = jax.random.wrap_key_data(words[:2], impl="threefry2x32")
    return exponent, halves, lax.bitcast_convert_type(wide, u32), jax.random.uniform(key, (9,)), lax.bitcast_convert_type(x.astype(bf16), u8)


@program(((5, 17), f32), ((7, 40), f32), ((40,), f32), ((1000,), f32), ((3, 23), f64), ((16,), f32))
def long_sums(rows, matrix, vector, line, wide, x):
    """Sums in eight lanes, whose terms are rounded: of rows, of matrix times vector, a mean, of doubles; an LSTM's gates."""
    gates = jax.nn.sigmoid(x @ weights(50, 16, 32) + vector[:32] @ weights(51, 32, 32, scale=0.25))
    centred = line - jnp.mean(line * line * line)
    return (jnp.sum(1 / (rows + 3), axis=1), jnp.max(rows, axis=1), matrix @ (1 / (vector + 3)), jnp.mean(centred * centred),
            jnp.sum(1 / (wide + 3), axis=1), gates)


@program(((5, 21), i8), ((32,), f32), ((2, 5, 6, 3), u8))
def quantised(rows, x, image):
    """Sums of bytes with bias and scale, ties, numbers beyond the bounds, a NaN and infinities as the nearest integers."""
    def nearest(values, kind, low, high):
        return jnp.clip(jnp.round(values), low, high).astype(kind)

    def table(seed, *shape):
        return jnp.asarray(np.random.default_rng(seed).integers(-128, 128, shape), i8)

    sums = lax.dot_general(rows, table(60, 21, 9), (((1,), (0,)), ((), ())), preferred_element_type=i32)
    layer = nearest((sums + jnp.arange(-4000, 5000, 1000, dtype=i32)) * jnp.asarray(np.linspace(0.001, 0.02, 9), f32), i8, -128, 127)
    centred = jnp.pad(image.astype(i32) - 31, ((0, 0), (1, 1), (1, 1), (0, 0)))
    pixels = lax.conv_general_dilated(centred, table(61, 3, 3, 3, 4).astype(i32), (2, 2), "VALID",
                                      dimension_numbers=("NHWC", "HWIO", "NHWC"))
    far = jnp.asarray([np.nan, np.inf, -np.inf, 1e10, -1e10, 0.5, 1.5, -0.5, -2.5, 127.5, -128.5, 255.5, 1e-40, -0.0, 32767.5], f32)
    corners = jnp.concatenate([x * 100, jnp.floor(x * 40) * 0.5, far])
    integers = [nearest(corners, kind, low, high) for kind, low, high in
                ((i8, -128, 127), (u8, 0, 255), (jnp.int16, -300, 32767), (i32, -4194304, 4194304), (i8, -7, 5))]
    return layer, nearest(pixels * 0.0078125, u8, 0, 255), *integers


@program(((7, 80), i8), ((1, 5, 6, 20), i8))
def words(rows, image):
    """Sums of bytes of all signs that words add up: whole ones, ends of lines, the least integer against itself, borders."""
    def table(seed, *shape, least=-128):
        return jnp.asarray(np.random.default_rng(seed).integers(least, 128, shape), i8)

    def sums(x, w):
        return lax.dot_general(x, w, (((1,), (0,)), ((), ())), preferred_element_type=i32)

    def taps(x, w, stride, padding):
        return lax.conv_general_dilated(x, w, stride, padding, dimension_numbers=("NHWC", "HWIO", "NHWC"), preferred_element_type=i32)

    rows, image = lax.optimization_barrier((rows * i8(4) - i8(-128), image * i8(4) - i8(-128)))
    dots = [sums(rows[:, :depth], table(depth, depth, columns, least=least)) for depth, columns, least in
            ((80, 9, -128), (64, 16, -127), (35, 8, -127), (19, 4, -128), (16, 24, -128), (8, 16, -127), (5, 3, -128))]
    least = sums(jnp.minimum(rows, i8(-128)), jnp.full((80, 8), -128, i8))
    layers = [taps(image, table(70, 3, 3, 20, 8), (1, 1), "SAME"), taps(image[..., :4], table(71, 3, 3, 4, 8, least=-127), (2, 2), "SAME"),
              taps(image[..., :16], table(72, 1, 1, 16, 5, least=-127), (1, 1), "VALID") + jnp.arange(-2000, 3000, 1000),
              taps(image[..., :3], table(74, 3, 3, 3, 10), (1, 1), "SAME"), taps(image[..., :1], table(75, 2, 4, 1, 12), (2, 1), "SAME")]
    unsigned = [sums(lax.bitcast_convert_type(rows[:, :depth], jnp.uint8).astype(i32), table(depth, depth, 8).astype(i32)) for depth in (15, 24)]
    planes = lax.optimization_barrier(jnp.transpose(image[..., :16], (0, 3, 1, 2)))
    groups = lax.conv_general_dilated(planes, table(76, 3, 3, 8, 14), (1, 1), "SAME", dimension_numbers=("NCHW", "HWIO", "NCHW"),
                                      feature_group_count=2, preferred_element_type=i32)
    return *dots, least, *layers, *unsigned, groups, sums(rows[:1, :32], table(73, 32, 40, least=-127))


@program(((2, 20, 36), i8), ((2, 20, 36), i8), ((16, 16), i8))
def attention_of_bytes(q, k, x):
    """Products whose operands are both computed, of depths that fill words and that do not; functions of bytes."""
    def byte(values, step):
        return jnp.clip(jnp.round(values * f32(1 / step)), -128, 127).astype(i8)

    q, k = lax.optimization_barrier((q * i8(4) - i8(-128), k * i8(3) - i8(100)))
    scores = jnp.einsum("hqd,hkd->hqk", q, k, preferred_element_type=i32)
    p = byte(scores.astype(f32), 900)
    mixed = jnp.einsum("hqk,hkd->hqd", p, k, preferred_element_type=i32)
    ends = jnp.einsum("hqd,hkd->hqk", q[..., :7], k[..., 1:8], preferred_element_type=i32)
    gates = byte(jax.nn.sigmoid((x * i8(4) - i8(-128)).astype(f32) * f32(0.04)), 1 / 255)
    narrow = byte(jnp.tanh(byte(mixed.astype(f32), 300).astype(f32) * f32(1 / 40)), 1 / 127)
    return scores, mixed, ends, gates, narrow


def main():
    FOLDER.mkdir(exist_ok=True)
    options = hlo.HloPrintOptions()
    options.print_large_constants = True
    options.print_metadata = False
    for function, arguments in PROGRAMS:
        shapes = [jax.ShapeDtypeStruct(shape, kind) for shape, kind in arguments]
        module = hlo.HloModule.from_serialized_hlo_module_proto(
            jax.jit(function).lower(*shapes).compiler_ir("hlo").as_serialized_hlo_module_proto())
        text = module.to_string(options)
        (FOLDER / f"{function.__name__}.hlo").write_text(text if text.endswith("\n") else text + "\n")
        print(f"{function.__name__}: {len(text)} characters")


if __name__ == "__main__":
    main()
