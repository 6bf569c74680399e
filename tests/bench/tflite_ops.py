"""The operations of ops.py as a TensorFlow Lite model, in the forms that its converter writes and XNNPACK runs.

Images are NHWC there, whatever the model's layout.
"""
import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema

from ops import EPSILON

RELU = schema.ActivationFunctionType.RELU
TYPES = {"float32": schema.TensorType.FLOAT32, "int32": schema.TensorType.INT32}
VERSIONS = {"TRANSPOSE_CONV": 3} # the first one that takes a bias; of others the first one serves


def same_padding(size, window, stride, dilation):
    """What the padding SAME is for one dimension."""
    total = max((-(-size // stride) - 1) * stride + (window - 1) * dilation + 1 - size, 0)
    return total // 2, total - total // 2


class TfliteOps:
    """A value is its index among the tensors; index -1 is none."""

    def __init__(self, shape):
        self.tensors, self.buffers, self.operators, self.codes = [], [schema.BufferT()], [], []
        self.x = self.tensor(shape)

    def tensor(self, shape, kind="float32", **fields):
        self.tensors.append(schema.TensorT(shape=[int(size) for size in shape], type=TYPES[kind], hasRank=True,
                                           name=f"tensor{len(self.tensors)}", **fields))
        return len(self.tensors) - 1

    def constant(self, array):
        array = np.asarray(array)
        self.buffers.append(schema.BufferT(data=np.frombuffer(array.tobytes(), np.uint8)))
        return self.tensor(array.shape, str(array.dtype), buffer=len(self.buffers) - 1)

    def integers(self, *values):
        return self.constant(np.array(values, np.int32))

    def shape(self, x):
        return tuple(self.tensors[x].shape)

    def node(self, op, shape, *inputs, options=None, kind="float32"):
        """The value of an operator; its options are an object of the schema's class for them."""
        indices = [self.constant(value) if isinstance(value, np.ndarray) else value for value in inputs]
        if op not in self.codes:
            self.codes.append(op)
        y = self.tensor(shape, kind)
        name = type(options).__name__.removesuffix("T") if options else "NONE"
        self.operators.append(schema.OperatorT(opcodeIndex=self.codes.index(op), inputs=indices, outputs=[y], builtinOptions=options,
                                               builtinOptionsType=getattr(schema.BuiltinOptions, name)))
        return y

    def elementwise(self, op, x, y, options=None):
        shapes = [value.shape if isinstance(value, np.ndarray) else self.shape(value) for value in (x, y)]
        return self.node(op, np.broadcast_shapes(*shapes), x, y, options=options)

    def add(self, x, y):
        return self.elementwise("ADD", x, y, schema.AddOptionsT())

    def multiply(self, x, y):
        return self.elementwise("MUL", x, y, schema.MulOptionsT())

    def scale(self, x, factor):
        return self.multiply(x, np.array(factor, np.float32))

    def matmul(self, x, y):
        if isinstance(y, np.ndarray):
            return self.dense(x, y, -1)
        shape = (*self.shape(x)[:-1], self.shape(y)[-1])
        return self.node("BATCH_MATMUL", shape, x, y, options=schema.BatchMatMulOptionsT())

    def matvec(self, w, x):
        return self.dense(x, w.T, -1)

    def dense(self, x, w, b):
        rows = self.shape(x)[:-1] or (1,)
        return self.node("FULLY_CONNECTED", (*rows, w.shape[1]), x, w.T, b, options=schema.FullyConnectedOptionsT())

    def padded(self, x, window, stride, pads, dilation):
        """The image, and the padding that is left to the convolution."""
        if pads == ((0, 0), (0, 0)):
            return x, schema.Padding.VALID
        batch, *sizes, channels = self.shape(x)
        if list(pads) == [same_padding(size, of, stride, dilation) for size, of in zip(sizes, window)]:
            return x, schema.Padding.SAME
        amounts = np.array([(0, 0), *pads, (0, 0)], np.int32)
        shape = (batch, *(size + sum(pad) for size, pad in zip(sizes, pads)), channels)
        return self.node("PAD", shape, x, amounts, options=schema.PadOptionsT()), schema.Padding.VALID

    def conv(self, x, w, b, stride, pads, groups=1, dilation=1):
        batch, *sizes, inputs = self.shape(x)
        window, outputs = w.shape[:2], w.shape[3]
        results = [(size + sum(pad) - (of - 1) * dilation - 1) // stride + 1 for size, of, pad in zip(sizes, window, pads)]
        x, padding = self.padded(x, window, stride, pads, dilation)
        fields = dict(padding=padding, strideW=stride, strideH=stride, dilationWFactor=dilation, dilationHFactor=dilation)
        if groups > 1 and groups == inputs:
            op, order = "DEPTHWISE_CONV_2D", (2, 0, 1, 3)
            options = schema.DepthwiseConv2DOptionsT(depthMultiplier=outputs // inputs, **fields)
        else:
            op, order, options = "CONV_2D", (3, 0, 1, 2), schema.Conv2DOptionsT(**fields)
        return self.node(op, (batch, *results, outputs), x, w.transpose(order), b, options=options)

    def conv_transpose(self, x, w, b, stride):
        batch, *sizes, _ = self.shape(x)
        shape = (batch, *((size - 1) * stride + of for size, of in zip(sizes, w.shape)), w.shape[3])
        options = schema.TransposeConvOptionsT(padding=schema.Padding.VALID, strideW=stride, strideH=stride)
        return self.node("TRANSPOSE_CONV", shape, self.integers(*shape), w[::-1, ::-1].transpose(3, 0, 1, 2), x, b, options=options)

    def max_pool(self, x, size, stride, padding="VALID"):
        batch, *sizes, channels = self.shape(x)
        options = schema.Pool2DOptionsT(padding=getattr(schema.Padding, padding), strideW=stride, strideH=stride,
                                        filterWidth=size, filterHeight=size)
        left_out = size - 1 if padding == "VALID" else 0
        places = ((of - left_out - 1) // stride + 1 for of in sizes)
        return self.node("MAX_POOL_2D", (batch, *places, channels), x, options=options)

    def mean_of_pixels(self, x):
        batch, *_, channels = self.shape(x)
        return self.node("MEAN", (batch, channels), x, self.integers(1, 2), options=schema.ReducerOptionsT())

    def cumsum(self, x, axis):
        return self.node("CUMSUM", self.shape(x), x, np.array(axis, np.int32), options=schema.CumsumOptionsT())

    def argmax(self, x):
        shape = self.shape(x)[:-1]
        found = self.node("ARG_MAX", shape, x, np.array(-1, np.int32), kind="int32",
                          options=schema.ArgMaxOptionsT(outputType=schema.TensorType.INT32))
        return self.node("CAST", shape, found, options=schema.CastOptionsT(inDataType=schema.TensorType.INT32))

    def relu(self, x):
        """Fused: what made x is read by nothing else in these models."""
        self.operators[-1].builtinOptions.fusedActivationFunction = RELU
        return x

    def clip(self, x, low, high):
        if (low, high) != (0, 6):
            raise ValueError("only RELU6 limits")
        return self.node("RELU6", self.shape(x), x)

    def sigmoid(self, x):
        return self.node("LOGISTIC", self.shape(x), x)

    def tanh(self, x):
        return self.node("TANH", self.shape(x), x)

    def concat_features(self, images):
        shape = (*self.shape(images[0])[:-1], sum(self.shape(image)[-1] for image in images))
        return self.node("CONCATENATION", shape, *images, options=schema.ConcatenationOptionsT(axis=3))

    def scale_features(self, x, factors):
        return self.multiply(x, self.reshape(factors, (1, 1, 1, self.shape(factors)[-1])))

    def upsample(self, x):
        batch, height, width, features = self.shape(x)
        return self.node("RESIZE_NEAREST_NEIGHBOR", (batch, 2 * height, 2 * width, features), x,
                         self.integers(2 * height, 2 * width), options=schema.ResizeNearestNeighborOptionsT())

    def gelu(self, x):
        return self.node("GELU", self.shape(x), x, options=schema.GeluOptionsT(approximate=True))

    def softmax(self, x):
        return self.node("SOFTMAX", self.shape(x), x, options=schema.SoftmaxOptionsT(beta=1))

    def layer_norm(self, x, gain, bias):
        def mean(x):
            return self.node("MEAN", (*self.shape(x)[:-1], 1), x, self.integers(-1), options=schema.ReducerOptionsT(keepDims=True))

        centre = mean(x)
        variance = mean(self.elementwise("SQUARED_DIFFERENCE", x, centre, schema.SquaredDifferenceOptionsT()))
        factor = self.node("RSQRT", self.shape(variance), self.add(variance, np.array(EPSILON, np.float32)))
        centred = self.elementwise("SUB", x, centre, schema.SubOptionsT())
        return self.add(self.multiply(self.multiply(centred, factor), gain), bias)

    def reshape(self, x, shape):
        return self.node("RESHAPE", shape, x, self.integers(*shape), options=schema.ReshapeOptionsT(newShape=list(shape)))

    def transpose(self, x, order):
        return self.node("TRANSPOSE", [self.shape(x)[i] for i in order], x, self.integers(*order), options=schema.TransposeOptionsT())

    def lstm(self, x, wx, wh, b):
        """Gates come in ONNX's order, here they are input, forget, cell, output; -1: no peepholes, projection or norms."""
        (rows, features), units, order = self.shape(x), wh.shape[0], (0, 2, 3, 1)
        weights = [np.split(array.T, 4)[gate] for array in (wx, wh) for gate in order]
        biases = [np.split(b, 4)[gate] for gate in order]
        state = [self.tensor((1, units), isVariable=True) for _ in range(2)]
        options = schema.UnidirectionalSequenceLSTMOptionsT(timeMajor=True, fusedActivationFunction=schema.ActivationFunctionType.TANH)
        y = self.node("UNIDIRECTIONAL_SEQUENCE_LSTM", (rows, 1, units), self.reshape(x, (rows, 1, features)), *weights, *[-1] * 3,
                      *biases, *[-1] * 2, *state, *[-1] * 4, options=options)
        return self.reshape(y, (rows, units))

    def model(self, y):
        """The serialized graph, from x to y."""
        codes = [getattr(schema.BuiltinOperator, op) for op in self.codes]
        graph = schema.SubGraphT(tensors=self.tensors, inputs=[self.x], outputs=[y], operators=self.operators)
        model = schema.ModelT(version=3, subgraphs=[graph], buffers=self.buffers, operatorCodes=[
            schema.OperatorCodeT(builtinCode=code, deprecatedBuiltinCode=min(code, 127), version=VERSIONS.get(op, 1))
            for op, code in zip(self.codes, codes)])
        builder = flatbuffers.Builder()
        builder.Finish(model.Pack(builder), b"TFL3")
        return bytes(builder.Output())
