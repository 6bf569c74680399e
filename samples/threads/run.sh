#!/bin/bash
# Runs a network on two threads: by std::thread, by POSIX threads, and by tasks with static stacks, as a real-time kernel
# has them. Their results have the bits of one thread. Installs what is missing (Debian 12, as root).
#
#     bash samples/threads/run.sh
#
# Environment: HLO2CPP, the compiler in its build tree (default: it is built).
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../tests/setup.sh"
cd "$source_dir"

install_packages
[ -n "${HLO2CPP:-}" ] || build release hlo2cpp
hlo2cpp="${HLO2CPP:-$source_dir/build/hlo2cpp}"
cmake -S samples/threads -B build/threads -G Ninja -DCMAKE_PREFIX_PATH="$(dirname "$hlo2cpp")" >/dev/null
cmake --build build/threads
build/threads/threads
