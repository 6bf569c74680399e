#include "program/tiled_builder.h"

#include "ops/op.h"
#include "program/scalar_nest.h"

namespace hlo2cpp {

using tree::Expression;

void TiledBuilder::add_chains() {
    for_chains(1, [&](const Expression& c) {
        for_rows({0, tile_.rows}, [&](const Expression& r) {
            for_vectors([&](const Expression& v) {
                const Expression sum = accumulator(tree::integer(0), r, v), part = accumulator(c, r, v);
                blocks_.add(tree::Assign{.target = sum, .value = combined(sum, part)});
            });
        });
    });
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
    for_rows({0, tile_.rows}, [&](const Expression& r) {
        for_vectors([&](const Expression& v) {
            blocks_.open_plain();
            vectors_.clear();
            if (reduction_) current_ = accumulator(tree::integer(0), r, v);
            // What one output overwrites may be read for another one.
            std::vector<tree::Assign> stores;
            for (const Output& output : kernel_.outputs) stores.push_back(vector_store(output, v));
            for (tree::Assign& store : stores) blocks_.add(std::move(store));
            vectors_.clear();
            blocks_.close();
        });
    });
}

tree::Assign TiledBuilder::vector_store(const Output& output, const Expression& v) {
    const Expression first = address(pointer_(output.argument, true), emitter_.index(output.index));
    Expression value = vector_value(output.expr, v);
    if (!has_lanes(output.expr)) value = splat(value);
    const bool canonical = emitter_.needs_canonical_nan(output);
    if ((canonical || kernel_.outputs.size() > 1) && !tree::is_atom(value)) value = define(output.expr, value);
    if (canonical) value = tree::conditional(tree::equal(value, value), value, tree::nan(type_));
    return {.target = tree::vector_to(vector_type_, first, v), .value = value};
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
    const std::int64_t width = tile_.lanes * tile_.vectors;
    for_rows({0, tile_.rows}, [&](const Expression& r) {
        const Expression lanes = declare_lanes(width);
        for_vectors([&](const Expression& v) {
            blocks_.add(tree::Assign{.target = tree::vector_to(vector_type_, lanes, v),
                                     .value = accumulator(tree::integer(0), r, v)});
        });
        const Expression lane = open_for(lane_, 0, width, 1);
        bind_offset(tile_.lane_dim, lane);
        store_element(tree::subscript(lanes, lane));
        blocks_.close();
        rebind_base(tile_.lane_dim);
    });
}

Expression TiledBuilder::declare_lanes(std::int64_t width) {
    const std::string lanes = emitter_.names().unique("lanes");
    blocks_.add(tree::Declare{.type = tree::value_type(type_), .name = lanes, .sizes = {width}});
    return tree::name(lanes);
}

void TiledBuilder::build_lane_run(std::int64_t dim, const Range& steps) {
    const std::int64_t width = tile_.lanes * tile_.chains, whole = steps.end / width * width;
    const Expression step = open_for(step_, 0, whole, width);
    emitter_.bind(dim, {.variable = step, .depth = blocks_.top()});
    for_chains(0, [&](const Expression& c) {
        if (tile_.chains > 1) bind_chain(dim, tree::add(step, tree::multiply(c, tree::integer(tile_.lanes))));
        update(c);
    });
    blocks_.close();
    tail_ = {whole, steps.end};
}

void TiledBuilder::combine_lanes() {
    for_rows({0, tile_.rows}, [&](const Expression& r) {
        const Expression lanes = declare_lanes(tile_.lanes), zero = tree::integer(0);
        blocks_.add(
            tree::Assign{.target = tree::vector_to(vector_type_, lanes, zero), .value = accumulator(zero, r, zero)});
        for (std::int64_t half = tile_.lanes / 2; half > 0; half /= 2) {
            const Expression lane = open_unrolled(lane_, 0, half);
            const Expression low = tree::subscript(lanes, lane);
            const Expression high = tree::subscript(lanes, tree::add(lane, tree::integer(half)));
            blocks_.add(tree::Assign{.target = low, .value = combined_scalars(low, high)});
            blocks_.close();
        }
        const Expression result = tree::subscript(lanes, zero);
        if (tail_.size() > 0) build_tail(result);
        blocks_.open_plain();
        store_element(result);
        blocks_.close();
    });
}

Expression TiledBuilder::combined_scalars(const Expression& a, const Expression& b) const {
    const Expr expr{.kind = ExprKind::Apply, .type = type_, .opcode = reduction_->combiner};
    const ElementType types[] = {type_, type_};
    const Expression operands[] = {a, b};
    return print_of(reduction_->combiner)({.expr = expr, .types = types, .operands = operands});
}

void TiledBuilder::build_tail(const Expression& result) {
    const Expression step = open_for(step_, tail_.begin, tail_.end, 1);
    emitter_.bind(tile_.lane_dim, {.variable = step, .depth = blocks_.top()});
    const Expression term = emitter_.atom(*reduction_->term);
    blocks_.add(tree::Assign{.target = result, .value = combined_scalars(result, term)});
    blocks_.close();
}

} // namespace hlo2cpp
