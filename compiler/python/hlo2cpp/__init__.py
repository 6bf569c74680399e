"""Compiles JAX functions and XLA HLO to one dependency-free C++ file, for microcontrollers and embedded Linux.

    model = hlo2cpp.compile(predict, image, params=params, target="cortex-m7")
    model.check(image)
    model.save("firmware")
"""
from .compiler import compile
from .errors import CompileError, MissingPackage
from .model import Model

__version__ = "0.1.0"
__all__ = ["CompileError", "MissingPackage", "Model", "compile"]
