#include "tile/rounds_of_kernel.h"

#include <algorithm>

#include "kernel/rebuild.h"

namespace hlo2cpp {

RoundsOfKernel::RoundsOfKernel(const Kernel& kernel, const Call& call, ValueId variable,
                               const std::set<ValueId>& scalars)
    : kernel_(&kernel), call_(&call), scalars_(scalars) {
    const auto passed = std::ranges::find(call.values, variable);
    if (passed != call.values.end()) variable_ = ArgumentId(static_cast<std::size_t>(passed - call.values.begin()));
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i) {
        const Expr& expr = kernel.exprs[ExprId(i)];
        bool found = expr.kind == ExprKind::Load && is_scalar(expr.argument);
        for (const ExprId operand : expr.operands) found = found || exprs_[operand.index()];
        for (const Index& index : expr.index) found = found || differs(index);
        for (const Condition& condition : expr.conditions) found = found || differs(condition.index);
        exprs_.push_back(found);
    }
    if (!differ()) return;
    for (const Output& output : kernel.outputs)
        if (!output.updates.valid()) scalars_.insert(call[output.argument]);
}

// A run-time value comes before the expressions whose index holds it.
bool RoundsOfKernel::differs(const Index& index) const {
    return std::ranges::any_of(index.products, [&](const Index::Product& product) { return differs(product.term); });
}
bool RoundsOfKernel::differs(TermId id) const {
    const Term& term = kernel_->space[id];
    switch (term.kind) {
    case TermKind::Dimension: return false;
    case TermKind::FloorDivide:
    case TermKind::Modulo: return differs(term.argument);
    case TermKind::Variable: return term.variable == variable_;
    case TermKind::Dynamic: return exprs_[term.value.index()];
    }
    return false;
}

bool RoundsOfKernel::differ() const {
    return std::ranges::any_of(kernel_->outputs,
                               [&](const Output& output) { return output.updates.valid() || differ(output.expr); });
}

bool RoundsOfKernel::neighbours(const Index& index) const {
    Index rest = index;
    for (const Index::Product& product : index.products) {
        const Term& term = kernel_->space[product.term];
        if (term.kind != TermKind::Variable || term.variable != variable_) continue;
        if (product.coefficient != 1) return false;
        std::erase(rest.products, product);
    }
    return rest.products.size() + 1 == index.products.size() && !differs(rest);
}

bool RoundsOfKernel::has_vector(ExprId id) const {
    const Expr& expr = kernel_->exprs[id];
    if (expr.kind == ExprKind::Load) return is_scalar(expr.argument) || neighbours(expr.index);
    return expr.kind == ExprKind::Apply &&
           (expr.opcode == Opcode::Add || expr.opcode == Opcode::Subtract || expr.opcode == Opcode::Multiply ||
            expr.opcode == Opcode::Divide || expr.opcode == Opcode::Negate);
}

Kernel RoundsOfKernel::in_lanes(std::int64_t lanes) const {
    Range first; // of the variable: a vector holds its last rounds
    const auto in_rounds = [&](IndexSpace& space, ArgumentId argument, const Range& range) {
        if (argument != variable_) return space.variable(argument, range);
        first = {range.begin, range.end - (lanes - 1)};
        return space.variable(argument, first) + space.dimension(0);
    };
    const auto moved = [&](IndexSpace& space, ArgumentId argument, const Subscripts& index) {
        return is_scalar(argument) ? Subscripts(space.dimension(0)) : index;
    };
    Kernel made = rebuilt(*kernel_, {.dims = {lanes},
                                     .reduction_dims = {},
                                     .replacement = [](IndexSpace&) { return std::vector<Index>(); },
                                     .moved = moved,
                                     .variable = in_rounds});
    for (std::size_t i = 0; i < made.arguments.size(); ++i)
        if (is_scalar(ArgumentId(i))) made.arguments[i].dims = {lanes};
    if (first.size() > 0) made.arguments[variable_.index()].range = first;
    return made;
}

} // namespace hlo2cpp
