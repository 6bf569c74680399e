// The input that all parts of `build_program` share.
#pragma once

#include <algorithm>
#include <string>

#include "program/emitter.h"
#include "program/program.h"
#include "program/shown_bits.h"

namespace hlo2cpp {

struct ProgramInput {
    const Module& module;
    const Kernels& kernels;
    const LoopNests& nests;
    const Schedule& schedule;
    const BufferPlan& plan;
    const ConstantPlan& constants;
    const GenerateOptions& options;
    const ShownBits& shown;
    std::string prefix; // of macros: NAME in capitals

    const Value& operator[](ValueId id) const { return schedule[id]; }
    bool has_arena() const { return plan.arena_bytes() > 0; }
    bool has_chunks() const {
        return std::ranges::any_of(nests.nests, [](const LoopNest& nest) { return nest.chunks > 1; });
    }
};

inline Arithmetic arithmetic_of(const ProgramInput& input, KernelId kernel) {
    return {.same_bits = input.options.goal.in_order, .target = &input.nests.target, .shown = &input.shown.of(kernel)};
}

// Pointer to a byte of a region's arena.
inline tree::Expression arena_bytes_at(const ProgramInput& input, std::size_t region, std::int64_t offset) {
    return tree::add(tree::name("arena" + input.plan.regions[region].suffix()), tree::integer(offset));
}

// A constant as the source of a copy, hidden from compilers that copy it wrongly.
inline tree::Expression copied_constant(const ProgramInput& input, tree::Expression constant) {
    if (!input.nests.target.hides_copied_constants) return constant;
    return tree::intrinsic({IntrinsicId::OpaquePointer}, {constant});
}

} // namespace hlo2cpp
