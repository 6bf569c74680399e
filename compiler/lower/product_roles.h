// What the dimensions of the operands of a dot or convolution are for its result.
#pragma once

#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

constexpr std::int64_t kSummed = -1, kElsewhere = -2;

// A dot or a convolution with elements.
bool is_product(const Instruction& instruction);

// Roles of the dimensions of one operand of a product.
struct Roles {
    std::vector<std::int64_t> result;  // dimension of the result that it becomes; kSummed, or kElsewhere
    std::vector<std::int64_t> partner; // of one that is summed: the other operand's dimension; kElsewhere if none
};

// The operand's dimensions that are not summed.
std::vector<std::int64_t> kept_dimensions(const Roles& roles);

// Of operand `side`, which has this shape.
Roles roles_of(const Instruction& product, const Shape& shape, std::size_t side);

// True if the windows of a convolution see padding; true if they see zeros between the elements.
bool pads(const Window& window);
bool spreads(const Window& window);

} // namespace hlo2cpp
