// The types of calls.
#include <algorithm>

#include "read/nnef/expression_checker.h"

namespace hlo2cpp::nnef {

const Fragment& ExpressionChecker::called_fragment(const Expr& call) const {
    const Fragment* const fragment = library_.find(call.text);
    if (fragment == nullptr) fail(call.place, "there is no operation or fragment " + call.text);
    if (call.type_argument && !fragment->is_generic) fail(call.place, call.text + " takes no type in <>");
    return *fragment;
}

void ExpressionChecker::check_default(Parameter& parameter) {
    if (!parameter.initial) return;
    Expr& initial = *parameter.initial;
    const Type type = type_of(initial);
    if (type.has_tensors() || !fit(initial, type, bound(parameter.type, type.base)))
        fail(initial.place,
             "the default of " + parameter.name + " is " + to_string(type) + "; expected " + to_string(parameter.type));
    initial.literal = literal_of(initial);
    initial.kind = ExprKind::Literal;
}

// Value of an expression that holds nothing but literals.
Value ExpressionChecker::literal_of(const Expr& expr) const {
    if (expr.kind == ExprKind::Literal) return expr.literal;
    if (expr.kind != ExprKind::Array && expr.kind != ExprKind::Tuple)
        fail(expr.place, "expected a literal as a default");
    Values items;
    for (const ExprPtr& item : expr.items) items.push_back(literal_of(*item));
    return expr.kind == ExprKind::Array ? Value::array(std::move(items)) : Value::tuple(std::move(items));
}

// The parameter that an argument is for, of those from `next` on where it has no name.
std::size_t ExpressionChecker::parameter_of(const Expr& call, const Argument& argument, const Fragment& fragment,
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

// The parameters from the `first` on that the arguments are for; fills `by_parameter`.
std::vector<std::size_t> ExpressionChecker::match_arguments(Expr& call, const Fragment& fragment, std::size_t first) {
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

// Type that ? stands for: the call's type argument, else the fragment's default, else the type of the arguments.
Base ExpressionChecker::base_of_call(const Expr& call, const Fragment& fragment, const std::vector<Type>& types) const {
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

Type ExpressionChecker::check_call(Expr& call, const Type* first) {
    const Fragment& fragment = called_fragment(call);
    call.callee = &fragment;
    const std::vector<std::size_t> matched = match_arguments(call, fragment, first == nullptr ? 0 : 1);
    std::vector<Type> types;
    for (const Parameter& parameter : fragment.parameters)
        types.push_back(parameter.initial ? nnef::type_of(parameter.initial->literal) : Type());
    if (first != nullptr) types[0] = *first;
    for (std::size_t i = 0; i < matched.size(); ++i) types[matched[i]] = type_of(*call.arguments[i].value);
    call.base = base_of_call(call, fragment, types);
    for (std::size_t i = 0; i < matched.size(); ++i) {
        const Parameter& parameter = fragment.parameters[matched[i]];
        const Type wanted = bound(parameter.type, call.base);
        Expr& value = *call.arguments[i].value;
        if (!fit(value, types[matched[i]], wanted))
            fail(value.place, "expected " + to_string(wanted) + " for the parameter " + parameter.name + " of " +
                                  call.text + ", but found " + to_string(types[matched[i]]));
    }
    std::vector<Type> results;
    for (const Parameter& result : fragment.results) results.push_back(bound(result.type, call.base));
    return results.size() == 1 ? results[0] : Type::tuple(std::move(results));
}

} // namespace hlo2cpp::nnef
