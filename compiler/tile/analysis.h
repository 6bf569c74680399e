// What tiling asks of a kernel's indices and conditions.
#pragma once

#include <vector>

#include "kernel/kernel.h"
#include "tile/loop_nest.h"

namespace hlo2cpp {

// The box of all parallel points.
std::vector<Range> whole_box(const Kernel& kernel);
// Size of dimension d of the kernel's space, parallel or of the reduction.
std::int64_t size_of_dim(const Kernel& kernel, std::int64_t d);
// Whether the index is `a * d + rest` with d in no other term.
bool affine_in(const IndexSpace& space, const Index& index, std::int64_t d);
// The same, where also what is known at run time only is no other at another point of d.
bool affine_in(const Kernel& kernel, const Index& index, std::int64_t d);
// Whether the expression can be another one at another point of d.
bool varies_along(const Kernel& kernel, ExprId root, std::int64_t d);
// Whether the load reads neighbours along d, or the same element.
bool reads_along(const Kernel& kernel, ExprId load, std::int64_t d);
// Whether the load reads elements that are up to kFarthest apart along d, of an array that nobody packs, or every
// second one.
bool reads_apart(const Kernel& kernel, ExprId load, std::int64_t d);
bool reads_every_second(const Kernel& kernel, ExprId load, std::int64_t d);
// The load expressions that `root` is made of, each once.
std::vector<ExprId> loads_of(const Kernel& kernel, ExprId root);

// The points of dimension d where the conditions hold whatever the other dimensions are: a half-open range, empty if
// none.
Range interior_of(const Kernel& kernel, const std::vector<Condition>& conditions, std::int64_t d);

// Whether the points of a tile can be stored together: each loads of the outputs' values the element that it writes,
// and where a point writes does not depend on what is read there.
bool points_are_apart(const Kernel& kernel);

} // namespace hlo2cpp
