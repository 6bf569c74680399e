// Arrays that lie in the order in which a kernel reads them.
#pragma once

#include <optional>
#include <vector>

#include "kernel/kernel.h"

namespace hlo2cpp {

struct ReadOrder {
    ArgumentId argument;
    std::vector<std::int64_t> dims;     // of the array for the kernel: of its dimensions that the load depends on
    std::vector<std::int64_t> elements; // of the array before, by place
    Kernel copy;                        // writes the array, its argument 0, from the one before, argument 1
};

// Lets a kernel read the arrays in this order whose places are no linear function of the dimension. False: it reads one
// at several places, or a copy of one that is no constant would take much time beside the kernel.
bool read_in_order(Kernel& kernel, std::int64_t dim, std::vector<ReadOrder>& orders);

LiteralPtr in_read_order(const Literal& literal, const ReadOrder& order);

} // namespace hlo2cpp
