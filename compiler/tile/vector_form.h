// Whether what a kernel stores can be computed as vectors, and stored as such.
#pragma once

#include "kernel/dependence.h"

namespace hlo2cpp {

// Whether the reduction makes one float of what it reads, with a combiner that works on vectors.
bool combines_vectors(const Kernel& kernel);
// Whether every operation of the reduction's term, and the combiner, works on vectors of the accumulator's type along
// `lane_dim`; what is the same in all lanes is a scalar, of any type.
bool term_has_vector_form(const Kernel& kernel, std::int64_t lane_dim);

// Of the lanes of its tiles: the type of its accumulators, or of its first output where there is no reduction; f32 of
// f16 and bf16; and where floats are stored as integers, the type of these floats.
ElementType lane_type(const Kernel& kernel);
// Whether such lanes hold numbers of the type.
bool makes_lanes(ElementType type, ElementType lane);

// Whether points side by side along `lane_dim` are finished and stored as vectors, in the box of `dependences`: every
// op that the lanes go through has a vector form, and loads and output lie in memory as the lanes do; `apart`: or at
// any distance, where they are loaded and stored one by one.
bool has_vector_form(const Kernel& kernel, const Dependences& dependences, const Output& output, std::int64_t lane_dim,
                     bool apart = false);

// The expressions that are computed for each vector: not those that are the same in all lanes.
std::vector<ExprId> lane_expressions(const Kernel& kernel, const Dependences& dependences, std::int64_t lane_dim);
// Whether it takes a function that is no instruction.
bool calls_function(const Expr& expr);
// About so many instructions one vector, or one scalar, takes.
std::int64_t instructions_of(const Expr& expr);

} // namespace hlo2cpp
