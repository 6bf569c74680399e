"""The command hlo2cpp: the binary of the package."""
from __future__ import annotations

import os
import sys

from . import binary
from .errors import CompileError, MissingPackage


def main() -> int:
    """Becomes the binary; returns only where there is none."""
    try:
        program = binary.path()
    except (CompileError, MissingPackage) as error:
        print(f"hlo2cpp: error: {error}", file=sys.stderr)
        return 1
    os.execv(program, [program, *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
