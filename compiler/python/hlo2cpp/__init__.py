"""Compiles JAX functions and XLA HLO to one dependency-free C++ file, for microcontrollers and embedded Linux.

    model = hlo2cpp.compile(predict, image, params=params, target="cortex-m7")
    model.check(image)
    model.save("firmware")
"""
from .compiler import compile
from .errors import CompileError, MissingPackage
from .model import Model

__all__ = ["CompileError", "MissingPackage", "Model", "compile"]


def __getattr__(name: str) -> str:
    if name == "__version__":
        from importlib.metadata import version
        return version("hlo2cpp")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
