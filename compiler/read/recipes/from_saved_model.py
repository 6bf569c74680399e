import tensorflow as tf

v1 = tf.compat.v1
with v1.Session(graph=tf.Graph()) as session:  # tf.saved_model.load would want the classes of optimizers, too
    signature = v1.saved_model.load(session, ["serve"], "model").signature_def["serving_default"]  # the folder
    inputs = [signature.inputs[name] for name in sorted(signature.inputs)]
    outputs = [signature.outputs[name].name for name in sorted(signature.outputs)]
    nodes = [name.split(":")[0] for name in outputs]
    graph = v1.graph_util.convert_variables_to_constants(session, session.graph_def, nodes)
whole = v1.wrap_function(lambda: tf.graph_util.import_graph_def(graph, name=""), [])
frozen = whole.prune([value.name for value in inputs], outputs)
specs = [tf.TensorSpec([max(size.size, 1) for size in value.tensor_shape.dim], value.dtype)  # an open size becomes 1
         for value in inputs]
compiled = tf.function(lambda *x: frozen(*x), jit_compile=True)
open("model.pb", "wb").write(compiled.experimental_get_compiler_ir(*specs)(stage="hlo_serialized"))
