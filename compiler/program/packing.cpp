#include "program/packing.h"

#include <algorithm>

#include "nest/packing.h"
#include "program/elements.h"
#include "program/scalar_nest.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

using tree::Expression;

namespace {

class PackingBuilder {
public:
    PackingBuilder(const Packing& packing, Emitter& emitter, const Expression& scratch, ElementType type)
        : packing_(packing), emitter_(emitter), blocks_(emitter.blocks()), scratch_(scratch), type_(type),
          first_(emitter.names().unique("first")), lane_(emitter.names().unique("lane")) {}

    void build(const LaneBlocks& lanes) {
        const std::size_t outside = blocks_.top();
        for (const std::int64_t d : packing_.batch_dims) open_dimension(d);
        block_ = lanes.range.size() <= lanes.width ? tree::integer(lanes.range.begin) : tree::name(first_);
        if (tree::is_name(block_)) open(first_, lanes.range, lanes.width);
        outside_ = blocks_.top();
        if (packing_.together > 1)
            words(lanes);
        else
            lanes.square > 0 ? squares(lanes) : elements(lanes);
        while (blocks_.top() > outside) blocks_.close();
    }

private:
    // One point is no loop.
    void open_dimension(std::int64_t dim) {
        const Range range = emitter_.range(dim);
        if (range.size() == 1) return emitter_.bind(dim, {.offset = range.begin});
        const std::string name = emitter_.names().unique(name_of_dimension(emitter_.kernel(), dim));
        open(name, range, 1);
        emitter_.bind(dim, {.variable = tree::name(name), .depth = blocks_.top()});
    }

    void open(const std::string& name, const Range& range, std::int64_t step, std::int64_t unroll = 0) {
        blocks_.open_loop({.type = emitter_.index_type(),
                           .name = name,
                           .begin = tree::integer(range.begin),
                           .end = tree::integer(range.end),
                           .step = step,
                           .unroll = unroll});
    }

    void open_lanes(const Range& range, std::int64_t step) {
        open(lane_, range, step);
        emitter_.bind(packing_.lane_dim, {.variable = sum_of(block_, tree::name(lane_)), .depth = blocks_.top()});
    }

    // Along the lines of the array.
    void elements(const LaneBlocks& lanes) {
        const Expr& load = emitter_.kernel().exprs[packing_.load];
        const bool along = emitter_.kernel().space.coefficient(load.index, packing_.lane_dim) == 1;
        const std::int64_t points = std::min(lanes.width, lanes.range.size());
        if (!along) open_lanes({0, points}, 1);
        for (const std::int64_t d : packing_.reduction_dims) open_dimension(d);
        const std::size_t step = blocks_.top();
        if (along) open_lanes({0, points}, 1);
        put(lanes, emitter_.expression(packing_.load));
        if (points == lanes.width) return;
        while (blocks_.top() > (along ? step : outside_)) blocks_.close();
        open_lanes({points, lanes.width}, 1);
        if (!along)
            for (const std::int64_t d : packing_.reduction_dims) open_dimension(d);
        put(lanes, tree::zero(number_type(load.type)));
    }

    void put(const LaneBlocks& lanes, const Expression& value) {
        blocks_.add(tree::Assign{.target = tree::subscript(scratch_, place(lanes)), .value = value});
    }

    // Words of the steps of a line, and what ends it.
    void words(const LaneBlocks& lanes) {
        const std::int64_t together = packing_.together, whole = packing_.depth / together * together,
                           rest = packing_.depth - whole;
        const std::int64_t line = packing_.reduction_dims.back();
        if (whole > 0) {
            const std::string step = emitter_.names().unique("k");
            open(step, {0, whole}, together);
            words_at(lanes, {.variable = tree::name(step), .depth = blocks_.top()}, together, together);
            blocks_.close();
        }
        if (rest == 0) return;
        blocks_.open_plain();
        emitter_.bind(line, {.offset = whole, .depth = blocks_.top()});
        words_at(lanes, {.offset = whole, .depth = blocks_.top()}, rest, packing_.padding > 0 ? together : rest);
        blocks_.close();
    }

    // Words of all lanes whose first step is `start`.
    void words_at(const LaneBlocks& lanes, const DimensionAt& start, std::int64_t terms, std::int64_t size) {
        const std::int64_t points = std::min(lanes.width, lanes.range.size());
        const std::int64_t vector = packing_.split > 0 ? packing_.split : points, ends = points % vector;
        words_of(lanes, {0, points - ends}, 0, start, terms, size);
        const std::int64_t end = points - ends;
        if (ends > 0) words_of(lanes, {end, points}, end, start, terms, size);
        if (points == lanes.width) return;
        if (packing_.split == 0 || ends > 0) words_of(lanes, {points, lanes.width}, end, start, 0, size);
    }

