// What a program on a board can ask for; start.cpp does it for QEMU's MPS2 boards, start_riscv.cpp for its board virt.
#pragma once

#include <stdint.h>

void put(const char* text);           // to the console of the debugger, or QEMU
[[noreturn]] void finish(int status); // ends QEMU with this status

// Stack of what runs between the two, in bytes below the frame of their caller.
void paint_stack();
uint32_t painted_stack_used();

// Instructions of what runs between the two, as the clock tells them: with QEMU's `-icount shift=0` one takes 1 ns.
// RISC-V counts them itself, up to 2^32.
void start_counting();
uint64_t counted_instructions();
