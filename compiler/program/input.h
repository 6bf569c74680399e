// What all parts of `build_program` look at.
#pragma once

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
    bool has_arena() const { return plan.arena_bytes > 0; }
};

inline Arithmetic arithmetic_of(const ProgramInput& input, KernelId kernel) {
    return {.same_bits = input.options.deterministic, .target = &input.nests.target, .shown = &input.shown.of(kernel)};
}

// A constant that is copied. GCC 12 spreads the words that 64 bytes begin with over all of them, where the others are
// zeros and registers are as long: it must not see what they are.
inline tree::Expression copied_constant(const ProgramInput& input, tree::Expression constant) {
    constexpr std::int64_t kSpreadBytes = 64;
    return input.nests.target.vector_bytes < kSpreadBytes ? constant : tree::call(tree::kOpaquePointer, {constant});
}

} // namespace hlo2cpp
