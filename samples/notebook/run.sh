#!/bin/bash
# Trains a small network in JAX, compiles it from Python, checks it, calls it on a Cortex-M7 in QEMU, and draws notebook.png; then
# executes the notebook of the same cells. Installs what is missing (Debian 12, as root).
#
#     bash samples/notebook/run.sh
#
# Environment: HLO2CPP, the compiler (default: it is built).
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../tests/setup.sh"
cd "$source_dir"

install_packages "${board_packages[@]}" "${python_packages[@]}"
[ -n "${HLO2CPP:-}" ] || build release hlo2cpp
work="build/notebook"
[ -x "$work/venv/bin/jupyter-execute" ] || { python3 -m venv "$work/venv" && "$work/venv/bin/pip" install -q jax matplotlib nbclient nbformat ipykernel; }
export PATH="$source_dir/$work/venv/bin:$PATH" PYTHONDONTWRITEBYTECODE=1
HLO2CPP_BINARY="${HLO2CPP:-$source_dir/build/hlo2cpp}" pip install -q ./compiler/python
cd "$work"
say "The script"
MPLBACKEND=agg python "$source_dir/samples/notebook/notebook.py"
say "The notebook"
python "$source_dir/samples/notebook/make_notebook.py" notebook.ipynb
echo "$work/notebook.png, $work/notebook.ipynb"
