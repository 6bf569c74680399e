// The types of calls and of defaults.
#include "read/nnef/expression_checker.h"

namespace hlo2cpp::nnef {
namespace {

// Value of an expression that holds nothing but literals.
Value literal_of(const SourceText& source, const Expr& expr) {
    if (expr.kind == ExprKind::Literal) return expr.literal;
    if (expr.kind != ExprKind::Array && expr.kind != ExprKind::Tuple)
        fail_at(source, expr.place, "expected a literal as a default");
    Values items;
    for (const ExprPtr& item : expr.items) items.push_back(literal_of(source, *item));
    return expr.kind == ExprKind::Array ? Value::array(std::move(items)) : Value::tuple(std::move(items));
}

} // namespace

void ExpressionChecker::check_default(Parameter& parameter) {
    if (!parameter.initial) return;
    Expr& initial = *parameter.initial;
    const Type type = type_of(initial);
    if (type.has_tensors() || !fit(initial, type, bound(parameter.type, type.base)))
        fail(initial.place,
             "the default of " + parameter.name + " is " + to_string(type) + "; expected " + to_string(parameter.type));
    initial.literal = literal_of(source_, initial);
    initial.kind = ExprKind::Literal;
}

Type ExpressionChecker::check_call(Expr& call, const Type* first) {
    const Fragment& fragment = calls_.fragment_of(call);
    call.callee = &fragment;
    const std::vector<std::size_t> matched = calls_.match_arguments(call, fragment, first == nullptr ? 0 : 1);
    std::vector<Type> types;
    for (const Parameter& parameter : fragment.parameters)
        types.push_back(parameter.initial ? nnef::type_of(parameter.initial->literal) : Type());
    if (first != nullptr) types[0] = *first;
    for (std::size_t i = 0; i < matched.size(); ++i) types[matched[i]] = type_of(*call.arguments[i].value);
    call.base = calls_.base_of(call, fragment, types);
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
