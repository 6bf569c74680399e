// The functions of kernels.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "program/emitter.h"
#include "program/input.h"
#include "program/lane_loads.h"
#include "program/weights.h"

namespace hlo2cpp {

// Calls of one kernel whose arrays share their bytes in the same way: they call the same functions.
using CallGroup = std::vector<const Call*>;

// By argument and then of the scratch: the first one with the same bytes; -1: in no memory of the run.
std::vector<std::int32_t> shared_bytes(const ProgramInput& input, const Call& call);

// Where a function takes a pointer: to the bytes of an argument, as elements of a type.
struct PointerParameter {
    ArgumentId argument;       // one of those that have these bytes, or the scratch
    std::int64_t packing = -1; // of a constant that the nest packs: number of the packing
    tree::Type element;        // f32_mem: that of all calls
    std::string name;
    std::string role;          // what a function of several steps calls it
    std::int64_t elements = 0; // of the largest of them
    bool written = false;
    bool alone = true; // no other pointer of the function reaches its bytes
};

// What a function of one step calls a value that it reads.
using ParameterName = std::function<std::string(ValueId)>;

struct KernelFunction {
    // In the order of the call: variables of loops around the step, with the names they have in it; pointers to what is
    // only read, then to the rest.
    std::vector<std::pair<ArgumentId, std::string>> variables;
    std::vector<PointerParameter> parameters;
    tree::Statements body;
};

// The C++ type of the elements that a pointer to the value points to: f32_mem in the arena, float in the caller's
// memory.
tree::Type element_type_at(const ProgramInput& input, ValueId value);
// The array that a call passes for a constant argument, as it is or packed.
ConstantId constant_of(const ProgramInput& input, const Call& call, ArgumentId argument, std::int64_t packing = -1);
// Whether the kernel does anything.
bool has_work(const ProgramInput& input, KernelId kernel);

// A function of a kernel: pieces [first, end) of its nest; `box` says their points where there are others.
struct Part {
    std::size_t first = 0, end = SIZE_MAX;
    std::string box;
};
// The functions that a kernel becomes.
std::vector<Part> parts_of(const ProgramInput& input, KernelId kernel);

// The body of a part with pointers as parameters, constants among them where the calls pass different ones. The first
// part packs what is packed at run time. Without `parameter_name`, for a function of several steps, parameters are
// called after their roles.
KernelFunction kernel_function(const ProgramInput& input, const CallGroup& calls, Weights& weights,
                               const Names& globals, const Part& part, const ParameterName& parameter_name);
// The statements alone, with given pointers.
tree::Statements kernel_statements(const ProgramInput& input, const Call& call, const Pointer& pointer,
                                   const PackedArray& packed, Names& names, const Part& part = {});

} // namespace hlo2cpp
