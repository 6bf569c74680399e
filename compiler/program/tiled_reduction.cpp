#include "program/tiled_builder.h"

#include <algorithm>

#include "ops/op.h"
#include "support/diagnostics.h"
#include "tile/analysis.h"

namespace hlo2cpp {

using tree::Expression;

void TiledBuilder::reduce(std::size_t level) {
    if (rows_of_taps().size() <= 0) return; // padding alone
    const ReductionLoop& loop = piece_.reduction[level];
    if (loop.unrolled) return reduce_taps(level);
    if (level + 1 == piece_.reduction.size()) return build_run({.rows = rows_of_taps()}, -1);
    open_reduction_loop(loop);
    reduce(level + 1);
    blocks_.close();
}

void TiledBuilder::open_reduction_loop(const ReductionLoop& loop) {
    const std::int64_t dim = loop.dims.back();
    std::int64_t steps = 1;
    for (const std::int64_t d : loop.dims) {
        steps *= size_of_dim(kernel_, d);
        if (d != dim) emitter_.bind(d, {.depth = blocks_.top()});
    }
    const LoopBounds bounds = clipped_bounds(
        emitter_, loop.dims.size() == 1 ? open_conditions(dim) : std::vector<Condition>{}, dim, {0, steps});
    const std::string name = emitter_.names().unique("k" + std::to_string(dim - parallel_));
    blocks_.open_loop({.type = emitter_.index_type(),
                       .name = name,
                       .begin = bounds.begin,
                       .end = bounds.end,
                       .rolled = tile_.lanes == 1}, // a tile of scalars leaves few registers
                      bounds.clipped);
    emitter_.bind(dim, {.variable = tree::name(name), .depth = blocks_.top()});
}

std::vector<Condition> TiledBuilder::conditions_of_the_point() const {
    std::vector<Condition> open;
    for (const Condition& condition : reduction_.conditions) {
        bool inside = tile_.row_dim >= 0 && kernel_.space.depends_on(condition.index, tile_.row_dim);
        for (std::int64_t d = parallel_; d < kernel_.space.dimensions(); ++d)
            inside = inside || kernel_.space.depends_on(condition.index, d);
        if (!inside && !always_holds(kernel_, piece_.box, condition)) open.push_back(condition);
    }
    return open;
}

std::vector<Condition> TiledBuilder::open_conditions(std::int64_t dim) const {
    std::vector<Condition> open;
    for (const Condition& condition : reduction_.conditions) {
        if (always_holds(kernel_, piece_.box, condition) || !kernel_.space.depends_on(condition.index, dim)) continue;
        bool later = false;
        for (std::int64_t d = dim + 1; d < kernel_.space.dimensions(); ++d)
            later = later || kernel_.space.depends_on(condition.index, d);
        if (!later) open.push_back(condition);
    }
    return open;
}

void TiledBuilder::reduce_taps(std::size_t level) {
    const ReductionLoop& loop = piece_.reduction[level];
    const std::int64_t dim = loop.dims[0], size = size_of_dim(kernel_, dim);
    std::vector<Run> runs;
    for (std::int64_t tap = 0; tap < size; ++tap) {
        taps_[dim] = tap;
        const Range rows = rows_of_taps();
        if (rows.size() <= 0) continue;
        const bool joins = !runs.empty() && runs.back().rows == rows &&
                           runs.back().first_tap + runs.back().taps == tap && taps_join(level);
        if (joins)
            ++runs.back().taps;
        else
            runs.push_back({rows, tap, 1});
    }
    for (const Run& run : runs) {
        taps_[dim] = run.first_tap;
        blocks_.open_plain();
        emitter_.bind(dim, {.offset = run.first_tap, .depth = blocks_.top()});
        if (level + 1 == piece_.reduction.size())
            build_tap_loop(run, dim);
        else if (level + 2 == piece_.reduction.size())
            build_run(run, dim);
        else
            reduce(level + 1);
        blocks_.close();
    }
    taps_.erase(dim);
}

void TiledBuilder::build_tap_loop(const Run& run, std::int64_t dim) {
    if (run.taps == 1) return update(run.rows, tree::integer(0));
    const Expression tap = open_for(step_, run.first_tap, run.first_tap + run.taps, 1, run.taps);
    emitter_.bind(dim, {.variable = tap, .depth = blocks_.top()});
    update(run.rows, tree::integer(0));
    blocks_.close();
}

Range TiledBuilder::rows_of_taps() const {
    if (tile_.row_dim < 0) return {0, 1};
    Range rows{0, 0};
    for (std::int64_t r = 0; r < tile_.rows; ++r) {
        const std::int64_t point = range(tile_.row_dim).begin + r;
        const bool valid = std::all_of(reduction_.conditions.begin(), reduction_.conditions.end(),
                                       [&](const Condition& condition) { return holds(condition, point); });
        if (!valid) continue;
        if (rows.size() == 0) rows.begin = r;
        rows.end = r + 1;
    }
    return rows;
}

bool TiledBuilder::holds(const Condition& condition, std::int64_t row) const {
    const IndexSpace& space = kernel_.space;
    if (space.coefficient(condition.index, tile_.row_dim) == 0) return true;
    std::int64_t value = condition.index.constant + space.coefficient(condition.index, tile_.row_dim) * row;
    for (const Index::Product& product : condition.index.products) {
        const Term& term = space[product.term];
        if (term.dimension == tile_.row_dim) continue;
        const auto tap = taps_.find(term.dimension);
        if (tap == taps_.end()) return true; // decided further inside
        value += product.coefficient * tap->second;
    }
    return value >= condition.low && value < condition.high;
}

bool TiledBuilder::taps_join(std::size_t level) const {
    if (level + 1 == piece_.reduction.size()) return true;
    if (level + 2 != piece_.reduction.size() || piece_.reduction[level + 1].dims.size() != 1) return false;
    const std::int64_t tap = piece_.reduction[level].dims[0], inner = piece_.reduction[level + 1].dims[0];
    if (!open_conditions(inner).empty()) return false;
    const std::vector<ExprId> loads = loads_of(kernel_, *reduction_.term);
    return std::all_of(loads.begin(), loads.end(), [&](ExprId load) {
        const Index& index = kernel_.exprs[load].index;
        return packing_of(load) != nullptr || kernel_.space.coefficient(index, tap) ==
                                                  size_of_dim(kernel_, inner) * kernel_.space.coefficient(index, inner);
    });
}

void TiledBuilder::build_run(const Run& run, std::int64_t tap_dim) {
    const ReductionLoop& loop = piece_.reduction.back();
    const std::int64_t dim = loop.dims.back();
    std::int64_t steps = tap_dim >= 0 ? run.taps : 1;
    for (const std::int64_t d : loop.dims) {
        steps *= size_of_dim(kernel_, d);
        if (d != dim) emitter_.bind(d, {.depth = blocks_.top()});
    }
    if (tile_.lane_reduces) return build_lane_run(dim, steps);
    const LoopBounds bounds = clipped_bounds(
        emitter_, loop.dims.size() == 1 && run.taps == 1 ? open_conditions(dim) : std::vector<Condition>{}, dim,
        {0, steps});
    // A tile of scalars has enough to do in one step; Clang would make many of it, and find no registers.
    const bool enough = tile_.lanes == 1 && tile_.rows * tile_.vectors >= kFullTile;
    if (bounds.numbers) steps = bounds.numbers->size();
    const std::int64_t unroll = steps <= kUnrolledSteps && (!bounds.clipped || bounds.numbers) ? steps : enough ? 1 : 0;
    const Expression step = open_for(step_, bounds, tile_.chains, unroll);
    emitter_.bind(dim, {.variable = step, .depth = blocks_.top()});
    for_chains(0, [&](const Expression& c) {
        if (tile_.chains > 1) bind_chain(dim, tree::add(step, c));
        update(run.rows, c);
    });
    blocks_.close();
}

void TiledBuilder::bind_chain(std::int64_t dim, const Expression& point) {
    const Dependence& term = emitter_.facts().of(*reduction_.term);
    if ((term.dims & dimension_bit(dim)) == 0) return; // the same at all points
    const Expression name = emitter_.define(blocks_.top(), emitter_.index_type(), "kc", point);
    emitter_.bind(dim, {.variable = name, .depth = blocks_.top()});
}

void TiledBuilder::update(const Range& rows, const Expression& chain) {
    for_rows(rows, [&](const Expression& r) {
        for_vectors([&](const Expression& v) {
            blocks_.open_plain();
            combine(accumulator(chain, r, v), v);
            blocks_.close();
        });
    });
}

void TiledBuilder::combine(const Expression& target, const Expression& v) {
    vectors_.clear();
    const Expr& term = kernel_.exprs[*reduction_.term];
    if (reduction_.combiner != Opcode::Add)
        return blocks_.add(
            tree::Assign{.target = target, .value = combined(target, vector_variable(*reduction_.term, v))});
    Expression value;
    if (term.kind == ExprKind::Apply && term.opcode == Opcode::Multiply) {
        const Expression a = vector_value(term.operands[0], v);
        value = tree::multiply(a, vector_value(term.operands[1], v));
    } else {
        value = vector_value(*reduction_.term, v);
    }
    blocks_.add(tree::Assign{.target = target, .value = value, .assignment = tree::Assignment::Add});
}

Expression TiledBuilder::applied(const Expr& expr, const std::vector<ElementType>& types,
                                 const std::vector<Expression>& operands) const {
    const PrintContext context{.expr = expr, .types = types, .operands = operands};
    return (tile_.lanes > 1 ? vector_print_of(expr.opcode) : print_of(expr.opcode))(context);
}

Expression TiledBuilder::combined(const Expression& a, const Expression& b) const {
    const Expr expr{.kind = ExprKind::Apply, .type = type_, .opcode = reduction_.combiner};
    return applied(expr, {type_, type_}, {a, b});
}

} // namespace hlo2cpp
