// Products that are rounded before they are added to anything, where the sum becomes an integer.
#pragma once

#include "kernel/kernel.h"

namespace hlo2cpp {

// Marks the products of f32 (Expr::rounded) whose sums become nearest integers. A compiler may fuse a product and an
// addition, which rounds once instead of twice. That changes the last bit of a float, but a whole step of an integer
// where the sum lies in the middle between two.
void round_products_of_integers(Kernel& kernel);

} // namespace hlo2cpp
