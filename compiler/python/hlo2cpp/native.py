"""The generated code as a library of this process."""
from __future__ import annotations

import ctypes
import os
import shlex
import subprocess
import time
from pathlib import Path

import numpy as np

from . import dtypes
from .errors import CompileError

_CODES = {1: "NO_ARENA", 2: "MISALIGNED", 3: "NO_STATE", 4: "POISONED", 5: "TOO_MANY_ROUNDS", 6: "WRONG_WEIGHTS",
          7: "WRONG_RESULT"}


class Native:
    """NAME.cpp compiled by this machine's C++ compiler ($CXX, else c++), or NAME.c by that of C ($CC, else cc), and loaded; it has
    an arena and a state of its own."""

    def __init__(self, source: Path, name: str, report: dict):
        self._name, self._report = name, report
        library = _build(source, report)
        self._library = ctypes.CDLL(str(library))
        self._run = getattr(self._library, f"{name}_run")
        self._memory = argument_memory(report)
        self._passed = [_passed(a, m) for a, m in zip(report["arguments"], self._memory)]
        if report["state"]:
            self._own_state = getattr(self._library, f"{name}_own_state")
            self._own_state.restype = ctypes.c_void_p
            self.reset()

    def reset(self) -> None:
        """The state as it starts."""
        if self._report["state"]:
            getattr(self._library, f"{self._name}_reset")()

    def state(self, member: dict) -> np.ndarray:
        """The bytes of a member of the state, as they are in memory."""
        address = self._own_state() + member["offset"]
        return np.ctypeslib.as_array((ctypes.c_uint8 * member["bytes"]).from_address(address))

    def fill(self, leaf_values: dict[int, object]) -> None:
        """Writes arguments, by the number of their leaf."""
        fill(self._memory, leaf_values, self._report)

    def results(self) -> dict[int, np.ndarray]:
        """By the number of the result's leaf; those in the state, too."""
        places = list(zip(self._report["arguments"], self._memory))
        places += [(member, self.state(member).copy()) for member in self._report["state"]]
        return {a["result"]: dtypes.from_memory(memory, a) for a, memory in places if a["result"] is not None}

    def run(self) -> None:
        """One call; raises RuntimeError with the code's name where it is not 0."""
        code = self._run(*self._passed)
        if code:
            raise RuntimeError(f"{self._name}_run returned {self._name.upper()}_{_CODES.get(code, code)}")

    def seconds(self, calls: int) -> np.ndarray:
        """How long each of so many calls took."""
        run, passed, clock = self._run, self._passed, time.perf_counter_ns
        taken = np.empty(calls, np.int64)
        for i in range(calls):
            start = clock()
            run(*passed)
            taken[i] = clock() - start
        return taken * 1e-9


def argument_memory(report: dict) -> list[np.ndarray]:
    """Bytes for each argument of the entry."""
    return [dtypes.aligned(argument["bytes"]) for argument in report["arguments"]]


def fill(memory: list[np.ndarray], leaf_values: dict[int, object], report: dict) -> None:
    """Writes arguments, by the number of their leaf."""
    for argument, own in zip(report["arguments"], memory):
        if argument["direction"] in ("in", "inout"):
            dtypes.to_memory(leaf_values[argument["leaf"]], argument, own)


def _passed(argument: dict, memory: np.ndarray):
    """A pointer to the memory, or the scalar in it as it is at the call."""
    if not argument["by_value"]:
        return ctypes.c_void_p(memory.ctypes.data)
    return dtypes.c_type(argument["type"]).from_address(memory.ctypes.data)


def _build(source: Path, report: dict) -> Path:
    library, flags = source.with_suffix(".so"), report["options"]["host_flags"]
    language, variable, compiler, standard = (("C", "CC", "cc", "gnu99") if source.suffix == ".c"
                                              else ("C++", "CXX", "c++", "c++17"))
    command = [*(shlex.split(os.environ.get(variable, "")) or [compiler]), f"-std={standard}", "-O2", "-w", "-shared", "-fPIC",
               *shlex.split(flags), str(source), "-o", str(library), "-lm"]
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except FileNotFoundError as error:
        raise CompileError(f"calling the model needs a {language} compiler, and there is no {command[0]}: name one in {variable}") from error
    if done.returncode:
        hint = f"emulate() runs code for {report['options']['target']} in QEMU\n" if flags and report["machine"]["emulator"] else ""
        raise CompileError(f"{command[0]} ended with {done.returncode} on the generated code\n{hint}{done.stderr}")
    return library
