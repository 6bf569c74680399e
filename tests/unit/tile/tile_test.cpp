// Loop nests of many kernels for every target: each point once, tiles that fit, constants where the tiles look for
// them.
#include "kernel/analysis.h"
#include "nest/packing.h"
#include "tile/tilings.h"

#include <map>
#include <set>

#include "unit/tile/kernels_of_all_kinds.h"
#include "unit/tile/nests_of.h"

using namespace hlo2cpp;

namespace {

std::vector<Target> all_targets() {
    std::vector<Target> targets;
    for (const std::string& name : target_names())
        if (name != "native") targets.push_back(*find_target(name));
    return targets;
}

std::vector<std::int64_t> sizes_of(const Kernel& kernel) {
    std::vector<std::int64_t> sizes = kernel.dims;
    if (kernel.reduction) sizes.insert(sizes.end(), kernel.reduction->dims.begin(), kernel.reduction->dims.end());
    return sizes;
}

bool is_met(const Kernel& kernel, const Condition& condition, const Point& point) {
    const std::int64_t value = value_at(kernel.space, condition.index, point);
    return value >= condition.low && value < condition.high;
}

struct Tiled {
    const FusedModule& module;
    Target target;
    bool deterministic;
    std::vector<Tiling> nests;
    std::string printed;
};

std::vector<Tiled> tilings_of(const std::vector<FusedModule>& modules) {
    std::vector<Tiled> made;
    for (const FusedModule& module : modules)
        for (const Target& target : all_targets())
            for (const bool deterministic : {false, true}) {
                std::vector<Tiling> nests = tilings(module.kernels, target, {.in_order = deterministic});
                REQUIRE(nests.size() == module.kernels.kernels.size());
                std::string printed = print(module.kernels, nests_of(module.kernels, nests, target, deterministic));
                made.push_back({module, target, deterministic, std::move(nests), std::move(printed)});
            }
    return made;
}

// Calls check(kernels, kernel, nest, target, deterministic) for every kernel of the modules on every target.
template <typename Check>
void for_all_nests(const std::vector<Tiled>& tilings, Check&& check) {
    for (const Tiled& tiling : tilings) {
        const Kernels& kernels = tiling.module.kernels;
        INFO(tiling.module.text.substr(0, 1000) << "\n" << tiling.printed);
        for (const Tiling& nest : tiling.nests)
            check(kernels, kernels[nest.kernel], nest, tiling.target, tiling.deterministic);
    }
}

// Nests of modules of all kinds. Many tests go through all of them, so they are made once.
const std::vector<Tiled>& all_tilings() {
    static const std::vector<Tiled> tilings = tilings_of(all_fused());
    return tilings;
}

// What the only call of a kernel passes for a constant argument.
const LiteralPtr& literal_of(const Kernels& kernels, KernelId kernel, ArgumentId argument) {
    const LiteralPtr* literal = nullptr;
    for_each_call(kernels.regions, [&](const Call& call) {
        if (call.kernel == kernel) literal = &kernels[call[argument]].literal;
    });
    REQUIRE(literal != nullptr);
    return *literal;
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

std::int64_t steps_of(const Kernel& kernel, const ReductionLoop& loop) {
    std::int64_t steps = 1;
    for (const std::int64_t d : loop.dims) steps *= sizes_of(kernel)[static_cast<std::size_t>(d)];
    return steps;
}

// Of a lane number: the first lane of its tile, the tile's width, and how many of its lanes others have too. Pieces
// that differ only in rows agree on it.
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

TEST_CASE("the pieces of a nest reach each parallel point exactly once, but for those that they say, on every target") {
    for_all_nests(all_tilings(), [](const Kernels&, const Kernel& kernel, const Tiling& nest, const Target&, bool) {
        const std::vector<int> count = visits(kernel, nest.pieces);
        REQUIRE(std::all_of(count.begin(), count.end(), [](int times) { return times == 1; }));
    });
}

TEST_CASE("each piece runs through its box in whole tiles, and through the reduction in row-major order") {
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

TEST_CASE("accumulators fit into the registers, vectors into the target's") {
    for_all_nests(all_tilings(),
                  [](const Kernels&, const Kernel& kernel, const Tiling& nest, const Target& target, bool) {
                      for (const Piece& piece : nest.pieces) {
                          const RegisterTile& tile = piece.tile;
                          REQUIRE(tile.rows * tile.vectors * tile.chains <= target.registers);
                          REQUIRE((tile.lanes == 1 || tile.lanes * 4 <= target.vector_bytes));
                          if (!tile.lane_reduces && tile.chains > 1)
                              REQUIRE(steps_of(kernel, piece.reduction.back()) % tile.chains == 0);
                      }
                  });
}

TEST_CASE("deterministic sums are one chain, or eight lanes of the reduction on every target alike") {
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

TEST_CASE("deterministic sums have the same blocks on every target, whatever loops are joined") {
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

TEST_CASE("where several lanes are computed at once, no condition tells them apart") {
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

TEST_CASE("packed constants hold each element where the tile of its lane reads it") {
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

TEST_CASE("what is packed lies in the blocks of the tiles, at run time in a scratch that holds all of it") {
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

TEST_CASE("every lane loads neighbours, every second element, one for all, or from a packed operand") {
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

TEST_CASE("scalar targets get no vectors, vector targets get them for convolutions and dots") {
    for (const Target& target : all_targets()) {
        for (const Operation& product : {products()[0], products()[14]}) {
            const Kernels kernels = fused(module_of(product, true));
            const std::vector<Tiling> nests = tilings(kernels, target);
            bool vectors = false, tiles = false;
            for (const Piece& piece : nests.back().pieces) {
                vectors |= piece.tile.lanes > 1;
                tiles |= piece.tile.rows * piece.tile.vectors > 1;
            }
            CHECK(vectors == (target.vector_bytes > 0));
            CHECK(tiles);
        }
    }
}

TEST_CASE("scalars run along the features of a convolution wherever they lie, for the sake of its weights") {
    const std::string weights = "{{{{1,2,3},{4,5,6},{7,8,9}}},{{{9,8,7},{6,5,4},{3,2,1}}},{{{1,0,1},{2,1,2},{0,3,0}}},"
                                "{{{2,2,2},{0,1,0},{5,5,5}}},{{{3,1,4},{1,5,9},{2,6,5}}}}";
    const std::string text = "HloModule m\nENTRY e { x = f32[2,1,9,11] parameter(0)  w = f32[5,1,3,3] constant(" +
                             weights +
                             ")\nROOT c = f32[2,5,9,11] convolution(x, w), window={size=3x3 pad=1_1x1_1}, "
                             "dim_labels=bf01_oi01->bf01 }";
    const std::vector<FusedModule> modules = {{text, fused(text)}};
    for_all_nests(tilings_of(modules),
                  [](const Kernels&, const Kernel& kernel, const Tiling& nest, const Target& target, bool) {
                      if (target.vector_bytes > 0 || !kernel.reduction) return;
                      for (const Piece& piece : nest.pieces) {
                          REQUIRE(piece.tile.lane_dim >= 0);
                          CHECK(kernel.dims[static_cast<std::size_t>(piece.tile.lane_dim)] == 5);
                      }
                      CHECK(nest.packings.size() == 1);
                  });
}

TEST_CASE("most rows of a padded convolution lie in pieces where the conditions on rows hold") {
    const Operation wide{{1, 2, 160, 2},
                         {3, 3, 2, 8},
                         {1, 2, 160, 8},
                         "convolution",
                         "window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f"};
    for (const Target& target : all_targets()) {
        const Kernels kernels = fused(module_of(wide, true));
        const Kernel& kernel = kernels.kernels[0];
        const std::vector<Tiling> nests = tilings(kernels, target);
        if (target.scarce_flash) {
            CHECK(nests[0].pieces.size() == 1); // the border is in the same text
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
