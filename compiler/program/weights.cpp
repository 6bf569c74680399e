#include "program/weights.h"

#include "program/constant_names.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

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
        constants.push_back({.literal = input_.constants[id].literal, .name = name.name, .comment = name.comment});
    }
    return constants;
}

} // namespace hlo2cpp
