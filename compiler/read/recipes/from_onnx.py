import jax
import numpy as np
import onnx
from jaxonnxruntime.call_onnx import call_onnx_model

model = onnx.load("model.onnx")
weights = {weight.name for weight in model.graph.initializer}
inputs = {}
for value in model.graph.input:
    if value.name not in weights:
        tensor = value.type.tensor_type
        shape = [size.dim_value or 1 for size in tensor.shape.dim]  # an open size becomes 1
        inputs[value.name] = np.zeros(shape, onnx.helper.tensor_dtype_to_np_dtype(tensor.elem_type))
function, weights = call_onnx_model(model, inputs)
lowered = jax.jit(lambda *x: function(weights, x)).lower(*inputs.values())
open("model.pb", "wb").write(lowered.compiler_ir("hlo").as_serialized_hlo_module_proto())
