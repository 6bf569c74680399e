#include "program/packing.h"

#include "program/scalar_nest.h"
#include "tile/analysis.h"

namespace hlo2cpp {

using tree::Expression;

Index packed_offset(const Kernel& kernel, const Packing& packing, std::int64_t width) {
    Index offset = packing.scratch_offset;
    std::int64_t stride = width;
    for (std::size_t i = packing.reduction_dims.size(); i-- > 0;) {
        offset = offset + kernel.space.dimension(packing.reduction_dims[i]) * stride;
        stride *= size_of_dim(kernel, packing.reduction_dims[i]);
    }
    stride = packing.lane_size() * packing.depth;
    for (std::size_t i = packing.batch_dims.size(); i-- > 0;) {
        offset = offset + kernel.space.dimension(packing.batch_dims[i]) * stride;
        stride *= size_of_dim(kernel, packing.batch_dims[i]);
    }
    return offset;
}

void build_packing(const Packing& packing, std::int64_t lane_dim, Emitter& emitter, const Expression& scratch) {
    Blocks& blocks = emitter.blocks();
    const std::string first = emitter.names().unique("first"), lane = emitter.names().unique("lane");
    const tree::Type type = emitter.index_type();
    blocks.add(tree::Comment{"Its columns side by side, as the loops below read them."});
    for (const LaneBlocks& lanes : packing.blocks) {
        const std::size_t outside = blocks.top();
        for (const std::int64_t d : packing.batch_dims) open_loop(emitter, d, emitter.range(d));
        blocks.open_loop({.type = type,
                          .name = first,
                          .begin = tree::integer(lanes.range.begin),
                          .end = tree::integer(lanes.range.end),
                          .step = lanes.width});
        blocks.open_loop({.type = type, .name = lane, .begin = tree::integer(0), .end = tree::integer(lanes.width)});
        emitter.bind(lane_dim, {.variable = tree::add(tree::name(first), tree::name(lane)), .depth = blocks.top()});
        for (const std::int64_t d : packing.reduction_dims) open_loop(emitter, d, emitter.range(d));
        const Expression value = emitter.expression(packing.load);
        const Expression offset = emitter.index(packed_offset(emitter.kernel(), packing, lanes.width));
        const Expression block =
            tree::multiply(tree::add(tree::name(first), tree::integer(lanes.again)), tree::integer(packing.depth));
        const Expression at = tree::add(sum_of(block, offset), tree::name(lane));
        blocks.add(tree::Assign{.target = tree::subscript(scratch, at), .value = value});
        while (blocks.top() > outside) blocks.close();
    }
}

} // namespace hlo2cpp
