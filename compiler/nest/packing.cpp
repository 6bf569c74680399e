#include "nest/packing.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

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

// Size of a line as it lies.
std::int64_t packed_line(const Packing& packing) {
    return packing.line + packing.padding;
}

std::int64_t size_of_word(const Packing& packing, std::int64_t step) {
    const std::int64_t left = packing.line > 0 ? packed_line(packing) - step % packed_line(packing) : packing.together;
    return std::min(packing.together, left);
}

// Offsets of all steps, as they lie; nothing for padding.
std::vector<std::optional<std::int64_t>> steps_of(const Kernel& kernel, const Packing& packing) {
    std::vector<std::optional<std::int64_t>> steps;
    for_each_point(kernel, kernel.exprs[packing.load].index, packing.reduction_dims, [&](std::int64_t step) {
        steps.emplace_back(step);
        if (packing.padding > 0 && std::ssize(steps) % packed_line(packing) == packing.line)
            steps.resize(steps.size() + static_cast<std::size_t>(packing.padding));
    });
    constexpr std::size_t kFour = 4;
    for (std::size_t i = 0; packing.crossed && i < steps.size(); i += kFour) std::swap(steps[i + 1], steps[i + 2]);
    return steps;
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
    std::int64_t stride = width, padding = packing.padding, steps = 1; // padding stands behind a line
    for (std::size_t i = packing.reduction_dims.size(); i-- > 0;) {
        offset = offset + kernel.space.dimension(packing.reduction_dims[i]) * stride;
        stride *= size_of_dim(kernel, packing.reduction_dims[i]);
        steps *= size_of_dim(kernel, packing.reduction_dims[i]);
        if (steps == packing.line) stride += width * std::exchange(padding, 0);
    }
    stride = packing.lane_size() * packing.packed_depth();
    for (std::size_t i = packing.batch_dims.size(); i-- > 0;) {
        offset = offset + kernel.space.dimension(packing.batch_dims[i]) * stride;
        stride *= size_of_dim(kernel, packing.batch_dims[i]);
    }
    return offset;
}

LiteralPtr packed_literal(const Kernel& kernel, const Packing& packing, const LiteralPtr& source) {
    const Expr& load = kernel.exprs[packing.load];
    const std::int64_t lane_stride = kernel.space.coefficient(load.index, packing.lane_dim);
    const std::vector<std::optional<std::int64_t>> steps = steps_of(kernel, packing);
    std::vector<std::int64_t> order; // source elements, -1 of idle lanes and padding
    for_each_point(kernel, load.index, packing.batch_dims, [&](std::int64_t batch) {
        for (const LaneBlocks& blocks : packing.blocks)
            for (std::int64_t first = blocks.range.begin; first < blocks.range.end; first += blocks.width)
                for (std::int64_t step = 0, size = 0; step < std::ssize(steps); step += size) {
                    size = size_of_word(packing, step);
                    for_each_in_word(packing, first, blocks.width, size, [&](std::int64_t lane, std::int64_t i) {
                        const auto offset = steps[static_cast<std::size_t>(step + i)];
                        order.push_back(offset && lane < blocks.range.end
                                            ? load.index.address().constant + batch + *offset + lane * lane_stride
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
