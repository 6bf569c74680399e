#include "program/weights.h"

#include <algorithm>

#include "support/diagnostics.h"

namespace hlo2cpp {

Weights::Weights(const ProgramInput& input, const Names& avoid, Names& globals)
    : input_(input), numbers_(input.constants.arrays.size(), 0) {
    for (std::size_t number = 0; names_.size() < numbers_.size(); ++number) {
        const std::string name = "w" + std::to_string(number);
        if (avoid.taken(name) || globals.taken(name)) continue;
        globals.reserve(name);
        names_.push_back(name);
    }
}

tree::Expression Weights::array(ConstantId id) {
    check_internal(id.valid(), "a step reads a constant that is not planned");
    std::size_t& number = numbers_[id.index()];
    if (number == 0) {
        used_.push_back(id);
        number = used_.size();
    }
    return tree::name(names_[number - 1]);
}

NamedConstant Weights::named(std::size_t number) const {
    const ConstantArray& array = input_.constants[used_[number]];
    NamedConstant constant{.literal = array.literal, .name = names_[number], .values = {}};
    for (const ValueId id : array.values) {
        const Value& value = input_[id];
        std::string name = value.kind == ValueKind::State ? "initial " + value.name : value.name;
        if (std::ranges::find(constant.values, name) == constant.values.end())
            constant.values.push_back(std::move(name));
    }
    return constant;
}

std::vector<NamedConstant> Weights::take() const {
    std::vector<NamedConstant> constants;
    for (std::size_t i = 0; i < used_.size(); ++i) constants.push_back(named(i));
    return constants;
}

} // namespace hlo2cpp
