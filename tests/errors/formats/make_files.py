#!/usr/bin/env python3
"""Writes the files of this folder, as each framework exports the model of model.py.

    make_files.py [FRAMEWORK]...      of jax, onnx, tensorflow, torch; default: those that this Python can import
"""

import gzip
import importlib.util
import os
import pathlib
import sys

import numpy as np

from model import W, X

HERE = pathlib.Path(__file__).parent


def from_jax():
    import io

    import jax
    import jax.export
    import jax.numpy as jnp

    jax.config.update("jax_hlo_source_file_canonicalization_regex", ".*/")  # no paths of this machine
    function = jax.jit(lambda x: jnp.tanh(x @ W))
    lowered = function.lower(X)
    (HERE / "stablehlo.mlir").write_text(lowered.as_text())
    (HERE / "stablehlo_debug.mlir").write_text(lowered.as_text(debug_info=True))
    bytecode = io.BytesIO()
    lowered.compiler_ir("stablehlo").operation.write_bytecode(bytecode)
    (HERE / "stablehlo.mlirbc").write_bytes(bytecode.getvalue())
    exported = jax.export.export(function)(X)
    (HERE / "export.jax").write_bytes(exported.serialize())
    (HERE / "portable.mlirbc").write_bytes(exported.mlir_module_serialized)
    hlo = lowered.compiler_ir("hlo")
    module = hlo.as_serialized_hlo_module_proto()
    (HERE / "module.pb").write_bytes(module)
    (HERE / "module.pb.gz").write_bytes(gzip.compress(module, mtime=0))
    (HERE / "module.txt.gz").write_bytes(gzip.compress(hlo.as_hlo_text(True).encode(), mtime=0))
    np.save(HERE / "array.npy", X)
    np.savez(HERE / "arrays.npz", x=X)


def from_onnx():
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    tensor = lambda name, shape: helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
    nodes = [helper.make_node("MatMul", ["x", "w"], ["h"]), helper.make_node("Tanh", ["h"], ["y"])]
    graph = helper.make_graph(nodes, "g", [tensor("x", [2, 4])], [tensor("y", [2, 3])], [numpy_helper.from_array(W, "w")])
    model = helper.make_model(graph, producer_name="make_files", opset_imports=[helper.make_opsetid("", 17)])
    onnx.save(model, HERE / "model.onnx")


def from_tensorflow():
    import keras
    import tensorflow as tf
    import tf_keras

    class Model(tf.Module):
        def __init__(self):
            super().__init__()
            self.w = tf.Variable(W)

        @tf.function(input_signature=[tf.TensorSpec((2, 4), tf.float32, name="x")])
        def __call__(self, x):
            return {"y": tf.tanh(x @ self.w)}

    class Looping(Model):
        @tf.function(input_signature=[tf.TensorSpec((2, 4), tf.float32, name="x")])
        def __call__(self, x):
            step = lambda i, y: (i + 1, tf.tanh(x @ self.w))
            return {"y": tf.while_loop(lambda i, y: i < 2, step, (0, tf.zeros((2, 3))))[1]}

    model = Model()
    for saved, folder in [(model, "saved_model"), (Looping(), "saved_model_loop")]:
        tf.saved_model.save(saved, str(HERE / folder), signatures=saved.__call__.get_concrete_function())
        (HERE / folder / "fingerprint.pb").unlink()
    trained = Model()  # with the state of an optimizer of Keras 2, which Keras 3 cannot load
    trained.optimizer = tf_keras.optimizers.legacy.SGD(0.0, momentum=0.5)
    trained.optimizer.apply_gradients([(tf.zeros_like(trained.w), trained.w)])
    tf.saved_model.save(trained, str(HERE / "saved_model_trained"), signatures=trained.__call__.get_concrete_function())
    (HERE / "saved_model_trained" / "fingerprint.pb").unlink()
    graph = model.__call__.get_concrete_function().graph.as_graph_def()
    (HERE / "graph.pb").write_bytes(graph.SerializeToString(deterministic=True))
    layers = [keras.layers.Input(batch_shape=(2, 4)), keras.layers.Dense(3, activation="tanh", use_bias=False)]
    network = keras.Sequential(layers)
    network.set_weights([W])
    network.save(HERE / "model.keras")
    network.save(HERE / "model.h5")
    step = keras.layers.SimpleRNN(3, use_bias=False)  # of one step: the recurrent weights meet zeros
    recurrent = keras.Sequential([keras.layers.Input(batch_shape=(2, 4)), keras.layers.Reshape((1, 4)), step])
    recurrent.set_weights([W, np.eye(3)])
    recurrent.save(HERE / "recurrent.keras")
    (HERE / "model.tflite").write_bytes(tf.lite.TFLiteConverter.from_keras_model(network).convert())


def from_torch():
    import torch

    class Model(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.w = torch.nn.Parameter(torch.tensor(W))

        def forward(self, x):
            return torch.tanh(x @ self.w)

    model = Model().eval()
    x = torch.tensor(X)
    torch.save(model.state_dict(), HERE / "weights.pt")
    torch.save(model.state_dict(), HERE / "old_weights.pt", _use_new_zipfile_serialization=False)
    torch.jit.save(torch.jit.trace(model, x), str(HERE / "script.pt"))
    program = torch.export.export(model, (x,))
    for node in program.graph.nodes:
        node.meta.pop("stack_trace", None)  # no paths of this machine
    torch.export.save(program, str(HERE / "model.pt2"))


if __name__ == "__main__":
    os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
    makers = {"jax": from_jax, "onnx": from_onnx, "tensorflow": from_tensorflow, "torch": from_torch}
    for framework, make in makers.items():
        if framework in sys.argv[1:] or (not sys.argv[1:] and importlib.util.find_spec(framework)):
            make()
            print("wrote the files of", framework)