    // Those of some lanes, which lie in vectors of halves from lane `first` on.
    void words_of(const LaneBlocks& lanes, const Range& range, std::int64_t first, const DimensionAt& start,
                  std::int64_t terms, std::int64_t size) {
        const std::size_t outside = blocks_.top();
        const std::int64_t split = packing_.split;
        std::optional<Expression> vector;
        Range inside = range;
        if (split > 0 && range.size() > split) {
            const std::string name = emitter_.names().unique("vector");
            open(name, range, split);
            vector = tree::name(name), inside = {0, split};
        } else if (split > 0) {
            vector = tree::integer(first), inside = {range.begin - first, range.end - first};
        }
        constexpr std::int64_t kFew = 4;
        open(lane_, inside, 1, inside.size() <= kFew ? inside.size() : 0);
        const Expression lane = vector ? sum_of(*vector, tree::name(lane_)) : tree::name(lane_);
        emitter_.bind(packing_.lane_dim, {.variable = sum_of(block_, lane), .depth = blocks_.top()});
        emitter_.bind(packing_.reduction_dims.back(), start);
        const std::int64_t half = split > 0 ? size / 2 : size;
        Expression place = sum_of(place_of_block(lanes), multiple_of(tree::name(lane_), half));
        if (vector) place = sum_of(place, multiple_of(*vector, size));
        for (std::int64_t step = 0; step < size; step += half)
            steps({step, step + half}, terms, sum_of(place, tree::integer(step * std::max<std::int64_t>(split, 1))));
        while (blocks_.top() > outside) blocks_.close();
    }

    // Neighbouring steps of a word, which move at once if they are neighbours in the array.
    void steps(const Range& range, std::int64_t terms, const Expression& place) {
        const Expr& load = emitter_.kernel().exprs[packing_.load];
        const std::int64_t distance = emitter_.kernel().space.coefficient(load.index, packing_.reduction_dims.back());
        const Expression array = element()->operands[0];
        const auto index = [&](std::int64_t step) {
            return emitter_.index(load.index.address() + Index(step * distance));
        };
        if (type_ == load.type && distance == 1 && range.end <= terms)
            return blocks_.add(
                tree::Evaluate{tree::call("memcpy", {sum_of(scratch_, place), sum_of(array, index(range.begin)),
                                                     tree::integer(range.size() * byte_size(type_))})});
        for (std::int64_t i = 0; i < range.size(); ++i) {
            const std::int64_t step = range.begin + i;
            const Expression value =
                step < terms ? value_from_memory(load.type, tree::subscript(array, index(step))) : tree::integer(0);
            blocks_.add(
                tree::Assign{.target = tree::subscript(scratch_, sum_of(place, tree::integer(i))), .value = value});
        }
    }

    // Its place in its array.
    Expression element() {
        const Expression loaded = emitter_.expression(packing_.load);
        check_internal(loaded->kind == tree::ExpressionKind::Subscript, "what is packed lies in no memory");
        return loaded;
    }

    // Transposes squares: steps that are neighbours in the array become neighbours of a lane. The last squares begin
    // earlier, so that they are full.
    void squares(const LaneBlocks& lanes) {
        const std::int64_t line = packing_.reduction_dims.back(), steps = emitter_.range(line).size();
        const std::int64_t whole = steps / lanes.square * lanes.square;
        for (const std::int64_t d : packing_.reduction_dims)
            if (d != line) open_dimension(d);
        const std::string step = emitter_.names().unique("k");
        open(step, {0, whole}, lanes.square);
        emitter_.bind(line, {.variable = tree::name(step), .depth = blocks_.top()});
        square(lanes);
        blocks_.close();
        if (whole == steps) return;
        blocks_.open_plain();
        emitter_.bind(line, {.offset = steps - lanes.square, .depth = blocks_.top()});
        square(lanes);
        blocks_.close();
    }

    void square(const LaneBlocks& lanes) {
        open_lanes({0, lanes.width}, lanes.square);
        const Expr& load = emitter_.kernel().exprs[packing_.load];
        const Expression element = this->element();
        const Expression from = sum_of(element->operands[0], element->operands[1]);
        const std::int64_t row = emitter_.kernel().space.coefficient(load.index, packing_.lane_dim);
        blocks_.add(tree::Evaluate{
            tree::intrinsic({IntrinsicId::Transpose, {load.type, lanes.square}},
                            {from, tree::integer(row), sum_of(scratch_, place(lanes)), tree::integer(lanes.width)})});
        blocks_.close();
    }

    Expression place(const LaneBlocks& lanes) { return sum_of(place_of_block(lanes), tree::name(lane_)); }
    // Of its first lane, at the step that is bound.
    Expression place_of_block(const LaneBlocks& lanes) {
        const Expression offset = emitter_.index(packed_offset(emitter_.kernel(), packing_, lanes.width));
        return sum_of(multiple_of(sum_of(block_, tree::integer(lanes.again)), packing_.packed_depth()), offset);
    }

    const Packing& packing_;
    Emitter& emitter_;
    Blocks& blocks_;
    const Expression& scratch_;
    const ElementType type_; // of the scratch
    const std::string first_, lane_;
    Expression block_;        // its first lane
    std::size_t outside_ = 0; // of the loops of a block
};

} // namespace

void build_packing(const Packing& packing, Emitter& emitter, const Expression& scratch, ElementType type) {
    emitter.blocks().add(tree::Comment{"A copy of the columns, side by side as the loops below read them."});
    PackingBuilder builder(packing, emitter, scratch, type);
    for (const LaneBlocks& lanes : packing.blocks) builder.build(lanes);
}

} // namespace hlo2cpp
