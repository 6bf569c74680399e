import jax
import torch
from torchax.export import exported_program_to_jax

program = torch.export.load("model.pt2")  # saved: torch.export.save(torch.export.export(model.eval(), (x,)), "model.pt2")
weights, function = exported_program_to_jax(program)
inputs = [jax.ShapeDtypeStruct(x.shape, str(x.dtype).removeprefix("torch.")) for x in program.example_inputs[0]]
lowered = jax.jit(lambda *x: function(weights, x)).lower(*inputs)
open("model.pb", "wb").write(lowered.compiler_ir("hlo").as_serialized_hlo_module_proto())
