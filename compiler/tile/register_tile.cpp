#include "tile/register_tile.h"

#include <algorithm>

#include "kernel/analysis.h"
#include "kernel/bit_field.h"
#include "tile/term_cycles.h"

namespace hlo2cpp {
namespace {

double loads_of_step(const Target& target, const TermLoads& loads, const TileSize& tile, bool scalar) {
    const std::int64_t points = tile.rows * tile.vectors,
                       fixed = loads.fixed_both * points + loads.fixed_lane * tile.vectors;
    const std::int64_t all = loads.both * points + loads.lane * tile.vectors + loads.row * tile.rows + loads.none;
    const auto loaded =
        static_cast<double>(scalar && are_held(target, fixed, points * tile.chains) ? all - fixed : all);
    return loaded / static_cast<double>(tile.together);
}

// Cycles of one tile: its whole reduction, and the work before and after.
double tile_cycles(const Target& target, const TermLoads& loads, const TileSize& tile, const Depth& depth,
                   bool scalar) {
    const auto steps = static_cast<double>(depth.steps), points = static_cast<double>(tile.rows * tile.vectors),
               chains = static_cast<double>(tile.chains);
    const double terms = term_cycles(target, {.count = points * steps,
                                              .loads = loads_of_step(target, loads, tile, scalar) * steps,
                                              .chain = steps / chains,
                                              .scalar = scalar});
    const double counting = scalar || target.issues_one() ? target.loop_overhead * steps / chains : 0;
    return (terms + counting + target.tile_overhead) * static_cast<double>(depth.entries) + points * chains;
}

double total_cycles(const Target& target, const TermLoads& loads, std::int64_t rows, std::int64_t columns,
                    const Depth& depth, const TileSize& most, bool scalar) {
    double cycles = 0;
    for (const Blocks& row_blocks : even_blocks(rows, most.rows))
        for (const Blocks& column_blocks : even_blocks(columns, most.vectors, most.together)) {
            const TileSize tile{row_blocks.size, column_blocks.size, most.chains, most.together};
            cycles += tile_cycles(target, loads, tile, depth, scalar) *
                      static_cast<double>(row_blocks.count * column_blocks.count);
        }
    return cycles;
}

} // namespace

TermLoads term_loads(const Kernel& kernel, std::int64_t lane_dim, std::int64_t row_dim) {
    TermLoads counts;
    const std::vector<BitField> fields = bit_fields(kernel, *kernel.reduction->term);
    for (const ExprId load : loads_of(kernel, *kernel.reduction->term)) {
        const auto depends = [&](std::int64_t d) {
            return d >= 0 && kernel.space.depends_on(kernel.exprs[load].index, d);
        };
        const bool lane = depends(lane_dim), row = depends(row_dim);
        ++(lane && row ? counts.both : lane ? counts.lane : row ? counts.row : counts.none);
        if (lane && !depends(kernel.space.dimensions() - 1)) ++(row ? counts.fixed_both : counts.fixed_lane);
        if (lane && !row && std::ranges::find(fields, load, &BitField::load) != fields.end()) ++counts.bytes;
    }
    return counts;
}

std::vector<Blocks> even_blocks(std::int64_t total, std::int64_t most) {
    const std::int64_t count = (total + most - 1) / most;
    if (count == 0) return {};
    const std::int64_t size = total / count, larger = total % count;
    std::vector<Blocks> blocks;
    if (larger > 0) blocks.push_back({size + 1, larger});
    if (count > larger) blocks.push_back({size, count - larger});
    return blocks;
}

std::vector<Blocks> even_blocks(std::int64_t total, std::int64_t most, std::int64_t together) {
    if (total % together != 0 || most < together) return even_blocks(total, most);
    std::vector<Blocks> blocks = even_blocks(total / together, most / together);
    for (Blocks& one : blocks) one.size *= together;
    return blocks;
}

Chains chains_of_any_order(std::int64_t steps) {
    Chains chains = {1, 2, 4};
    std::erase_if(chains, [&](std::int64_t count) { return steps % count != 0; });
    return chains;
}

std::vector<TileSize> feasible_tiles(const Target& target, const TermLoads& loads, std::int64_t rows,
                                     std::int64_t columns, bool scalar, const Chains& chains) {
    const std::int64_t budget = scalar ? target.scalar_registers : target.registers;
    const std::int64_t most_accumulators = scalar ? target.scalar_accumulators : target.accumulators;
    const std::int64_t together = columns % loads.together == 0 ? loads.together : 1;
    const bool core_numbers = target.takes_core_numbers && !scalar && loads.both == 0 && loads.row + loads.none > 0;
    std::vector<TileSize> tiles;
    for (std::int64_t r = 1; r <= std::min<std::int64_t>(rows, 24); ++r)
        for (std::int64_t v = 1; v <= std::min<std::int64_t>(columns, rows == 1 ? 16 : loads.bytes > 0 ? 8 : 4); ++v) {
            if (v % together != 0) continue;
            for (const std::int64_t count : chains) {
                const std::int64_t accumulators = r * v * count;
                // One row loads and drops each operand vector in turn; several rows hold it.
                const bool all_rows = target.rows_are_held && !scalar && r > 1 && loads.row > 0;
                const std::int64_t lane = loads.lane - (scalar ? loads.bytes : 0); // bytes are in other registers
                const std::int64_t numbers = core_numbers ? 0 : 1, scalars = all_rows ? r : numbers;
                const std::int64_t held = (r > 1 ? v * std::min<std::int64_t>(lane, 1) : 1) + scalars;
                if (accumulators > most_accumulators || (accumulators > 1 && accumulators + held > budget)) continue;
                tiles.push_back({r, v, count, together});
            }
        }
    return tiles;
}

TileSize best_tile(const Target& target, const TermLoads& loads, std::int64_t rows, std::int64_t columns,
                   const Depth& depth, bool scalar, const Chains& chains) {
    TileSize best;
    double best_cycles = -1;
    for (const TileSize& tile : feasible_tiles(target, loads, rows, columns, scalar, chains)) {
        const double cycles = total_cycles(target, loads, rows, columns, depth, tile, scalar);
        if (best_cycles >= 0 && cycles >= best_cycles) continue;
        best = tile;
        best_cycles = cycles;
    }
    return best;
}

} // namespace hlo2cpp
