#include "nest/packing.h"

#include <algorithm>

#include "kernel/analysis.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

// Calls visit(offset) for every point of the dimensions in row-major order; `offset` is the index's sum over them.
template <typename Visit>
void for_each_point(const Kernel& kernel, const Index& index, const std::vector<std::int64_t>& dims, Visit&& visit) {
    std::vector<std::int64_t> point(dims.size(), 0);
    for (;;) {
        std::int64_t offset = 0;
        for (std::size_t i = 0; i < dims.size(); ++i) offset += point[i] * kernel.space.coefficient(index, dims[i]);
        visit(offset);
        std::size_t i = dims.size();
        while (i > 0 && ++point[i - 1] == size_of_dim(kernel, dims[i - 1])) point[--i] = 0;
        if (i == 0) return;
    }
}

std::int64_t size_of_word(const Packing& packing, std::int64_t step) {
    const std::int64_t left = packing.line > 0 ? packing.line - step % packing.line : packing.together;
    return std::min(packing.together, left);
}

// Calls visit(lane, step) for the steps of a word of `width` lanes, as they lie.
template <typename Visit>
void for_each_in_word(const Packing& packing, std::int64_t first, std::int64_t width, std::int64_t size,
                      Visit&& visit) {
    const std::int64_t lanes = packing.split > 0 ? packing.split : width, part = packing.split > 0 ? size / 2 : size;
    for (std::int64_t vector = first; vector < first + width; vector += lanes)
        for (std::int64_t step = 0; step < size; step += part)
            for (std::int64_t lane = vector; lane < vector + lanes; ++lane)
                for (std::int64_t i = step; i < step + part; ++i) visit(lane, i);
}

} // namespace

Index packed_offset(const Kernel& kernel, const Packing& packing, std::int64_t width) {
    Index offset = packing.scratch_offset;
    std::int64_t stride = width;
    for (std::size_t i = packing.reduction_dims.size(); i-- > 0;) {
        offset = offset + kernel.space.dimension(packing.reduction_dims[i]) * stride;
        stride *= size_of_dim(kernel, packing.reduction_dims[i]);
    }
    stride = packing.lane_size() * packing.stored_depth();
    for (std::size_t i = packing.batch_dims.size(); i-- > 0;) {
        offset = offset + kernel.space.dimension(packing.batch_dims[i]) * stride;
        stride *= size_of_dim(kernel, packing.batch_dims[i]);
    }
    return offset;
}

LiteralPtr packed_literal(const Kernel& kernel, const Packing& packing, const LiteralPtr& source) {
    const Expr& load = kernel.exprs[packing.load];
    const std::int64_t lane_stride = kernel.space.coefficient(load.index, packing.lane_dim);
    std::vector<std::int64_t> steps; // offsets
    for_each_point(kernel, load.index, packing.reduction_dims, [&](std::int64_t step) { steps.push_back(step); });
    std::vector<std::int64_t> order; // source elements, -1 of idle lanes
    for_each_point(kernel, load.index, packing.batch_dims, [&](std::int64_t batch) {
        for (const LaneBlocks& blocks : packing.blocks)
            for (std::int64_t first = blocks.range.begin; first < blocks.range.end; first += blocks.width)
                for (std::int64_t step = 0, size = 0; step < std::ssize(steps); step += size) {
                    size = size_of_word(packing, step);
                    for_each_in_word(packing, first, blocks.width, size, [&](std::int64_t lane, std::int64_t i) {
                        order.push_back(lane < blocks.range.end && step + i < std::ssize(steps)
                                            ? load.index.address().constant + batch +
                                                  steps[static_cast<std::size_t>(step + i)] + lane * lane_stride
                                            : -1);
                    });
                }
    });
    const auto size = static_cast<std::size_t>(byte_size(load.type));
    Literal packed = Literal::zeros(Shape::array(load.type, {static_cast<std::int64_t>(order.size())}));
    bool same = static_cast<std::int64_t>(order.size()) == source->shape.elements();
    for (std::size_t i = 0; i < order.size(); ++i) {
        same = same && order[i] == static_cast<std::int64_t>(i);
        if (order[i] < 0) continue;
        const auto from = static_cast<std::size_t>(order[i]) * size;
        check_internal(from + size <= source->bytes.size(), "a packed load lies outside its constant");
        std::copy_n(source->bytes.begin() + static_cast<std::ptrdiff_t>(from), size,
                    packed.bytes.begin() + static_cast<std::ptrdiff_t>(i * size));
    }
    return same ? source : std::make_shared<const Literal>(std::move(packed));
}

} // namespace hlo2cpp
