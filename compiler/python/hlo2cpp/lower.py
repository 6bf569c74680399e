"""What is given to compile() as an HLO module, with the names and the trees of its arguments and results."""
from __future__ import annotations

import contextlib
import gzip
import inspect
import os
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable

from .errors import CompileError, need_jax

# Without a machine's own library calls first; not every function can be lowered for it.
PLATFORMS = ("generic", "cpu", "tpu")


@dataclass
class Source:
    """A module and how Python calls it. Leaves are numbered as the module's parameters are."""
    module: bytes | Path
    in_tree: Any = None  # of (args, kwargs); None: arrays, one a parameter
    out_tree: Any = None
    kept: list[int] | None = None  # leaves of in_tree that are parameters
    names: list[str] = field(default_factory=list)  # of all leaves, as in Python
    function: Callable | None = None  # what JAX runs
    static: dict[int, Any] = field(default_factory=dict)  # arguments by their number that are no arrays
    example: list[Any] = field(default_factory=list)  # leaves
    frozen: int = 0  # leaves at the front that become constants
    x64: bool | None = None
    next_value: dict[int, int] = field(default_factory=dict)  # of leaves that are state: the number of the result


def proto(lowered) -> bytes:
    """The HloModuleProto of a jax.stages.Lowered."""
    return lowered.compiler_ir("hlo").as_serialized_hlo_module_proto()


def with_x64(x64: bool | None):
    """A context with JAX's 64-bit types on or off, or as they are."""
    if x64 is None:
        return contextlib.nullcontext()
    jax = need_jax("x64=")
    enable = getattr(jax, "enable_x64", None)
    if enable is None:
        from jax.experimental import enable_x64 as enable
    return enable(x64)


def donates(lowered) -> bool:
    """Whether an argument is given away."""
    return any(leaf.donated for leaf in need_jax("donation").tree.leaves(lowered.args_info))


def lower_traced(traced):
    """Lowers for the first platform that the function has rules for."""
    last: Exception | None = None
    for platform in PLATFORMS:
        try:
            lowered = traced.lower(lowering_platforms=(platform,))
            if platform == "generic" and donates(lowered):  # JAX says there nothing of what is written into arguments
                continue
            return lowered
        except (NotImplementedError, ValueError) as error:
            last = error
    raise CompileError(f"JAX cannot lower this function: {last}") from last


def parameter_names(function: Callable) -> list[str]:
    """Of the function's arguments; empty where Python does not tell."""
    try:
        return list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return []


def pair_state(source: "Source", function: Callable, states: list[str], args: tuple, out_info) -> None:
    """Finds for each argument that is state the element of the result that is its next value: the first one of the same
    tree and shapes. JAX pairs what is donated by shapes alone, which may be another result."""
    jax = need_jax("state=")
    known = parameter_names(function)
    parts = list(out_info) if isinstance(out_info, (tuple, list)) else [out_info]
    starts = [0]
    for part in parts:
        starts.append(starts[-1] + jax.tree.structure(part).num_leaves)
    free = set(range(len(parts)))
    for state in states:
        if state not in known[:len(args)]:
            raise CompileError(f"state={state!r}: no argument has that name; they are {', '.join(known)}")
        wanted = _like(jax, args[known.index(state)])
        found = next((i for i in sorted(free) if _like(jax, parts[i]) == wanted), None)
        if found is None:
            raise CompileError(f"state={state!r}: no element of the result has its tree and shapes, so that it has no next value")
        free.remove(found)
        leaves = [i for i, n in enumerate(source.names) if n == state or n.startswith((state + "[", state + "."))]
        source.next_value.update({leaf: starts[found] + i for i, leaf in enumerate(leaves)})


def _like(jax, tree):
    leaves, structure = jax.tree.flatten(tree)
    return structure, [(tuple(jax.numpy.shape(x)), jax.dtypes.canonicalize_dtype(getattr(x, "dtype", type(x)))) for x in leaves]


