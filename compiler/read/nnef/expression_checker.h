// The types of expressions.
#pragma once

#include <string>
#include <unordered_map>

#include "read/nnef/call_matcher.h"

namespace hlo2cpp::nnef {

class ExpressionChecker {
public:
    ExpressionChecker(const SourceText& source, const Library& library, CheckOptions options)
        : source_(source), options_(options), calls_(source, library, options) {}

    Type type_of(Expr& expr);
    // True if the expression, of type `have`, serves as `want`. In a provisional text, integers that stand for scalars
    // become scalars.
    bool fit(Expr& expr, const Type& have, const Type& want);
    // Declares the names on the left side, for a value of this type.
    void declare(const Expr& names, const Type& type);
    const Type* find(const std::string& name) const;
    void check_default(Parameter& parameter);
    // `first` is the type of an argument in front of the call's own arguments.
    Type check_call(Expr& call, const Type* first = nullptr);

    [[noreturn]] void fail(TextPlace place, const std::string& message) const { fail_at(source_, place, message); }

private:
    Type type_of_name(const Expr& expr) const;
    Type type_of_array(Expr& expr);
    Type type_of_subscript(Expr& expr);
    Type type_of_unary(Expr& expr);
    Type type_of_binary(Expr& expr);
    Type type_of_arithmetic(Expr& expr, const Type& left, const Type& right);
    Type type_of_comparison(Expr& expr, const Type& left, const Type& right);
    Type type_of_select(Expr& expr);
    Type type_of_comprehension(Expr& expr);
    Type type_of_builtin(Expr& expr);
    // The type that both expressions serve as.
    std::optional<Type> common(Expr& a, const Type& type_of_a, Expr& b, const Type& type_of_b);
    void undeclare(const Expr& names);
    [[noreturn]] void fail_operands(const Expr& expr, const Type& left, const Type& right) const;

    const SourceText& source_;
    const CheckOptions options_;
    const CallMatcher calls_;
    std::unordered_map<std::string, Type> names_;
};

} // namespace hlo2cpp::nnef
