// Operands of many kernels for every target: packed ones lie where the tiles look for them, and lanes load the others
// as vectors.
#include "kernel/analysis.h"
#include "nest/packing.h"

#include <set>

#include "unit/tile/tilings_of_all_kinds.h"

using namespace hlo2cpp;

namespace {

// The literal that the only call of a kernel passes for a constant argument.
const LiteralPtr& literal_of(const Kernels& kernels, KernelId kernel, ArgumentId argument) {
    const LiteralPtr* literal = nullptr;
    for_each_call(kernels.regions, [&](const Call& call) {
        if (call.kernel == kernel) literal = &kernels[call[argument]].literal;
    });
    REQUIRE(literal != nullptr);
    return *literal;
}

// The tile of a lane number: its first lane, its width, and how many of its lanes others have too. Pieces that differ
// only in rows agree on it.
struct LaneTile {
    std::int64_t first = -1, width = 0, again = 0;
};

std::vector<LaneTile> lane_tiles(const Kernel& kernel, const Tiling& nest, bool& agree) {
    std::vector<LaneTile> tiles;
    for (const Piece& piece : nest.pieces) {
        const auto lane_dim = static_cast<std::size_t>(piece.tile.lane_dim);
        tiles.resize(static_cast<std::size_t>(kernel.dims.at(lane_dim)));
        const Range& range = piece.box[lane_dim];
        const std::int64_t width = piece.tile.lanes * piece.tile.vectors;
        for (std::int64_t n = range.begin + piece.tile.again; n < range.end; ++n) {
            LaneTile& tile = tiles[static_cast<std::size_t>(n)];
            const std::int64_t first = n - (n - range.begin) % width;
            agree = agree && (tile.first < 0 || (tile.first == first && tile.width == width));
            tile = {first, width, piece.tile.again};
        }
    }
    return tiles;
}

std::int64_t row_major_number(const Point& point, const std::vector<std::int64_t>& dims,
                              const std::vector<std::int64_t>& sizes) {
    std::int64_t number = 0;
    for (const std::int64_t d : dims)
        number = number * sizes[static_cast<std::size_t>(d)] + point[static_cast<std::size_t>(d)];
    return number;
}

} // namespace

TEST_CASE("packed constants hold each element where the tile of its lane reads it", "[sweep]") {
    std::size_t packings = 0;
    for_all_nests(
        all_tilings(), [&](const Kernels& kernels, const Kernel& kernel, const Tiling& nest, const Target&, bool) {
            for (const Packing& packing : nest.packings) {
                if (!packing.constant) continue; // packed at run time
                ++packings;
                bool agree = true;
                const std::vector<LaneTile> tiles = lane_tiles(kernel, nest, agree);
                REQUIRE(agree);
                const Expr& load = kernel.exprs[packing.load];
                const LiteralPtr& source = literal_of(kernels, nest.kernel, load.argument);
                const LiteralPtr packed = packed_literal(kernel, packing, source);
                REQUIRE(packing.lane_dim == nest.pieces[0].tile.lane_dim);
                const auto lane_dim = static_cast<std::size_t>(nest.pieces[0].tile.lane_dim);
                const std::vector<std::int64_t> sizes = sizes_of(kernel);
                bool same = true;
                for_all_points(sizes, [&](const Point& point) {
                    const std::int64_t n = point[lane_dim], r = row_major_number(point, packing.reduction_dims, sizes);
                    const LaneTile& tile = tiles[static_cast<std::size_t>(n)];
                    const std::int64_t at =
                        row_major_number(point, packing.batch_dims, sizes) * packing.lane_size() * packing.depth +
                        (tile.first + tile.again) * packing.depth + r * tile.width + (n - tile.first);
                    same = same && at < packed->shape.elements() &&
                           packed->at<float>(at) == source->at<float>(value_at(kernel.space, load.index, point));
                });
                REQUIRE(same);
            }
        });
    CHECK(packings > 50);
}

TEST_CASE("what is packed lies in the blocks of the tiles, at run time in a scratch that holds all of it", "[sweep]") {
    std::size_t at_run_time = 0;
    for_all_nests(all_tilings(), [&](const Kernels&, const Kernel& kernel, const Tiling& nest, const Target&, bool) {
        std::int64_t scratch = 0; // elements
        for (const Packing& packing : nest.packings) {
            bool agree = true;
            const std::vector<LaneTile> tiles = lane_tiles(kernel, nest, agree);
            std::int64_t next = 0;
            for (const LaneBlocks& blocks : packing.blocks) {
                REQUIRE(blocks.range.begin + blocks.again == next);
                next = blocks.range.end;
                for (std::int64_t n = blocks.range.begin + blocks.again; n < next; ++n) {
                    const LaneTile& tile = tiles[static_cast<std::size_t>(n)];
                    agree = agree && tile.width == blocks.width &&
                            tile.first == n - (n - blocks.range.begin) % blocks.width;
                }
            }
            REQUIRE(agree);
            REQUIRE(next == static_cast<std::int64_t>(tiles.size()));
            if (packing.constant) continue;
            ++at_run_time;
            REQUIRE(packing.scratch_offset >= scratch);
            const std::int64_t lanes = packing.lane_size();
            scratch = packing.scratch_offset + packing.depth * lanes;
            for (const std::int64_t d : packing.batch_dims)
                scratch += (kernel.dims[static_cast<std::size_t>(d)] - 1) * packing.depth * lanes;
        }
        REQUIRE(scratch * byte_size(nest.scratch_type) <= nest.scratch_bytes);
    });
    CHECK(at_run_time > 0);
}

TEST_CASE("every lane loads neighbours, every second element, one for all, or from a packed operand", "[sweep]") {
    for_all_nests(all_tilings(), [](const Kernels&, const Kernel& kernel, const Tiling& nest, const Target&, bool) {
        if (!kernel.reduction) return;
        std::set<ExprId> packed;
        for (const Packing& packing : nest.packings) packed.insert(packing.load);
        for (const Piece& piece : nest.pieces) {
            if (piece.tile.lanes == 1) continue;
            std::vector<ExprId> pending = {*kernel.reduction->term};
            for (std::size_t i = 0; i < pending.size(); ++i) {
                const Expr& expr = kernel.exprs[pending[i]];
                pending.insert(pending.end(), expr.operands.begin(), expr.operands.end());
                if (expr.kind != ExprKind::Load || packed.contains(pending[i])) continue;
                const std::int64_t stride = kernel.space.coefficient(expr.index, piece.tile.lane_dim);
                REQUIRE((stride == 0 || stride == 1 || stride == kEverySecond));
            }
        }
    });
}
