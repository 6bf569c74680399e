"""The command hlo2cpp: StableHLO and artifacts of jax.export become HLO, then the binary takes over."""
from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from . import binary, lower, stablehlo
from .errors import CompileError, MissingPackage

_COMMANDS = ("compile", "run", "check", "inspect", "convert")


def main() -> int:
    """Ends with the binary's status."""
    arguments = sys.argv[1:]
    try:
        program = binary.path()
        converted = _convert(arguments)
    except (CompileError, MissingPackage) as error:
        print(f"hlo2cpp: error: {error}", file=sys.stderr)
        return 1
    if converted is None:
        os.execv(program, [program, *arguments])
    number, data = converted
    with tempfile.TemporaryDirectory(prefix="hlo2cpp-") as folder:
        # The file's name is kept: NAME follows from it.
        module = Path(folder) / (Path(arguments[number]).name.split(".")[0] + ".pb")
        module.write_bytes(data)
        arguments[number] = str(module)
        return os.spawnv(os.P_WAIT, program, [program, *arguments])


def _convert(arguments: list[str]) -> tuple[int, bytes] | None:
    """The number of the argument that is no HLO yet, and its HLO."""
    if not arguments or arguments[0] not in _COMMANDS:
        return None
    for number, argument in enumerate(arguments[1:], 1):
        path = Path(argument)
        if argument.startswith("-") or not path.is_file() or path.suffix == ".npy":
            continue
        data = stablehlo.read(path)
        if stablehlo.is_stablehlo(data):
            return number, stablehlo.from_stablehlo(data)
        if stablehlo.is_export(data):
            return number, lower.from_exported(stablehlo.from_export(data)).module
    return None


if __name__ == "__main__":
    sys.exit(main())
