// What a program on a board can ask for; start.cpp does it for QEMU's MPS2 boards, start_riscv.cpp for its board virt.
#pragma once

#include <stdint.h>

void put(const char* text);           // to the console of the debugger, or QEMU
[[noreturn]] void finish(int status); // ends QEMU with this status

// Stack of what runs between the two, in bytes below the frame of their caller.
void paint_stack();
uint32_t painted_stack_used();

// Time of what runs between the two, in ticks of the 25 MHz clock. With QEMU's `-icount shift=0` an instruction takes 1
// ns, so a tick is 40 instructions. RISC-V counts them itself, up to 2^32.
void start_counting();
uint64_t counted_ticks();
#ifdef __riscv
constexpr uint32_t kInstructionsPerTick = 1;
#else
constexpr uint32_t kInstructionsPerTick = 40;
#endif
