import tensorflow as tf
from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2

model = tf.saved_model.load("model")  # the folder
function = model.signatures["serving_default"]
inputs = [tf.TensorSpec([size or 1 for size in spec.shape], spec.dtype, spec.name)  # an open size becomes 1
          for spec in function.structured_input_signature[1].values()]
traced = tf.function(lambda *x: function(**{spec.name: value for spec, value in zip(inputs, x)}))
frozen = convert_variables_to_constants_v2(traced.get_concrete_function(*inputs))
compiled = tf.function(lambda *x: frozen(*x), jit_compile=True)
open("model.pb", "wb").write(compiled.experimental_get_compiler_ir(*inputs)(stage="hlo_serialized"))
