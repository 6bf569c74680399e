// Properties of operations, by the table in operations.def.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace hlo2cpp::stablehlo::bytecode {

struct Property {
    std::string_view name;
    bool is_optional = false;
    bool is_sizes = false; // of the groups of operands or results
};

// Every list of properties that the operation has had, "vhlo.slice_v1"; none: the operation is unknown.
std::vector<std::vector<Property>> property_lists_of(std::string_view operation);

} // namespace hlo2cpp::stablehlo::bytecode
