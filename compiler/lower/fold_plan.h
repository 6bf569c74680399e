// Instructions of a computation that constant folding computes.
//
// A folded result takes flash, so a large one must replace arrays that are together no smaller and that nothing else
// needs; small ones are always folded. A broadcast of a scalar takes no flash: it is only spelled out as an operand of
// a folded instruction. Costly functions of constants and indices become arrays that take flash, too, if that is
// allowed, with all that only they read.
#pragma once

#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

enum class Fold : std::uint8_t {
    No,
    Array, // to a constant of the result's shape
    Splat, // elementwise on broadcasts of scalars: to a broadcast of a scalar constant
};

// One an instruction. Costly functions take flash up to so many bytes an array.
std::vector<Fold> plan_folding(const Computation& computation, std::int64_t table_bytes);

} // namespace hlo2cpp
