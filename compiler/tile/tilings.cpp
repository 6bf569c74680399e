#include "tile/tilings.h"

#include <algorithm>
#include <limits>

#include "kernel/bounds.h"
#include "nest/in_place.h"
#include "tile/contraction.h"
#include "tile/elementwise.h"
#include "tile/few_functions.h"
#include "tile/first_extremum.h"
#include "tile/peel.h"
#include "tile/scan.h"
#include "tile/shared_constants.h"
#include "tile/sort_runs.h"
#include "tile/statements/statements.h"
#include "tile/sum_blocks.h"
#include "tile/unswitching.h"

namespace hlo2cpp {
namespace {

std::vector<ReductionLoop> plain_reduction_loops(const Kernel& kernel) {
    const std::optional<SumBlocks> blocks = sum_blocks(kernel);
    std::vector<ReductionLoop> loops;
    for (const std::int64_t size : kernel.reduction->dims) {
        const auto dim = static_cast<std::int64_t>(kernel.dims.size() + loops.size());
        loops.push_back({.dims = {dim}, .range = {0, size}, .block = blocks && blocks->dim == dim ? blocks->steps : 0});
    }
    return loops;
}

// The tiling, reversed (last point first) if only that order may overwrite an operand, because its elements move
// towards higher addresses; otherwise the tiling unchanged.
Tiling in_place_order(const Kernel& kernel, const Target& target, Tiling nest) {
    if (kernel.reduction || kernel.sort || kernel.in_order || operands_of_output_size(kernel).empty()) return nest;
    const auto runs_in_place = [&](const Tiling& order) {
        return overwrites_some_operand(kernel, loop_nest_of(kernel, order, target, false));
    };
    if (runs_in_place(nest)) return nest;
    Tiling backward = nest;
    std::ranges::reverse(backward.pieces);
    for (Piece& piece : backward.pieces)
        for (Loop& loop : piece.loops) loop.down = true;
    return runs_in_place(backward) ? backward : nest;
}

// The tiling that computes one point at a time, in row-major order, or one vector at a time, if points are independent.
// `unswitches`: its innermost loops may be there twice.
Tiling plain_nest(const Kernel& kernel, const Target& target, std::int64_t boxes, bool unswitches) {
    Tiling nest;
    for (std::vector<Range>& box : peeled_boxes(kernel, kernel.in_order ? 1 : static_cast<std::size_t>(boxes))) {
        Piece piece{.box = std::move(box)};
        for (std::size_t d = 0; d < kernel.dims.size(); ++d)
            piece.loops.push_back({.dim = static_cast<std::int64_t>(d)});
        if (kernel.reduction) piece.reduction = plain_reduction_loops(kernel);
        if (const std::int64_t lanes = searching_lanes(kernel, target); lanes > 1)
            piece.tile = {
                .lane_dim = static_cast<std::int64_t>(kernel.dims.size()), .lanes = lanes, .lane_reduces = true};
        for (Piece& part : elementwise_pieces(kernel, target, piece)) {
            if (unswitches) unswitch(kernel, target, part);
            nest.pieces.push_back(std::move(part));
        }
    }
    nest.functions = {{0, static_cast<std::int64_t>(nest.pieces.size())}};
    nest.rolled = target.vector_bytes == 0; // there are no registers for several copies
    return in_place_order(kernel, target, std::move(nest));
}

bool has_points(const Kernel& kernel) {
    if (kernel.sort && kernel.sort->size < 2) return false; // in order as they are
    const Bounds bounds(kernel.space);
    return std::ranges::find(kernel.dims, 0) == kernel.dims.end() &&
           std::ranges::none_of(kernel.conditions, [&](const Condition& condition) { return bounds.never(condition); });
}

// `options`: one a kernel.
std::vector<std::optional<Tiling>> tile_contractions(const Kernels& kernels, const Target& target,
                                                     const std::vector<ContractionOptions>& options) {
    if (!options.empty() && options[0].joined_borders) return tile_with_few_functions(kernels, target, options);
    std::vector<std::optional<Tiling>> nests;
    for (std::size_t k = 0; k < options.size(); ++k)
        nests.push_back(tile_contraction(kernels.kernels[k], target, options[k]));
    return nests;
}

// Cycles that a byte of flash is worth.
double byte_cycles(const Target& target, Optimize optimize) {
    switch (optimize) {
    case Optimize::Size: return std::numeric_limits<double>::infinity();
    case Optimize::Balanced: return target.flash_byte_cycles;
    case Optimize::Speed: return 0;
    }
    return 0;
}

std::vector<ContractionOptions> options_by_kernel(const Kernels& kernels, const Target& target,
                                                  const ContractionOptions& options, double byte_cycles) {
    std::vector<ContractionOptions> by_kernel;
    for (std::vector<ArgumentId>& kept : constants_as_they_lie(kernels, target, options, byte_cycles)) {
        by_kernel.push_back(options);
        by_kernel.back().as_they_lie = std::move(kept);
    }
    return by_kernel;
}

} // namespace

std::vector<Tiling> tilings(const Kernels& kernels, const Target& target, const Goal& goal) {
    const std::int64_t boxes = target.unrolling(goal.optimize).boxes;
    std::vector<Tiling> all;
    const std::vector<ContractionOptions> of_kernels =
        options_by_kernel(kernels, target, contraction_options(target, goal), byte_cycles(target, goal.optimize));
    std::vector<std::optional<Tiling>> contractions = tile_contractions(kernels, target, of_kernels);
    for (std::size_t k = 0; k < kernels.kernels.size(); ++k) {
        const Kernel& kernel = kernels.kernels[k];
        std::optional<Tiling>& tiled = contractions[k];
        Tiling nest = tiled                 ? std::move(*tiled)
                      : !has_points(kernel) ? Tiling{}
                      : kernel.scan         ? scan_nest(kernel, target, goal, boxes)
                                            : plain_nest(kernel, target, boxes, goal.optimize == Optimize::Speed);
        if (kernel.sort && has_points(kernel)) plan_sort(kernel, nest);
        nest.kernel = KernelId(k);
        all.push_back(std::move(nest));
    }
    return all;
}

} // namespace hlo2cpp
