// Tails: elementwise ops on one array alone. They can be computed with the array, piece by piece.
#pragma once

#include <functional>
#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

// The users of each instruction of a computation, once a use, in order; the root has one use more: its own number.
std::vector<std::vector<std::size_t>> users_of(const Computation& computation);

// Instructions behind `first`, in order, that are elementwise of its sizes, such that nothing else uses `first` or any
// of them except the last, and `may_join` if it is given; empty: there are none.
std::vector<std::size_t> tail_of(const Computation& computation, std::size_t first,
                                 const std::vector<std::vector<std::size_t>>& users,
                                 const std::function<bool(const Instruction&)>& may_join = {});

} // namespace hlo2cpp
