#include "read/nnef/operation.h"

#include <algorithm>

namespace hlo2cpp::nnef {
namespace {

constexpr std::int64_t kMostInteger = std::int64_t{1} << 30; // of attributes

OperationTable make_table() {
    OperationTable table;
    for (const auto add : {add_elementwise, add_shapes, add_slices, add_convolutions, add_pools, add_index_pools,
                           add_resampling, add_reductions, add_products, add_rois})
        add(table);
    return table;
}

} // namespace

const Operation* find_operation(std::string_view name) {
    static const OperationTable kTable = make_table();
    const auto found = kTable.find(name);
    return found == kTable.end() ? nullptr : &found->second;
}

void OperationCall::fail(const std::string& message) const {
    throw InputError(operation_.name + ": " + message);
}

bool OperationCall::has_parameter(std::string_view name) const {
    return std::ranges::find(operation_.parameters, name, &Parameter::name) != operation_.parameters.end();
}

const Value& OperationCall::argument(std::string_view name) const {
    const auto found = std::ranges::find(operation_.parameters, name, &Parameter::name);
    check_internal(found != operation_.parameters.end(),
                   "an NNEF operation asks for a parameter that it does not have");
    return arguments_[static_cast<std::size_t>(found - operation_.parameters.begin())];
}

Op OperationCall::tensor(std::string_view name) const {
    const Value& value = argument(name);
    return value.is_tensor() ? value.tensor() : graph_.constant(value);
}

Ops OperationCall::tensors(std::string_view name) const {
    Ops result;
    for (const Value& value : argument(name).items())
        result.push_back(value.is_tensor() ? value.tensor() : graph_.constant(value));
    return result;
}

std::int64_t OperationCall::integer(std::string_view name) const {
    const std::int64_t value = argument(name).integer();
    if (value > kMostInteger || value < -kMostInteger)
        fail(std::string(name) + " is " + std::to_string(value) + ", which is too large");
    return value;
}

Sizes OperationCall::integers(std::string_view name) const {
    Sizes result;
    for (const Value& item : argument(name).items()) {
        result.push_back(item.integer());
        if (result.back() > kMostInteger || result.back() < -kMostInteger)
            fail(std::string(name) + " has " + std::to_string(result.back()) + ", which is too large");
    }
    return result;
}

PaddingPairs OperationCall::pairs(std::string_view name) const {
    PaddingPairs result;
    for (const Value& item : argument(name).items()) {
        const std::int64_t low = item.items()[0].integer(), high = item.items()[1].integer();
        if (std::min(low, high) < -kMostInteger || std::max(low, high) > kMostInteger)
            fail(std::string(name) + " has " + to_string(item) + ", which is too large");
        result.emplace_back(low, high);
    }
    return result;
}

bool OperationCall::is_scalar(std::string_view name, double value) const {
    return argument(name).is_scalar() && argument(name).scalar() == value;
}

Sizes OperationCall::axes(std::string_view name, std::size_t rank) const {
    Sizes axes = integers(name);
    std::vector<bool> seen(rank);
    for (const std::int64_t axis : axes) {
        if (axis < 0 || axis >= static_cast<std::int64_t>(rank))
            fail(std::string(name) + " are " + to_string(axes) + "; expected dimensions of a tensor of rank " +
                 std::to_string(rank));
        if (seen[static_cast<std::size_t>(axis)])
            fail(std::string(name) + " are " + to_string(axes) + "; expected each dimension once");
        seen[static_cast<std::size_t>(axis)] = true;
    }
    return axes;
}

std::int64_t OperationCall::axis(std::string_view name, std::size_t rank) const {
    const std::int64_t axis = integer(name);
    if (axis < 0 || axis >= static_cast<std::int64_t>(rank))
        fail(std::string(name) + " is " + std::to_string(axis) + "; expected a dimension of a tensor of rank " +
             std::to_string(rank));
    return axis;
}

const std::string& OperationCall::word(std::string_view name, std::initializer_list<std::string_view> words) const {
    const std::string& text = argument(name).text();
    if (std::ranges::find(words, text) != words.end()) return text;
    std::string expected;
    for (const std::string_view known : words) expected += (expected.empty() ? "'" : ", '") + std::string(known) + "'";
    fail(std::string(name) + " is '" + text.substr(0, 40) + "'; expected one of " + expected);
}

} // namespace hlo2cpp::nnef
