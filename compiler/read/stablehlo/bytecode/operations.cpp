#include "read/stablehlo/bytecode/operations.h"

#include <algorithm>
#include <unordered_map>

namespace hlo2cpp::stablehlo::bytecode {
namespace {

std::vector<Property> split_properties(std::string_view names) {
    std::vector<Property> properties;
    while (!names.empty()) {
        std::string_view name = names.substr(0, names.find(' '));
        names.remove_prefix(std::min(names.size(), name.size() + 1));
        const bool is_optional = name.ends_with('?'), is_sizes = name.ends_with('#');
        if (is_optional || is_sizes) name.remove_suffix(1);
        properties.push_back({name, is_optional, is_sizes});
    }
    return properties;
}

using OperationTable = std::unordered_multimap<std::string_view, std::string_view>;

const OperationTable& operation_table() {
    static const OperationTable table{
#define OPERATION(name, properties) {name, properties},
#include "read/stablehlo/bytecode/operations.def"
    };
    return table;
}

} // namespace

std::vector<std::vector<Property>> property_lists_of(std::string_view operation) {
    std::vector<std::vector<Property>> lists;
    const auto [begin, end] = operation_table().equal_range(operation);
    for (auto row = begin; row != end; ++row) lists.push_back(split_properties(row->second));
    return lists;
}

} // namespace hlo2cpp::stablehlo::bytecode
