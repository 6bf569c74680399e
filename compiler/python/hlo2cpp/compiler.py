"""compile(): from what Python has to a Model."""
from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any, Mapping, Sequence

import numpy as np

from . import binary, lower
from .model import Model
from .npy import write_npy

_NONE = object()


def compile(f: Any, *example_args: Any, name: str | None = None, target: str = "generic", out: str | Path | None = None,
            static_argnums: int | Sequence[int] = (), donate: int | Sequence[int] = (),
            state: str | Sequence[str] = (), params: Any = _NONE,
            constants: str | Path | Mapping[str, Any] | None = None, x64: bool | None = None,
            input_shapes: Mapping[str, Sequence[int]] | None = None, threads: int = 1,
            memory: Mapping[str, int | str] | str | None = None, core: str | None = None,
            entry: str | None = None, options: Sequence[str] = ()) -> Model:
    """Compiles a function or a module to C++.

    f: a function for JAX (jitted or not), a jax.stages.Lowered, a jax.export.Exported, HLO or StableHLO as text or
        bytes, or the path of a file.
    example_args: arrays, pytrees of arrays, or jax.ShapeDtypeStruct; what f is called with behind `params`.
    name: prefix of everything in the files, a C identifier; default: the function's or the file's name.
    target: the machine, as in `hlo2cpp compile --target`: `generic`, `cortex-m7`, `native` and others.
    out: folder to write NAME.h, NAME.cpp and the reports to.
    static_argnums, donate: as of jax.jit (donate_argnums); they count `params`, too.
    state: names of arguments that are kept from call to call. They start as in example_args, or as zeros.
    params: weights, f's first argument: they become constants with their names. Without it they are arguments.
    constants: the same for arguments of a module: arrays by their names, a folder of .npy files or an .npz file, as
        `hlo2cpp compile --constants` takes them. The Model is then called with the other arguments, one array each.
    x64: JAX's 64-bit types while lowering: on, off, or (None) as JAX is set.
    input_shapes: shapes of arguments that a jax.export.Exported of symbolic sizes, StableHLO or an NNEF model leaves open,
        as {"args[0]": (1, 28, 28)}; the error without them has the names.
    entry: the function of a StableHLO program to take; default: main, or the only public one.
    threads: chunks of a large step, which the context's threads run at the same time; the Model runs them one after another.
    memory: memories of the machine for arrays, the fastest first, and the bytes that the model may have there:
        {"dtcm": "64k", "sram": 262144}, or as `hlo2cpp compile --memory` takes it.
    core: the core to estimate cycles for, with its clock or without, as "cortex-m4@168MHz": report["time"] has them.
    options: more options of `hlo2cpp compile`, e.g. ["--optimize", "size"].

    Raises CompileError with the compiler's diagnostics."""
    states = [state] if isinstance(state, str) else list(state)
    source = _source(f, example_args, _numbers(static_argnums), _numbers(donate), states, params, x64)
    folder = tempfile.TemporaryDirectory(prefix="hlo2cpp-")
    name = name or _name(f)
    if constants is not None:
        if source.function is not None and callable(f):
            raise TypeError("constants= is for modules; the weights of a function become constants by params=")
        source = replace(source, in_tree=None, kept=None, function=None)
    module = _module(source, constants, Path(folder.name), name)
    switches = ["--name", name, "--target", target, *options]
    if entry is not None:
        switches += ["--entry", entry]
    if threads != 1:
        switches += ["--threads", str(threads)]
    if memory is not None:
        switches += ["--memory", _memory(memory)]
    if core is not None:
        switches += ["--core", core]
    for argument, shape in (input_shapes or {}).items():
        switches += ["--input-shape", f"{argument}={','.join(map(str, shape))}"]
    if states:
        switches += ["--state", *_initial(source, states, Path(folder.name))]
    model = Model(folder, module, name, target, switches, source)
    if out is not None:
        model.save(out)
    return model


def _memory(memory: Mapping[str, int | str] | str) -> str:
    return memory if isinstance(memory, str) else ",".join(f"{name}={size}" for name, size in memory.items())


def _numbers(value: int | Sequence[int]) -> tuple[int, ...]:
    return (value,) if isinstance(value, int) else tuple(value)


def _source(f, args, static_argnums, donate, states, params, x64) -> lower.Source:
    if isinstance(f, (bytes, bytearray)):
        return lower.from_bytes(bytes(f))
    if isinstance(f, (str, Path)):
        return lower.from_text_or_file(f)
    if type(f).__name__ == "Exported" and hasattr(f, "mlir_module_serialized"):
        return lower.from_exported(f)
    if hasattr(f, "compiler_ir"):
        return lower.from_lowered(f)
    if not callable(f):
        raise TypeError(f"{type(f).__name__} is no function, no module and no path")
    frozen = params is not _NONE
    return lower.from_function(f, ((params,) if frozen else ()) + args, static_argnums, donate, states, frozen, x64)


def _name(f) -> str:
    is_path = isinstance(f, Path) or isinstance(f, str) and not lower.is_text(f)
    text = Path(f).stem if is_path else getattr(f, "__name__", None) or getattr(f, "fun_name", "model")
    words = "".join(c if c.isascii() and c.isalnum() else " " for c in text.split(".")[0]).split()
    joined = "_".join(words) or "model"
    return joined if joined[0].isalpha() else "m" + joined


def _module(source: lower.Source, constants, folder: Path, name: str) -> Path:
    module = source.module if isinstance(source.module, Path) else folder / f"{name}.pb"
    if not isinstance(source.module, Path):
        module.write_bytes(source.module)
    options = _frozen(source, folder) + _constants(constants, folder)
    if not options:
        return module
    binary.run("convert", module, folder / "frozen.pb", *options)
    for file in folder.glob("constant*.npy"):
        file.unlink()
    return (folder / "frozen.pb").replace(folder / f"{name}.pb")


def _frozen(source: lower.Source, folder: Path) -> list[str]:
    """Options for the leaves of `params`."""
    kept = set(source.kept or [])
    return [text for leaf in range(source.frozen) if leaf in kept
            for text in _constant(source.names[leaf], _lowered_array(source, source.example[leaf]), folder / f"constant{leaf}.npy")]


def _constants(constants, folder: Path) -> list[str]:
    if constants is None:
        return []
    if not isinstance(constants, Mapping):
        return ["--constants", str(constants)]
    return [text for number, (name, value) in enumerate(constants.items())
            for text in _constant(name, np.asarray(value), folder / f"constant{number}.npy")]


def _constant(name: str, value: np.ndarray, file: Path) -> list[str]:
    return ["--constant", f"{name}={write_npy(file, value)}"]


def _initial(source: lower.Source, states: list[str], folder: Path) -> list[str]:
    """What --state says: leaves one by one, where the example has values."""
    texts = []
    if not source.next_value:
        return states  # of a module that has no function
    for leaf, result in source.next_value.items():
        value = source.example[leaf]
        concrete = hasattr(value, "__array__") or isinstance(value, (bool, int, float, complex))
        array = _lowered_array(source, value) if concrete else None
        zero = array is None or not np.any(array)
        initial = "" if zero else f"={write_npy(folder / f'state{leaf}.npy', array)}"
        texts.append(f"{source.names[leaf]}={result}{initial}")
    return texts


def _lowered_array(source: lower.Source, value) -> np.ndarray:
    """In the type that JAX gives it."""
    import jax.numpy as jnp
    with lower.with_x64(source.x64):
        return np.asarray(jnp.asarray(value))
