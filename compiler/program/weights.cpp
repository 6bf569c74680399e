#include "program/weights.h"

#include "program/constant_names.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

bool is_byte_string(const ProgramInput& input, ConstantId id) {
    constexpr std::int64_t kMostBytesOfNumbers = std::int64_t{1} << 20;
    const WeightsPlace place = input.options.weights;
    const bool as_text = place == WeightsPlace::Inline || place == WeightsPlace::Source;
    return as_text && input.constants[id].bytes() > kMostBytesOfNumbers;
}

Weights::Weights(const ProgramInput& input, const Names& avoid, Names& globals)
    : input_(input), is_used_(input.constants.arrays.size(), false) {
    Names all = avoid;
    for (ConstantName& constant : constant_names(input)) {
        std::string name = all.unique(constant.name);
        while (globals.taken(name)) name = all.unique(constant.name);
        globals.reserve(name);
        names_.push_back({std::move(name), std::move(constant.comment)});
    }
}

tree::Expression Weights::array(ConstantId id) {
    check_internal(id.valid(), "a step reads a constant that is not planned");
    if (!is_used_[id.index()]) used_.push_back(id);
    is_used_[id.index()] = true;
    return tree::name(names_[id.index()].name);
}

std::vector<NamedConstant> Weights::take() const {
    std::vector<NamedConstant> constants;
    for (const ConstantId id : used_) {
        const ConstantName& name = names_[id.index()];
        const ConstantArray& array = input_.constants[id];
        constants.push_back({.literal = array.literal,
                             .name = name.name,
                             .comment = name.comment,
                             .as_bytes = is_byte_string(input_, id),
                             .region = array.region ? input_.plan.regions[*array.region].name : ""});
    }
    return constants;
}

} // namespace hlo2cpp
