// Facts about a kernel's indices and conditions that tiling decides by.
#pragma once

#include <vector>

#include "kernel/kernel.h"
namespace hlo2cpp {

// Strides of lanes in memory that are more than 1. With kEverySecond, two vectors are loaded, and half of each is used;
// with longer strides, up to kFarthest, each lane is loaded alone.
constexpr std::int64_t kEverySecond = 2, kFarthest = 8;

// The box of all parallel points.
std::vector<Range> whole_box(const Kernel& kernel);
// Size of dimension d of the kernel's space, parallel or of the reduction.
std::int64_t size_of_dim(const Kernel& kernel, std::int64_t d);
// True if the index is `a * d + rest` and no other term depends on d.
bool affine_in(const IndexSpace& space, const Index& index, std::int64_t d);
// True if, in addition, no run-time value in the index depends on d.
bool affine_in(const Kernel& kernel, const Index& index, std::int64_t d);
// True if the value of the expression may depend on the point of dimension d.
bool varies_along(const Kernel& kernel, ExprId root, std::int64_t d);
// True if the expression holds the number of the point along d, or a test of it: not only loads differ along d.
bool counts_along(const Kernel& kernel, ExprId root, std::int64_t d);
// True if points that are neighbours along d load neighbouring elements, or the same element.
bool reads_along(const Kernel& kernel, ExprId load, std::int64_t d);
// Strided loads along d: of elements that are up to kFarthest apart, in an array that nobody packs; and of every second
// element.
bool reads_apart(const Kernel& kernel, ExprId load, std::int64_t d);
bool reads_every_second(const Kernel& kernel, ExprId load, std::int64_t d);
// True for a constant of zero bits: of floats, the positive zero.
bool is_zero(const Expr& expr);
// The expressions in `root`, each once, without those that only indices hold.
std::vector<ExprId> parts_of(const Kernel& kernel, ExprId root);
// Loads in the expression `root`, each once.
std::vector<ExprId> loads_of(const Kernel& kernel, ExprId root);

// Points of dimension d at which the conditions hold for all values of the other dimensions: a half-open range, empty
// if there are none.
Range interior_of(const Kernel& kernel, const std::vector<Condition>& conditions, std::int64_t d);

// True if points are independent, so that the points of a tile can be stored together: a load from an output's array
// reads the element that its point writes, and no write index depends on loaded values.
bool points_are_apart(const Kernel& kernel);

// True if several partial results of the reduction may start at its initial value, because it is neutral; sums and
// products of f32 and f64 alone have such.
bool may_start_often(const Kernel& kernel);

} // namespace hlo2cpp
