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

// First argument with the same bytes, for each argument and then for the scratch; -1: it is in no memory of the run.
std::vector<std::int32_t> shared_bytes(const ProgramInput& input, const Call& call);

// A pointer parameter of a function: it points to the bytes of an argument, as elements of a type.
struct PointerParameter {
    ArgumentId argument;       // an argument with these bytes, or the scratch
    std::int64_t packing = -1; // number of the packing of a constant that the nest packs
    tree::Type element;        // f32_mem, equal in all calls
    std::string name;
    std::string role;          // its name in a function of several steps
    std::int64_t elements = 0; // number of elements, the most of all calls
    bool written = false;
    bool alone = true; // no other pointer of the function reaches its bytes
};

// Name of a value that a function of one step reads.
using ParameterName = std::function<std::string(ValueId)>;

struct KernelFunction {
    // Parameters in the order of the call: variables of loops around the step with their names in the function,
    // pointers to arrays that are only read, then the other pointers.
    std::vector<std::pair<ArgumentId, std::string>> variables;
    std::vector<PointerParameter> parameters;
    std::string chunk; // the last parameter: the number of the chunk that it runs; empty: there are no chunks
    tree::Statements body;
};

// The C++ type of the elements that a pointer to the value points to: f32_mem in the arena, float in the caller's
// memory.
tree::Type element_type_at(const ProgramInput& input, ValueId value);
// The array that a call passes for a constant argument, as it is or packed.
ConstantId constant_of(const ProgramInput& input, const Call& call, ArgumentId argument, std::int64_t packing = -1);
// True if the kernel does anything.
bool has_work(const ProgramInput& input, KernelId kernel);

// A function of a kernel: bodies [first, end) of its nest. `box`: its points as text, if the kernel has other
// functions.
struct Part {
    std::size_t first = 0, end = SIZE_MAX;
    std::string box;
    bool packs = true; // the operands that are packed at run time, in front of its bodies
    bool has_bodies() const { return end > first; }
};
// The functions that a kernel becomes.
std::vector<Part> parts_of(const ProgramInput& input, KernelId kernel);

// The body of a part, with pointers as parameters. A constant is a parameter, too, if the calls pass different ones.
// Without `parameter_name`, for a function of several steps, parameters are named after their roles.
KernelFunction kernel_function(const ProgramInput& input, const CallGroup& calls, Weights& weights,
                               const Names& globals, const Part& part, const ParameterName& parameter_name);

// A kernel that is called with these values, one an argument.
struct KernelUse {
    const Kernel& kernel;
    const LoopNest& nest;
    std::vector<Value> values;
    Arithmetic arithmetic;
    tree::Expression chunk = {}; // the number of the only chunk that runs; none: all of them do
};
KernelUse use_of(const ProgramInput& input, const Call& call);
// The statements alone, with given pointers.
tree::Statements kernel_statements(const KernelUse& use, const Pointer& pointer, const PackedArray& packed,
                                   Names& names, const Part& part = {});

} // namespace hlo2cpp
