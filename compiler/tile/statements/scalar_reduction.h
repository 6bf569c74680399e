// Loops of a reduction, term by term. Points that a condition excludes are excluded by the bounds of a loop if
// possible, else by a test. Blocks of a sum have a loop of their own, around the loop over their points.
#pragma once

#include "kernel/bounds.h"
#include "nest/builder.h"
#include "tile/tiling.h"

namespace hlo2cpp {

// Adds the tests of the conditions around the statements of `build`; nothing if no point meets the conditions.
template <typename Build>
void build_tests(nest::Builder& builder, const Bounds& bounds, const std::vector<Condition>& conditions,
                 Build&& build) {
    for (const Condition& condition : conditions)
        if (bounds.never(condition)) return;
    const std::vector<Condition> tests = to_be_tested(bounds, conditions);
    tests.empty() ? build() : builder.inside(nest::If{tests}, build);
}

// Combines all terms with the states.
void build_scalar_reduction(nest::Builder& builder, const Kernel& kernel, const Piece& piece,
                            const std::vector<nest::RegistersId>& states);

} // namespace hlo2cpp
