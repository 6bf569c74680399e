// Dynamic dimensions become their bounds, f32[<=8] a f32[8] and an s32 that says how much of it is used:
//
//     x = f32[<=8] parameter(0)             x = f32[8] parameter(0), n = s32[] parameter(1)
//     r = f32[] reduce(x, zero)             used = pred[8] compare(iota, n), LT
//                                           r = f32[] reduce(select(used, x, -0), zero)
//
// An argument or result with dynamic dimensions is followed by one s32 for each of them; `parameter_sizes` and
// `result_sizes` of the module name them. Elements beyond a size are arbitrary and reach nothing: reductions, products
// and windows see neutral elements there, reshapes and the like move the used elements together. The returned module
// has no calls and tuples. Throws InputError if an op is not supported with dynamic dimensions.
#pragma once

#include "ir/module.h"

namespace hlo2cpp {

// Returns the module without dynamic dimensions; it may have none. `module` is verified.
Module bound_dimensions(Module module);

} // namespace hlo2cpp
