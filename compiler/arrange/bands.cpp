#include "arrange/bands.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <set>

#include "arrange/band_builder.h"
#include "arrange/band_cycles.h"
#include "kernel/liveness.h"
#include "kernel/loads.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kMostStages = 12;
constexpr std::size_t kMostPeaks = 32; // of memory that are compared
constexpr double kWorthRows = 0.97;    // of the cycles with fewer rows a round: then more are worth their memory
constexpr double kWorthBands = 0.9;    // of the bytes of whole arrays: then loops are worth their code

// Chooses bands among the steps of a region, all of them calls, by the memory that the calls take in sequence.
class Chooser {
public:
    Chooser(Kernels& kernels, const Entry& entry, const ArenaMemory& memory, const CycleEstimate& cycles)
        : kernels_(kernels), region_(entry.region), calls_(kernels, calls()), cycles_(cycles, memory), memory_(memory) {
        find_lives(entry);
        for (std::size_t c = 0; c < calls_.size(); ++c) single_.push_back(bytes_of(c));
    }

    void run() {
        const std::int64_t before = single_.empty() ? 0 : *std::ranges::max_element(single_);
        if (before <= memory_.scarce) return;
        plan();
        if (const Plan best = best_plan(); cost(best) < std::pow(kWorthBands, memory_.worth) * cost(whole()))
            build(best.ranges);
    }

private:
    // Calls first ... first + count - 1.
    struct CallRange {
        std::size_t first = 0, count = 0;
        std::int64_t bytes = 0;
        double cycles = 0;
        std::size_t rows = 0; // the dimension of the last output that they lie along
        std::size_t band = 0; // of those along it
    };

    struct Plan {
        std::vector<CallRange> ranges;
        std::int64_t bytes = 0; // at the peak
        double cycles = 0;
    };

    double cost(const Plan& plan) const {
        return std::pow(static_cast<double>(plan.bytes), memory_.worth) * std::max(plan.cycles, 1.0);
    }

    std::vector<const Call*> calls() const {
        std::vector<const Call*> calls;
        for (const StepNode& step : kernels_[region_].steps) calls.push_back(&std::get<Call>(step));
        return calls;
    }

    void find_lives(const Entry& entry) {
        StepTree tree(kernels_);
        tree.entries = std::span(&entry, 1);
        const Liveness alive = liveness(kernels_.kernels, tree);
        begun_.resize(calls_.size() + 1);
        ended_.resize(calls_.size() + 1);
        last_.resize(kernels_.values.size());
        for (std::size_t v = 0; v < last_.size(); ++v) {
            const ValueId value(v);
            const bool result = std::ranges::find(entry.results, value) != entry.results.end();
            if (alive.segments[v].empty() || kernels_[value].kind != ValueKind::Temporary || result) continue;
            const Segment& life = alive.segments[v].front(); // outside of loops and branches there is one
            last_[v] = call_at(life.last);
            begun_[call_at(life.first) + 1] += kernels_[value].bytes();
            ended_[call_at(life.last) + 1] += kernels_[value].bytes();
        }
        std::partial_sum(begun_.begin(), begun_.end(), begun_.begin());
        std::partial_sum(ended_.begin(), ended_.end(), ended_.begin());
    }

    static std::size_t call_at(std::int64_t time) { return static_cast<std::size_t>(time / 2); }
    // Bytes of the arena that are live at some time from call `first` to call `last`.
    std::int64_t bytes_alive(std::size_t first, std::size_t last) const { return begun_[last + 1] - ended_[first]; }

    std::int64_t bytes_of(std::size_t c) const {
        const Kernel& kernel = calls_.kernel(c);
        const std::vector<UsedLoad> loads = used_loads(kernel);
        for (const ArgumentId argument : loaded_arguments(kernel)) {
            const ValueId value = calls_.call(c)[argument];
            const bool dies = last_[value.index()] == c && last_[calls_.output(c).index()];
            if (dies && runs_in_place(kernel, loads, argument, 0) &&
                kernel[argument].bytes() == kernel[kernel.outputs[0].argument].bytes())
                return bytes_alive(c, c) - kernel[argument].bytes();
        }
        return bytes_alive(c, c);
    }

    std::vector<Band> bands(std::size_t first, std::size_t count, std::size_t rows) {
        std::vector<bool> later;
        for (std::size_t c = first; c < first + count; ++c) {
            const std::optional<std::size_t> last = last_[calls_.output(c).index()];
            later.push_back(!last || *last >= first + count);
        }
        return bands_of(calls_, first, later, rows, memory_);
    }

    // Bytes that are live at some time in the band, with row buffers in place of the arrays between its stages.
    std::int64_t bytes_of(std::size_t first, std::size_t count, const Band& band) const {
        std::int64_t bytes = bytes_alive(first, first + count - 1);
        for (const Stage& stage : band.stages)
            if (stage.inside) bytes -= kernels_[calls_.output(stage.call)].bytes() - stage.buffer_bytes(calls_);
        return bytes;
    }

