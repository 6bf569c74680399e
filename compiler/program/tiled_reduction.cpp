#include "program/tiled_builder.h"

#include <algorithm>
#include <utility>

#include "ops/op.h"
#include "program/affine.h"

namespace hlo2cpp {

using tree::Expression;

void TiledBuilder::reduce(std::size_t level) {
    const ReductionLoop& loop = piece_.reduction[level];
    const bool innermost = level + 1 == piece_.reduction.size();
    if (loop.taps) {
        const bool inside = innermost || (level + 2 == piece_.reduction.size() &&
                                          std::ranges::all_of(*runs_, [](const TapRun& r) { return r.inner.empty(); }));
        if (inside) declare_pointers_of_taps(level);
        for (const TapRun& run : *runs_) build_taps(level, run);
        if (inside) tile_pointers_.clear();
    } else if (innermost) {
        bind_joined(loop);
        if (tile_.lane_reduces) return build_lane_run(loop);
        const LoopBounds bounds = bounds_of(loop);
        if (!bounds.clipped) declare_pointers(loop);
        if (loop.block > 0) {
            for_blocks(loop.range.size() / tile_.chains, loop.block / tile_.chains,
                       [&](const LoopBounds& rounds) { build_run(rounds, loop.unroll); });
        } else {
            build_run(bounds, loop.unroll);
        }
        tile_pointers_.clear();
    } else {
        const bool in_blocks = loop.block > 0;
        bind_joined(loop);
        open_reduction_loop(loop, in_blocks ? open_sums_of_block({0, loop.range.size()}, loop.block) : bounds_of(loop));
        reduce(level + 1);
        blocks_.close();
        if (in_blocks) close_sums_of_block();
    }
}

LoopBounds TiledBuilder::open_sums_of_block(const Range& rounds, std::int64_t block) {
    const LoopBounds bounds = open_blocks(emitter_, rounds, block);
    totals_ = std::exchange(accumulators_, emitter_.names().unique("partial"));
    declare_accumulators_of_block();
    return bounds;
}

void TiledBuilder::close_sums_of_block() {
    const std::string partial = std::exchange(accumulators_, totals_);
    for_accumulators([&](const Expression& c, const Expression& r, const Expression& v) {
        blocks_.add(tree::Assign{.target = accumulator(c, r, v),
                                 .value = accumulator(partial, c, r, v),
                                 .assignment = tree::Assignment::Add});
    });
    blocks_.close();
}

void TiledBuilder::bind_joined(const ReductionLoop& loop) {
    for (const std::int64_t d : loop.dims)
        if (d != loop.dims.back()) emitter_.bind(d, {.depth = blocks_.top()});
}

void TiledBuilder::open_reduction_loop(const ReductionLoop& loop, const LoopBounds& bounds) {
    const std::int64_t dim = loop.dims.back();
    const std::string name = emitter_.names().unique("k" + std::to_string(dim - parallel_));
    blocks_.open_loop({.type = emitter_.index_type(),
                       .name = name,
                       .begin = bounds.begin,
                       .end = bounds.end,
                       .unroll = loop.unroll,
                       .rolled = loop.rolled},
                      bounds.clipped);
    emitter_.bind(dim, {.variable = tree::name(name), .depth = blocks_.top()});
}

void TiledBuilder::build_taps(std::size_t level, const TapRun& run) {
    const std::int64_t dim = piece_.reduction[level].dims[0];
    const std::vector<TapRun>* const outer_runs = std::exchange(runs_, &run.inner);
    const Range outer_rows = std::exchange(rows_, run.rows);
    const Expression test = tile_test(run);
    test.valid() ? blocks_.open_if(test) : blocks_.open_plain();
    if (level + 1 == piece_.reduction.size()) {
        build_tap_loop(run, dim);
    } else if (level + 2 == piece_.reduction.size() && run.inner.empty()) {
        const LoopBounds bounds = walk_bounds(run, dim);
        emitter_.bind(dim, {.offset = run.taps.begin, .depth = blocks_.top()});
        bind_joined(piece_.reduction.back());
        build_run(bounds, run.unroll);
    } else {
        emitter_.bind(dim, {.offset = run.taps.begin, .depth = blocks_.top()});
        reduce(level + 1);
    }
    blocks_.close();
    runs_ = outer_runs;
    rows_ = outer_rows;
}

Expression TiledBuilder::tile_test(const TapRun& run) const {
    if (run.edge != Edge::First && run.edge != Edge::Last) return {};
    const Range& side = range(tile_.row_dim);
    const std::int64_t base = run.edge == Edge::First ? side.begin : side.end - tile_.rows;
    return tree::equal(variables_.at(tile_.row_dim), tree::integer(base));
}

void TiledBuilder::build_tap_loop(const TapRun& run, std::int64_t dim) {
    emitter_.bind(dim, {.offset = run.taps.begin, .depth = blocks_.top()});
    if (run.edge == Edge::Tested) return build_tested_rows(run, dim);
    if (piece_.reduction.back().rows_first) return build_rows_first(run.taps);
    if (run.taps.size() == 1) return update(tree::integer(0));
    const Expression tap = open_for(step_, run.taps.begin, run.taps.end, 1, run.unroll);
    emitter_.bind(dim, {.variable = tap, .depth = blocks_.top()});
    update(tree::integer(0));
    blocks_.close();
}

void TiledBuilder::build_tested_rows(const TapRun& run, std::int64_t dim) {
    for (std::int64_t row = run.rows.begin; row < run.rows.end; ++row) {
        const std::vector<Condition> conditions = conditions_at(row, dim, run.taps.begin);
        blocks_.open_if(with_tile_base([&] { return emitter_.condition(conditions); }));
        rows_ = {row, row + 1};
        update(tree::integer(0));
        blocks_.close();
    }
}

LoopBounds TiledBuilder::walk_bounds(const TapRun& run, std::int64_t dim) {
    const ReductionLoop& last = piece_.reduction.back();
    if (run.edge != Edge::Clipped) {
        ReductionLoop walk = last; // on through the taps
        walk.range.end = last.range.begin + run.taps.size() * last.range.size();
        return bounds_of(walk);
    }
    std::vector<Condition> ends = conditions_at(0);
    for (Condition& condition : conditions_at(tile_.rows - 1)) ends.push_back(std::move(condition));
    return with_tile_base([&] { return clipped_bounds(emitter_, ends, dim, run.taps, last.range.size()); });
}

std::vector<Condition> TiledBuilder::conditions_at(std::int64_t row) const {
    std::vector<Condition> conditions;
    for (Condition condition : reduction_->conditions) {
        const std::int64_t factor = kernel_.space.coefficient(condition.index, tile_.row_dim);
        if (factor == 0) continue;
        condition.index = condition.index + Index(factor * row);
        conditions.push_back(std::move(condition));
    }
    return conditions;
}

std::vector<Condition> TiledBuilder::conditions_at(std::int64_t row, std::int64_t dim, std::int64_t tap) const {
    std::vector<Condition> conditions = conditions_at(row);
    for (Condition& condition : conditions) {
        const std::int64_t factor = kernel_.space.coefficient(condition.index, dim);
        condition.index = condition.index - kernel_.space.dimension(dim) * factor + Index(factor * tap);
    }
    return conditions;
}

void TiledBuilder::build_run(const LoopBounds& bounds, std::int64_t unroll) {
    const std::int64_t dim = piece_.reduction.back().dims.back();
    if (bounds.numbers && bounds.numbers->size() == 1 && tile_.chains == 1) {
        blocks_.open_plain();
        emitter_.bind(dim, {.offset = bounds.numbers->begin, .depth = blocks_.top()});
        update(tree::integer(0));
        return blocks_.close();
    }
    const ReductionLoop& loop = piece_.reduction.back();
    if (loop.rows_first && bounds.numbers) return build_rows_first(*bounds.numbers);
    if (loop.together > 1 && bounds.numbers && bounds.numbers->size() >= loop.together) {
        const Range all = *bounds.numbers;
        const std::int64_t whole = all.begin + all.size() / loop.together * loop.together;
        build_steps_together(between({all.begin, whole}),
                             *factors_of_steps(kernel_, emitter_.dependences(), nest_, tile_, loop.dims.back()));
        return whole == all.end ? void() : build_run(between({whole, all.end}), all.end - whole);
    }
    const Expression step = open_steps(bounds, tile_.chains, unroll);
    emitter_.bind(dim, {.variable = step, .depth = blocks_.top()});
    for_chains({0, tile_.chains}, [&](const Expression& c) {
        if (tile_.chains > 1) bind_chain(dim, tree::add(step, c));
        update(c);
    });
    blocks_.close();
}

Expression TiledBuilder::open_steps(const LoopBounds& bounds, std::int64_t round, std::int64_t unroll) {
    const bool counts_steps = bounds.numbers || round == 1;
    if (counts_steps) return open_for(step_, bounds, round, unroll);
    const Expression number = open_for(emitter_.names().unique("step"), bounds, 1, unroll);
    return emitter_.define(blocks_.top(), emitter_.index_type(), step_, tree::multiply(number, tree::integer(round)));
}

void TiledBuilder::build_rows_first(const Range& steps) {
    const std::int64_t dim = piece_.reduction.back().dims.back();
    for_vectors([&](const Expression& v) {
        for_rows(rows_, [&](const Expression& r) {
            const Expression step = open_unrolled(step_, steps.begin, steps.end);
            emitter_.bind(dim, {.variable = step, .depth = blocks_.top()});
            combine(tree::integer(0), r, v);
            blocks_.close();
        });
    });
}

void TiledBuilder::build_steps_together(const LoopBounds& bounds, const Factors& factors) {
    const ReductionLoop& loop = piece_.reduction.back();
    const std::int64_t dim = loop.dims.back();
    const Expression first = open_for(step_, bounds, loop.together);
    emitter_.bind(dim, {.variable = first, .depth = blocks_.top()});
    const Expression scalars = tree::name(emitter_.names().unique("scalars"));
    tree::Declare declaration{
        .type = vector_type_, .name = scalars->name, .comment = "of " + std::to_string(loop.together) + " steps"};
    if (tile_.rows > 1) declaration.sizes = {tile_.rows};
    blocks_.add(declaration);
    for_rows(rows_, [&](const Expression& r) {
        blocks_.add(
            tree::Assign{.target = scalars_of_row(scalars, r), .value = vector_load(factors.scalar, tree::integer(0))});
    });
    const Expression step = open_unrolled(emitter_.names().unique("s"), 0, loop.together);
    emitter_.bind(dim, {.variable = tree::add(first, step), .depth = blocks_.top()});
    build_step(factors, scalars, step);
    blocks_.close();
    blocks_.close();
}

Expression TiledBuilder::scalars_of_row(const Expression& scalars, const Expression& r) const {
    return tile_.rows > 1 ? tree::subscript(scalars, r) : scalars;
}

void TiledBuilder::build_step(const Factors& factors, const Expression& scalars, const Expression& step) {
    constexpr std::int64_t kPair = 2; // as many as an instruction loads
    const std::int64_t vectors = tile_.vectors, rest = vectors % kPair;
    if (!piece_.reduction.back().pairs) return build_products(factors, scalars, step, tree::integer(0), vectors);
    const Expression pair = open_for(emitter_.names().unique("pair"), 0, vectors - rest, kPair, vectors / kPair);
    build_products(factors, scalars, step, pair, kPair);
    blocks_.close();
    if (rest > 0) build_products(factors, scalars, step, tree::integer(vectors - rest), rest);
}

void TiledBuilder::build_products(const Factors& factors, const Expression& scalars, const Expression& step,
                                  const Expression& first, std::int64_t count) {
    const Expression vectors = tree::name(emitter_.names().unique("vectors"));
    blocks_.add(tree::Declare{.type = vector_type_, .name = vectors->name, .sizes = {count}});
    for_vectors(count, [&](const Expression& v) {
        blocks_.open_plain();
        vectors_.clear();
        blocks_.add(tree::Assign{.target = tree::subscript(vectors, v),
                                 .value = vector_value(factors.vector, sum_of(first, v))});
        blocks_.close();
    });
    for_rows(rows_, [&](const Expression& r) {
        for_vectors(count, [&](const Expression& v) {
            const Expression target = accumulator(tree::integer(0), r, sum_of(first, v)),
                             vector = tree::subscript(vectors, v),
                             scalar = tree::subscript(scalars_of_row(scalars, r), step);
            if (emitter_.fuses_products()) {
                const Intrinsic fma{IntrinsicId::Fma, {type_, tile_.lanes}};
                return blocks_.add(
                    tree::Assign{.target = target, .value = tree::intrinsic(fma, {splat(scalar), vector, target})});
            }
            blocks_.add(tree::Assign{
                .target = target, .value = tree::multiply(scalar, vector), .assignment = tree::Assignment::Add});
        });
    });
}

void TiledBuilder::bind_chain(std::int64_t dim, const Expression& point) {
    const Dependence& term = emitter_.dependences().of(*reduction_->term);
    if ((term.dims & dimension_bit(dim)) == 0) return; // the same at all points
    const Expression name = emitter_.define(blocks_.top(), emitter_.index_type(), "kc", point);
    emitter_.bind(dim, {.variable = name, .depth = blocks_.top()});
}

void TiledBuilder::update(const Expression& chain) {
    for_rows(rows_, [&](const Expression& r) {
        for_vectors([&](const Expression& v) {
            blocks_.open_plain();
            combine(chain, r, v);
            blocks_.close();
        });
    });
}

void TiledBuilder::combine(const Expression& chain, const Expression& r, const Expression& v) {
    vectors_.clear();
    const Expression target = accumulator(chain, r, v);
    if (tile_.in_parts) return combine_parts(parts(chain, r, v), vector_variable(*reduction_->term, v));
    const Expr& term = kernel_.exprs[*reduction_->term];
    if (reduction_->combiner != Opcode::Add || fresh_.valid())
        return blocks_.add(
            tree::Assign{.target = target, .value = combined(target, fresh(vector_variable(*reduction_->term, v)))});
    if (emitter_.fuses_products()) return blocks_.add(tree::Assign{.target = target, .value = fused(target, v)});
    Expression value;
    if (term.kind == ExprKind::Apply && term.opcode == Opcode::Multiply) {
        const Expression a = vector_value(term.operands[0], v);
        value = tree::multiply(a, vector_value(term.operands[1], v));
    } else {
        value = vector_value(*reduction_->term, v);
    }
    blocks_.add(tree::Assign{.target = target, .value = value, .assignment = tree::Assignment::Add});
}

Expression TiledBuilder::fused(const Expression& target, const Expression& v) {
    const Expr& term = kernel_.exprs[*reduction_->term];
    ExprId first = term.operands[0], second = term.operands[1];
    if (tile_.lanes == 1) return emitter_.fused(type_, vector_value(first, v), vector_value(second, v), target);
    if (!has_lanes(second)) std::swap(first, second); // a scalar is the first one
    const Expression a = in_all_lanes(first, v), b = in_all_lanes(second, v);
    return tree::intrinsic({IntrinsicId::Fma, {type_, tile_.lanes}}, {a, b, target});
}

Expression TiledBuilder::applied(const Expr& expr, const std::vector<ElementType>& types,
                                 const std::vector<Expression>& operands) const {
    return applied(expr, types, operands, tile_.lanes);
}

Expression TiledBuilder::applied(const Expr& expr, const std::vector<ElementType>& types,
                                 const std::vector<Expression>& operands, std::int64_t lanes) const {
    const bool is_real = number_type(expr.type) == type_;
    const PrintContext context{.expr = expr,
                               .types = types,
                               .operands = operands,
                               .lanes = lanes,
                               .ordered_extremum = lanes > 1 && is_real && emitter_.target().ordered_extremum};
    return (lanes > 1 ? vector_print_of(expr.opcode, type_) : print_of(expr.opcode))(context);
}

Expression TiledBuilder::combined(const Expression& a, const Expression& b) const {
    return combined(a, b, tile_.lanes);
}

Expression TiledBuilder::combined(const Expression& a, const Expression& b, std::int64_t lanes) const {
    const Expr expr{.kind = ExprKind::Apply, .type = type_, .opcode = reduction_->combiner};
    return applied(expr, {type_, type_}, {a, b}, lanes);
}

} // namespace hlo2cpp
