#include "program/scalar_nest.h"

#include "kernel/analysis.h"
#include "ops/op.h"

namespace hlo2cpp {

using tree::Expression;

std::vector<ExprId> emitted_roots(const Kernel& kernel) {
    std::vector<ExprId> roots;
    if (const Accumulation* fold = accumulation_of(kernel)) {
        roots = fold->initial;
        if (adds_term(kernel))
            roots.push_back(*fold->term);
        else
            roots.insert(roots.end(), fold->combined.begin(), fold->combined.end());
    }
    if (kernel.reduction)
        for (const Condition& condition : kernel.reduction->conditions)
            for_each_dynamic(kernel.space, condition.index, [&](ExprId value) { roots.insert(roots.end(), 2, value); });
    for (const Condition& condition : kernel.conditions)
        for_each_dynamic(kernel.space, condition.index, [&](ExprId value) { roots.insert(roots.end(), 2, value); });
    for (const Output& output : kernel.outputs) {
        roots.push_back(output.expr);
        for_each_dynamic(kernel.space, output.index, [&](ExprId value) { roots.insert(roots.end(), 2, value); });
        for (const Condition& condition : output.conditions)
            for_each_dynamic(kernel.space, condition.index, [&](ExprId value) { roots.insert(roots.end(), 2, value); });
    }
    if (kernel.sort) roots = {kernel.sort->before};
    return roots;
}

std::vector<Range> emitted_ranges(const Kernel& kernel, const std::vector<Range>& box) {
    std::vector<Range> ranges = box;
    if (kernel.reduction)
        for (const std::int64_t size : kernel.reduction->dims) ranges.push_back({0, size});
    return ranges;
}

std::vector<Range> all_ranges(const Kernel& kernel) {
    std::vector<Range> ranges;
    for (const std::int64_t size : kernel.dims) ranges.push_back({0, size});
    return emitted_ranges(kernel, ranges);
}

void build_combined(Emitter& emitter, const std::vector<Expression>& accumulators) {
    const Kernel& kernel = emitter.kernel();
    const Accumulation& fold = *accumulation_of(kernel);
    Blocks& blocks = emitter.blocks();
    if (emitter.fuses_products()) {
        const Expr& term = kernel.exprs[*fold.term];
        const Expression a = emitter.atom(term.operands[0]), b = emitter.atom(term.operands[1]);
        return blocks.add(tree::Assign{.target = accumulators[0],
                                       .value = emitter.arithmetic().fused(term.type, a, b, accumulators[0])});
    }
    if (adds_term(kernel)) {
        const Expression term = emitter.expression(*fold.term);
        return blocks.add(tree::Assign{.target = accumulators[0], .value = term, .assignment = tree::Assignment::Add});
    }
    if (accumulators.size() == 1) {
        const Expression next = emitter.expression(fold.combined[0]);
        if (next != accumulators[0]) blocks.add(tree::Assign{.target = accumulators[0], .value = next});
        return;
    }
    // All states change at once.
    std::vector<Expression> next;
    for (const ExprId combined : fold.combined) {
        const Expression value = emitter.variable(combined);
        const bool is_state = kernel.exprs[emitter.dependences().resolve(combined)].kind == ExprKind::Accumulator;
        const tree::Type type = tree::value_type(kernel.exprs[combined].type);
        next.push_back(is_state ? emitter.define(blocks.top(), type, "next", value) : value);
    }
    for (std::size_t i = 0; i < next.size(); ++i) blocks.add(tree::Assign{.target = accumulators[i], .value = next[i]});
}

Expression start_of_block(Emitter& emitter) {
    const Kernel& kernel = emitter.kernel();
    const ExprId initial = kernel.reduction->initial[0];
    const ElementType type = kernel.exprs[initial].type;
    const Expression zero = tree::number(part_type(type), -0.0);
    if (is_complex(type)) return tree::construct(tree::value_type(type), {zero, zero});
    return may_start_often(kernel) ? emitter.variable(initial) : zero;
}

void build_outputs(Emitter& emitter) {
    const Kernel& kernel = emitter.kernel();
    const auto store = [&](const Output& output, auto&&... value) {
        emitter.where(output.conditions, [&] { emitter.store(output, value...); });
    };
    if (kernel.outputs.size() == 1) return store(kernel.outputs[0]);
    if (stores_one_by_one(kernel)) {
        for (const Output& output : kernel.outputs) store(output);
        return;
    }
    std::vector<Expression> values;
    for (const Output& output : kernel.outputs) values.push_back(emitter.variable(output.expr));
    for (std::size_t i = 0; i < values.size(); ++i) store(kernel.outputs[i], values[i]);
}

} // namespace hlo2cpp
