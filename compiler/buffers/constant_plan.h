// The plan of constants: which arrays lie in flash, known before anything is printed.
//
//     value %3 f32[3,3,8]    as it is, for a step that walks through it       \  array 0
//     value %9 f32[72]       of the same bytes                                /
//     value %3               packed for the register tiles of another step    -  array 1
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "buffers/buffer_plan.h"
#include "nest/nest.h"

namespace hlo2cpp {

using ConstantId = Id<struct ConstantTag>;

struct ConstantArray {
    LiteralPtr literal;
    std::vector<ValueId> values;            // values that it holds, unpacked or packed
    std::optional<std::size_t> region = {}; // memory region that it is copied to at start; none: it stays in flash
    std::int64_t bytes() const { return static_cast<std::int64_t>(literal->bytes.size()); }
};

struct ConstantPlan {
    std::vector<ConstantArray> arrays; // each content once, in the order of first use
    std::vector<ConstantId> of_value;  // the array that a step reads unpacked, or a state starts as; none: no reader
    std::map<std::tuple<ValueId, KernelId, std::size_t>, ConstantId> packed; // value, kernel, number of the packing
    std::int64_t bytes = 0;

    const ConstantArray& operator[](ConstantId id) const { return arrays[id.index()]; }
};

ConstantPlan plan_constants(const Kernels& kernels, const LoopNests& nests, const Schedule& schedule,
                            const BufferPlan& plan);
// Gives the bytes of the regions' budgets that the arenas leave to arrays whose elements a call reads more than once on
// average, the ones with the most reads a byte first. `alignment`: of arrays, in bytes.
void place_constants(ConstantPlan& constants, const Kernels& kernels, const LoopNests& nests, const Schedule& schedule,
                     const BufferPlan& plan, std::int64_t alignment);
// Independent check: arenas and constants keep to the budgets of their regions. Throws InternalError.
void verify_constants(const ConstantPlan& constants, const BufferPlan& plan);
std::string print(const ConstantPlan& plan, const BufferPlan& buffers);

} // namespace hlo2cpp
