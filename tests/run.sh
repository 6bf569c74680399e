#!/bin/bash
# Builds hlo2cpp and runs all tests, from a bare Debian 12 on:
#
#     bash tests/run.sh
#
# Installs what is missing with apt (as root), builds the presets release and sanitize in build/ and build-sanitize/.
# Works again where it has worked before.
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

# The instrumented build takes what the tests leave of the processors, while they wait for packages, emulators and each other.
log="$(mktemp)"
(renice -n 10 "$BASHPID" >/dev/null; build sanitize) >"$log" 2>&1 &
building=$!
failed=false
say "All tests but the unit tests"
ctest --preset release -j "$jobs" || failed=true
wait "$building" || { cat "$log"; failed=true; }
rm "$log"
! $failed || exit 1

say "Unit tests and evaluator under the address and undefined-behaviour sanitizers"
ctest --preset sanitize -j "$jobs"

say "All good"
