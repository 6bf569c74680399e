// Conditions of a reduction, which exclude terms outside of an array (padding), and the rows of its register tiles.
#pragma once

#include <cstdint>
#include <vector>

#include "nest/nest.h"

namespace hlo2cpp {

// True if the conditions are affine in dimensions and in variables of enclosing loops.
bool conditions_are_affine(const Kernel& kernel);
// True if a condition depends on dimension d.
bool is_in_conditions(const Kernel& kernel, std::int64_t d);
// Conditions of the reduction that its loops test: none where rows are copied, since what they exclude adds zeros.
const std::vector<Condition>& tested_conditions(const Kernel& kernel, const LoopNest& nest);
// True if the conditions that depend on the row hold for all these rows in the box.
bool row_conditions_hold(const Kernel& kernel, std::int64_t row_dim, const Range& rows, std::vector<Range> box);
// True if a border's conditions depend on the row and on reduction dimension r, whose taps are written out then.
bool is_border_tap(const Kernel& kernel, std::int64_t row_dim, std::int64_t r);
// True if the taps of the border can be written out, at most `unrolled_taps` of a row, and decide all conditions on
// rows.
bool borders_fit(const Kernel& kernel, std::int64_t row_dim, std::int64_t unrolled_taps);

} // namespace hlo2cpp
