// Expressions of straight-line code: constants are computed as they are added, and what changes no bit is left out.
#pragma once

#include "kernel/integer_values.h"
#include "ops/expr_builder.h"
#include "ops/integer_ranges.h"
#include "support/goal.h"

namespace hlo2cpp {

inline bool is_choice(const Expr& expr) {
    return expr.kind == ExprKind::Apply && expr.opcode == Opcode::Select;
}

class ScalarGraph final : public ExprBuilder {
public:
    ScalarGraph(Kernel& kernel, const Goal& goal) : kernel_(kernel), goal_(goal), ranges_(kernel) {}

    const Instruction& instruction() const override { return none_; }
    IndexSpace& space() override { return kernel_.space; }
    ExprGraph& exprs() override { return kernel_.exprs; }
    Range values_of(ExprId integer) override;

    // The expression, or an equal one that is simpler.
    ExprId add(Expr expr);
    // A number of any type, from an index.
    ExprId number(ElementType type, const Index& index, const std::string& name);
    // The number of a constant integer, or of a pred.
    std::int64_t integer(ExprId constant) const;
    ExprId choice(ExprId predicate, ExprId yes, ExprId no);

private:
    ExprId apply(Expr expr);
    std::optional<ExprId> folded(const Expr& expr);
    std::optional<ExprId> simpler(const Expr& expr);
    std::optional<ExprId> simpler_sum(const Expr& expr);
    std::optional<ExprId> simpler_difference(const Expr& expr);
    std::optional<ExprId> simpler_product(const Expr& expr);
    std::optional<ExprId> simpler_quotient(const Expr& expr);
    std::optional<ExprId> simpler_choice(const Expr& expr);
    std::optional<ExprId> simpler_comparison(const Expr& expr);
    // An expression that is there already, and is this one with the other sign.
    std::optional<ExprId> opposite(const Expr& expr) const;
    std::optional<ExprId> opposite_product(const Expr& expr) const;
    std::optional<ExprId> find(const Expr& like, Opcode opcode, std::vector<ExprId> operands) const;
    std::optional<ExprId> find_negated(ExprId id) const;
    ExprId with(const Expr& like, Opcode opcode, std::vector<ExprId> operands);
    bool is_number(ExprId id, double value) const; // a real constant; of -0, that zero
    bool is_zero(ExprId id) const;                 // which adds nothing by the goal
    const Expr* negated(ExprId id) const;          // null: it is no negation

    Kernel& kernel_;
    const Goal goal_;
    IntegerRanges ranges_;
    const Instruction none_;
};

} // namespace hlo2cpp
