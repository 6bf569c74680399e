// Numbers that follow the variable of a loop: factor * variable + offset. No step of the module computes them.
#pragma once

#include <optional>
#include <vector>

#include "kernel/kernel.h"
#include "ops/trip_count.h"

namespace hlo2cpp {

// Value of the progression after `rounds` rounds.
std::int64_t value_after(const Progression& counter, std::int64_t rounds);

// The progression `own` as a multiple of a loop's variable and an offset; nothing if it is no multiple, or may wrap.
std::optional<Counting> counting_beside(const Progression& own, const Progression& of_variable, const Value& variable);

// Expresses a scalar of the module by a loop's variable; nothing if it is no multiple of it, or may wrap. `values`: the
// stored leaves of each instruction. The recursion is as deep as `partition` allows for a number made of counters.
std::optional<Counting> counting_of(const Kernels& kernels, const Computation& computation,
                                    const std::vector<std::vector<ValueId>>& values, InstructionId id);

} // namespace hlo2cpp
