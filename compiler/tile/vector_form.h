// Vector form of a kernel: tests that its results can be computed and stored as vectors.
#pragma once

#include "kernel/dependence.h"
#include "machine/target.h"

namespace hlo2cpp {

// True if the reduction has one state, f32, f64 or s32, and its combiner has a vector form.
bool combines_vectors(const Kernel& kernel);
// True if every operation of the reduction's term, and the combiner, has a vector form along `lane_dim` in the
// accumulator's type. A value that is the same in all lanes is a scalar, of any type.
bool term_has_vector_form(const Kernel& kernel, std::int64_t lane_dim);

// True if the kernel's sums may be vectors on a machine that has none but vectors of sums: see `sum_vector_bytes`. Of
// floats, sums of f32 and their products in any order. `in_order`: results have the bits of all machines.
bool sums_are_vectors(const Kernel& kernel, const Target& target, bool in_order);
// True if all results have a vector form; on a machine that has none but vectors of sums, floats have that of the test
// below.
bool finishes_sums_as_vectors(const Kernel& kernel, const Dependences& dependences, std::int64_t lane_dim,
                              const Target& target, bool in_order);

// True if vectors in which subnormal numbers become zeros may compute all that differs between lanes: floats of sums,
// products, quotients, extrema and functions that do not grow near zero.
bool flushing_expressions_are_vectors(const Kernel& kernel, const Dependences& dependences, std::int64_t lane_dim);

// Element type of the lanes: the type of the accumulators, or without them of the first output; f32 for f16 and
// bf16; for floats that are stored as integers, the type of the floats.
ElementType lane_type(const Kernel& kernel);
// True if lanes of type `lane`, or as wide, hold numbers of the type: sums of s32 are finished in f32.
bool makes_lanes(ElementType type, ElementType lane);
// True if elements of the type are such lanes once they are loaded: small integers become s32, floats stay floats.
bool fills_lanes(ElementType type, ElementType lane);

// True if neighbouring points along `lane_dim` can be finished and stored as vectors, in the box of `dependences`:
// every op whose value differs between lanes has a vector form, and loads and output are adjacent along the lanes.
// `apart`: lanes may be at any distance, if they are loaded and stored one by one.
bool has_vector_form(const Kernel& kernel, const Dependences& dependences, const Output& output, std::int64_t lane_dim,
                     bool apart = false);

// True if all values that differ between lanes are f16 as they lie, and masks, by ops that have such a form.
bool computes_in_halves(const Kernel& kernel, const Dependences& dependences, std::int64_t lane_dim);

// True if a scan has one state, and its terms are vectors along `lane_dim`: the dimension of the scan, or another one,
// along which states are vectors, too.
bool scan_has_vector_form(const Kernel& kernel, const Dependences& dependences, std::int64_t lane_dim);

// Expressions that are computed for each vector: their values differ between lanes.
std::vector<ExprId> lane_expressions(const Kernel& kernel, const Dependences& dependences, std::int64_t lane_dim);
// True if the expression calls a function, instead of being an instruction.
bool calls_function(const Expr& expr);
// Estimated number of instructions for one vector, or for one scalar.
std::int64_t instructions_of(const Expr& expr);

} // namespace hlo2cpp
