# The machines that the firmware tests run on; sourced by bash.
#
# name | target of hlo2cpp | runner | how to run a program | compiler and flags
firmware_targets=(
    "host|generic|linux||g++"
    "host-clang|generic|linux||clang++"
    "cortex-m4|cortex-m4|an386|qemu-system-arm -M mps2-an386|arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=hard"
    "cortex-m7|cortex-m7|an500|qemu-system-arm -M mps2-an500|arm-none-eabi-gcc -mcpu=cortex-m7 -mthumb -mfpu=fpv5-d16 -mfloat-abi=hard"
    "cortex-m55|cortex-m55|an547|qemu-system-arm -M mps3-an547|arm-none-eabi-gcc -mcpu=cortex-m55 -mthumb -mfloat-abi=hard"
    "cortex-m85|cortex-m85|an547|qemu-system-arm -M mps3-an547|arm-none-eabi-gcc -march=armv8.1-m.main+mve.fp+fp.dp -mthumb -mfloat-abi=hard"
    "cortex-m33|cortex-m33|an505|qemu-system-arm -M mps2-an505|arm-none-eabi-gcc -mcpu=cortex-m33 -mthumb -mfloat-abi=hard"
    "cortex-m33-nofp|cortex-m33-nofp|an505|qemu-system-arm -M mps2-an505|arm-none-eabi-gcc -mcpu=cortex-m33+nofp -mthumb"
    "cortex-m23|cortex-m23|an505|qemu-system-arm -M mps2-an505|arm-none-eabi-gcc -mcpu=cortex-m23 -mthumb"
    "cortex-m3|cortex-m3|an386|qemu-system-arm -M mps2-an385|arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb"
    "cortex-m0|cortex-m0|an386|qemu-system-arm -M mps2-an386|arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb"
    "cortex-m0plus|cortex-m0plus|an386|qemu-system-arm -M mps2-an386|arm-none-eabi-gcc -mcpu=cortex-m0plus -mthumb"
    "rv32imc|rv32imc|virt|qemu-system-riscv32 -M virt -bios none|riscv64-unknown-elf-gcc -march=rv32imc -mabi=ilp32 --specs=picolibc.specs"
    "rv32imafc|rv32imafc|virt|qemu-system-riscv32 -M virt -bios none|riscv64-unknown-elf-gcc -march=rv32imafc -mabi=ilp32f --specs=picolibc.specs"
    "esp32-as-rv32imafc|esp32|virt|qemu-system-riscv32 -M virt -bios none|riscv64-unknown-elf-gcc -march=rv32imafc -mabi=ilp32f --specs=picolibc.specs"
    "aarch64|cortex-a|linux|qemu-aarch64|aarch64-linux-gnu-g++ -mcpu=cortex-a72 -static"
    "aarch64-dots|cortex-a76|linux|qemu-aarch64 -cpu max|aarch64-linux-gnu-g++ -mcpu=cortex-a76 -static"
    "aarch64-halves|cortex-a510|linux|qemu-aarch64 -cpu max|aarch64-linux-gnu-g++ -march=armv8.2-a+dotprod+fp16fml -static"
    "aarch64-clang|cortex-a|linux|qemu-aarch64|clang++ --target=aarch64-linux-gnu -mcpu=cortex-a72 -static"
    "aarch64-sve256|aarch64-sve256|linux|qemu-aarch64 -cpu max,sve256=on|aarch64-linux-gnu-g++ -march=armv8.2-a+sve -msve-vector-bits=256 -static"
    "armv7|armv7|linux|qemu-arm|arm-linux-gnueabihf-g++ -march=armv7-a -mfpu=neon-vfpv4 -mfloat-abi=hard -static"
    "armv7-without-neon|generic|linux|qemu-arm|arm-linux-gnueabihf-g++ -march=armv7-a -mfpu=vfpv3-d16 -mfloat-abi=hard -static"
    "rv64gc|rv64gc|linux|qemu-riscv64|riscv64-linux-gnu-g++ -march=rv64gc -static"
    "rv64gcv|rv64gcv|linux|qemu-riscv64 -cpu rv64,v=true,vlen=128,vext_spec=v1.0|clang++ --target=riscv64-linux-gnu -march=rv64gcv -mllvm -riscv-v-vector-bits-min=128 -isystem /usr/riscv64-linux-gnu/include/c++/12 -isystem /usr/riscv64-linux-gnu/include/c++/12/riscv64-linux-gnu -isystem /usr/riscv64-linux-gnu/include"
    "ppc64le|ppc64le|linux|qemu-ppc64le|powerpc64le-linux-gnu-g++ -mcpu=power8 -static"
    "s390x|s390x|linux|qemu-s390x -cpu max|s390x-linux-gnu-g++ -march=z14 -static"
    "s390x-without-vectors|generic|linux|qemu-s390x|s390x-linux-gnu-g++ -static"
    "x86-64|x86-64|linux|qemu-x86_64 -cpu qemu64|g++ -march=x86-64"
    "x86-64-v2|x86-64-v2|linux|qemu-x86_64 -cpu Nehalem|g++ -march=x86-64-v2"
)
grep -q avx2 /proc/cpuinfo && firmware_targets+=("x86-64-v3|x86-64-v3|linux||g++ -march=x86-64-v3")

grep -q avx512_vnni /proc/cpuinfo &&
    firmware_targets+=("x86-64-v4-vnni|x86-64-v4-vnni|linux||g++ -march=x86-64-v4 -mavx512vnni")

# What bare metal is compiled with beside the machine's flags, as the generated code promises that it can be.
freestanding="-ffreestanding -fno-exceptions -fno-rtti"
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wdouble-promotion -Wvla -Wcast-align -Wcast-qual
    -Wold-style-cast -Wundef -Wmissing-declarations -Werror"

# Codes whose own intrinsics half of the programs try, not a ninth.
own_codes="generic cortex-m4 cortex-m7 cortex-m55 cortex-a cortex-a76 cortex-a510 x86-64-v2 x86-64-v3 x86-64-v4-vnni"

# Boards: an386, an505, an500 and an547 are QEMU's MPS2 and MPS3 (an ARMv6-M program runs on a Cortex-M4 as it is), virt is RISC-V.
without_fpu() { # CODE
    case "$1" in cortex-m0 | cortex-m0plus | cortex-m23 | cortex-m3 | cortex-m33-nofp | rv32imc) ;; *) false ;; esac
}
# True if soft_float.cpp has all functions that the code calls.
has_soft_float() { [[ "$1" = cortex-m0 || "$1" = cortex-m0plus || "$1" = rv32imc ]]; } # CODE
# linker_of COMPILER...: what links; Clang does not find the libraries for RISC-V.
linker_of() { [[ "$*" = *--target=riscv64* ]] && echo riscv64-linux-gnu-g++ -static || echo "$@"; }
board_start() { [ "$1" = virt ] && echo start_riscv.cpp || echo start.cpp; }
board_script() { [ "$1" = virt ] && echo virt.ld || (cd "$board" && echo mps?_"$1".ld); }
# run_board RUNNER EMULATOR PROGRAM: what the program prints.
run_board() {
    local console="-serial none -semihosting-config enable=on,target=native"
    [ "$1" = virt ] && console="-serial stdio"
    timeout 300 $2 -display none -monitor none $console -icount shift=0 -kernel "$3" 2>&1 # semihosting writes to standard error
}
