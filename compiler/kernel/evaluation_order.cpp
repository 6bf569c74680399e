#include "kernel/evaluation_order.h"

#include "support/index.h"

namespace hlo2cpp {
namespace {

class OrderFinder {
public:
    explicit OrderFinder(const Kernel& kernel)
        : kernel_(kernel), seen_(kernel.space.term_count() + kernel.exprs.size(), false) {}

    EvaluationOrder run(const std::vector<ExprId>& exprs, const std::vector<Index>& indices) {
        for (const Index& index : indices) open(index);
        for (const ExprId expr : exprs) open(expr);
        while (!open_.empty()) {
            const auto [step, opened] = open_.back();
            if (opened) {
                open_.pop_back();
                order_.push_back(step);
                continue;
            }
            std::vector<bool>::reference seen =
                seen_[step.is_term ? at(step.number) : kernel_.space.term_count() + at(step.number)];
            if (seen) {
                open_.pop_back();
                continue;
            }
            seen = true;
            open_.back().second = true;
            open_needed(step);
        }
        return std::move(order_);
    }

private:
    void open(ExprId id) { open_.emplace_back(EvaluationStep{false, id.value}, false); }
    void open(const Index& index) {
        for (const Index::Product& product : index.products)
            open_.emplace_back(EvaluationStep{true, product.term.value}, false);
    }
    void open_needed(const EvaluationStep& step) {
        if (step.is_term) {
            const Term& term = kernel_.space.terms()[at(step.number)];
            open(term.argument);
            if (term.kind == TermKind::Dynamic) open(term.value);
            return;
        }
        const Expr& expr = kernel_.exprs[ExprId(at(step.number))];
        for (const ExprId operand : expr.operands) open(operand);
        for (const Index& index : expr.index) open(index);
        for (const Condition& condition : expr.conditions) open(condition.index);
    }

    const Kernel& kernel_;
    std::vector<bool> seen_; // terms, then expressions
    std::vector<std::pair<EvaluationStep, bool>> open_;
    EvaluationOrder order_;
};

} // namespace

EvaluationOrder evaluation_order(const Kernel& kernel, const std::vector<ExprId>& exprs,
                                 const std::vector<Index>& indices) {
    return OrderFinder(kernel).run(exprs, indices);
}

void add_indices(std::vector<Index>& indices, const std::vector<Condition>& conditions) {
    for (const Condition& condition : conditions) indices.push_back(condition.index);
}

} // namespace hlo2cpp
