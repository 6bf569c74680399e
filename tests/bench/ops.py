"""The operations that models.py is written against: computed by JAX, or put into an ONNX graph.

Weights come as numpy arrays, those of convolutions as HWIO. Images are NCHW in ONNX, and in JAX as the model's layout says.
"""
import jax
import jax.numpy as jnp
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

EPSILON = 1e-5


def both(stride):
    """Of rows and columns, or one for both."""
    return stride if isinstance(stride, tuple) else (stride, stride)


class JaxOps:
    def __init__(self, dtype, layout="NHWC"):
        self.dtype, self.layout = dtype, layout

    def constant(self, array):
        return jnp.asarray(array, self.dtype)

    def add(self, x, y):
        return x + (self.constant(y) if isinstance(y, np.ndarray) else y)

    def scale(self, x, factor):
        return x * self.constant(factor)

    def matmul(self, x, y):
        return x @ (self.constant(y) if isinstance(y, np.ndarray) else y)

    def matvec(self, w, x):
        return self.constant(w) @ x

    def dense(self, x, w, b):
        return x @ self.constant(w) + self.constant(b)

    def of_channels(self, array):
        return self.constant(array if self.layout == "NHWC" else array[:, None, None])

    def window(self, size):
        return (1, size, size, 1) if self.layout == "NHWC" else (1, 1, size, size)

    def conv(self, x, w, b, stride, pads, groups=1, dilation=1):
        if self.layout == "NHWC":
            dimensions = ("NHWC", "HWIO", "NHWC")
        else:
            w, dimensions = np.ascontiguousarray(w.transpose(3, 2, 0, 1)), ("NCHW", "OIHW", "NCHW")
        y = jax.lax.conv_general_dilated(x, self.constant(w), both(stride), pads, rhs_dilation=(dilation, dilation),
                                         dimension_numbers=dimensions, feature_group_count=groups)
        return y + self.of_channels(b)

    def conv_transpose(self, x, w, b, stride):
        """Without padding: a result of (size - 1) * stride + window."""
        full = [(size - 1, size - 1) for size in w.shape[:2]]
        y = jax.lax.conv_general_dilated(x, self.constant(w), (1, 1), full, lhs_dilation=(stride, stride),
                                         dimension_numbers=(self.layout, "HWIO", self.layout))
        return y + self.of_channels(b)

    def max_pool(self, x, size, stride, padding="VALID"):
        return jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, self.window(size), self.window(stride), padding)

    def mean_of_pixels(self, x):
        return jnp.mean(x, (1, 2) if self.layout == "NHWC" else (2, 3))

    def cumsum(self, x, axis):
        return jnp.cumsum(x, axis)

    def argmax(self, x):
        """Of the rows, as numbers of the type."""
        return jnp.argmax(x, -1).astype(self.dtype)

    def relu(self, x):
        return jax.nn.relu(x)

    def clip(self, x, low, high):
        return jnp.clip(x, low, high)

    def sigmoid(self, x):
        return jax.nn.sigmoid(x)

    def tanh(self, x):
        return jnp.tanh(x)

    def multiply(self, x, y):
        return x * y

    def concat_features(self, images):
        return jnp.concatenate(images, 3 if self.layout == "NHWC" else 1)

    def scale_features(self, x, factors):
        """factors: of one image, (1, features)."""
        return x * (factors[:, None, None, :] if self.layout == "NHWC" else factors[:, :, None, None])

    def upsample(self, x):
        """Each pixel twice along both dimensions."""
        rows, columns = (1, 2) if self.layout == "NHWC" else (2, 3)
        return jnp.repeat(jnp.repeat(x, 2, rows), 2, columns)

    def gelu(self, x):
        return jax.nn.gelu(x, approximate=True)

    def softmax(self, x):
        return jax.nn.softmax(x)

    def softmax_of_features(self, image):
        return jax.nn.softmax(image, 3 if self.layout == "NHWC" else 1)

    def tokens_of_pixels(self, image):
        """(pixels, features) of one image."""
        return image.reshape(-1, image.shape[3]) if self.layout == "NHWC" else image.reshape(image.shape[1], -1).T

    def pixels_of_tokens(self, tokens, image):
        """The inverse, for an image of the shape of this one."""
        return (tokens if self.layout == "NHWC" else tokens.T).reshape(image.shape)

    def layer_norm(self, x, gain, bias):
        centred = x - jnp.mean(x, -1, keepdims=True)
        variance = jnp.mean(centred * centred, -1, keepdims=True)
        return centred * jax.lax.rsqrt(variance + EPSILON) * self.constant(gain) + self.constant(bias)

    def reshape(self, x, shape):
        return x.reshape(shape)

    def transpose(self, x, order):
        return x.transpose(order)

    def lstm(self, x, wx, wh, b):
        """Gates in ONNX's order: input, output, forget, cell."""
        wx, wh, b = self.constant(wx), self.constant(wh), self.constant(b)

        def step(state, row):
            h, c = state
            i, o, f, g = jnp.split(row @ wx + h @ wh + b, 4)
            c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(c)
            return (h, c), h

        zero = jnp.zeros(wh.shape[0], self.dtype)
        return jax.lax.scan(step, (zero, zero), x)[1]

    def gru(self, x, wx, wh, b):
        """Gates in ONNX's order: update, reset, hidden; the reset gate in front of the product."""
        wx, wh, b = self.constant(wx), self.constant(wh), self.constant(b)
        units = wh.shape[0]

        def step(h, row):
            given = row @ wx + b
            z, r = jnp.split(jax.nn.sigmoid(given[:2 * units] + h @ wh[:, :2 * units]), 2)
            h = (1 - z) * jnp.tanh(given[2 * units:] + (r * h) @ wh[:, 2 * units:]) + z * h
            return h, h

        return jax.lax.scan(step, jnp.zeros(units, self.dtype), x)[1]


