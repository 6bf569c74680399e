// Precomputing: spends memory to save time, on the lowered module and for a target; not with --optimize size.
//
//     - Math functions of constants and indices (angles of positions) are constants, in arrays of up to
//       `Target::table_bytes` of flash.
//     - The product of a whole sequence and a matrix is in front of the loop that multiplied its elements, a few rows a
//       round, if the target has vectors.
//     - With --optimize speed, products of quantised floats are sums of integers, see lower/quantised_products.cpp, and
//       scales and offsets behind products (batch norms) go into constant weights: other bits.
//
// What lower.h promises of a module stays true.
#pragma once

#include "ir/module.h"
#include "machine/target.h"
#include "support/goal.h"

namespace hlo2cpp {

Module precompute(Module module, const Target& target, const Goal& goal);

} // namespace hlo2cpp
