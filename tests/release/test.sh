#!/bin/bash
# Tests a release: its version, an installation, the Debian package and the Python wheel. Ends with 77 where pip has no
# index to install from, after all that needs none.
#
#     test.sh BUILD_FOLDER       of hlo2cpp, with the tool built
set -euo pipefail
source_dir="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
build="$(cd "$1" && pwd)"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

fail() { echo "FAILED: $*" >&2; exit 1; }

# The newest release of the change log is the version of the tool.
version="$("$build/hlo2cpp" --version | cut -d ' ' -f 2)"
released="$(sed -n 's/^## \[\([0-9.]*\)\] - [0-9-]*$/\1/p' "$source_dir/compiler/guide/CHANGELOG.md" | head -1)"
[ "$version" = "$released" ] || fail "the newest release in CHANGELOG.md is $released, the tool's version is $version"
echo "good: version $version"

# installed_files FOLDER: every installation has these files below its prefix, and its tool compiles the example.
installed_files() {
    local file
    for file in bin/hlo2cpp share/man/man1/hlo2cpp.1.gz share/bash-completion/completions/hlo2cpp \
        share/doc/hlo2cpp/copyright share/doc/hlo2cpp/guide/CHANGELOG.md share/doc/hlo2cpp/examples/digits/digits.pb \
        share/cmake/hlo2cpp/hlo2cppConfig.cmake; do
        [ -f "$1/$file" ] || fail "$file is not in $1"
    done
    "$1/bin/hlo2cpp" compile "$1/share/doc/hlo2cpp/examples/digits/digits.pb" --output-dir "$work/digits"
    [ -s "$work/digits/digits.cpp" ] || fail "the example is not compiled"
    rm -r "$work/digits"
}

DESTDIR="$work/staged" cmake --install "$build" --prefix /usr >/dev/null
installed_files "$work/staged/usr"
bash -n "$work/staged/usr/share/bash-completion/completions/hlo2cpp"
echo "good: cmake --install"

# The manual page gives no warnings.
gzip -dc "$work/staged/usr/share/man/man1/hlo2cpp.1.gz" >"$work/hlo2cpp.1"
if command -v groff >/dev/null; then
    groff -man -Tutf8 -ww "$work/hlo2cpp.1" 2>"$work/warnings" >/dev/null
    [ ! -s "$work/warnings" ] || { cat "$work/warnings"; fail "groff warns of the manual page"; }
    echo "good: manual page"
fi

bash "$source_dir/compiler/release/make.sh" "$work/release" >"$work/make.log" 2>&1 || true
package="$work/release/hlo2cpp_${version}_$(dpkg --print-architecture).deb"
[ -f "$package" ] || { cat "$work/make.log"; fail "there is no Debian package"; }
dpkg-deb -x "$package" "$work/unpacked"
installed_files "$work/unpacked/usr"
field() { dpkg-deb -f "$package" "$1"; }
[ "$(field Version)" = "$version" ] || fail "the package's version is $(field Version)"
[ "$(field Recommends)" = g++ ] || fail "the package does not recommend g++"
[[ "$(field Depends)" =~ ^libc6\ \(\>=\ [0-9.]+\)$ ]] || fail "the package depends on $(field Depends)"
if command -v lintian >/dev/null; then
    lintian --fail-on error "$package" || fail "lintian finds errors in the package"
fi
echo "good: $(basename "$package")"

wheel=("$work"/release/hlo2cpp-"$version"-py3-none-manylinux*.whl)
if [ ! -f "${wheel[0]}" ]; then
    tail -n 5 "$work/make.log"
    grep -q "No matching distribution" "$work/make.log" || fail "there is no wheel"
    echo "SKIPPED: pip has no index"
    exit 77
fi
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q "${wheel[0]}"
[ "$("$work/venv/bin/hlo2cpp" --version)" = "hlo2cpp $version" ] || fail "the wheel's tool has another version"
[ "$("$work/venv/bin/python" -c 'import hlo2cpp; print(hlo2cpp.__version__)')" = "$version" ] ||
    fail "the Python package has another version"
"$work/venv/bin/hlo2cpp" compile "$source_dir/samples/digits/digits.pb" --output-dir "$work/digits"
echo "good: $(basename "${wheel[0]}")"
