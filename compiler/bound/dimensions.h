// Dynamic dimensions become their bounds, f32[<=8] a f32[8] and an s32 that says how much of it is used:
//
//     x = f32[<=8] parameter(0)             x = f32[8] parameter(0), n = s32[] parameter(1)
//     r = f32[] reduce(x, zero)             used = pred[8] compare(iota, n), LT
//                                           r = f32[] reduce(select(used, x, -0), zero)
//
// An argument or result with dynamic dimensions is followed by one s32 for each of them; `parameter_sizes` and
// `result_sizes` of the module say which those are. What lies beyond is anything, and reaches nothing: reductions,
// products and windows see neutral elements there, reshapes and the like move what is used together. Calls and tuples
// are gone from what this returns. Throws InputError where an op is not supported with dynamic dimensions.
#pragma once

#include "ir/module.h"

namespace hlo2cpp {

// The module itself where it has none; else without them. `module` is verified.
Module bound_dimensions(Module module);

} // namespace hlo2cpp
