// What a program on a board can ask for; start.cpp does it for QEMU's MPS2 boards.
#pragma once

#include <stdint.h>

void put(const char* text);           // to the console of the debugger, or QEMU
[[noreturn]] void finish(int status); // ends QEMU with this status

// Stack of what runs between the two, in bytes below the frame of their caller.
void paint_stack();
uint32_t painted_stack_used();

// Time of what runs between the two, in ticks of the 25 MHz clock. With QEMU's `-icount shift=0` an instruction takes 1
// ns, so a tick is 40 instructions.
void start_counting();
uint64_t counted_ticks();
constexpr uint32_t kInstructionsPerTick = 40;
