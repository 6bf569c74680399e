import keras
import tensorflow as tf
from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2

model = keras.saving.load_model("model.keras")
inputs = [tf.TensorSpec([size or 1 for size in spec.shape], spec.dtype)  # an open size becomes 1
          for spec in model.inputs]
traced = tf.function(lambda *x: model(x[0] if len(x) == 1 else list(x)))
frozen = convert_variables_to_constants_v2(traced.get_concrete_function(*inputs), lower_control_flow=False)
compiled = tf.function(lambda *x: frozen(*x), jit_compile=True)
open("model.pb", "wb").write(compiled.experimental_get_compiler_ir(*inputs)(stage="hlo_serialized"))
