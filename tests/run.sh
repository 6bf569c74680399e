#!/bin/bash
# Builds hlo2cpp and runs the tests, from a bare Debian 12 on:
#
#     bash tests/run.sh          the test command: the preset release in build/, in some twenty minutes on two processors
#     bash tests/run.sh long     then what takes hours: long sweeps, and the unit tests and the evaluator under the address and
#                                undefined-behaviour sanitizers, which the preset sanitize builds in build-sanitize/
#
# Installs what is missing with apt (as root). Works again where it has worked before.
# Environment: JOBS, the number of compilers at once (default: one a processor).
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$source_dir"

install_packages
# The build needs none of the others, and a download leaves processors idle.
install_packages "${firmware_packages[@]}" "${report_packages[@]}" "${python_packages[@]}" "${analysis_packages[@]}" \
    "${release_packages[@]}" "${mpi_packages[@]}" clang-format-14 &
others=$!
build release || { wait "$others"; exit 1; }
wait "$others"
bash tests/format.sh

say "All tests"
ctest --preset release -j "$jobs"
if [ "${1:-}" = long ]; then
    build sanitize
    ctest --preset sanitize -j "$jobs"
    ctest --preset release-long
fi

say "All good"
