// Loop nests of many kernels for every target: each point once, and tiles that fit.
#include "kernel/analysis.h"

#include <map>
#include <set>

#include "unit/tile/tilings_of_all_kinds.h"

using namespace hlo2cpp;

namespace {

bool is_met(const Kernel& kernel, const Condition& condition, const Point& point) {
    const std::int64_t value = value_at(kernel.space, condition.index, point);
    return value >= condition.low && value < condition.high;
}

// The points that no piece in front has too.
std::vector<Range> new_points(const Piece& piece) {
    std::vector<Range> box = piece.box;
    const bool points = piece.tile.again > 0 && !piece.tile.lane_reduces;
    if (points) box.at(static_cast<std::size_t>(piece.tile.lane_dim)).begin += piece.tile.again;
    if (piece.tile.rows_again > 0) box.at(static_cast<std::size_t>(piece.tile.row_dim)).begin += piece.tile.rows_again;
    return box;
}

// How often the pieces reach each parallel point for the first time, by its row-major number.
std::vector<int> visits(const Kernel& kernel, const std::vector<Piece>& pieces) {
    std::int64_t points = 1;
    for (const std::int64_t size : kernel.dims) points *= size;
    std::vector<int> count(static_cast<std::size_t>(points), 0);
    for (const Piece& piece : pieces) {
        const std::vector<Range> box = new_points(piece);
        std::vector<std::int64_t> sizes;
        for (const Range& range : box) sizes.push_back(range.size());
        for_all_points(sizes, [&](const Point& point) {
            std::int64_t number = 0;
            for (std::size_t d = 0; d < point.size(); ++d) number = number * kernel.dims[d] + box[d].begin + point[d];
            ++count.at(static_cast<std::size_t>(number));
        });
    }
    return count;
}

bool loops_cover(const Kernel& kernel, const Piece& piece) {
    std::set<std::int64_t> seen;
    for (const Loop& loop : piece.loops) {
        const RegisterTile& tile = piece.tile;
        const bool lanes = loop.dim == tile.lane_dim && !tile.lane_reduces;
        const std::int64_t step = lanes ? tile.columns() : loop.dim == tile.row_dim ? tile.rows : 1;
        if (loop.step != step || piece.box[static_cast<std::size_t>(loop.dim)].size() % loop.step != 0) return false;
        seen.insert(loop.dim);
    }
    return seen.size() == kernel.dims.size() && piece.loops.size() == kernel.dims.size();
}

std::vector<std::int64_t> reduction_order(const Piece& piece) {
    std::vector<std::int64_t> order;
    for (const ReductionLoop& loop : piece.reduction) order.insert(order.end(), loop.dims.begin(), loop.dims.end());
    return order;
}

bool has_vectors_of_floats(const Target& target) {
    return target.vector_bytes > 0 || target.float_sums;
}

std::int64_t steps_of(const Kernel& kernel, const ReductionLoop& loop) {
    std::int64_t steps = 1;
    for (const std::int64_t d : loop.dims) steps *= sizes_of(kernel)[static_cast<std::size_t>(d)];
    return steps;
}

} // namespace

TEST_CASE("the pieces of a nest reach each parallel point exactly once, but for those that they say, on every target",
          "[sweep]") {
    for_all_nests(all_tilings(), [](const Kernels&, const Kernel& kernel, const Tiling& nest, const Target&, bool) {
        const std::vector<int> count = visits(kernel, nest.pieces);
        REQUIRE(std::all_of(count.begin(), count.end(), [](int times) { return times == 1; }));
    });
}

TEST_CASE("each piece runs through its box in whole tiles, and through the reduction in row-major order", "[sweep]") {
    for_all_nests(all_tilings(), [](const Kernels&, const Kernel& kernel, const Tiling& nest, const Target&, bool) {
        for (const Piece& piece : nest.pieces) {
            REQUIRE(loops_cover(kernel, piece));
            std::vector<std::int64_t> expected;
            for (std::size_t d = kernel.dims.size(); d < sizes_of(kernel).size(); ++d)
                expected.push_back(static_cast<std::int64_t>(d));
            REQUIRE(reduction_order(piece) == expected);
        }
    });
}

