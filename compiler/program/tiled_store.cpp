#include "program/tiled_builder.h"

#include <algorithm>

#include "ops/op.h"
#include "program/affine.h"
#include "program/elements.h"
#include "program/scalar_nest.h"
#include "tile/analysis.h"
#include "tile/transposition.h"

namespace hlo2cpp {

using tree::Expression;

void TiledBuilder::add_chains() {
    for (std::int64_t half = tile_.chains / 2; half > 0; half /= 2)
        for_chains({0, half}, [&](const Expression& c) {
            for_rows({0, tile_.rows}, [&](const Expression& r) {
                for_vectors([&](const Expression& v) {
                    const Expression low = accumulator(c, r, v);
                    const Expression high = accumulator(sum_of(c, tree::integer(half)), r, v);
                    blocks_.add(tree::Assign{.target = low, .value = combined(low, high)});
                });
            });
        });
}

void TiledBuilder::transpose() {
    const Move move = *move_of(kernel_, piece_.box);
    const auto place = [&](ArgumentId argument, bool written, const Index& index, std::int64_t other) {
        return std::pair(address_of(pointer_(argument, written), emitter_.index(index)),
                         tree::integer(kernel_.space.coefficient(index, other)));
    };
    const auto [from, from_row] = place(kernel_.exprs[move.load].argument, false, *move.from, tile_.lane_dim);
    const auto [to, to_row] = place(kernel_.outputs[0].argument, true, *move.to, tile_.row_dim);
    const ElementType element = is_half(kernel_.exprs[move.load].type) ? ElementType::U16 : ElementType::F32;
    const Intrinsic transposition{IntrinsicId::Transpose, {element, tile_.lanes}};
    blocks_.add(tree::Evaluate{tree::intrinsic(transposition, {from, from_row, to, to_row})});
}

void TiledBuilder::store() {
    switch (piece_.epilogue) {
    case Epilogue::Vectors: return store_vectors();
    case Epilogue::Scalars: return store_scalars();
    case Epilogue::OneByOne: return store_one_by_one();
    case Epilogue::LaneByLane: return store_lane_by_lane();
    }
}

void TiledBuilder::store_vectors() {
    const std::int64_t full = tile_.idle > 0 ? tile_.vectors - 1 : tile_.vectors;
    const bool masked = tile_.idle > 0 && has_masks();
    if (reduction_) finish_depth_ = blocks_.top();
    for_rows({0, tile_.rows}, [&](const Expression& r) {
        for_vectors(full, [&](const Expression& v) { store_vector(r, v); });
        if (full == tile_.vectors) return;
        if (!masked) return store_lanes(r, full, 1);
        first_lanes_ = tile_.lanes - tile_.idle;
        store_vector(r, tree::integer(full));
        first_lanes_ = 0;
    });
    finish_depth_.reset();
    zero_ = {};
}

// Of the target, for what is loaded and stored after the reduction.
bool TiledBuilder::has_masks() const {
    if (tile_.lanes * byte_size(type_) != emitter_.target().masked_bytes) return false;
    // What is read beside a store with a mask waits for it, so that only constants are.
    const auto lies_along = [&](ExprId load) {
        const Expr& expr = kernel_.exprs[load];
        return !has_lanes(load) || (expr.type == type_ && kernel_[expr.argument].constant &&
                                    nest_.packing_of(load) == nullptr && reads_along(kernel_, load, tile_.lane_dim));
    };
    return std::ranges::all_of(kernel_.outputs, [&](const Output& output) {
        return kernel_.exprs[output.expr].type == type_ && !lies_apart(output) &&
               std::ranges::all_of(loads_of(kernel_, output.expr), lies_along);
    });
}

void TiledBuilder::store_vector(const Expression& r, const Expression& v) {
    blocks_.open_plain();
    if (reduction_) current_ = accumulator(tree::integer(0), r, v);
    store_current(v);
    blocks_.close();
}

void TiledBuilder::store_current(const Expression& v) {
    vectors_.clear();
    // What one output overwrites may be read for another one.
    std::vector<tree::Assign> stores;
    for (const Output& output : kernel_.outputs) stores.push_back(vector_store(output, v));
    for (std::size_t i = 0; i < stores.size(); ++i)
        if (const Output& output = kernel_.outputs[i]; lies_apart(output))
            store_apart(output, stores[i].value, v);
        else if (first_lanes_ > 0)
            store_first_lanes(output, stores[i].value, v);
        else if (tile_.new_lanes)
            store_new_lanes(output, stores[i].value);
        else
            blocks_.add(std::move(stores[i]));
    vectors_.clear();
}

void TiledBuilder::store_first_lanes(const Output& output, const Expression& value, const Expression& v) {
    const Expression row = address_of(pointer_(output.argument, true), emitter_.index(output.index));
    blocks_.add(tree::Evaluate{
        tree::intrinsic({IntrinsicId::SetFirstLanes, {type_, tile_.lanes}},
                        {sum_of(row, multiple_of(v, tile_.lanes)), value, tree::integer(first_lanes_)})});
}

void TiledBuilder::store_new_lanes(const Output& output, const Expression& value) {
    const Expression lanes = declare_lanes(tile_.lanes);
    blocks_.add(tree::Assign{.target = tree::vector_to(vector_type_, lanes, tree::integer(0)), .value = value});
    const Expression first =
        address_of(pointer_(output.argument, true), emitter_.index(output.index + Index(tile_.again)));
    const std::int64_t bytes = (tile_.lanes - tile_.again) * byte_size(type_);
    blocks_.add(tree::Evaluate{
        tree::call("memcpy", {first, tree::add(lanes, tree::integer(tile_.again)), tree::integer(bytes)})});
}

bool TiledBuilder::lies_apart(const Output& output) const {
    return kernel_.space.coefficient(output.index, tile_.lane_dim) != 1;
}

void TiledBuilder::store_apart(const Output& output, const Expression& value, const Expression& v) {
    const Expression lane = open_unrolled(lane_, 0, tile_.lanes);
    bind_offset(tile_.lane_dim, sum_of(multiple_of(v, tile_.lanes), lane));
    emitter_.store(output, tree::subscript(value, lane));
    blocks_.close();
    rebind_base(tile_.lane_dim);
}

tree::Assign TiledBuilder::vector_store(const Output& output, const Expression& v) {
    const Expression first = address_of(pointer_(output.argument, true), emitter_.index(output.index));
    Expression value = in_all_lanes(output.expr, v);
    const bool canonical = emitter_.needs_canonical_nan(output);
    if (lies_apart(output)) return {.value = define(output.expr, value)};
    if ((canonical || kernel_.outputs.size() > 1) && !tree::is_atom(value)) value = define(output.expr, value);
    if (canonical) value = tree::conditional(tree::equal(value, value), value, tree::nan(type_));
    const ElementType type = kernel_.exprs[output.expr].type;
    return {.target = tree::vector_to(memory_vector(type, tile_.lanes), first, v),
            .value = memory_from_lanes(type, tile_.lanes, value)};
}

void TiledBuilder::store_one_by_one() {
    const std::string sums = emitter_.names().unique("sums");
    const auto element = [&](const Expression& r, const Expression& v) {
        Expression one = tree::name(sums);
        if (tile_.rows > 1) one = tree::subscript(one, r);
        return tile_.vectors > 1 ? tree::subscript(one, v) : one;
    };
    std::vector<std::int64_t> sizes;
    for (const std::int64_t size : {tile_.rows, tile_.vectors})
        if (size > 1) sizes.push_back(size);
    blocks_.add(tree::Declare{.type = tree::value_type(type_), .name = sums, .sizes = sizes});
    for_rows({0, tile_.rows}, [&](const Expression& r) {
        for_vectors([&](const Expression& v) {
            blocks_.add(tree::Assign{.target = element(r, v), .value = accumulator(tree::integer(0), r, v)});
        });
    });
    rolled_ = true;
    for_rows({0, tile_.rows},
             [&](const Expression& r) { for_vectors([&](const Expression& v) { store_element(element(r, v)); }); });
    rolled_ = false;
}

void TiledBuilder::store_element(const Expression& result) {
    emitter_.bind_accumulators({result});
    if (kernel_.outputs.size() > 1) return build_outputs(emitter_);
    emitter_.store(kernel_.outputs[0], emitter_.expression(kernel_.outputs[0].expr));
}

void TiledBuilder::store_scalars() {
    for_rows({0, tile_.rows}, [&](const Expression& r) {
        for_vectors([&](const Expression& v) {
            const bool alone = tile_.vectors == 1 && tile_.row_dim < 0; // no loop around it
            if (alone) blocks_.open_plain();
            store_element(accumulator(tree::integer(0), r, v));
            if (alone) blocks_.close();
        });
    });
}

void TiledBuilder::store_lane_by_lane() {
    for_rows({0, tile_.rows}, [&](const Expression& r) { store_lanes(r, 0, tile_.vectors); });
}

void TiledBuilder::store_lanes(const Expression& r, std::int64_t first, std::int64_t count) {
    const Expression lanes = declare_lanes(tile_.lanes * count);
    for_vectors(count, [&](const Expression& v) {
        blocks_.add(tree::Assign{.target = tree::vector_to(vector_type_, lanes, v),
                                 .value = accumulator(tree::integer(0), r, sum_of(v, tree::integer(first)))});
    });
    const std::int64_t before = tile_.lanes * first, points = tile_.columns() - before;
    const std::int64_t stored = piece_.epilogue == Epilogue::Vectors ? store_narrower(lanes, before) : 0;
    if (stored == points) return;
    const Expression lane = open_for(lane_, stored, points, 1);
    bind_offset(tile_.lane_dim, before == 0 ? lane : tree::add(lane, tree::integer(before)));
    store_element(tree::subscript(lanes, lane));
    blocks_.close();
    rebind_base(tile_.lane_dim);
}

std::int64_t TiledBuilder::store_narrower(const Expression& lanes, std::int64_t before) {
    constexpr std::int64_t kNarrowest = 4;
    const std::int64_t whole = tile_.lanes, points = tile_.columns() - before;
    std::int64_t stored = 0;
    for (std::int64_t width = whole / 2; width >= kNarrowest; width /= 2) {
        if (points - stored < width) continue;
        blocks_.open_plain();
        use_lanes(width);
        if (before + stored > 0) bind_offset(tile_.lane_dim, tree::integer(before + stored));
        current_ = tree::vector_at(vector_type_, sum_of(lanes, tree::integer(stored)), tree::integer(0));
        store_current(tree::integer(0));
        use_lanes(whole);
        rebind_base(tile_.lane_dim);
        blocks_.close();
        stored += width;
    }
    return stored;
}

void TiledBuilder::use_lanes(std::int64_t lanes) {
    tile_.lanes = lanes;
    vector_type_ = tree::vector_type(type_, lanes);
}

Expression TiledBuilder::declare_lanes(std::int64_t width) {
    const std::string lanes = emitter_.names().unique("lanes");
    blocks_.add(tree::Declare{.type = tree::value_type(type_), .name = lanes, .sizes = {width}});
    return tree::name(lanes);
}

void TiledBuilder::build_lane_run(const ReductionLoop& loop) {
    const std::int64_t dim = loop.dims.back(), steps = loop.range.end;
    const std::int64_t width = tile_.lanes * tile_.chains, whole = steps / width * width;
    if (whole > 0) {
        const auto run = [&](const LoopBounds& rounds) {
            const Expression step = open_steps(rounds, width);
            emitter_.bind(dim, {.variable = step, .depth = blocks_.top()});
            build_lanes(dim, {0, tile_.chains}, step);
            blocks_.close();
        };
        loop.block > 0 ? for_blocks(whole / width, loop.block / width, run) : run(between({0, whole}));
    }
    tail_ = {whole, steps};
    const bool whole_vectors = tile_.lanes > 1 && tail_.size() > 0 && tail_.size() % tile_.lanes == 0;
    if (tile_.again > 0 || whole_vectors) return build_last_vectors(dim);
    if (tile_.lanes > 1 || tail_.size() == 0) return;
    build_lanes(dim, {0, tail_.size()}, tree::integer(whole)); // each to the scalar that it belongs to
    tail_ = {};
}

void TiledBuilder::build_last_vectors(std::int64_t dim) {
    const std::int64_t vectors = tail_.size() / tile_.lanes, all = vectors + (tile_.again > 0 ? 1 : 0);
    for (std::int64_t c = 0; c < all; ++c) {
        const bool last = c == vectors;
        const std::int64_t first = last ? tail_.end - tile_.lanes : tail_.begin + c * tile_.lanes;
        if (last) fresh_ = fresh_lanes();
        blocks_.open_plain();
        emitter_.bind(dim, {.offset = first, .depth = blocks_.top()});
        update(tree::integer(c));
        blocks_.close();
    }
    fresh_ = {};
    tail_ = {};
}

// Nothing where a term may count twice.
Expression TiledBuilder::fresh_lanes() {
    if (reduction_->combiner == Opcode::Maximum || reduction_->combiner == Opcode::Minimum) return {};
    std::vector<Expression> lanes;
    for (std::int64_t lane = 0; lane < tile_.lanes; ++lane)
        lanes.push_back(tree::number(type_, lane < tile_.again ? 0 : 1));
    blocks_.add(tree::Comment{"terms that no vector before has"});
    const Expression fresh =
        emitter_.define(blocks_.top(), vector_type_, "fresh", tree::construct(vector_type_, std::move(lanes)));
    return tree::not_equal(fresh, tree::vector_zero(vector_type_));
}

Expression TiledBuilder::fresh(const Expression& value) const {
    if (!fresh_.valid()) return value;
    return tree::conditional(fresh_, value, splat(emitter_.variable(reduction_->initial[0])));
}

void TiledBuilder::build_lanes(std::int64_t dim, const Range& chains, const Expression& first) {
    for_chains(chains, [&](const Expression& c) {
        const Expression lanes = tile_.lanes == 1 ? c : tree::multiply(c, tree::integer(tile_.lanes));
        if (tile_.chains > 1) bind_chain(dim, tree::add(first, lanes));
        update(c);
    });
}

void TiledBuilder::combine_lanes() {
    const std::int64_t parts = tail_.size() > 0 ? tile_.chains : 1, width = parts * tile_.lanes;
    for_rows({0, tile_.rows}, [&](const Expression& r) {
        const Expression zero = tree::integer(0);
        blocks_.open_plain();
        if (width == 1) {
            store_element(accumulator(zero, r, zero));
        } else {
            const Expression lanes = declare_lanes(width);
            for_chains({0, parts}, [&](const Expression& c) {
                blocks_.add(
                    tree::Assign{.target = tree::vector_to(vector_type_, lanes, c), .value = accumulator(c, r, zero)});
            });
            if (tail_.size() > 0) add_tail(lanes);
            add_halves(lanes, width);
            store_element(tree::subscript(lanes, zero));
        }
        blocks_.close();
    });
}

void TiledBuilder::add_halves(const Expression& lanes, std::int64_t width) {
    constexpr std::int64_t kLeastBytes = 16; // of a vector
    constexpr std::int64_t kFewScalars = 2;  // that no loop adds
    for (std::int64_t half = width / 2; half > 0; half /= 2) {
        if (half <= tile_.lanes && half * byte_size(type_) >= kLeastBytes) {
            add_half_vectors(lanes, half);
            continue;
        }
        const auto add = [&](const Expression& lane) {
            const Expression low = tree::subscript(lanes, lane);
            const bool known = lane->kind == tree::ExpressionKind::Integer;
            const Expression high = tree::subscript(
                lanes, known ? tree::integer(lane->number + half) : sum_of(lane, tree::integer(half)));
            blocks_.add(tree::Assign{.target = low, .value = combined_scalars(low, high)});
        };
        if (half <= kFewScalars) {
            for (std::int64_t lane = 0; lane < half; ++lane) add(tree::integer(lane));
            continue;
        }
        add(open_unrolled(lane_, 0, half));
        blocks_.close();
    }
}

void TiledBuilder::add_half_vectors(const Expression& lanes, std::int64_t half) {
    const tree::Type vector = tree::vector_type(type_, half);
    const auto part = [&](const std::string& name, std::int64_t first) {
        return emitter_.define(blocks_.top(), vector, name,
                               tree::vector_at(vector, sum_of(lanes, tree::integer(first)), tree::integer(0)));
    };
    blocks_.open_plain();
    const Expression low = part("low", 0), high = part("high", half);
    blocks_.add(
        tree::Assign{.target = tree::vector_to(vector, lanes, tree::integer(0)), .value = combined(low, high, half)});
    blocks_.close();
}

Expression TiledBuilder::combined_scalars(const Expression& a, const Expression& b) const {
    const Expr expr{.kind = ExprKind::Apply, .type = type_, .opcode = reduction_->combiner};
    const ElementType types[] = {type_, type_};
    const Expression operands[] = {a, b};
    return print_of(reduction_->combiner)({.expr = expr, .types = types, .operands = operands});
}

void TiledBuilder::add_tail(const Expression& lanes) {
    const Expression lane = open_for(lane_, 0, tail_.size(), 1);
    emitter_.bind(tile_.lane_dim, {.variable = lane, .offset = tail_.begin, .depth = blocks_.top()});
    const Expression sum = tree::subscript(lanes, lane);
    const Expr& term = kernel_.exprs[*reduction_->term];
    const Expression next = emitter_.fuses_products() ? emitter_.fused(type_, emitter_.atom(term.operands[0]),
                                                                       emitter_.atom(term.operands[1]), sum)
                                                      : combined_scalars(sum, emitter_.atom(*reduction_->term));
    blocks_.add(tree::Assign{.target = sum, .value = next});
    blocks_.close();
}

} // namespace hlo2cpp
