#!/bin/bash
# The Python package, with the compiler that is built already. Ends with 77 where Python or JAX cannot be had.
#
#     test.sh BUILD_FOLDER [ARGUMENTS OF PYTEST]
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
build="$(cd "$1" && pwd)"
shift
venv="$build/python-venv"
skip() { echo "SKIPPED: $*"; exit 77; }

python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || skip "there is no Python 3.10 or later"
if ! cmp -s "$here/requirements.txt" "$venv/installed"; then
    python3 -m venv "$venv" >/dev/null 2>&1 || skip "python3 -m venv does not work (Debian: apt-get install python3-venv)"
    timeout 400 "$venv/bin/pip" install -q -r "$here/requirements.txt" >"$venv/pip.log" 2>&1 ||
        skip "pip cannot install what $here/requirements.txt names: $(tail -n 1 "$venv/pip.log")"
    cp "$here/requirements.txt" "$venv/installed"
fi
export HLO2CPP_BINARY="$build/hlo2cpp" PYTHONPATH="$here/../../compiler/python" JAX_PLATFORMS=cpu PYTHONDONTWRITEBYTECODE=1
cd "$here"
exec "$venv/bin/python" -m pytest -q -p no:cacheprovider "$@" .
