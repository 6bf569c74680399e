#include "program/tiled_builder.h"

#include <algorithm>

#include "ops/op.h"
#include "program/scalar_nest.h"

namespace hlo2cpp {

using tree::Expression;

void TiledBuilder::build() {
    std::size_t opened = 0;
    for (const Loop& loop : piece_.loops) opened += open_parallel(loop) ? 1U : 0U;
    blocks_.open_plain();
    if (reduction_) build_reduction();
    if (tile_.transposes)
        transpose();
    else if (tile_.lane_reduces)
        combine_lanes();
    else
        store();
    blocks_.close();
    for (; opened > 0; --opened) blocks_.close();
}

void TiledBuilder::finish(const std::string& sums, const Expression& row, const Expression& lane, bool hangs_over) {
    accumulators_ = sums;
    variables_[tile_.row_dim] = row;
    variables_[tile_.lane_dim] = lane;
    hangs_over_ = hangs_over;
    rebind_base(tile_.row_dim);
    rebind_base(tile_.lane_dim);
    add_initial();
    store();
}

// To sums that do not start there.
void TiledBuilder::add_initial() {
    const ExprId initial = reduction_->initial[0];
    if (emitter_.variable(initial) == tree::zero(type_)) return;
    for_rows({0, tile_.rows}, [&](const Expression& r) {
        blocks_.add(tree::Assign{.target = accumulator(tree::integer(0), r, tree::integer(0)),
                                 .value = splat(emitter_.expression(initial)),
                                 .assignment = tree::Assignment::Add});
    });
}

void TiledBuilder::open_row_test(const Expression& r) {
    const Expression point = tree::add(variables_.at(tile_.row_dim), r);
    blocks_.open_if(tree::less(point, tree::integer(range(tile_.row_dim).end)));
}

void TiledBuilder::build_reduction() {
    declare_accumulators();
    const Expression test = emitter_.condition(piece_.conditions);
    if (test.valid()) blocks_.open_if(test);
    rows_ = piece_.rows;
    runs_ = &piece_.taps;
    const bool any_term = std::ranges::none_of(
        piece_.reduction, [](const ReductionLoop& loop) { return !loop.taps && loop.range.size() == 0; });
    if (rows_.size() > 0 && any_term) reduce(0); // else padding alone
    if (test.valid()) blocks_.close();
    if (tile_.in_parts) join_parts();
    if (tile_.chains > 1 && tail_.size() == 0) add_chains();
}

bool TiledBuilder::open_parallel(const Loop& loop) {
    const Range& side = range(loop.dim);
    if (side.size() == loop.step) {
        bind(loop.dim, {.offset = side.begin, .depth = blocks_.top()});
        return false;
    }
    const std::string name = emitter_.names().unique("i" + std::to_string(loop.dim));
    const Expression variable = loop.down ? open_for(name, side.end - loop.step, side.begin, -loop.step)
                                          : open_for(name, side.begin, side.end, loop.step);
    bind(loop.dim, {.variable = variable, .depth = blocks_.top()});
    variables_[loop.dim] = variable;
    if (loop.dim == tile_.row_dim) row_depth_ = blocks_.top();
    return true;
}

void TiledBuilder::bind_offset(std::int64_t dim, const Expression& offset) {
    within_[dim] = {.variable = offset};
    const auto known = variables_.find(dim);
    if (known == variables_.end())
        bind(dim, {.variable = offset, .offset = range(dim).begin, .depth = blocks_.top()});
    else
        bind(dim, {.variable = tree::add(known->second, offset), .depth = blocks_.top()});
}

void TiledBuilder::bind_row(std::int64_t row) {
    DimensionAt at = base_of(tile_.row_dim);
    at.offset += row;
    within_[tile_.row_dim] = {.offset = row};
    bind(tile_.row_dim, std::move(at));
}

void TiledBuilder::rebind_base(std::int64_t dim) {
    within_.erase(dim);
    bind(dim, base_of(dim));
}

DimensionAt TiledBuilder::base_of(std::int64_t dim) const {
    const auto known = variables_.find(dim);
    if (known != variables_.end()) return {.variable = known->second, .depth = blocks_.top()};
    return {.offset = range(dim).begin, .depth = blocks_.top()};
}

void TiledBuilder::bind(std::int64_t dim, DimensionAt at) {
    bound_[dim] = at;
    emitter_.bind(dim, std::move(at));
}

Expression TiledBuilder::open_unrolled(const std::string& name, std::int64_t begin, std::int64_t end) {
    return open_for(name, begin, end, 1, std::max<std::int64_t>(end - begin, 1));
}

Expression TiledBuilder::open_tile_loop(const std::string& name, std::int64_t begin, std::int64_t end) {
    return rolled_ ? open_for(name, begin, end, 1) : open_unrolled(name, begin, end);
}

Expression TiledBuilder::open_for(const std::string& name, std::int64_t begin, std::int64_t end, std::int64_t step,
                                  std::int64_t unroll) {
    return open_for(name, {.begin = tree::integer(begin), .end = tree::integer(end), .numbers = {}, .tests = {}}, step,
                    unroll);
}

Expression TiledBuilder::open_for(const std::string& name, const LoopBounds& bounds, std::int64_t step,
                                  std::int64_t unroll) {
    blocks_.open_loop({.type = emitter_.index_type(),
                       .name = name,
                       .begin = bounds.begin,
                       .end = bounds.end,
                       .step = step,
                       .unroll = unroll},
                      bounds.clipped);
    return tree::name(name);
}

Expression TiledBuilder::accumulator(const std::string& name, const Expression& chain, const Expression& r,
                                     const Expression& v) const {
    Expression element = tree::name(name);
    if (tile_.chains > 1) element = tree::subscript(element, chain);
    if (tile_.rows > 1) element = tree::subscript(element, r);
    return tile_.vectors > 1 ? tree::subscript(element, v) : element;
}

ExprId TiledBuilder::bias() const {
    const std::vector<ExprId>& operands = kernel_.exprs[piece_.from_bias].operands;
    return operands[kernel_.exprs[operands[0]].kind == ExprKind::Accumulator ? 1 : 0];
}

bool TiledBuilder::bias_depends_on(std::int64_t dim) const {
    return (emitter_.dependences().of(bias()).dims & dimension_bit(dim)) != 0;
}

void TiledBuilder::point_to_bias() {
    const auto runs = [&](const Loop& loop) { return range(loop.dim).size() > loop.step; };
    const auto innermost = std::ranges::find_if(piece_.loops.rbegin(), piece_.loops.rend(), runs);
    const bool kept = innermost != piece_.loops.rend() && !bias_depends_on(innermost->dim);
    if (kept && has_lanes(bias()) && (tile_.row_dim < 0 || !bias_depends_on(tile_.row_dim)))
        declare_pointer_to(bias(), kernel_.exprs[bias()].index, {}, true);
}

void TiledBuilder::start_at_bias() {
    const bool by_row = tile_.rows > 1 && bias_depends_on(tile_.row_dim);
    point_to_bias();
    for_vectors([&](const Expression& v) {
        blocks_.open_plain();
        vectors_.clear();
        const auto value = [&] { return in_all_lanes(bias(), v); };
        const Expression start = by_row ? Expression() : emitter_.define(blocks_.top(), vector_type_, "start", value());
        for_rows({0, tile_.rows}, [&](const Expression& r) {
            vectors_.clear();
            blocks_.add(tree::Assign{.target = accumulator(tree::integer(0), r, v), .value = by_row ? value() : start});
        });
        vectors_.clear();
        blocks_.close();
    });
    tile_pointers_.clear();
}

Expression TiledBuilder::accumulator(const Expression& chain, const Expression& r, const Expression& v) const {
    return accumulator(accumulators_, chain, r, v);
}

void TiledBuilder::declare_accumulators() {
    accumulators_ = emitter_.names().unique("acc");
    declare_accumulators(accumulators_, tile_comment());
    if (!tile_.in_parts) return;
    signs_ = emitter_.names().unique("signs");
    nans_ = emitter_.names().unique("nans");
    declare_accumulators(signs_, "of zeros");
    declare_accumulators(nans_, "");
}

void TiledBuilder::declare_accumulators(const std::string& name, const std::string& comment) {
    const std::vector<std::int64_t> sizes = sizes_of_accumulators();
    const ExprId initial = reduction_->initial[0];
    const bool everywhere = kernel_.exprs[initial].kind == ExprKind::Constant; // or a bias, of tiles of scalars
    Expression start = sizes.empty() || everywhere ? splat(emitter_.variable(initial)) : Expression();
    if (sizes.empty() && piece_.from_bias.valid()) start = in_all_lanes(bias(), tree::integer(0));
    if (sizes.empty()) return blocks_.add(tree::Declare{.type = vector_type_, .name = name, .value = start});
    blocks_.add(tree::Declare{.type = vector_type_, .name = name, .sizes = sizes, .comment = comment});
    if (piece_.from_bias.valid()) return start_at_bias();
    const bool zeros = tile_.lanes > 1 && everywhere && emitter_.variable(initial) == tree::zero(type_);
    if (zeros && emitter_.target().makes_zeros) start = own_zero(blocks_.top());
    for_accumulators([&](const Expression& c, const Expression& r, const Expression& v) {
        const Expression value = everywhere ? start : splat(emitter_.expression(initial));
        blocks_.add(tree::Assign{.target = accumulator(name, c, r, v), .value = value});
    });
}

std::vector<std::int64_t> TiledBuilder::sizes_of_accumulators() const {
    std::vector<std::int64_t> sizes;
    for (const std::int64_t size : {tile_.chains, tile_.rows, tile_.vectors})
        if (size > 1) sizes.push_back(size);
    return sizes;
}

Expression TiledBuilder::start_vector(const Expression& scalar) {
    const bool zeros = tile_.lanes > 1 && scalar == tree::zero(type_) && emitter_.target().makes_zeros;
    return zeros ? own_zero(blocks_.top()) : splat(scalar);
}

void TiledBuilder::declare_accumulators_of_block() {
    const std::vector<std::int64_t> sizes = sizes_of_accumulators();
    const Expression start = start_vector(start_of_block(emitter_));
    tree::Declare declaration{.type = vector_type_, .name = accumulators_, .sizes = sizes, .comment = "of the block"};
    if (sizes.empty()) declaration.value = start;
    blocks_.add(std::move(declaration));
    if (sizes.empty()) return;
    for_accumulators([&](const Expression& c, const Expression& r, const Expression& v) {
        blocks_.add(tree::Assign{.target = accumulator(c, r, v), .value = start});
    });
}

std::string TiledBuilder::tile_comment() const {
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : " x ") + part; };
    if (tile_.chains > 1) add(std::to_string(tile_.chains) + " partial sums");
    if (tile_.rows > 1) add(std::to_string(tile_.rows) + " points of dimension " + std::to_string(tile_.row_dim));
    if (tile_.vectors > 1)
        add(std::to_string(tile_.vectors) + (tile_.lanes > 1 ? " vectors" : " points") + " of dimension " +
            std::to_string(tile_.lane_dim));
    return text;
}

Expression TiledBuilder::splat(const Expression& scalar) const {
    if (tile_.lanes == 1) return scalar;
    const Expression zeros = tree::vector_zero(vector_type_);
    return scalar == tree::zero(type_) ? zeros : tree::subtract(scalar, zeros);
}

void build_tiled_piece(const LoopNest& nest, const Piece& piece, Emitter& emitter, const Pointer& pointer,
                       const PackedArray& packed) {
    TiledBuilder(nest, piece, emitter, pointer, packed).build();
}

} // namespace hlo2cpp
