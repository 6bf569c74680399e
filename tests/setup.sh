# What the scripts of this project share: installing packages and building. Sourced by bash, from any folder.
#
# Environment: JOBS, the number of compilers at once (default: one a processor).

source_dir="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
jobs="${JOBS:-$(nproc)}"
packages=(cmake ninja-build make g++ libcli11-dev libeigen3-dev catch2 libprotobuf-dev protobuf-compiler
    nlohmann-json3-dev)
# To compare reports with their schema.
report_packages=(python3 python3-jsonschema)
# For tests/python, which installs JAX into a virtual environment.
python_packages=(python3-venv)
# For the packages of a release.
release_packages=(dpkg-dev file groff-base)
# For tests/static_analysis, beside those for boards.
analysis_packages=(clang-tidy-14 cppcheck)
# For tests/replicas: programs of several devices over both MPIs.
mpi_packages=(openmpi-bin libopenmpi-dev mpich libmpich-dev)
# For a board in QEMU, and for the other machines of tests/firmware.
board_packages=(gcc-arm-none-eabi libnewlib-arm-none-eabi qemu-system-arm)
firmware_packages=("${board_packages[@]}" python3 clang tcc qemu-user g++-aarch64-linux-gnu g++-arm-linux-gnueabihf
    g++-riscv64-linux-gnu g++-powerpc64le-linux-gnu g++-s390x-linux-gnu gcc-riscv64-unknown-elf
    picolibc-riscv64-unknown-elf qemu-system-misc)

say() { printf '\n== %s\n' "$*"; }

# install_packages [MORE...]: installs what is missing (as root), else says what to install.
install_packages() {
    local missing=()
    for package in "${packages[@]}" "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return
    say "Installing ${missing[*]}"
    if [ "$(id -u)" -ne 0 ]; then
        echo "not root: install them with  apt-get install ${missing[*]}" >&2
        exit 1
    fi
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# build PRESET [TARGET]: configures and builds a preset of CMakePresets.json, or one target of it.
build() (
    cd "$source_dir"
    say "Building: preset $1${2:+, $2}"
    local log
    log="$(mktemp)"
    cmake --preset "$1" >"$log" 2>&1 || { cat "$log"; rm "$log"; exit 1; }
    rm "$log"
    cmake --build --preset "$1" ${2:+--target "$2"} -j "$jobs"
)
