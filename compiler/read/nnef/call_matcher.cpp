#include "read/nnef/call_matcher.h"

#include <algorithm>

namespace hlo2cpp::nnef {

const Fragment& CallMatcher::fragment_of(const Expr& call) const {
    const Fragment* const fragment = library_.find(call.text);
    if (fragment == nullptr) fail(call.place, "there is no operation or fragment " + call.text);
    if (call.type_argument && !fragment->is_generic) fail(call.place, call.text + " takes no type in <>");
    return *fragment;
}

// The parameter that an argument is for, of those from `next` on where it has no name.
std::size_t CallMatcher::parameter_of(const Expr& call, const Argument& argument, const Fragment& fragment,
                                      std::size_t first, std::size_t next) const {
    const std::vector<Parameter>& parameters = fragment.parameters;
    if (!argument.name.empty()) {
        const auto found = std::ranges::find(parameters, argument.name, &Parameter::name);
        const auto index = static_cast<std::size_t>(found - parameters.begin());
        if (found == parameters.end() || index < first)
            fail(argument.place, call.text + " has no parameter " + argument.name);
        return index;
    }
    if (next >= parameters.size())
        fail(argument.place,
             call.text + " takes " + std::to_string(parameters.size() - first) + " arguments, but here are more");
    if (!options_.provisional && !parameters[next].type.has_tensors())
        fail(argument.place, "expected a named argument, since " + parameters[next].name + " is no tensor");
    return next;
}

std::vector<std::size_t> CallMatcher::match_arguments(Expr& call, const Fragment& fragment, std::size_t first) const {
    call.by_parameter.assign(fragment.parameters.size(), nullptr);
    std::vector<std::size_t> matched;
    bool named = false;
    for (const Argument& argument : call.arguments) {
        if (named && argument.name.empty()) fail(argument.place, "expected a named argument behind a named one");
        named = named || !argument.name.empty();
        const std::size_t index = parameter_of(call, argument, fragment, first, first + matched.size());
        if (call.by_parameter[index] != nullptr)
            fail(argument.place, "the argument " + fragment.parameters[index].name + " is given twice");
        call.by_parameter[index] = argument.value.get();
        matched.push_back(index);
    }
    for (std::size_t i = first; i < fragment.parameters.size(); ++i)
        if (call.by_parameter[i] == nullptr && !fragment.parameters[i].initial)
            fail(call.end, call.text + " needs the argument " + fragment.parameters[i].name);
    return matched;
}

Base CallMatcher::base_of(const Expr& call, const Fragment& fragment, const std::vector<Type>& types) const {
    if (!fragment.is_generic) return Base::Any;
    if (call.type_argument) return *call.type_argument;
    if (fragment.generic_default) return *fragment.generic_default;
    std::optional<Base> base;
    for (std::size_t i = 0; i < types.size(); ++i) {
        const std::optional<Base> of_argument = deduced(fragment.parameters[i].type, types[i]);
        if (base && of_argument && *base != *of_argument)
            fail(call.place, "the arguments of " + call.text + " are of different types: " + to_string(*base) +
                                 " and " + to_string(*of_argument));
        if (of_argument) base = of_argument;
    }
    if (!base)
        fail(call.place, "nothing says what the ? of " + call.text + " stands for; write " + call.text + "<...>(");
    return *base;
}

} // namespace hlo2cpp::nnef
