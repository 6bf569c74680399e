#include "tile/first_cache.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace hlo2cpp {
namespace {

// Eight ways of 4 kB. (Two of 16 kB hold as many of the lines that fall into one set of these.)
constexpr std::int64_t kLine = 64, kWay = 4096, kWays = 8;
// Bytes between two rounds from which on no hardware loads the next line ahead.
constexpr std::int64_t kFarApart = 1024;

// Lines of so many rounds that the sets hold which they fall into.
std::int64_t lines_held(std::int64_t stride) {
    return kWays * kWay / std::max(std::gcd(stride, kWay), kLine);
}

// Lines of one round that fall into sets with too many others of the round.
std::int64_t crowded(const std::set<std::int64_t>& lines) {
    std::map<std::int64_t, std::int64_t> of_sets;
    for (const std::int64_t line : lines) ++of_sets[line % (kWay / kLine)];
    std::int64_t sum = 0;
    for (const auto& [set, count] : of_sets)
        if (count > kWays) sum += count;
    return sum;
}

// Lines of a round, if the cache does not hold those of all rounds beside what else the tiles read.
double streamed_lines(double bytes, double all) {
    constexpr double kHeld = 0.75 * kWays * kWay;
    return all > kHeld ? bytes / kLine : 0;
}

// True if several points of the kernel take the same elements.
bool is_read_again(const Kernel& kernel, ExprId load) {
    for (std::size_t d = 0; d < kernel.dims.size(); ++d)
        if (kernel.dims[d] > 1 && !kernel.space.depends_on(kernel.exprs[load].index, static_cast<std::int64_t>(d)))
            return true;
    return false;
}

} // namespace

MissedLines missed_lines(const Kernel& kernel, const StraightCode& code, double rounds) {
    MissedLines missed;
    const auto terms = static_cast<double>(kernel.reduction ? kernel.reduction->terms() : 1);
    code.for_each_load([&](const StraightCode::Loads& loads) {
        const std::int64_t bytes = byte_size(kernel.exprs[loads.load].type), stride = std::abs(loads.stride) * bytes;
        if (stride == 0) return;
        const bool apart = stride >= kFarApart && rounds > static_cast<double>(lines_held(stride));
        if (loads.lanes > 1) {
            if (!is_read_again(kernel, loads.load)) return;
            const auto round =
                static_cast<double>(static_cast<std::int64_t>(loads.places.size()) * loads.lanes * bytes);
            missed.streamed += apart ? round / kLine : streamed_lines(round, round * terms / code.steps());
            return;
        }
        std::set<std::int64_t> lines;
        for (const std::int64_t place : loads.places) lines.insert(place * bytes / kLine);
        missed.lost += static_cast<double>(apart ? static_cast<std::int64_t>(lines.size()) : crowded(lines));
    });
    return missed;
}

} // namespace hlo2cpp
