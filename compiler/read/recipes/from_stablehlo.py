from jaxlib._jax import mlir  # jaxlib before 0.6: from jaxlib.xla_extension import mlir

computation = mlir.mlir_module_to_xla_computation(open("model.mlir", "rb").read())
open("model.pb", "wb").write(computation.as_serialized_hlo_module_proto())
