#include "evaluate/tensor.h"
#include "ops/op.h"

namespace hlo2cpp {

ExprId ElementBuilder::constant(ElementType type, double value) {
    Tensor tensor(Shape::scalar(type));
    if (is_float(type))
        tensor.reals()(0) = round_to(type, value);
    else if (is_complex(type))
        tensor.complexes()(0) = value;
    else
        tensor.integers()(0) = wrap_to(type, static_cast<std::int64_t>(value));
    return exprs().add({.kind = ExprKind::Constant, .type = type, .bits = to_literal(tensor).bytes});
}

ExprId ElementBuilder::apply(Opcode opcode, ElementType type, std::vector<ExprId> operands) {
    return exprs().add({.kind = ExprKind::Apply, .type = type, .operands = std::move(operands), .opcode = opcode, .name = instruction().name});
}

ExprId ElementBuilder::compare(ComparisonDirection direction, ExprId a, ExprId b) {
    return exprs().add({.kind = ExprKind::Apply, .type = ElementType::Pred, .operands = {a, b}, .opcode = Opcode::Compare, .direction = direction});
}

ExprId ElementBuilder::convert(ElementType type, ExprId value) {
    return exprs()[value].type == type ? value : apply(Opcode::Convert, type, {value});
}

ExprId ElementBuilder::index_value(ElementType type, const Index& index) {
    return exprs().add({.kind = ExprKind::IndexValue, .type = type, .index = index});
}

ExprId ElementBuilder::guard(std::vector<Condition> conditions, ExprId inside, ExprId outside) {
    // A condition that always holds says nothing.
    std::erase_if(conditions, [&](const Condition& c) {
        const Interval range = space().range(c.index);
        return range.low >= c.low && range.high < c.high;
    });
    for (const Condition& c : conditions) {
        const Interval range = space().range(c.index);
        if (range.high < c.low || range.low >= c.high) return outside;
    }
    if (conditions.empty() || inside == outside) return inside;
    const ElementType type = exprs()[inside].type;
    return exprs().add({.kind = ExprKind::Guard, .type = type, .operands = {inside, outside}, .conditions = std::move(conditions)});
}

ExprId ElementBuilder::accumulator(std::size_t slot, ElementType type) {
    return exprs().add({.kind = ExprKind::Accumulator, .type = type, .slot = static_cast<std::int64_t>(slot)});
}

} // namespace hlo2cpp
