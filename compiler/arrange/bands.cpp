#include "arrange/bands.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "arrange/band_builder.h"
#include "kernel/liveness.h"
#include "kernel/loads.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kMostStages = 12;

// Chooses bands among the steps of a region, all of them calls, by the memory that the calls take in sequence.
class Chooser {
public:
    Chooser(Kernels& kernels, const Entry& entry) : kernels_(kernels), region_(entry.region), calls_(kernels, calls()) {
        find_lives(entry);
        for (std::size_t c = 0; c < calls_.size(); ++c) single_.push_back(bytes_of(c));
    }

    void run(std::int64_t enough) {
        const std::int64_t before = single_.empty() ? 0 : *std::ranges::max_element(single_);
        if (before <= enough) return;
        plan(enough);
        const std::int64_t least = peak(choose(0));
        if (least <= before / 10 * 9) build(choose(least));
    }

private:
    // Calls first ... first + count - 1.
    struct CallRange {
        std::size_t first = 0, count = 0;
        std::int64_t bytes = 0;
    };

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

    std::optional<Band> band(std::size_t first, std::size_t count) {
        std::vector<bool> later;
        for (std::size_t c = first; c < first + count; ++c) {
            const std::optional<std::size_t> last = last_[calls_.output(c).index()];
            later.push_back(!last || *last >= first + count);
        }
        return plan_band(calls_, first, later);
    }

    // Bytes that are live at some time in the band, with row buffers in place of the arrays between its stages.
    std::int64_t bytes_of(std::size_t first, std::size_t count, const Band& band) const {
        std::int64_t bytes = bytes_alive(first, first + count - 1);
        for (const Stage& stage : band.stages)
            if (stage.inside)
                bytes -= kernels_[calls_.output(stage.call)].bytes() / stage.output.count *
                         (stage.output.count - stage.buffer_rows());
        return bytes;
    }

    // Finds the possible bands, each with a call that takes more than `enough` bytes.
    void plan(std::int64_t enough) {
        ranges_.resize(calls_.size() + 1);
        for (std::size_t end = 1; end <= calls_.size(); ++end) {
            ranges_[end].push_back({end - 1, 1, single_[end - 1]});
            bool large = single_[end - 1] > enough;
            for (std::size_t count = 2; count <= std::min(kMostStages, end); ++count) {
                const std::size_t first = end - count;
                if (!calls_.row_dim(first) || !calls_.row_dim(end - 1)) break;
                large = large || single_[first] > enough;
                if (!large) continue;
                if (const std::optional<Band> one = band(first, count))
                    ranges_[end].push_back({first, count, bytes_of(first, count, *one)});
            }
        }
    }

    // The calls and bands with the least peak (all peaks below `limit` count as equal), then with the fewest steps in
    // bands.
    std::vector<CallRange> choose(std::int64_t limit) const {
        struct Best {
            std::int64_t peak = 0;
            std::size_t banded = 0;
            const CallRange* last = nullptr;
        };
        std::vector<Best> best(calls_.size() + 1);
        for (std::size_t end = 1; end <= calls_.size(); ++end)
            for (const CallRange& one : ranges_[end]) {
                const Best& before = best[one.first];
                const Best with = {.peak = std::max({before.peak, one.bytes, limit}),
                                   .banded = before.banded + (one.count > 1 ? one.count : 0),
                                   .last = &one};
                Best& now = best[end];
                if (!now.last || std::pair(with.peak, with.banded) < std::pair(now.peak, now.banded)) now = with;
            }
        std::vector<CallRange> chosen;
        for (std::size_t end = calls_.size(); end > 0; end = chosen.back().first) chosen.push_back(*best[end].last);
        std::ranges::reverse(chosen);
        return chosen;
    }

    static std::int64_t peak(const std::vector<CallRange>& ranges) {
        return std::ranges::max_element(ranges, {}, &CallRange::bytes)->bytes;
    }

    void build(const std::vector<CallRange>& ranges) {
        std::vector<StepNode> steps;
        for (const CallRange& range : ranges) {
            if (range.count == 1) {
                steps.emplace_back(calls_.call(range.first));
                continue;
            }
            std::vector<StepNode> loops = steps_of(kernels_, calls_, *band(range.first, range.count));
            std::ranges::move(loops, std::back_inserter(steps));
        }
        kernels_.regions[region_.index()].steps = std::move(steps);
    }

    Kernels& kernels_;
    RegionId region_;
    RowAnalysis calls_;
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

void run_in_bands(Kernels& kernels, std::int64_t enough) {
    for (const Entry& entry : kernels.entries)
        if (is_calls_alone(kernels[entry.region])) Chooser(kernels, entry).run(enough);
}

} // namespace hlo2cpp
