"""Seven networks, each described once: as NNEF text with its weights, and as a JAX function."""
import pathlib
import struct

import jax
import jax.numpy as jnp
import numpy as np


class Nnef:
    """Writes an assignment for each operation; tensors are names."""

    def __init__(self, name, shape):
        self.name, self.lines, self.weights, self.count = name, [], {}, 0
        self.lines.append(f"x = external<scalar>(shape = {list(shape)});")

    def _let(self, text):
        self.count += 1
        self.lines.append(f"t{self.count} = {text};")
        return f"t{self.count}"

    def weight(self, label, value):
        self.weights[label] = value
        return self._let(f"variable<scalar>(shape = {list(value.shape)}, label = '{label}')")

    def conv(self, x, w, b, stride=1, groups=1):
        return self._let(f"conv({x}, {w}, {b or 0.0}, stride = [{stride},{stride}], groups = {groups})")

    def deconv(self, x, w, b, stride):
        return self._let(f"deconv({x}, {w}, {b}, stride = [{stride},{stride}])")

    def norm(self, x, mean, variance, offset, scale):
        return self._let(f"batch_normalization({x}, {mean}, {variance}, {offset}, {scale}, epsilon = 0.001)")

    def linear(self, x, w, b):
        return self._let(f"linear({x}, {w}, {b})")

    def max_pool(self, x):
        window, zeros = "[1,1,2,2]", "[(0,0),(0,0),(0,0),(0,0)]"
        return self._let(f"max_pool({x}, size = {window}, stride = {window}, padding = {zeros}, border = 'ignore')")

    def mean(self, x):
        return self._let(f"squeeze({self._let(f'mean_reduce({x}, axes = [2,3])')}, axes = [2,3])")

    def upsample(self, x):
        return self._let(f"multilinear_upsample({x}, factor = [2,2])")

    def flat(self, x):
        return self._let(f"reshape({x}, shape = [0,-1])")

    def matmul(self, a, b, transpose=False):
        return self._let(f"matmul({a}, {b}, transposeB = {str(transpose).lower()})")

    def scaled(self, x, factor):
        return self._let(f"mul({x}, {factor})")

    def layer_norm(self, x, axis):
        m, v = f"m{self.count}", f"v{self.count}"
        self.lines.append(f"{m}, {v} = moments({x}, axes = [{axis}]);")
        deviation = self._let(f"sqrt({self._let(f'add({v}, 1e-5)')})")
        return self._let(f"div({self._let(f'sub({x}, {m})')}, {deviation})")

    def __getattr__(self, operation):  # relu, tanh, add, softmax, ...
        return lambda *tensors, **attributes: self._let(
            f"{operation}({', '.join(tensors)}{''.join(f', {k} = {v}' for k, v in attributes.items())})")

    def concat(self, a, b):
        return self._let(f"concat([{a}, {b}], axis = 1)")

    def write(self, folder, result):
        folder = pathlib.Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        body = "\n    ".join(self.lines)
        (folder / "graph.nnef").write_text(
            f"version 1.0;\ngraph {self.name}( x ) -> ( {result} )\n{{\n    {body}\n}}\n")
        for label, value in self.weights.items():
            header = struct.pack("<BBBBII8III", 0x4E, 0xEF, 1, 0, value.nbytes, value.ndim,
                                 *(list(value.shape) + [0] * (8 - value.ndim)), 32, 0)
            (folder / f"{label}.dat").write_bytes(header + bytes(128 - len(header)) + value.tobytes())


class Jax:
    """Computes with jax.numpy; layouts are NCHW and OIHW, as NNEF's."""

    weight = staticmethod(lambda label, value: value)
    relu = staticmethod(jax.nn.relu)
    tanh = staticmethod(jnp.tanh)
    add = staticmethod(jnp.add)
    gelu = staticmethod(lambda x: x * jax.nn.sigmoid(1.702 * x))
    softmax = staticmethod(lambda x, axes="[1]": jax.nn.softmax(x, axis=int(axes[1:-1])))
    leaky_relu = staticmethod(lambda x, alpha: jnp.where(x < 0, alpha * x, x))
    concat = staticmethod(lambda a, b: jnp.concatenate([a, b], axis=1))
    flat = staticmethod(lambda x: x.reshape(x.shape[0], -1))
    mean = staticmethod(lambda x: x.mean(axis=(2, 3)))
    linear = staticmethod(lambda x, w, b: x @ w.T + b)
    scaled = staticmethod(lambda x, factor: x * factor)
    matmul = staticmethod(lambda a, b, transpose=False: a @ (jnp.swapaxes(b, -1, -2) if transpose else b))

    @staticmethod
    def conv(x, w, b, stride=1, groups=1):
        y = jax.lax.conv_general_dilated(x, w, (stride, stride), "SAME", feature_group_count=groups)
        return y if b is None else y + b[:, :, None, None]

    @staticmethod
    def deconv(x, w, b, stride):
        y = jax.lax.conv_transpose(x, w, (stride, stride), "SAME", transpose_kernel=True,
                                   dimension_numbers=("NCHW", "OIHW", "NCHW"))
        return y + b[:, :, None, None]

    @staticmethod
    def norm(x, mean, variance, offset, scale):
        factor = scale / jnp.sqrt(variance + 0.001)
        return x * factor[:, :, None, None] + (offset - mean * factor)[:, :, None, None]

    @staticmethod
    def max_pool(x):
        return jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")

    @staticmethod
    def upsample(x):
        return jax.image.resize(x, (*x.shape[:2], 2 * x.shape[2], 2 * x.shape[3]), "linear")

    @staticmethod
    def layer_norm(x, axis):
        return (x - x.mean(axis, keepdims=True)) / jnp.sqrt(x.var(axis, keepdims=True) + 1e-5)


