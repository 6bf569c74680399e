// The functions of one kernel.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/emitter.h"
#include "program/input.h"
#include "program/weights.h"

namespace hlo2cpp {

// Where a function takes a pointer: to the bytes of a value, as elements of a type.
struct PointerParameter {
    ValueId value; // one of those that have these bytes
    std::string name;
    bool written = false;
    bool alone = true; // no other pointer of the function reaches its bytes
};

struct KernelFunction {
    // In the order of the call: variables of loops around the step, with the names they have in it; pointers to what is
    // only read, then to the rest.
    std::vector<std::pair<ValueId, std::string>> variables;
    std::vector<PointerParameter> parameters;
    tree::Statements body;
};

// The C++ type of the elements that a pointer to the value points to: f32_mem in the arena, float in the caller's
// memory.
tree::Type element_type_at(const ProgramInput& input, ValueId value);
// Whether the kernel does anything.
bool has_work(const ProgramInput& input, KernelId kernel);

// A function of a kernel: pieces [first, end) of its nest; `box` says their points where there are others.
struct Part {
    std::size_t first = 0, end = SIZE_MAX;
    std::string box;
};
// The functions that a kernel becomes.
std::vector<Part> parts_of(const ProgramInput& input, KernelId kernel);

// The body of a part with pointers as parameters. The first part packs what is packed at run time.
KernelFunction kernel_function(const ProgramInput& input, KernelId kernel, Weights& weights, const Names& globals,
                               const Part& part);
// The statements alone, with given pointers.
tree::Statements kernel_statements(const ProgramInput& input, KernelId kernel, const Pointer& pointer, Weights& weights,
                                   Names& names, const Part& part = {});

} // namespace hlo2cpp
