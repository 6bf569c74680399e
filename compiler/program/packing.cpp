#include "program/packing.h"

#include <algorithm>

#include "nest/packing.h"
#include "program/scalar_nest.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

using tree::Expression;

namespace {

class PackingBuilder {
public:
    PackingBuilder(const Packing& packing, Emitter& emitter, const Expression& scratch)
        : packing_(packing), emitter_(emitter), blocks_(emitter.blocks()), scratch_(scratch),
          first_(emitter.names().unique("first")), lane_(emitter.names().unique("lane")) {}

    void build(const LaneBlocks& lanes) {
        const std::size_t outside = blocks_.top();
        for (const std::int64_t d : packing_.batch_dims) open_dimension(d);
        block_ = lanes.range.size() <= lanes.width ? tree::integer(lanes.range.begin) : tree::name(first_);
        if (tree::is_name(block_)) open(first_, lanes.range, lanes.width);
        outside_ = blocks_.top();
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

    void open(const std::string& name, const Range& range, std::int64_t step) {
        blocks_.open_loop({.type = emitter_.index_type(),
                           .name = name,
                           .begin = tree::integer(range.begin),
                           .end = tree::integer(range.end),
                           .step = step});
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
        const Expression element = emitter_.expression(packing_.load); // array[place]
        check_internal(element->kind == tree::ExpressionKind::Subscript, "what is packed lies in no memory");
        const Expression from = sum_of(element->operands[0], element->operands[1]);
        const std::int64_t row = emitter_.kernel().space.coefficient(load.index, packing_.lane_dim);
        blocks_.add(tree::Evaluate{
            tree::intrinsic({IntrinsicId::Transpose, {load.type, lanes.square}},
                            {from, tree::integer(row), sum_of(scratch_, place(lanes)), tree::integer(lanes.width)})});
        blocks_.close();
    }

    Expression place(const LaneBlocks& lanes) {
        const Expression offset = emitter_.index(packed_offset(emitter_.kernel(), packing_, lanes.width));
        const Expression block = multiple_of(sum_of(block_, tree::integer(lanes.again)), packing_.depth);
        return sum_of(sum_of(block, offset), tree::name(lane_));
    }

    const Packing& packing_;
    Emitter& emitter_;
    Blocks& blocks_;
    const Expression& scratch_;
    const std::string first_, lane_;
    Expression block_;        // its first lane
    std::size_t outside_ = 0; // of the loops of a block
};

} // namespace

void build_packing(const Packing& packing, Emitter& emitter, const Expression& scratch) {
    emitter.blocks().add(tree::Comment{"Its columns side by side, as the loops below read them."});
    PackingBuilder builder(packing, emitter, scratch);
    for (const LaneBlocks& lanes : packing.blocks) builder.build(lanes);
}

} // namespace hlo2cpp