def leaf_names(jax, function: Callable, dynamic: list[tuple[int, Any]]) -> list[str]:
    """`params['dense']['kernel']`: as JAX spells them in a module's metadata."""
    known = parameter_names(function)
    names = []
    for number, argument in dynamic:
        root = known[number] if number < len(known) else f"args[{number}]"
        names += [root + jax.tree_util.keystr(path) for path, _ in jax.tree_util.tree_leaves_with_path(argument)]
    return names


def from_function(function: Callable, args: tuple, static_argnums, donate, state: list[str], frozen: int,
                  x64: bool | None) -> Source:
    """Traces and lowers; args include what is frozen, the first of them."""
    jax = need_jax("compiling a function")
    static = {int(i) % len(args): args[int(i) % len(args)] for i in static_argnums}
    roots = parameter_names(function)
    donated = tuple(i for i in donate if not (i < len(roots) and roots[i] in state))
    jitted = hasattr(function, "trace") and hasattr(function, "lower")
    plain = jitted and not static and not donated and not state
    with with_x64(x64), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Some donated buffers were not usable")
        to_trace = function if plain else jax.jit(_plain(function) if state else function, static_argnums=tuple(static), donate_argnums=donated,
                                                  keep_unused=True)
        lowered = lower_traced(to_trace.trace(*args))
        module = proto(lowered)
    dynamic = [(i, a) for i, a in enumerate(args) if i not in static]
    source = from_lowered(lowered, module)
    source.names = leaf_names(jax, function, dynamic)
    source.example = jax.tree.leaves([a for _, a in dynamic])
    source.function, source.static, source.x64 = function, static, x64
    if frozen:
        source.frozen = len(jax.tree.leaves(args[0]))
    if state:
        with with_x64(x64):
            pair_state(source, function, state, args, lowered.out_info)
    return source


def _plain(function: Callable) -> Callable:
    return inspect.unwrap(function)  # what it donates by itself is state


def from_lowered(lowered, module: bytes | None = None) -> Source:
    """A jax.stages.Lowered, whose arguments that are not used may be gone."""
    count = lowered.in_tree.num_leaves
    try:
        kept = sorted(lowered._lowering.compile_args["kept_var_idx"])
    except (AttributeError, KeyError, TypeError):
        kept = list(range(count))
    return Source(module or proto(lowered), lowered.in_tree, lowered.out_tree, kept)


def from_exported(exported) -> Source:
    """A jax.export.Exported, as its file, which the compiler reads."""
    source = Source(bytes(exported.serialize()), exported.in_tree, exported.out_tree, list(exported.module_kept_var_idx))
    source.function = exported.call
    return source


def is_export(data: bytes) -> bool:
    """What jax.export's serialize() wrote: a flatbuffer that holds the bytecode."""
    return not data.startswith(b"ML\xefR") and b"ML\xefR" in data[:1 << 20] and b"HloModule" not in data[:64]


def from_bytes(data: bytes) -> Source:
    """HLO or StableHLO, as text or bytes, or what jax.export wrote, whose trees JAX knows where it is installed."""
    if is_export(data):
        try:
            import jax.export
            return from_exported(jax.export.deserialize(bytearray(data)))
        except ImportError:
            pass
        except Exception as error:
            raise CompileError(f"JAX cannot read this artifact: {error}") from error
    return Source(data)


def is_text(text: str) -> bool:
    """Text of a module, also a short or damaged one; else the path of one."""
    if "\n" in text:
        return True
    return ("{" in text or text.startswith("HloModule ")) and not os.path.exists(text)


def from_text_or_file(text: str | Path) -> Source:
    """Text of a module, or the path of one; an NNEF model's folder is passed on."""
    if isinstance(text, str) and is_text(text):
        return from_bytes(text.encode())
    path = Path(text)
    if not path.exists():
        raise CompileError(f"{path}: there is no such file")
    if path.is_dir() or path.name.endswith((".nnef", ".nnef.tgz")):
        return Source(path)
    data = path.read_bytes()
    return from_bytes(gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data)