    // Finds the possible bands, each with a call that takes more bytes than there always are.
    void plan() {
        ranges_.resize(calls_.size() + 1);
        for (std::size_t end = 1; end <= calls_.size(); ++end) {
            ranges_[end].push_back({end - 1, 1, single_[end - 1], cycles_.of_call(calls_, end - 1)});
            bool large = single_[end - 1] > memory_.scarce;
            for (std::size_t count = 2; count <= std::min(kMostStages, end); ++count) {
                large = large || single_[end - count] > memory_.scarce;
                if (large) add_bands(end - count, count);
            }
        }
    }

    void add_bands(std::size_t first, std::size_t count) {
        const std::size_t end = first + count;
        for (std::size_t rows = 0; rows < kernels_[calls_.output(end - 1)].dims.size(); ++rows) {
            double fewest = std::numeric_limits<double>::infinity();
            const std::vector<Band> found = bands(first, count, rows);
            for (std::size_t b = 0; b < found.size(); ++b) {
                const double cycles = cycles_.of_band(calls_, found[b]);
                if (b > 0 && cycles > kWorthRows * fewest) continue;
                fewest = std::min(fewest, cycles);
                ranges_[end].push_back({.first = first,
                                        .count = count,
                                        .bytes = bytes_of(first, count, found[b]),
                                        .cycles = cycles,
                                        .rows = rows,
                                        .band = b});
            }
        }
    }

    // The plan with the least cost among those that take the fewest cycles for a peak.
    Plan best_plan() const {
        const std::int64_t least = least_peak();
        Plan best = choose(least);
        std::set<std::int64_t> higher; // peaks
        for (const std::vector<CallRange>& ranges : ranges_)
            for (const CallRange& range : ranges)
                if (range.bytes > least) higher.insert(range.bytes);
        const std::size_t apart = higher.size() / kMostPeaks + 1;
        std::size_t number = 0;
        for (const std::int64_t peak : higher)
            if (number++ % apart == 0)
                if (Plan plan = choose(peak); cost(plan) < cost(best)) best = std::move(plan);
        return best;
    }

    std::int64_t least_peak() const {
        std::vector<std::int64_t> least(calls_.size() + 1, std::numeric_limits<std::int64_t>::max());
        least[0] = 0;
        for (std::size_t end = 1; end <= calls_.size(); ++end)
            for (const CallRange& one : ranges_[end])
                least[end] = std::min(least[end], std::max(least[one.first], one.bytes));
        return least.back();
    }

    // The calls and bands with the fewest cycles, then with the fewest steps in bands, of those that stay below a peak.
    Plan choose(std::int64_t peak) const {
        struct Best {
            double cycles = 0;
            std::size_t banded = 0;
            const CallRange* last = nullptr;
        };
        std::vector<Best> best(calls_.size() + 1);
        for (std::size_t end = 1; end <= calls_.size(); ++end)
            for (const CallRange& one : ranges_[end]) {
                const Best& before = best[one.first];
                if (one.bytes > peak || (one.first > 0 && !before.last)) continue;
                const Best with = {.cycles = before.cycles + one.cycles,
                                   .banded = before.banded + (one.count > 1 ? one.count : 0),
                                   .last = &one};
                Best& now = best[end];
                if (!now.last || std::pair(with.cycles, with.banded) < std::pair(now.cycles, now.banded)) now = with;
            }
        Plan plan{.cycles = best.back().cycles};
        for (std::size_t end = calls_.size(); end > 0; end = plan.ranges.back().first) {
            plan.ranges.push_back(*best[end].last);
            plan.bytes = std::max(plan.bytes, plan.ranges.back().bytes);
        }
        std::ranges::reverse(plan.ranges);
        return plan;
    }

    // All calls as they are.
    Plan whole() const {
        Plan plan;
        for (std::size_t end = 1; end <= calls_.size(); ++end) {
            plan.bytes = std::max(plan.bytes, ranges_[end].front().bytes);
            plan.cycles += ranges_[end].front().cycles;
        }
        return plan;
    }

    void build(const std::vector<CallRange>& ranges) {
        std::vector<StepNode> steps;
        for (const CallRange& range : ranges) {
            if (range.count == 1) {
                steps.emplace_back(calls_.call(range.first));
                continue;
            }
            const Band band = bands(range.first, range.count, range.rows)[range.band];
            std::ranges::move(steps_of(kernels_, calls_, band), std::back_inserter(steps));
        }
        kernels_.regions[region_.index()].steps = std::move(steps);
    }

    Kernels& kernels_;
    RegionId region_;
    RowAnalysis calls_;
    BandCycles cycles_;
    const ArenaMemory& memory_;
    // By value: the last call that uses it; none for values outside the arena, such as results in the caller's memory.
    std::vector<std::optional<std::size_t>> last_;
    std::vector<std::int64_t> begun_, ended_;    // by call: bytes of arrays written, and dead, before it
    std::vector<std::int64_t> single_;           // by call: bytes of the call outside of bands
    std::vector<std::vector<CallRange>> ranges_; // by end
};

bool is_calls_alone(const Region& region) {
    return std::ranges::all_of(region.steps, [](const StepNode& step) { return std::holds_alternative<Call>(step); });
}

} // namespace

void run_in_bands(Kernels& kernels, const ArenaMemory& memory, const CycleEstimate& cycles) {
    for (const Entry& entry : kernels.entries)
        if (is_calls_alone(kernels[entry.region])) Chooser(kernels, entry, memory, cycles).run();
}

} // namespace hlo2cpp
