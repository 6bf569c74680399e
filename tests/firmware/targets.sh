# The machines that the firmware tests run on; sourced by bash.
#
# name | target of hlo2cpp | runner | how to run a program | compiler and flags
firmware_targets=(
    "host|generic|linux||g++"
    "host-clang|generic|linux||clang++"
    "cortex-m4|cortex-m4|an386|qemu-system-arm -M mps2-an386|arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=hard"
    "cortex-m7|cortex-m7|an500|qemu-system-arm -M mps2-an500|arm-none-eabi-gcc -mcpu=cortex-m7 -mthumb -mfpu=fpv5-d16 -mfloat-abi=hard"
    "cortex-m55|cortex-m55|an547|qemu-system-arm -M mps3-an547|arm-none-eabi-gcc -mcpu=cortex-m55 -mthumb -mfloat-abi=hard"
    "cortex-m0|generic|an386|qemu-system-arm -M mps2-an386|arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb"
    "rv32imc|generic|virt|qemu-system-riscv32 -M virt -bios none|riscv64-unknown-elf-gcc -march=rv32imc -mabi=ilp32 --specs=picolibc.specs"
    "aarch64|cortex-a|linux|qemu-aarch64|aarch64-linux-gnu-g++ -mcpu=cortex-a72 -static"
    "aarch64-dots|cortex-a76|linux|qemu-aarch64 -cpu max|aarch64-linux-gnu-g++ -mcpu=cortex-a76 -static"
    "aarch64-clang|cortex-a|linux|qemu-aarch64|clang++ --target=aarch64-linux-gnu -mcpu=cortex-a72 -static"
    "armv7|generic|linux|qemu-arm|arm-linux-gnueabihf-g++ -march=armv7-a -mfpu=vfpv3-d16 -mfloat-abi=hard -static"
    "riscv64|generic|linux|qemu-riscv64|riscv64-linux-gnu-g++ -march=rv64gc -static"
    "s390x|generic|linux|qemu-s390x|s390x-linux-gnu-g++ -static"
    "x86-64-v2|x86-64-v2|linux|qemu-x86_64 -cpu Nehalem|g++ -march=x86-64-v2"
)
grep -q avx2 /proc/cpuinfo && firmware_targets+=("x86-64-v3|x86-64-v3|linux||g++ -march=x86-64-v3")

grep -q avx512_vnni /proc/cpuinfo &&
    firmware_targets+=("x86-64-v4-vnni|x86-64-v4-vnni|linux||g++ -march=x86-64-v4 -mavx512vnni")

# What bare metal is compiled with beside the machine's flags, as the generated code promises that it can be.
freestanding="-ffreestanding -fno-exceptions -fno-rtti"
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wdouble-promotion -Wvla -Wcast-align -Wcast-qual
    -Wold-style-cast -Wundef -Wmissing-declarations -Werror"

# Boards: an386, an500 and an547 are QEMU's MPS2 and MPS3 (an ARMv6-M program runs on a Cortex-M4 as it is), virt is RISC-V.
without_fpu() { [ "$1" != linux ] && [ "$2" = generic ]; } # RUNNER CODE
board_start() { [ "$1" = virt ] && echo start_riscv.cpp || echo start.cpp; }
board_script() { [ "$1" = virt ] && echo virt.ld || (cd "$board" && echo mps?_"$1".ld); }
# run_board RUNNER EMULATOR PROGRAM: what the program prints.
run_board() {
    local console="-serial none -semihosting-config enable=on,target=native"
    [ "$1" = virt ] && console="-serial stdio"
    timeout 300 $2 -display none -monitor none $console -icount shift=0 -kernel "$3" 2>&1 # semihosting writes to standard error
}
