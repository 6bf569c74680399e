// Checks that the types of expressions fit each other.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "kernel/kernel.h"

namespace hlo2cpp {

// Asks each op's own `infer` for its result on scalars, once for all expressions of the same types.
class ExpressionTypes {
public:
    // The fault of an Apply; none if its type is the type of the op's result.
    std::optional<std::string> wrong_with(const Kernel& kernel, const Expr& apply);

private:
    using Application = std::tuple<Opcode, ElementType, std::vector<ElementType>>;
    std::map<Application, std::optional<std::string>> known_; // looked up only
};

} // namespace hlo2cpp
