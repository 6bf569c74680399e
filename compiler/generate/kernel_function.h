// The function of one kernel.
#pragma once

#include <string>
#include <vector>

#include "generate/expression.h"
#include "generate/program.h"
#include "generate/weights.h"

namespace hlo2cpp {

// Where a function takes a pointer: to the bytes of a value, as elements of a type.
struct PointerParameter {
    ValueId value;    // one of those that have these bytes
    std::string name;
    bool written = false;
    bool alone = true; // no other pointer of the function reaches its bytes
};

struct KernelFunction {
    std::vector<PointerParameter> parameters; // in the order of the call: what is only read, then the rest
    std::vector<std::string> lines;           // of the body
};

// The C type of the elements that a pointer to the value points to: f32_mem in the arena, float in the caller's memory.
std::string element_type_at(const Program& program, ValueId value);
// Whether the kernel does anything.
bool has_work(const Program& program, KernelId kernel);

// The body with pointers as parameters.
KernelFunction kernel_function(const Program& program, KernelId kernel, Weights& weights, const Names& globals);
// The statements alone, with given pointers.
std::vector<std::string> kernel_lines(const Program& program, KernelId kernel, const PointerName& pointer, Weights& weights, Names& names);

} // namespace hlo2cpp
