#include "program/scalar_nest.h"

#include "ops/op.h"
#include "tile/fixed_lanes.h"

namespace hlo2cpp {

using tree::Expression;

namespace {

std::string dimension_name(const Kernel& kernel, std::int64_t dim) {
    const auto parallel = static_cast<std::int64_t>(kernel.dims.size());
    if (dim < parallel) return kernel.dims.size() == 1 ? "i" : "i" + std::to_string(dim);
    return kernel.reduction->dims.size() == 1 ? "k" : "k" + std::to_string(dim - parallel);
}

// The tests of the conditions under which a point writes, each as soon as all is known that it depends on.
class PointTests {
public:
    PointTests(Emitter& emitter, const Piece& piece) : emitter_(emitter), conditions_(piece.loops.size() + 2) {
        for (const Condition& condition : emitter.kernel().conditions) {
            const Dependence of = emitter.dependences().of(condition.index);
            std::size_t level = piece.loops.size();
            while (level > 0 && (of.dims & dimension_bit(piece.loops[level - 1].dim)) == 0) --level;
            conditions_[of.accumulator ? piece.loops.size() + 1 : level].push_back(condition);
        }
    }

    // Inside the first `loops` of them; after all of them comes the reduction.
    void open(std::size_t loops) const {
        const Expression test = emitter_.condition(conditions_[loops]);
        if (test.valid()) emitter_.blocks().open_if(test);
    }

private:
    Emitter& emitter_;
    std::vector<std::vector<Condition>> conditions_;
};

std::vector<Expression> build_initial_state(Emitter& emitter) {
    const Kernel& kernel = emitter.kernel();
    std::vector<Expression> accumulators;
    for (const ExprId initial : kernel.reduction->initial) {
        const Expression value = emitter.expression(initial);
        const std::string name = emitter.names().unique("acc");
        emitter.blocks().add(
            tree::Declare{.type = tree::value_type(kernel.exprs[initial].type), .name = name, .value = value});
        accumulators.push_back(tree::name(name));
    }
    return accumulators;
}

} // namespace

std::vector<ExprId> emitted_roots(const Kernel& kernel) {
    std::vector<ExprId> roots;
    if (kernel.reduction) {
        const Reduction& reduction = *kernel.reduction;
        roots = reduction.initial;
        if (adds_term(kernel))
            roots.push_back(*reduction.term);
        else
            roots.insert(roots.end(), reduction.combined.begin(), reduction.combined.end());
        for (const Condition& condition : reduction.conditions)
            for_each_dynamic(kernel.space, condition.index, [&](ExprId value) { roots.insert(roots.end(), 2, value); });
    }
    for (const Condition& condition : kernel.conditions)
        for_each_dynamic(kernel.space, condition.index, [&](ExprId value) { roots.insert(roots.end(), 2, value); });
    for (const Output& output : kernel.outputs) {
        roots.push_back(output.expr);
        for_each_dynamic(kernel.space, output.index, [&](ExprId value) { roots.insert(roots.end(), 2, value); });
    }
    if (kernel.sort) roots = {kernel.sort->before};
    return roots;
}

std::vector<Range> emitted_ranges(const Kernel& kernel, const Piece& piece) {
    std::vector<Range> ranges = piece.box;
    if (kernel.reduction)
        for (const std::int64_t size : kernel.reduction->dims) ranges.push_back({0, size});
    return ranges;
}

std::vector<Range> all_ranges(const Kernel& kernel) {
    std::vector<Range> ranges;
    for (const std::int64_t size : kernel.dims) ranges.push_back({0, size});
    return emitted_ranges(kernel, Piece{.box = std::move(ranges)});
}

void open_loop(Emitter& emitter, std::int64_t dim, const Range& range, std::int64_t step) {
    if (range.size() == 1) return emitter.bind(dim, {.offset = range.begin});
    const std::string name = emitter.names().unique(dimension_name(emitter.kernel(), dim));
    emitter.blocks().open_loop({.type = emitter.index_type(),
                                .name = name,
                                .begin = tree::integer(step < 0 ? range.end + step : range.begin),
                                .end = tree::integer(step < 0 ? range.begin : range.end),
                                .step = step});
    emitter.bind(dim, {.variable = tree::name(name), .depth = emitter.blocks().top()});
}

void build_combined(Emitter& emitter, const std::vector<Expression>& accumulators) {
    const Kernel& kernel = emitter.kernel();
    const Reduction& reduction = *kernel.reduction;
    Blocks& blocks = emitter.blocks();
    if (emitter.fuses_products()) {
        const Expr& term = kernel.exprs[*reduction.term];
        const Expression a = emitter.atom(term.operands[0]), b = emitter.atom(term.operands[1]);
        return blocks.add(
            tree::Assign{.target = accumulators[0], .value = emitter.fused(term.type, a, b, accumulators[0])});
    }
    if (adds_term(kernel)) {
        const Expression term = emitter.expression(*reduction.term);
        return blocks.add(tree::Assign{.target = accumulators[0], .value = term, .assignment = tree::Assignment::Add});
    }
    if (accumulators.size() == 1) {
        const Expression next = emitter.expression(reduction.combined[0]);
        if (next != accumulators[0]) blocks.add(tree::Assign{.target = accumulators[0], .value = next});
        return;
    }
    // All states change at once.
    std::vector<Expression> next;
    for (const ExprId combined : reduction.combined) {
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
    if (kernel.outputs.size() == 1) return emitter.store(kernel.outputs[0]);
    // What one output overwrites may be read for another one.
    std::vector<Expression> values;
    for (const Output& output : kernel.outputs) values.push_back(emitter.variable(output.expr));
    for (std::size_t i = 0; i < values.size(); ++i) emitter.store(kernel.outputs[i], values[i]);
}

void build_scalar_piece(Emitter& emitter, const Piece& piece) {
    Blocks& blocks = emitter.blocks();
    const std::size_t outside = blocks.top();
    blocks.open_plain();
    for (std::size_t d = 0; d < piece.box.size(); ++d) // what no loop runs over has one point
        emitter.bind(static_cast<std::int64_t>(d), {.offset = piece.box[d].begin});
    const PointTests tests(emitter, piece);
    tests.open(0);
    for (std::size_t i = 0; i < piece.loops.size(); ++i) {
        const Loop& loop = piece.loops[i];
        open_loop(emitter, loop.dim, piece.box[static_cast<std::size_t>(loop.dim)], loop.down ? -1 : 1);
        tests.open(i + 1);
    }
    if (emitter.kernel().reduction) {
        const std::vector<Expression> accumulators = build_initial_state(emitter);
        build_reduction_loops(emitter, piece, accumulators);
        emitter.bind_accumulators(accumulators);
    }
    tests.open(piece.loops.size() + 1);
    build_outputs(emitter);
    while (blocks.top() > outside) blocks.close();
}

} // namespace hlo2cpp
