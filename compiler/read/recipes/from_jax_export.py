import jax
import jax.export

exported = jax.export.deserialize(bytearray(open("model.jax", "rb").read()))
args, kwargs = jax.tree.unflatten(exported.in_tree, exported.in_avals)
lowered = jax.jit(exported.call).lower(*args, **kwargs)
open("model.pb", "wb").write(lowered.compiler_ir("hlo").as_serialized_hlo_module_proto())
