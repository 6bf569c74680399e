#include "arrange/bands.h"

#include <algorithm>

#include "arrange/band_builder.h"
#include "kernel/loads.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kMostStages = 12;

// The steps of a region, all of them calls, and how much memory they take one after the other.
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
    struct Life {
        bool known = false;
        bool result = false; // in the caller's memory
        std::size_t first = 0, last = 0;
    };
    // Calls first ... first + count - 1.
    struct Segment {
        std::size_t first = 0, count = 0;
        std::int64_t bytes = 0;
    };

    std::vector<const Call*> calls() const {
        std::vector<const Call*> calls;
        for (const StepNode& step : kernels_[region_].steps) calls.push_back(&std::get<Call>(step));
        return calls;
    }

    void find_lives(const Entry& entry) {
        lives_.resize(kernels_.values.size());
        for (std::size_t c = 0; c < calls_.size(); ++c)
            for (const ValueId value : calls_.call(c).values) {
                Life& life = lives_[value.index()];
                if (!life.known) life.first = c;
                life.known = true;
                life.last = c;
            }
        for (const ValueId value : entry.results) lives_[value.index()] = {true, true, 0, calls_.size()};
        born_.resize(calls_.size() + 1);
        std::vector<std::int64_t> died(calls_.size() + 1);
        for (std::size_t v = 0; v < lives_.size(); ++v) {
            if (!lives_[v].known || !in_arena(ValueId(v))) continue;
            born_[lives_[v].first] += kernels_[ValueId(v)].bytes();
            died[lives_[v].last] += kernels_[ValueId(v)].bytes();
        }
        alive_.resize(calls_.size());
        std::int64_t alive = 0;
        for (std::size_t c = 0; c < calls_.size(); ++c) {
            alive_[c] = alive += born_[c];
            alive -= died[c];
        }
    }

    bool in_arena(ValueId value) const {
        return kernels_[value].kind == ValueKind::Temporary && !lives_[value.index()].result;
    }

    std::int64_t bytes_of(std::size_t c) const {
        const Kernel& kernel = calls_.kernel(c);
        const std::vector<UsedLoad> loads = used_loads(kernel);
        for (const ArgumentId argument : loaded_arguments(kernel)) {
            const ValueId value = calls_.call(c)[argument];
            const bool dies = in_arena(value) && in_arena(calls_.output(c)) && lives_[value.index()].last == c;
            if (dies && runs_in_place(kernel, loads, argument, 0) &&
                kernel[argument].bytes() == kernel[kernel.outputs[0].argument].bytes())
                return alive_[c] - kernel[argument].bytes();
        }
        return alive_[c];
    }

    std::optional<Band> band(std::size_t first, std::size_t count) {
        std::vector<bool> later;
        for (std::size_t c = first; c < first + count; ++c) {
            const ValueId output = calls_.output(c);
            later.push_back(!in_arena(output) || lives_[output.index()].last >= first + count);
        }
        return plan_band(calls_, first, later);
    }

    // What is alive at some time in it, with buffers in the place of the arrays that it hands on.
    std::int64_t bytes_of(std::size_t first, std::size_t count, const Band& band) const {
        std::int64_t bytes = alive_[first];
        for (std::size_t c = first + 1; c < first + count; ++c) bytes += born_[c];
        for (const Stage& stage : band.stages)
            if (stage.inside)
                bytes -= kernels_[calls_.output(stage.call)].bytes() / stage.output.count *
                         (stage.output.count - stage.buffer_rows());
        return bytes;
    }

    // The bands that there may be, each with a call that takes more than enough.
    void plan(std::int64_t enough) {
        segments_.resize(calls_.size() + 1);
        for (std::size_t end = 1; end <= calls_.size(); ++end) {
            segments_[end].push_back({end - 1, 1, single_[end - 1]});
            bool large = single_[end - 1] > enough;
            for (std::size_t count = 2; count <= std::min(kMostStages, end); ++count) {
                const std::size_t first = end - count;
                if (calls_.rows(first) == nullptr || calls_.rows(end - 1) == nullptr) break;
                large = large || single_[first] > enough;
                if (!large) continue;
                if (const std::optional<Band> one = band(first, count))
                    segments_[end].push_back({first, count, bytes_of(first, count, *one)});
            }
        }
    }

    // Those with the least peak, but any below `limit` are as good; then with few steps in bands.
    std::vector<Segment> choose(std::int64_t limit) const {
        struct Best {
            std::int64_t peak = 0;
            std::size_t banded = 0;
            const Segment* last = nullptr;
        };
        std::vector<Best> best(calls_.size() + 1);
        for (std::size_t end = 1; end <= calls_.size(); ++end)
            for (const Segment& one : segments_[end]) {
                const Best& before = best[one.first];
                const Best with = {.peak = std::max({before.peak, one.bytes, limit}),
                                   .banded = before.banded + (one.count > 1 ? one.count : 0),
                                   .last = &one};
                Best& now = best[end];
                if (!now.last || std::pair(with.peak, with.banded) < std::pair(now.peak, now.banded)) now = with;
            }
        std::vector<Segment> chosen;
        for (std::size_t end = calls_.size(); end > 0; end = chosen.back().first) chosen.push_back(*best[end].last);
        std::ranges::reverse(chosen);
        return chosen;
    }

    static std::int64_t peak(const std::vector<Segment>& segments) {
        return std::ranges::max_element(segments, {}, &Segment::bytes)->bytes;
    }

    void build(const std::vector<Segment>& segments) {
        std::vector<StepNode> steps;
        for (const Segment& segment : segments) {
            if (segment.count == 1) {
                steps.emplace_back(calls_.call(segment.first));
                continue;
            }
            std::vector<StepNode> loops = steps_of(kernels_, calls_, *band(segment.first, segment.count));
            std::ranges::move(loops, std::back_inserter(steps));
        }
        kernels_.regions[region_.index()].steps = std::move(steps);
    }

    Kernels& kernels_;
    RegionId region_;
    RowAnalysis calls_;
    std::vector<Life> lives_;                    // by value
    std::vector<std::int64_t> born_, alive_;     // by call: bytes
    std::vector<std::int64_t> single_;           // by call: bytes where it is in no band
    std::vector<std::vector<Segment>> segments_; // by end
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
