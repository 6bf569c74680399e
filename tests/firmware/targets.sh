# The machines that the firmware tests run on; sourced by bash.
#
# name | target of hlo2cpp | runner | how to run a program | compiler and flags
firmware_targets=(
    "host|generic|linux||g++"
    "host-clang|generic|linux||clang++"
    "cortex-m4|cortex-m4|an386|qemu-system-arm -M mps2-an386|arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=hard"
    "cortex-m7|cortex-m7|an500|qemu-system-arm -M mps2-an500|arm-none-eabi-gcc -mcpu=cortex-m7 -mthumb -mfpu=fpv5-d16 -mfloat-abi=hard"
    "aarch64|cortex-a|linux|qemu-aarch64|aarch64-linux-gnu-g++ -mcpu=cortex-a72 -static"
    "aarch64-clang|cortex-a|linux|qemu-aarch64|clang++ --target=aarch64-linux-gnu -mcpu=cortex-a72 -static"
    "armv7|generic|linux|qemu-arm|arm-linux-gnueabihf-g++ -march=armv7-a -mfpu=vfpv3-d16 -mfloat-abi=hard -static"
    "riscv64|generic|linux|qemu-riscv64|riscv64-linux-gnu-g++ -march=rv64gc -static"
)
grep -q avx2 /proc/cpuinfo && firmware_targets+=("x86-64-v3|x86-64-v3|linux||g++ -march=x86-64-v3")

# What bare metal is compiled with beside the machine's flags, as the generated code promises that it can be.
freestanding="-ffreestanding -fno-exceptions -fno-rtti"
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wdouble-promotion -Wvla -Wcast-align -Wcast-qual
    -Wold-style-cast -Wundef -Wmissing-declarations -Werror"
qemu_board="-display none -monitor none -serial none -semihosting-config enable=on,target=native -icount shift=0"
