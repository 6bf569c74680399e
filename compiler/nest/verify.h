// Proof that the loops of a kernel do what it says, from their statements alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "nest/statement.h"

namespace hlo2cpp::nest {

// Returns a fault of the bodies, or nothing. Every point is stored once, and each term of its reduction is
// combined once, in order, with what its body stores. Points at the front of a body that the one in front has too, and
// first lanes that repeat terms, are the only ones that count twice, and are marked.
std::optional<std::string> wrong_bodies(const Kernel& kernel, const std::vector<Body>& bodies);

} // namespace hlo2cpp::nest