TEST_CASE("accumulators fit into the registers, vectors into the target's", "[sweep]") {
    for_all_nests(all_tilings(),
                  [](const Kernels&, const Kernel& kernel, const Tiling& nest, const Target& target, bool) {
                      for (const Piece& piece : nest.pieces) {
                          const RegisterTile& tile = piece.tile;
                          REQUIRE(tile.rows * tile.vectors * tile.chains <= target.registers);
                          const std::int64_t most = std::max(target.vector_bytes, target.sum_vector_bytes);
                          REQUIRE((tile.lanes == 1 || tile.lanes * 4 <= most));
                          if (!tile.lane_reduces && tile.chains > 1)
                              REQUIRE(steps_of(kernel, piece.reduction.back()) % tile.chains == 0);
                      }
                  });
}

TEST_CASE("deterministic sums are one chain, or eight lanes of the reduction on every target alike", "[sweep]") {
    std::map<const Kernel*, std::int64_t> parts_on_the_first; // target; 1 or 8
    std::size_t in_lanes = 0;
    for_all_nests(all_tilings(), [&](const Kernels&, const Kernel& kernel, const Tiling& nest, const Target& target,
                                     bool deterministic) {
        if (!deterministic || !kernel.reduction) return;
        for (const Piece& piece : nest.pieces) {
            const RegisterTile& tile = piece.tile;
            const std::int64_t parts = tile.chains * (tile.lane_reduces ? tile.lanes : 1);
            REQUIRE(parts == (tile.lane_reduces ? 8 : 1));
            if (target.name == target_names().front()) parts_on_the_first[&kernel] = parts;
            REQUIRE(parts == parts_on_the_first.at(&kernel));
            in_lanes += tile.lane_reduces ? 1U : 0U;
        }
    });
    CHECK(in_lanes > 10);
}

TEST_CASE("deterministic sums have the same blocks on every target, whatever loops are joined", "[sweep]") {
    std::map<const Kernel*, std::pair<std::int64_t, std::int64_t>> blocks_on_the_first; // target; dimension, points
    std::size_t in_blocks = 0;
    for_all_nests(all_tilings(), [&](const Kernels&, const Kernel& kernel, const Tiling& nest, const Target& target,
                                     bool deterministic) {
        if (!deterministic || !kernel.reduction) return;
        for (const Piece& piece : nest.pieces) {
            std::pair<std::int64_t, std::int64_t> block = {-1, 0};
            for (const ReductionLoop& loop : piece.reduction) {
                if (loop.block == 0) continue;
                block = {loop.dims[0], loop.block};
                for (std::size_t i = 1; i < loop.dims.size(); ++i) block.second /= size_of_dim(kernel, loop.dims[i]);
                ++in_blocks;
            }
            if (target.name == target_names().front()) blocks_on_the_first[&kernel] = block;
            REQUIRE(block == blocks_on_the_first.at(&kernel));
        }
    });
    CHECK(in_blocks > 10);
}

TEST_CASE("where several lanes are computed at once, no condition tells them apart", "[sweep]") {
    for_all_nests(all_tilings(), [](const Kernels&, const Kernel& kernel, const Tiling& nest, const Target&, bool) {
        if (!kernel.reduction) return;
        bool uniform = true;
        for (const Piece& piece : nest.pieces) {
            if (piece.tile.lane_reduces || piece.tile.lanes * piece.tile.vectors == 1) continue;
            const auto lane_dim = static_cast<std::size_t>(piece.tile.lane_dim);
            std::vector<const Condition*> conditions;
            for (const Condition& condition : kernel.reduction->conditions)
                if (kernel.space.depends_on(condition.index, piece.tile.lane_dim)) conditions.push_back(&condition);
            if (conditions.empty()) continue;
            for_all_points(sizes_of(kernel), [&](Point point) {
                if (point[lane_dim] < piece.box[lane_dim].begin || point[lane_dim] >= piece.box[lane_dim].end) return;
                for (const Condition* condition : conditions) uniform = uniform && is_met(kernel, *condition, point);
            });
        }
        REQUIRE(uniform);
    });
}

