"""Layers of integers in TensorFlow Lite and ONNX Runtime, with the types that they are fast with: s8 there, u8 here.

Weights are s8. Images lie as each likes them; a third peer gets those of the module, which TensorFlow Lite then turns.
Results are compared with XLA's, but may be off by one: both scale by integers of their own.
"""
import flatbuffers
import numpy as np
import onnx
import onnxruntime
from ai_edge_litert import schema_py_generated as schema
from ai_edge_litert.interpreter import Interpreter
from onnx import helper

from engines import timed_loop
from tflite_ops import same_padding


def with_channels_last(layer, image):
    return np.ascontiguousarray(image.transpose(0, 2, 3, 1)) if layer.layout == "NCHW" else image


def with_channels_first(layer, image):
    return np.ascontiguousarray(image.transpose(0, 3, 1, 2)) if layer.layout == "NHWC" else image


class TfLite:
    label = "TFLite"
    turns = False # images of the module, which the network turns and turns back

    def __init__(self, layer, x, y):
        self.layer, self.tensors, self.operators, self.codes, self.buffers = layer, [], [], [], [schema.BufferT()]
        self.zero = layer.zero - 128 * (layer.type == np.uint8)
        signed = (x.astype(np.int16) - 128 * (layer.type == np.uint8)).astype(np.int8)
        self.turned = self.turns and layer.layout == "NCHW"
        given = signed if self.turned else with_channels_last(layer, signed)
        make, shape = (self.convolution, with_channels_last(layer, y).shape) if layer.kind == "conv" else (self.dense, y.shape)
        result = make(with_channels_last(layer, signed).shape, shape)
        self.interpreter = Interpreter(model_content=self.model(result), num_threads=1)
        self.interpreter.allocate_tensors()
        self.interpreter.set_tensor(self.interpreter.get_input_details()[0]["index"], given)
        self.output = self.interpreter.get_output_details()[0]["index"]
        self.run = self.interpreter._interpreter.Invoke # without the checks of invoke()

    def tensor(self, shape, scales=(1.0,), zero=0, axis=0, kind=schema.TensorType.INT8, data=None):
        quantization = schema.QuantizationParametersT(scale=np.array(scales, np.float32), quantizedDimension=axis,
                                                      zeroPoint=np.full(len(scales), zero, np.int64))
        if data is not None:
            self.buffers.append(schema.BufferT(data=np.frombuffer(np.ascontiguousarray(data).tobytes(), np.uint8)))
        self.tensors.append(schema.TensorT(shape=[int(size) for size in shape], type=kind, hasRank=True, name=f"t{len(self.tensors)}",
                                           quantization=quantization if len(scales) else None,
                                           buffer=0 if data is None else len(self.buffers) - 1))
        return len(self.tensors) - 1

    def node(self, op, version, inputs, output, options):
        code, name = getattr(schema.BuiltinOperator, op), type(options).__name__.removesuffix("T")
        self.codes.append(schema.OperatorCodeT(builtinCode=code, deprecatedBuiltinCode=min(code, 127), version=version))
        self.operators.append(schema.OperatorT(opcodeIndex=len(self.codes) - 1, inputs=inputs, outputs=[output],
                                               builtinOptions=options, builtinOptionsType=getattr(schema.BuiltinOptions, name)))
        return output

    def constants(self, weights, axis):
        layer = self.layer
        return [self.tensor(weights.shape, layer.scale, 0, axis, data=weights),
                self.tensor(layer.bias.shape, layer.scale, 0, 0, schema.TensorType.INT32, layer.bias)]

    def activation(self):
        return schema.ActivationFunctionType.RELU if self.layer.relu else schema.ActivationFunctionType.NONE

    def dense(self, shape, result):
        x = self.tensor(shape, zero=self.zero)
        options = schema.FullyConnectedOptionsT(fusedActivationFunction=self.activation())
        return self.node("FULLY_CONNECTED", 12, [x, *self.constants(self.layer.weights.T, 0)], self.tensor(result), options)

    def convolution(self, shape, result):
        layer, padding, back = self.layer, schema.Padding.VALID, lambda y: y
        if self.turned:
            x = self.transposed(self.tensor([shape[0], shape[3], *shape[1:3]], zero=self.zero), (0, 2, 3, 1), shape, self.zero)
            back = lambda y: self.transposed(y, (0, 3, 1, 2), [result[0], result[3], *result[1:3]], 0)
        else:
            x = self.tensor(shape, zero=self.zero)
        if list(layer.pads) == [same_padding(*of) for of in zip(shape[1:3], layer.weights.shape, layer.stride, layer.dilation)]:
            padding = schema.Padding.SAME
        elif np.any(layer.pads):
            pads = np.array([(0, 0), *layer.pads, (0, 0)], np.int32)
            padded = self.tensor([size + sum(pad) for size, pad in zip(shape, pads.tolist())], zero=self.zero)
            x = self.node("PAD", 2, [x, self.tensor(pads.shape, (), kind=schema.TensorType.INT32, data=pads)], padded, schema.PadOptionsT())
        fields = dict(padding=padding, strideH=layer.stride[0], strideW=layer.stride[1], dilationHFactor=layer.dilation[0],
                      dilationWFactor=layer.dilation[1], fusedActivationFunction=self.activation())
        if 1 < layer.groups == shape[3]:
            options = schema.DepthwiseConv2DOptionsT(depthMultiplier=layer.weights.shape[3] // shape[3], **fields)
            weights = self.constants(layer.weights.transpose(2, 0, 1, 3), 3)
            return back(self.node("DEPTHWISE_CONV_2D", 3, [x, *weights], self.tensor(result), options))
        weights = self.constants(layer.weights.transpose(3, 0, 1, 2), 0)
        return back(self.node("CONV_2D", 3, [x, *weights], self.tensor(result), schema.Conv2DOptionsT(**fields)))

    def transposed(self, x, order, shape, zero):
        order = self.tensor([4], (), kind=schema.TensorType.INT32, data=np.array(order, np.int32))
        return self.node("TRANSPOSE", 2, [x, order], self.tensor(shape, zero=zero), schema.TransposeOptionsT())

    def model(self, y):
        graph = schema.SubGraphT(tensors=self.tensors, inputs=[0], outputs=[y], operators=self.operators)
        builder = flatbuffers.Builder()
        builder.Finish(schema.ModelT(version=3, subgraphs=[graph], buffers=self.buffers, operatorCodes=self.codes).Pack(builder), b"TFL3")
        return bytes(builder.Output())

    def result(self):
        self.run()
        y = self.interpreter.get_tensor(self.output)
        return y.transpose(0, 3, 1, 2) if self.layer.layout == "NCHW" and not self.turned else y

    def time(self, calls):
        return timed_loop(self.run, calls)


class TurningTfLite(TfLite):
    label = "TFLite of the module's images"
    turns = True


class OnnxRuntime:
    label = "ONNX Runtime"

    def __init__(self, layer, x, y):
        self.layer, self.constants = layer, []
        up = 128 * (layer.type == np.int8)
        given = (x.astype(np.int16) + up).astype(np.uint8)
        scales = [self.constant(np.float32(1)), self.constant(np.uint8(layer.zero + up))]
        results = [self.constant(np.float32(1)), self.constant(np.uint8(0 if layer.relu else 128))]
        of_weights = [self.constant(layer.scale), self.constant(np.zeros(len(layer.scale), np.int8))]
        if layer.kind == "dense":
            inputs = ["x", *scales, self.constant(layer.weights), *of_weights, self.constant(layer.bias), *results]
            node = helper.make_node("QGemm", inputs, ["y"], domain="com.microsoft")
        else:
            given, y = with_channels_first(layer, given), with_channels_first(layer, y)
            (top, bottom), (left, right) = layer.pads
            weights = self.constant(np.ascontiguousarray(layer.weights.transpose(3, 2, 0, 1)))
            inputs = ["x", *scales, weights, *of_weights, *results, self.constant(layer.bias)]
            node = helper.make_node("QLinearConv", inputs, ["y"], strides=layer.stride, dilations=layer.dilation, group=layer.groups,
                                    pads=[top, left, bottom, right], kernel_shape=layer.weights.shape[:2])
        graph = helper.make_graph([node], "layer", [helper.make_tensor_value_info("x", onnx.TensorProto.UINT8, given.shape)],
                                  [helper.make_tensor_value_info("y", onnx.TensorProto.UINT8, y.shape)], self.constants)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)], ir_version=9)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
        self.y = onnxruntime.OrtValue.ortvalue_from_shape_and_type(y.shape, np.uint8)
        self.binding = self.session.io_binding()
        self.binding.bind_ortvalue_input("x", onnxruntime.OrtValue.ortvalue_from_numpy(given))
        self.binding.bind_ortvalue_output("y", self.y)

    def constant(self, array):
        self.constants.append(onnx.numpy_helper.from_array(np.asarray(array), f"constant{len(self.constants)}"))
        return self.constants[-1].name

    def run(self):
        self.session.run_with_iobinding(self.binding)

    def result(self):
        self.run()
        y = np.minimum(self.y.numpy().astype(np.int16) - (0 if self.layer.relu else 128), 127)
        return y.transpose(0, 2, 3, 1) if self.layer.layout == "NHWC" else y

    def time(self, calls):
        return timed_loop(self.run, calls)


PEERS = (TfLite, TurningTfLite, OnnxRuntime)
