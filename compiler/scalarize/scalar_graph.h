// Expressions of straight-line code: constants are computed as they are added, and what changes no bit is left out.
#pragma once

#include "ops/expr_builder.h"

namespace hlo2cpp {

// Rules of the arithmetic in which expressions are simplified.
struct ScalarRules {
    // No float is a NaN or infinite, and the sign of zero says nothing: 0 x = 0, x + 0 = x.
    bool finite = false;
    bool in_order = false; // sums have an order of their own, which straight-line code does not keep
};

class ScalarGraph final : public ExprBuilder {
public:
    ScalarGraph(Kernel& kernel, const ScalarRules& rules) : kernel_(kernel), rules_(rules) {}

    const Instruction& instruction() const override { return none_; }
    IndexSpace& space() override { return kernel_.space; }
    ExprGraph& exprs() override { return kernel_.exprs; }

    // The expression, or an equal one that is simpler.
    ExprId add(Expr expr);
    // A number of any type, from an index.
    ExprId number(ElementType type, const Index& index, const std::string& name);
    // The number of a constant integer, or of a pred.
    std::int64_t integer(ExprId constant) const;

private:
    ExprId apply(Expr expr);
    std::optional<ExprId> folded(const Expr& expr);
    std::optional<ExprId> simpler(const Expr& expr);
    std::optional<ExprId> simpler_sum(const Expr& expr);
    std::optional<ExprId> simpler_difference(const Expr& expr);
    std::optional<ExprId> simpler_product(const Expr& expr);
    std::optional<ExprId> simpler_quotient(const Expr& expr);
    std::optional<ExprId> simpler_choice(const Expr& expr);
    ExprId with(const Expr& like, Opcode opcode, std::vector<ExprId> operands);
    bool is_number(ExprId id, double value) const; // a real constant; of -0, that zero
    bool is_zero(ExprId id) const;                 // which adds nothing by the rules
    const Expr* negated(ExprId id) const;          // null: it is no negation

    Kernel& kernel_;
    const ScalarRules rules_;
    const Instruction none_;
};

} // namespace hlo2cpp
