// What the runner needs of the machine it is on: on_board.cpp, on_linux.cpp.
#pragma once

#include <stdint.h>

#include "program.h"

struct Measured {
    uint32_t stack_bytes;
    uint64_t instructions; // 0: nothing was measured
};

void put(const char* text);
int measured_run(const Program& program, void** pointers, Measured& measured);
int run_all();
