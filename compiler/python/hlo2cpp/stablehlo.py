"""What is no HLO yet, as HLO: StableHLO and artifacts of jax.export, through jaxlib."""
from __future__ import annotations

import gzip
from pathlib import Path

from .errors import CompileError, MissingPackage, need_jax


# An alias of an attribute or a type, an op, an op in its generic form.
MLIR_STARTS = (b"#", b"!", b"module", b"func.func", b"builtin.module", b'"func.func"', b'"builtin.module"')


def is_stablehlo(data: bytes) -> bool:
    """Bytecode of MLIR, or its text."""
    if data.startswith(b"ML\xefR"):
        return True
    if not is_text(data):
        return False
    lines = (line.strip() for line in data.splitlines())
    first = next((line for line in lines if line and not line.startswith(b"//")), b"")
    return first.startswith(MLIR_STARTS) and (b"func.func" in data or b"stablehlo." in data)


def is_text(data: bytes) -> bool:
    """It begins without control characters, which a proto has among its first tags and lengths."""
    return all(c >= 32 or c in b"\n\r\t" for c in data[:256])


def is_export(data: bytes) -> bool:
    """What jax.export's serialize() wrote: a flatbuffer that holds the bytecode."""
    return not data.startswith(b"ML\xefR") and b"ML\xefR" in data[:1 << 20] and b"HloModule" not in data[:64]


def from_stablehlo(data: bytes) -> bytes:
    """An HloModuleProto of the same program."""
    try:
        try:
            from jaxlib._jax import mlir
        except ImportError:
            from jaxlib.xla_extension import mlir
    except ImportError as error:
        raise MissingPackage("this is StableHLO, which needs jaxlib to become HLO: pip install jax") from error
    try:
        return mlir.mlir_module_to_xla_computation(data).as_serialized_hlo_module_proto()
    except Exception as error:  # jaxlib raises several types
        raise CompileError(f"jaxlib cannot convert this StableHLO: {error}") from error


def from_export(data: bytes):
    """The jax.export.Exported that was serialised."""
    need_jax("an artifact of jax.export")
    import jax.export
    try:
        return jax.export.deserialize(bytearray(data))
    except Exception as error:
        raise CompileError(f"JAX cannot read this artifact: {error}") from error


def read(path: str | Path) -> bytes:
    """A file's contents, unpacked."""
    data = Path(path).read_bytes()
    return gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
