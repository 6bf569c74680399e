"""XLA:CPU as the oracle: runs HLO text on arrays. Needs Python packages jaxlib, numpy and ml_dtypes."""

import os
import re

os.environ["XLA_FLAGS"] = "--xla_allow_excess_precision=false --xla_cpu_enable_fast_min_max=false"
os.environ["JAX_ENABLE_X64"] = "1"
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import jax
import jaxlib._hlo as hlo
import jaxlib._jax as xla
import ml_dtypes
import numpy as np

DTYPES = {
    "pred": np.bool_,
    "s8": np.int8,
    "s16": np.int16,
    "s32": np.int32,
    "s64": np.int64,
    "u8": np.uint8,
    "u16": np.uint16,
    "u32": np.uint32,
    "u64": np.uint64,
    "bf16": ml_dtypes.bfloat16,
    "f16": np.float16,
    "f32": np.float32,
    "f64": np.float64,
    "c64": np.complex64,
    "c128": np.complex128,
}
SMALL_FLOATS = {
    "f4e2m1fn": ml_dtypes.float4_e2m1fn,
    "f8e3m4": ml_dtypes.float8_e3m4,
    "f8e4m3": ml_dtypes.float8_e4m3,
    "f8e4m3fn": ml_dtypes.float8_e4m3fn,
    "f8e4m3b11fnuz": ml_dtypes.float8_e4m3b11fnuz,
    "f8e4m3fnuz": ml_dtypes.float8_e4m3fnuz,
    "f8e5m2": ml_dtypes.float8_e5m2,
    "f8e5m2fnuz": ml_dtypes.float8_e5m2fnuz,
    "f8e8m0fnu": ml_dtypes.float8_e8m0fnu,
}
NARROW_INTEGERS = {"s2": ml_dtypes.int2, "s4": ml_dtypes.int4, "u2": ml_dtypes.uint2, "u4": ml_dtypes.uint4}
NAMES = {np.dtype(v): k for k, v in {**DTYPES, **SMALL_FLOATS, **NARROW_INTEGERS}.items()}


def without_layouts(text):
    """Layouts do not change what a module computes from logical arrays; the way into XLA from here wants the default."""
    text = re.sub(r"(\b(?:pred|bf16|[csuf]\d+)\[[\d,]*\])\{[\d,]*\}", r"\1", text)
    return re.sub(r", entry_computation_layout=\{.*?\}(?=[,\n])", "", text)


def run(text, arguments):
    """The results, tuples flattened."""
    module = hlo.hlo_module_from_text(without_layouts(text))
    stablehlo = xla.mlir.hlo_to_stablehlo(module.as_serialized_hlo_module_proto())
    client = jax.devices("cpu")[0].client
    devices = xla.DeviceList(tuple(client.local_devices()[:1]))
    executable = client.compile_and_load(stablehlo, devices, xla.CompileOptions())
    results = executable.execute_sharded([jax.device_put(a) for a in arguments])
    return [np.asarray(a[0]) for a in results.disassemble_into_single_device_arrays()]
