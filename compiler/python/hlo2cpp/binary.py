"""The compiler's binary, as a process."""
from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from .errors import CompileError


def path() -> str:
    """The binary: $HLO2CPP_BINARY, else that of the wheel."""
    chosen = os.environ.get("HLO2CPP_BINARY") or Path(__file__).parent / "bin" / "hlo2cpp"
    if shutil.which(chosen):
        return str(chosen)
    raise CompileError(f"the compiler's binary is not there: {chosen}. Install the package with pip install ./compiler/python, "
                       "or name it in HLO2CPP_BINARY")


def run(*arguments: str, allowed: tuple[int, ...] = (0,)) -> subprocess.CompletedProcess:
    """Runs the compiler; raises CompileError with its diagnostics where it ends with a status that is not allowed."""
    done = subprocess.run([path(), *map(str, arguments)], capture_output=True, text=True, errors="replace")
    if done.returncode not in allowed:
        raise CompileError(done.stderr.strip() or f"hlo2cpp ended with {done.returncode}")
    return done
