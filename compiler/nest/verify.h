// Proof, from their statements alone, that the loops of a kernel compute the kernel.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "nest/statement.h"

namespace hlo2cpp::nest {

// Returns a fault of the bodies, or nothing. Every point is stored once, and each term of its reduction is combined
// once, in order, with the accumulators that its body stores. Only marked points and lanes count twice: the overlap at
// the front of a body, and first lanes that repeat terms.
std::optional<std::string> wrong_bodies(const Kernel& kernel, const std::vector<Body>& bodies);

} // namespace hlo2cpp::nest
