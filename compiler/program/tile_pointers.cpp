// Pointers to what the innermost loops of a tile read: there the rows and columns are at distances that are numbers,
// which compilers find again from a whole index only in simple cases.
#include "kernel/bounds.h"
#include "program/packing.h"
#include "program/scalar_nest.h"
#include "program/tiled_builder.h"
#include "tile/analysis.h"

namespace hlo2cpp {

using tree::Expression;

std::optional<TiledBuilder::Anchor> TiledBuilder::anchor_of(std::int64_t dim) const {
    std::vector<Range> bases = piece_.box;
    if (tile_.row_dim >= 0) bases[static_cast<std::size_t>(tile_.row_dim)].end -= tile_.rows - 1;
    const Bounds bounds(kernel_.space, bases);
    const auto in_all_tiles = [&](std::int64_t tap, std::int64_t row) {
        return std::ranges::all_of(conditions_at(row, dim, tap),
                                   [&](const Condition& condition) { return bounds.always(condition); });
    };
    std::optional<Anchor> best;
    for (const TapRun& run : *runs_) {
        if (run.edge != Edge::None && run.edge != Edge::Clipped) continue;
        for (std::int64_t tap = run.taps.begin; tap < run.taps.end; ++tap)
            if ((!best || run.rows.begin < best->row) && in_all_tiles(tap, run.rows.begin))
                best = Anchor{.tap = tap, .row = run.rows.begin};
    }
    return best;
}

std::optional<std::int64_t> TiledBuilder::tap_in_all_points(const ReductionLoop& loop) const {
    const std::int64_t dim = loop.dims.back();
    const Bounds bounds(kernel_.space, emitted_ranges(kernel_, piece_));
    for (std::int64_t tap = loop.range.begin; tap < loop.range.end; ++tap) {
        const auto holds = [&](Condition condition) {
            const std::int64_t factor = kernel_.space.coefficient(condition.index, dim);
            if (factor == 0) return true;
            condition.index = condition.index - kernel_.space.dimension(dim) * factor + Index(factor * tap);
            return bounds.always(condition);
        };
        if (std::ranges::all_of(reduction_->conditions, holds)) return tap;
    }
    return std::nullopt;
}

void TiledBuilder::declare_pointers_of_taps(std::size_t level) {
    const std::int64_t dim = piece_.reduction[level].dims[0];
    const std::optional<Anchor> anchor = anchor_of(dim);
    const bool walks = level + 1 < piece_.reduction.size();
    const std::optional<std::int64_t> first = walks ? tap_in_all_points(piece_.reduction.back()) : 0;
    if (!anchor || !first) return;
    for (const ExprId load : loads_of(kernel_, *reduction_->term)) {
        const bool in_border = kernel_.space.coefficient(index_of(load), tile_.row_dim) != 0;
        std::vector<InnerDim> inner = {{.dim = dim, .first = in_border ? anchor->tap : 0}};
        if (walks) inner.push_back({.dim = piece_.reduction.back().dims.back(), .first = *first});
        declare_pointer(load, inner, anchor->row);
    }
}

void TiledBuilder::declare_pointers(const ReductionLoop& loop) {
    for (const ExprId load : loads_of(kernel_, *reduction_->term))
        declare_pointer(load, {{.dim = loop.dims.back(), .first = loop.range.begin}}, rows_.begin);
}

Index TiledBuilder::index_of(ExprId load) const {
    const Packing* const packing = nest_.packing_of(load);
    if (packing == nullptr) return kernel_.exprs[load].index;
    return (kernel_.space.dimension(tile_.lane_dim) + Index(tile_.again)) * packing->depth +
           packed_offset(kernel_, *packing, tile_.lanes * tile_.vectors);
}

void TiledBuilder::declare_pointer(ExprId load, const std::vector<InnerDim>& inner, std::int64_t row) {
    const IndexSpace& space = kernel_.space;
    const Packing* const packing = nest_.packing_of(load);
    const Index index = index_of(load);
    Index first = index, distance;
    const auto part = [&](std::int64_t dim) { return space.dimension(dim) * space.coefficient(index, dim); };
    for (const auto& [dim, begin] : inner) {
        if (!affine_in(kernel_, index, dim)) return;
        const Index walked = part(dim) - Index(space.coefficient(index, dim) * begin);
        first = first - walked, distance = distance + walked;
    }
    if (tile_.rows > 1) {
        const Index anchored = Index(space.coefficient(index, tile_.row_dim) * row);
        first = first + anchored, distance = distance + part(tile_.row_dim) - anchored;
    }
    // The columns of a packed operand are added by the load, and those of a vector are its lanes.
    if (tile_.lanes == 1 && tile_.vectors > 1 && packing == nullptr) distance = distance + part(tile_.lane_dim);
    if (!distance.is_constant()) declare_pointer_to(load, first, distance);
}

void TiledBuilder::declare_pointer_to(ExprId load, const Index& first, const Index& distance, bool opaque) {
    const Packing* const packing = nest_.packing_of(load);
    const Expression start = emitter_.index(first);
    if (!opaque && start->kind == tree::ExpressionKind::Integer) return;
    const Expr& expr = kernel_.exprs[load];
    const Expression array = packing != nullptr ? packed_(*packing) : pointer_(expr.argument, false);
    const bool constant = kernel_[expr.argument].constant;
    const ElementType type = type_in_memory(load);
    const tree::Type element = constant ? tree::memory_type(type) : tree::arena_type(type);
    const std::string name = emitter_.names().unique(opaque     ? array->name + "_start"
                                                     : constant ? "weights_tile"
                                                                : array->name + "_tile");
    const Expression place = address_of(array, start);
    blocks_.add(tree::Declare{.type = tree::fixed(tree::pointer_to(tree::constant(element))),
                              .name = name,
                              .value = opaque ? tree::intrinsic({IntrinsicId::OpaquePointer}, {place}) : place});
    tile_pointers_[load] = {.name = tree::name(name), .distance = distance};
}

Expression TiledBuilder::distance(const Index& index) {
    std::vector<std::int64_t> dims;
    if (tile_.row_dim >= 0) dims.push_back(tile_.row_dim);
    dims.push_back(tile_.lane_dim);
    return distance_along(index, dims);
}

Expression TiledBuilder::distance_along(const Index& index, const std::vector<std::int64_t>& dims) {
    if (dims.empty()) return emitter_.index(index);
    const auto at = within_.find(dims.back());
    const std::vector<std::int64_t> others(dims.begin(), dims.end() - 1);
    return with_bound(dims.back(), at == within_.end() ? DimensionAt() : at->second,
                      [&] { return distance_along(index, others); });
}

} // namespace hlo2cpp