TEST_CASE("scalar targets get no vectors, vector targets get them for convolutions and dots", "[sweep]") {
    for (const Target& target : all_targets()) {
        for (const Operation& product : {products()[0], products()[14]}) {
            const Kernels kernels = addressed(module_of(product, true));
            const std::vector<Tiling> nests = tilings(kernels, target);
            bool vectors = false, tiles = false;
            for (const Piece& piece : nests.back().pieces) {
                vectors |= piece.tile.lanes > 1;
                tiles |= piece.tile.rows * piece.tile.vectors > 1;
            }
            CHECK(vectors == has_vectors_of_floats(target));
            CHECK(tiles);
        }
    }
}

TEST_CASE("scalars run along the features of a convolution wherever they lie, for the sake of its weights", "[sweep]") {
    const std::string weights = "{{{{1,2,3},{4,5,6},{7,8,9}}},{{{9,8,7},{6,5,4},{3,2,1}}},{{{1,0,1},{2,1,2},{0,3,0}}},"
                                "{{{2,2,2},{0,1,0},{5,5,5}}},{{{3,1,4},{1,5,9},{2,6,5}}}}";
    const std::string text = "HloModule m\nENTRY e { x = f32[2,1,9,11] parameter(0)  w = f32[5,1,3,3] constant(" +
                             weights +
                             ")\nROOT c = f32[2,5,9,11] convolution(x, w), window={size=3x3 pad=1_1x1_1}, "
                             "dim_labels=bf01_oi01->bf01 }";
    const std::vector<FusedModule> modules = {{text, addressed(text)}};
    for_all_nests(tilings_of(modules),
                  [](const Kernels&, const Kernel& kernel, const Tiling& nest, const Target& target, bool) {
                      if (has_vectors_of_floats(target) || target.float_cycles > 0 || !kernel.reduction) return;
                      for (const Piece& piece : nest.pieces) {
                          REQUIRE(piece.tile.lane_dim >= 0);
                          CHECK(kernel.dims[static_cast<std::size_t>(piece.tile.lane_dim)] == 5);
                      }
                      CHECK(nest.packings.size() == 1);
                  });
}

TEST_CASE("most rows of a padded convolution lie in pieces where the conditions on rows hold", "[sweep]") {
    const Operation wide{{1, 2, 160, 2},
                         {3, 3, 2, 8},
                         {1, 2, 160, 8},
                         "convolution",
                         "window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f"};
    for (const Target& target : all_targets()) {
        const Kernels kernels = addressed(module_of(wide, true));
        const Kernel& kernel = kernels.kernels[0];
        const std::vector<Tiling> nests = tilings(kernels, target);
        if (target.scarce_flash) {
            const std::size_t heights = target.float_sums ? 2 : 1; // of tiles: 160 points are threes and twos
            CHECK(nests[0].pieces.size() == heights);              // the border is in the same text
            continue;
        }
        std::int64_t inside = 0;
        for (const Piece& piece : nests[0].pieces) {
            std::vector<std::int64_t> sizes;
            for (const Range& range : piece.box) sizes.push_back(range.size());
            bool clear = true;
            for_all_points(sizes_of(kernel), [&](const Point& point) {
                for (std::size_t d = 0; d < piece.box.size(); ++d)
                    if (point[d] < piece.box[d].begin || point[d] >= piece.box[d].end) return;
                for (const Condition& condition : kernel.reduction->conditions)
                    if (kernel.space.depends_on(condition.index, piece.tile.row_dim))
                        clear = clear && is_met(kernel, condition, point);
            });
            std::int64_t points = 1;
            for (const std::int64_t size : sizes) points *= size;
            inside += clear ? points : 0;
        }
        INFO(print(kernels, nests_of(kernels, nests, target)));
        CHECK(inside * 2 > 2 * 160 * 8);
    }
}
