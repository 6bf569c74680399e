"""The operations that models.py is written against: computed by JAX, or put into an ONNX graph.

Weights come as numpy arrays, those of convolutions as HWIO. Images are NHWC in JAX and NCHW in ONNX.
"""
import jax
import jax.numpy as jnp
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

EPSILON = 1e-5


class JaxOps:
    def __init__(self, dtype):
        self.dtype = dtype

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

    def conv(self, x, w, b, stride, pads, groups=1):
        y = jax.lax.conv_general_dilated(x, self.constant(w), (stride, stride), pads,
                                         dimension_numbers=("NHWC", "HWIO", "NHWC"), feature_group_count=groups)
        return y + self.constant(b)

    def mean_of_pixels(self, x):
        return jnp.mean(x, (1, 2))

    def relu(self, x):
        return jax.nn.relu(x)

    def gelu(self, x):
        return jax.nn.gelu(x, approximate=True)

    def softmax(self, x):
        return jax.nn.softmax(x)

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

    def conv(self, x, w, b, stride, pads, groups=1):
        (top, bottom), (left, right) = pads
        return self.node("Conv", x, w.transpose(3, 2, 0, 1), b, kernel_shape=w.shape[:2], strides=[stride, stride],
                         pads=[top, left, bottom, right], group=groups)

    def mean_of_pixels(self, x):
        return self.node("Flatten", self.node("GlobalAveragePool", x))

    def relu(self, x):
        return self.node("Relu", x)

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


def onnx_input(x):
    return np.ascontiguousarray(x.transpose(0, 3, 1, 2)) if x.ndim == 4 else x


def onnx_model(model, result_shape):
    """The serialized graph, from "x" to one result."""
    ops = OnnxOps()
    result = model(ops, "x")
    shape = onnx_input(np.empty(model.shape, np.float32)).shape
    graph = helper.make_graph(ops.nodes, model.name, [helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)],
                              [helper.make_tensor_value_info(result, TensorProto.FLOAT, result_shape)], ops.constants)
    proto = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
    onnx.checker.check_model(proto, full_check=True)
    return proto.SerializeToString()
