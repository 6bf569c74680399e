// Numbers that follow the variable of a loop: factor * variable + offset, which no step of the module makes.
#pragma once

#include <optional>
#include <vector>

#include "kernel/kernel.h"
#include "ops/trip_count.h"

namespace hlo2cpp {

// Where it stands after so many rounds.
std::int64_t value_after(const Progression& counter, std::int64_t rounds);

// A progression beside that of a loop's variable; nothing where it is no multiple of it, or may wrap.
std::optional<Counting> counting_beside(const Progression& own, const Progression& of_variable, const Value& variable);

// Of a scalar that is a multiple of a loop's variable and a constant, and never wraps. `values`: the stored leaves of
// each instruction. Its depth is bounded by what `partition` takes for a number made of counters.
std::optional<Counting> counting_of(const Kernels& kernels, const Computation& computation,
                                    const std::vector<std::vector<ValueId>>& values, InstructionId id);

} // namespace hlo2cpp
