// The types of expressions.
#pragma once

#include <string>
#include <unordered_map>

#include "read/nnef/checker.h"

namespace hlo2cpp::nnef {

class ExpressionChecker {
public:
    ExpressionChecker(const SourceText& source, const Library& library, CheckOptions options)
        : source_(source), library_(library), options_(options) {}

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

    const Fragment& called_fragment(const Expr& call) const;
    std::size_t parameter_of(const Expr& call, const Argument& argument, const Fragment& fragment, std::size_t first,
                             std::size_t next) const;
    std::vector<std::size_t> match_arguments(Expr& call, const Fragment& fragment, std::size_t first);
    Value literal_of(const Expr& expr) const;
    Base base_of_call(const Expr& call, const Fragment& fragment, const std::vector<Type>& types) const;

    const SourceText& source_;
    const Library& library_;
    const CheckOptions options_;
    std::unordered_map<std::string, Type> names_;
};

} // namespace hlo2cpp::nnef
