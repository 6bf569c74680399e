#include "tile/register_tile.h"

#include <algorithm>

namespace hlo2cpp {
namespace {

// Cycles of a fused multiply-add until its sum can be added to again, and how many start in a cycle.
constexpr double kLatency = 4.0;
constexpr double kPerCycle = 2.0;
// What entering a tile costs: addresses, first loads, storing the results.
constexpr double kTileOverhead = 8.0;

double step_cycles(const TermLoads& loads, const TileSize& tile, bool scalar) {
    const auto area = static_cast<double>(tile.rows * tile.vectors);
    const double load_count = static_cast<double>(loads.both) * area + static_cast<double>(loads.lane * tile.vectors) +
                              static_cast<double>(loads.row * tile.rows) + static_cast<double>(loads.none);
    if (scalar) return area + load_count + 1.0; // one instruction a cycle, and the loop's own
    const double latency = kLatency / static_cast<double>(tile.chains);
    return std::max({area / kPerCycle, load_count / kPerCycle, latency, 1.0});
}

double total_cycles(const TermLoads& loads, std::int64_t rows, std::int64_t columns, std::int64_t depth,
                    const TileSize& most, bool scalar) {
    double cycles = 0;
    for (const Blocks& row_blocks : even_blocks(rows, most.rows))
        for (const Blocks& column_blocks : even_blocks(columns, most.vectors)) {
            const TileSize tile{row_blocks.size, column_blocks.size, most.chains};
            const double one = step_cycles(loads, tile, scalar) * static_cast<double>(depth) + kTileOverhead +
                               static_cast<double>(tile.rows * tile.vectors * tile.chains);
            cycles += one * static_cast<double>(row_blocks.count * column_blocks.count);
        }
    return cycles;
}

} // namespace

std::vector<Blocks> even_blocks(std::int64_t total, std::int64_t most) {
    const std::int64_t count = (total + most - 1) / most;
    if (count == 0) return {};
    const std::int64_t size = total / count, larger = total % count;
    std::vector<Blocks> blocks;
    if (larger > 0) blocks.push_back({size + 1, larger});
    if (count > larger) blocks.push_back({size, count - larger});
    return blocks;
}

TileSize best_tile(const Target& target, const TermLoads& loads, std::int64_t rows, std::int64_t columns,
                   std::int64_t depth, bool scalar, bool in_order) {
    // Scalar compilers lose accumulators beyond sixteen to the stack.
    const std::int64_t budget = scalar ? std::min<std::int64_t>(target.registers, 24) : target.registers;
    const std::int64_t most_accumulators = scalar ? 16 : target.registers - 2;
    TileSize best;
    double best_cycles = -1;
    for (std::int64_t r = 1; r <= std::min<std::int64_t>(rows, 24); ++r) {
        for (std::int64_t v = 1; v <= std::min<std::int64_t>(columns, rows == 1 ? 16 : 4); ++v) {
            for (const std::int64_t chains : {1, 2, 4}) {
                const std::int64_t accumulators = r * v * chains;
                // What one row needs of the lanes goes by; several rows hold it.
                const std::int64_t held = (r > 1 ? v * std::min<std::int64_t>(loads.lane, 1) : 1) + 1;
                if (accumulators > most_accumulators || (accumulators > 1 && accumulators + held > budget)) continue;
                if (depth % chains != 0 || (chains > 1 && (scalar || in_order))) continue;
                const double cycles = total_cycles(loads, rows, columns, depth, {r, v, chains}, scalar);
                if (best_cycles >= 0 && cycles >= best_cycles) continue;
                best = {r, v, chains};
                best_cycles = cycles;
            }
        }
    }
    return best;
}

} // namespace hlo2cpp
