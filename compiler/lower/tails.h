// What is computed of one array alone, element by element: work that can be done where the array is made, in pieces.
#pragma once

#include <functional>
#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

// The users of each instruction of a computation, once a use, in order; the root has one use more: its own number.
std::vector<std::vector<std::size_t>> users_of(const Computation& computation);

// The instructions behind `first`, in order, that are elementwise of its sizes, such that nothing else uses `first` or
// any of them but the last, and `may_join` where it is given; empty: there are none.
std::vector<std::size_t> tail_of(const Computation& computation, std::size_t first,
                                 const std::vector<std::vector<std::size_t>>& users,
                                 const std::function<bool(const Instruction&)>& may_join = {});

} // namespace hlo2cpp
