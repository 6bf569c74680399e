#!/bin/bash
# Measures the speed of generated code beside its peers in one process on one CPU, or counts its instructions:
#
#     bash tests/bench/run.sh [--models dense_net,lstm | --models real | --networks | --layers 100 | --modules FILE...] [--peers] [--target native] [--rounds 20] [--cpu 1] [--threads 2]
#     bash tests/bench/run.sh counts [--models dense_net,lstm | --networks | --integers | --layers 100 | --modules FILE...]
#     bash tests/bench/run.sh spellings [--models chain10,unet] [--types f32,f16] [--machines cortex-m7]
#     bash tests/bench/run.sh algorithms [--cases sort,fft_64] [--machines cortex-m7] [--optimize speed]
#     bash tests/bench/run.sh control [--models kalman,ekf] [--machines cortex-m4] [--options=--finite]
#     bash tests/bench/run.sh integer_layers [--layers 64] [--check x86-64-v3] [--rounds 20]
#
# Installs what is missing (Debian 12, as root; Python packages in build/bench/venv) and builds hlo2cpp. Works again where it
# has worked before. Environment: JOBS, compilers at once; HLO2CPP, a built hlo2cpp to measure instead; CXX (default: g++).
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../setup.sh"

bench="$source_dir/tests/bench"
folder="$source_dir/build/bench"
packages+=(python3 python3-venv)
script=bench.py
if [ "${1:-}" = counts ] || [ "${1:-}" = spellings ]; then
    script="$1.py"
    shift
    packages+=(valgrind g++-aarch64-linux-gnu qemu-user "${board_packages[@]}")
fi
if [ "${1:-}" = algorithms ] || [ "${1:-}" = control ]; then
    script="$1.py"
    shift
    packages+=(valgrind libstdc++-arm-none-eabi-newlib "${board_packages[@]}")
fi
if [ "${1:-}" = integer_layers ]; then
    script="$1.py"
    shift
fi
requirements=(--requirement "$bench/requirements.txt")
case " $script $* " in *" --peers "* | *integer_layers*) requirements+=(--requirement "$bench/requirements-peers.txt") ;; esac
[ "$script" != control.py ] || requirements+=(casadi==3.8.2)
install_packages
if [ -z "${HLO2CPP:-}" ]; then
    build release hlo2cpp
    HLO2CPP="$source_dir/build/hlo2cpp"
fi

[ -d "$folder/venv" ] || python3 -m venv "$folder/venv"
say "Installing the peers in $folder/venv, where they are not"
"$folder/venv/bin/pip" install --quiet "${requirements[@]}"

# Sources of the peers of fft, which have no packages of Debian: pip unpacks them to read what they need.
if [ "$script" = algorithms.py ]; then
    sources="$folder/sources"
    mkdir -p "$sources"
    "$folder/venv/bin/pip" install --quiet "setuptools<75" wheel cython
    for package in cmsisdsp-1.10.3 cython-pocketfft-0.0.12; do
        [ -d "$sources/$package" ] && continue
        "$folder/venv/bin/pip" download --quiet --no-deps --no-binary :all: --no-build-isolation --dest "$sources" "${package%-*}==${package##*-}"
        tar -xzf "$sources/$package.tar.gz" -C "$sources"
    done
    set -- --cmsis "$sources/cmsisdsp-1.10.3" \
        --pocketfft "$sources/cython-pocketfft-0.0.12/src/cypocketfft/_pocketfft_lib/pocketfft.c" "$@"
fi

say "Measuring $HLO2CPP"
exec "$folder/venv/bin/python" "$bench/$script" --tool "$HLO2CPP" --folder "$folder" "$@"
