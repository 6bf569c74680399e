// Arguments that a module is checked with, if nobody gives any.
#pragma once

#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

// One literal a parameter leaf, row-major, always the same: floats in [-1, 1) or, with `positive`, in [0.25, 1);
// integers of 32 and more bits, which may be indices or counts, in [0, 8), narrower ones of any value; pred either. Its
// bytes in memory come from runtime_lib/sample.h with the number of the leaf as the seed.
// Floats differ from device to device.
std::vector<Literal> sample_arguments(const Module& module, bool positive, std::int64_t device = 0);
// Number of random bits of a sampled integer, pred or float of 8 and fewer bits.
int sample_width(ElementType type);

bool any_nan(const std::vector<Literal>& literals);

} // namespace hlo2cpp