class OnnxOps:
    """A value is its name in the graph."""

    def __init__(self):
        self.nodes, self.constants = [], []

    def constant(self, array):
        name = f"constant{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def node(self, op, *inputs, **attributes):
        names = [self.constant(value) if isinstance(value, np.ndarray) else value for value in inputs]
        name = f"value{len(self.nodes)}"
        self.nodes.append(helper.make_node(op, names, [name], **attributes))
        return name

    def add(self, x, y):
        return self.node("Add", x, y)

    def scale(self, x, factor):
        return self.node("Mul", x, np.array(factor, np.float32))

    def matmul(self, x, y):
        return self.node("MatMul", x, y)

    def matvec(self, w, x):
        return self.node("MatMul", x, w.T) # faster there than w times x

    def dense(self, x, w, b):
        return self.node("Gemm", x, w, b)

    def conv(self, x, w, b, stride, pads, groups=1, dilation=1):
        (top, bottom), (left, right) = pads
        return self.node("Conv", x, w.transpose(3, 2, 0, 1), b, kernel_shape=w.shape[:2], strides=both(stride),
                         pads=[top, left, bottom, right], group=groups, dilations=[dilation, dilation])

    def conv_transpose(self, x, w, b, stride):
        return self.node("ConvTranspose", x, w[::-1, ::-1].transpose(2, 3, 0, 1), b, kernel_shape=w.shape[:2],
                         strides=[stride, stride])

    def max_pool(self, x, size, stride, padding="VALID"):
        pad = {"VALID": "VALID", "SAME": "SAME_UPPER"}[padding]
        return self.node("MaxPool", x, kernel_shape=[size, size], strides=[stride, stride], auto_pad=pad)

    def cumsum(self, x, axis):
        return self.node("CumSum", x, np.array(axis, np.int64))

    def argmax(self, x):
        return self.node("Cast", self.node("ArgMax", x, axis=-1, keepdims=0), to=TensorProto.FLOAT)

    def mean_of_pixels(self, x):
        return self.node("Flatten", self.node("GlobalAveragePool", x))

    def relu(self, x):
        return self.node("Relu", x)

    def clip(self, x, low, high):
        return self.node("Clip", x, np.array(low, np.float32), np.array(high, np.float32))

    def sigmoid(self, x):
        return self.node("Sigmoid", x)

    def tanh(self, x):
        return self.node("Tanh", x)

    def multiply(self, x, y):
        return self.node("Mul", x, y)

    def concat_features(self, images):
        return self.node("Concat", *images, axis=1)

    def scale_features(self, x, factors):
        return self.node("Mul", x, self.reshape(factors, (1, -1, 1, 1)))

    def upsample(self, x):
        return self.node("Resize", x, "", np.array([1, 1, 2, 2], np.float32), mode="nearest", nearest_mode="floor",
                         coordinate_transformation_mode="asymmetric")

    def gelu(self, x):
        return self.node("Gelu", x, approximate="tanh")

    def softmax(self, x):
        return self.node("Softmax", x, axis=-1)

    def layer_norm(self, x, gain, bias):
        return self.node("LayerNormalization", x, gain, bias, axis=-1, epsilon=EPSILON)

    def reshape(self, x, shape):
        return self.node("Reshape", x, np.array(shape, np.int64))

    def transpose(self, x, order):
        return self.node("Transpose", x, perm=order)

    def lstm(self, x, wx, wh, b):
        units = wh.shape[0]
        biases = np.concatenate([b, np.zeros_like(b)])
        y = self.node("LSTM", self.reshape(x, (-1, 1, wx.shape[0])), wx.T[None], wh.T[None], biases[None], hidden_size=units)
        return self.reshape(y, (-1, units))

    def gru(self, x, wx, wh, b):
        units = wh.shape[0]
        biases = np.concatenate([b, np.zeros_like(b)])
        y = self.node("GRU", self.reshape(x, (-1, 1, wx.shape[0])), wx.T[None], wh.T[None], biases[None], hidden_size=units)
        return self.reshape(y, (-1, units))


def onnx_array(model, array):
    """An array of the model as ONNX has it."""
    return np.ascontiguousarray(array.transpose(0, 3, 1, 2)) if array.ndim == 4 and model.layout == "NHWC" else array


def array_of_onnx(model, array):
    return array.transpose(0, 2, 3, 1) if array.ndim == 4 and model.layout == "NHWC" else array


def onnx_model(model, result_shape):
    """The serialized graph, from "x" to one result."""
    ops = OnnxOps()
    result = model(ops, "x")
    shape = onnx_array(model, np.empty(model.shape, np.float32)).shape
    graph = helper.make_graph(ops.nodes, model.name, [helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)],
                              [helper.make_tensor_value_info(result, TensorProto.FLOAT, result_shape)], ops.constants)
    proto = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
    onnx.checker.check_model(proto, full_check=True)
    return proto.SerializeToString()
