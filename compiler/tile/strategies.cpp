#include "tile/strategies.h"

#include <algorithm>

#include "tile/contraction.h"
#include "tile/first_extremum.h"
#include "tile/points.h"
#include "tile/scan.h"
#include "tile/sort_runs.h"

namespace hlo2cpp {
namespace {

// Gives the tilings of a kernel, the best first; none where the strategy does not fit.
using Strategy = std::vector<Candidate> (*)(const Kernel& kernel, const Target& target, const TileOptions& options,
                                            double slack);

// The later one of two that are equally fast is chosen.
constexpr Strategy kStrategies[] = {point_candidates, search_candidates, scan_candidates, contraction_candidates,
                                    sort_candidates};

} // namespace

std::vector<Candidate> candidates(const Kernel& kernel, const Target& target, const TileOptions& options,
                                  double slack) {
    std::vector<Candidate> all;
    for (const Strategy strategy : kStrategies) {
        std::vector<Candidate> found = strategy(kernel, target, options, slack);
        const bool best = !found.empty() && (all.empty() || found[0].cycles <= all[0].cycles);
        all.insert(best ? all.begin() : all.end(), std::make_move_iterator(found.begin()),
                   std::make_move_iterator(found.end()));
    }
    check_internal(!all.empty(), "no strategy fits a kernel");
    const double most = slack > 1 ? slack * all[0].cycles : 0;
    all.erase(std::remove_if(all.begin() + 1, all.end(), [&](const Candidate& other) { return other.cycles > most; }),
              all.end());
    return all;
}

} // namespace hlo2cpp