class Weights:
    """Random weights with labels, the same for both."""

    def __init__(self, net, seed=0):
        self.net, self.rng, self.count = net, np.random.default_rng(seed), 0

    def __call__(self, *shape, positive=False):
        self.count += 1
        value = self.rng.standard_normal(shape).astype(np.float32) / np.sqrt(max(np.prod(shape[1:]), 1)).astype(np.float32)
        return self.net.weight(f"w{self.count}", np.abs(value) + np.float32(0.5) if positive else value)

    def norm(self, x, channels):
        one = (1, channels)
        return self.net.norm(x, self(*one), self(*one, positive=True), self(*one), self(*one))


def mlp(n, x, w):
    h = n.relu(n.linear(x, w(64, 40), w(1, 64)))
    h = n.relu(n.linear(h, w(64, 64), w(1, 64)))
    return n.softmax(n.linear(h, w(10, 64), w(1, 10)))


def lenet(n, x, w):
    x = n.max_pool(n.relu(n.conv(x, w(6, 1, 5, 5), w(1, 6))))
    x = n.max_pool(n.relu(n.conv(x, w(16, 6, 5, 5), w(1, 16))))
    x = n.relu(n.linear(n.flat(x), w(60, 784), w(1, 60)))
    x = n.relu(n.linear(x, w(42, 60), w(1, 42)))
    return n.softmax(n.linear(x, w(10, 42), w(1, 10)))


def resnet(n, x, w):
    x = n.relu(w.norm(n.conv(x, w(8, 3, 3, 3), None), 8))
    for channels, before, stride in [(8, 8, 1), (12, 8, 2), (16, 12, 2)]:
        h = n.relu(w.norm(n.conv(x, w(channels, before, 3, 3), None, stride), channels))
        h = w.norm(n.conv(h, w(channels, channels, 3, 3), None), channels)
        shortcut = x if stride == 1 else n.conv(x, w(channels, before, 1, 1), None, stride)
        x = n.relu(n.add(h, shortcut))
    return n.linear(n.mean(x), w(10, 16), w(1, 10))


def mobilenet(n, x, w):
    x = n.relu(w.norm(n.conv(x, w(8, 3, 3, 3), None, 2), 8))
    for channels, before, stride in [(16, 8, 1), (24, 16, 2), (32, 24, 1)]:
        x = n.relu(w.norm(n.conv(x, w(before, 1, 3, 3), None, stride, before), before))
        x = n.relu(w.norm(n.conv(x, w(channels, before, 1, 1), None), channels))
    return n.softmax(n.linear(n.mean(x), w(10, 32), w(1, 10)))


def unet(n, x, w):
    e1 = n.relu(n.conv(x, w(6, 1, 3, 3), w(1, 6)))
    e2 = n.relu(n.conv(n.max_pool(e1), w(8, 6, 3, 3), w(1, 8)))
    mid = n.relu(n.conv(n.max_pool(e2), w(10, 8, 3, 3), w(1, 10)))
    u2 = n.deconv(mid, w(10, 8, 2, 2), w(1, 8), 2)
    d2 = n.relu(n.conv(n.concat(u2, e2), w(8, 16, 3, 3), w(1, 8)))
    d1 = n.conv(n.concat(n.upsample(d2), e1), w(6, 14, 3, 3), w(1, 6))
    return n.softmax(n.conv(n.leaky_relu(d1, alpha=0.1), w(2, 6, 1, 1), w(1, 2)))


def autoencoder(n, x, w):
    x = n.relu(n.conv(x, w(8, 1, 3, 3), w(1, 8), 2))
    x = n.relu(n.conv(x, w(12, 8, 3, 3), w(1, 12), 2))
    x = n.relu(n.deconv(x, w(12, 8, 4, 4), w(1, 8), 2))
    return n.tanh(n.deconv(x, w(8, 1, 4, 4), w(1, 1), 2))


def attention(n, x, w):
    h = n.layer_norm(x, 2)
    q, k, v = (n.matmul(h, w(1, 32, 32)) for _ in range(3))
    s = n.softmax(n.scaled(n.matmul(q, k, True), 0.17677669), axes="[2]")
    x = n.add(x, n.matmul(n.matmul(s, v), w(1, 32, 32)))
    return n.add(x, n.matmul(n.gelu(n.matmul(n.layer_norm(x, 2), w(1, 32, 64))), w(1, 64, 32)))


NETWORKS = {"mlp": (mlp, (1, 40)), "lenet": (lenet, (1, 1, 28, 28)), "resnet": (resnet, (1, 3, 16, 16)),
            "mobilenet": (mobilenet, (1, 3, 32, 32)), "unet": (unet, (1, 1, 16, 12)),
            "autoencoder": (autoencoder, (1, 1, 28, 28)), "attention": (attention, (1, 24, 32))}


def write(name, folder):
    """folder/nnef and folder/jax.pb; returns an input and JAX's result."""
    network, shape = NETWORKS[name]
    nnef = Nnef(name, shape)
    nnef.write(f"{folder}/nnef", network(nnef, "x", Weights(nnef)))
    function = jax.jit(lambda x: network(Jax, x, Weights(Jax)))
    x = np.random.default_rng(1).standard_normal(shape).astype(np.float32)
    lowered = function.lower(jax.ShapeDtypeStruct(shape, jnp.float32))
    pathlib.Path(f"{folder}/jax.pb").write_bytes(lowered.compiler_ir("hlo").as_serialized_hlo_module_proto())
    return x, np.asarray(function(x))
