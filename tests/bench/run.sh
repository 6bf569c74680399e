#!/bin/bash
# Measures the speed of generated code beside ONNX Runtime and XLA:CPU, in one process on one CPU:
#
#     bash tests/bench/run.sh [--models dense_net,lstm | --layers 100] [--target native] [--rounds 20] [--cpu 1]
#
# Installs what is missing (Debian 12, as root; Python packages in build/bench/venv) and builds hlo2cpp. Works again where it
# has worked before. Environment: JOBS, compilers at once; HLO2CPP, a built hlo2cpp to measure instead; CXX (default: g++).
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../setup.sh"

bench="$source_dir/tests/bench"
folder="$source_dir/build/bench"
packages+=(python3 python3-venv)
install_packages
if [ -z "${HLO2CPP:-}" ]; then
    build release hlo2cpp
    HLO2CPP="$source_dir/build/hlo2cpp"
fi

if ! cmp -s "$bench/requirements.txt" "$folder/venv/installed.txt"; then
    say "Installing the peers in $folder/venv"
    python3 -m venv --clear "$folder/venv"
    "$folder/venv/bin/pip" install --quiet --requirement "$bench/requirements.txt"
    cp "$bench/requirements.txt" "$folder/venv/installed.txt"
fi

say "Measuring $HLO2CPP"
exec "$folder/venv/bin/python" "$bench/bench.py" --tool "$HLO2CPP" --folder "$folder" "$@"
