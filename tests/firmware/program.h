// A generated program as a table entry, for a runner that has no C library and a checker on the host.
#pragma once

#include <stdint.h>

enum class Fill : uint8_t { Integer, Pred, F32, F64, F16, BF16 };

struct ProgramArgument {
    Fill fill;
    uint8_t element_bytes;
    bool result;  // a buffer of its own that the program writes
    bool written; // a parameter that holds a result afterwards
    int32_t elements;
};

struct Program {
    const char* name;
    int (*run)(void** pointers); // in the order of the arguments
    const ProgramArgument* arguments;
    int32_t argument_count;
    int32_t arena_bytes;
    int (*self_test)(int32_t* output); // null: it has none
    int32_t stack_bytes;               // as --measure says; 0: not measured
};

extern const Program programs[];
extern const int32_t program_count;
