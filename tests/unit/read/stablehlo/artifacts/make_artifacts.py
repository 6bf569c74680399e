#!/usr/bin/env python3
"""Writes the bytecode files beside it from the .mlir files, by the serializer in jaxlib, and files of jax.export.

    python3 tests/unit/read/stablehlo/artifacts/make_artifacts.py        (jax 0.10.2)

NAME.VERSION.mlirbc is the portable artifact for that version of StableHLO; NAME.raw.mlirbc is what MLIR itself writes;
NAME.generic.mlir is the same program as text, with locations.
"""
import io
import pathlib

import jax
import jax.numpy as jnp
from jax._src.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

HERE = pathlib.Path(__file__).parent
# Bytecode of the versions 0, 1, 3 and 4, then 6.
VERSIONS = {
    "basics": ["0.9.0", "0.10.0", "0.12.0", "0.14.0", "0.16.0", "1.0.0", "1.9.0", "1.17.0"],
    "newer": ["1.11.0", "1.17.0"],
    "notes": ["1.9.0"],
    "scans": [],
}


def write_artifacts():
    with mlir.make_ir_context() as context:
        for name, versions in VERSIONS.items():
            source = (HERE / f"{name}.mlir").read_text()
            module = ir.Module.parse(source)
            text = module.operation.get_asm(enable_debug_info=True, print_generic_op_form=True)
            (HERE / f"{name}.generic.mlir").write_text(text)
            raw = io.BytesIO()
            module.operation.write_bytecode(raw)
            (HERE / f"{name}.raw.mlirbc").write_bytes(raw.getvalue())
            for version in versions:
                module = ir.Module.parse(source)  # the serializer changes it
                artifact = stablehlo.serialize_portable_artifact(module, version, allow_other_dialects=True)
                (HERE / f"{name}.{version}.mlirbc").write_bytes(artifact)


def write_exports():
    def model(params, x, unused, *, scale):
        return {"y": x @ params["w"] + params["b"][0] * scale}

    params = {"w": jnp.ones((3, 2)), "b": (jnp.ones(2), jnp.ones(3))}
    exported = jax.export.export(jax.jit(model))(params, jnp.ones((4, 3)), 1, scale=jnp.float32(2))
    (HERE / "params.export").write_bytes(exported.serialize())
    exported = jax.export.export(jax.jit(jnp.sin), platforms=["tpu", "cpu"])(jnp.ones(3))
    (HERE / "platforms.export").write_bytes(exported.serialize())


if __name__ == "__main__":
    write_artifacts()
    write_exports()
