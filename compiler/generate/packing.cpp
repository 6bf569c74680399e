#include "generate/packing.h"

#include "generate/numbers.h"
#include "generate/scalar_nest.h"
#include "tile/analysis.h"

namespace hlo2cpp {

Index packed_offset(const Kernel& kernel, const Packing& packing, std::int64_t lane_dim, std::int64_t width) {
    Index offset = packing.scratch_offset;
    std::int64_t stride = width;
    for (std::size_t i = packing.reduction_dims.size(); i-- > 0;) {
        offset = offset + kernel.space.dimension(packing.reduction_dims[i]) * stride;
        stride *= size_of_dim(kernel, packing.reduction_dims[i]);
    }
    stride = kernel.dims[static_cast<std::size_t>(lane_dim)] * packing.depth;
    for (std::size_t i = packing.batch_dims.size(); i-- > 0;) {
        offset = offset + kernel.space.dimension(packing.batch_dims[i]) * stride;
        stride *= size_of_dim(kernel, packing.batch_dims[i]);
    }
    return offset;
}

void print_packing(const Packing& packing, std::int64_t lane_dim, Emitter& emitter, const std::string& scratch) {
    Blocks& blocks = emitter.blocks();
    const std::string first = emitter.names().unique("first"), lane = emitter.names().unique("lane");
    blocks.line("// Its columns side by side, as the loops below read them.");
    for (const LaneBlocks& lanes : packing.blocks) {
        const std::size_t outside = blocks.top();
        for (const std::int64_t d : packing.batch_dims) open_loop(emitter, d, emitter.facts().range(d));
        const std::string width = integer_literal(lanes.width);
        blocks.open_loop("for (" + emitter.index_type() + " " + first + " = " + integer_literal(lanes.range.begin) +
                         "; " + first + " < " + integer_literal(lanes.range.end) + "; " + first + " += " + width +
                         ") {");
        blocks.open_loop("for (" + emitter.index_type() + " " + lane + " = 0; " + lane + " < " + width + "; ++" + lane +
                         ") {");
        emitter.bind(lane_dim, {.name = "(" + first + " + " + lane + ")", .depth = blocks.top()});
        for (const std::int64_t d : packing.reduction_dims) open_loop(emitter, d, emitter.facts().range(d));
        const std::string value = emitter.expression(packing.load);
        const std::string offset = emitter.index(packed_offset(emitter.kernel(), packing, lane_dim, lanes.width));
        blocks.line(scratch + "[" + first + " * " + integer_literal(packing.depth) + " + " + offset + " + " + lane +
                    "] = " + value + ";");
        while (blocks.top() > outside) blocks.close();
    }
}

} // namespace hlo2cpp
