# Builds a program for a board of QEMU and runs it; sourced by bash, from the project's root.
#
#     board_build TARGET IMAGE ARGUMENT...    sources and flags, freestanding, with the start-up code of this folder
#     board_run TARGET IMAGE                  under -icount shift=0: SysTick counts instructions
#
# TARGET is cortex-m4 (on mps2-an386), cortex-m7 (on mps2-an500) or cortex-m55 (on mps3-an547); another one makes both return 2.
board_of() {
    case "$1" in
    cortex-m4) board=mps2-an386 machine="-mcpu=cortex-m4 -mfpu=fpv4-sp-d16" ;;
    cortex-m7) board=mps2-an500 machine="-mcpu=cortex-m7 -mfpu=fpv5-d16" ;;
    cortex-m55) board=mps3-an547 machine="-mcpu=cortex-m55" ;;
    *) return 2 ;;
    esac
}

board_build() {
    local target="$1" image="$2" board machine
    shift 2
    board_of "$target" || return
    arm-none-eabi-gcc -std=c++17 -Os $machine -mthumb -mfloat-abi=hard -ffreestanding -fno-exceptions -fno-rtti -ffunction-sections \
        -Wall -Wextra -Isamples/board samples/board/start.cpp "$@" \
        -nostartfiles -Wl,--gc-sections -Wl,-Map="$image.map" -Lsamples/board -Tsamples/board/${board/-/_}.ld -o "$image"
}

board_run() {
    local board machine
    board_of "$1" || return
    timeout 120 qemu-system-arm -M $board -display none -monitor none -serial none \
        -semihosting-config enable=on,target=native -icount shift=0 -kernel "$2" 2>&1
}
