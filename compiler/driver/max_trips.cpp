#include "driver/max_trips.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "program/names.h"
#include "support/listed.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kMostRounds = INT32_MAX; // that the generated code counts

bool names(const TripLimit& limit, const While& loop) {
    return limit.name == loop.name || limit.name == identifier(loop.name);
}

class Limiter {
public:
    Limiter(Kernels kernels, Diagnostics& diagnostics) : kernels_(std::move(kernels)), diagnostics_(diagnostics) {
        for (Region& region : kernels_.regions)
            for (StepNode& step : region.steps)
                if (While* loop = std::get_if<While>(&step)) loops_.push_back(loop);
    }

    void limit_all(const TripLimit& limit) {
        if (++all_ > 1) return diagnostics_.error("--max-trips: the rounds of all loops are limited twice");
        for (While* loop : loops_)
            if (loop->trip_count < 0 && !named_.contains(loop)) stop(*loop, limit.rounds);
    }

    void limit_named(const TripLimit& limit) {
        const std::string option = "--max-trips " + printable(limit.name, 80);
        const auto is_named = [&](const While* loop) { return names(limit, *loop); };
        const auto found = std::ranges::find_if(loops_, is_named);
        if (found == loops_.end()) return diagnostics_.error(option + ": no loop has that name. " + candidates());
        if ((*found)->trip_count >= 0)
            return diagnostics_.error(option + ": this loop always takes " + std::to_string((*found)->trip_count) +
                                      " rounds and needs no limit. " + candidates());
        if (named_.contains(*found)) return diagnostics_.error(option + ": the loop is named twice");
        for (While* loop : loops_)
            if (is_named(loop)) {
                named_.insert(loop);
                stop(*loop, limit.rounds);
            }
    }

    Kernels take() { return std::move(kernels_); }

private:
    // A loop that never takes more rounds needs no test of its rounds.
    static void stop(While& loop, std::int64_t rounds) {
        if (loop.max_trips >= 0 && loop.max_trips <= rounds) return;
        loop.max_trips = rounds;
        loop.stopped = true;
    }

    std::string candidates() const {
        std::vector<std::string> names;
        for (const While* loop : loops_)
            if (loop->trip_count < 0) names.push_back(printable(loop->name, 80));
        return names.empty() ? "The rounds of all loops of this module are known, if it has any"
                             : "Loops that data ends: " + listed(names);
    }

    Kernels kernels_;
    Diagnostics& diagnostics_;
    std::vector<While*> loops_;    // of all regions
    std::set<const While*> named_; // looked up only: their order never shows
    int all_ = 0;                  // limits without a name
};

} // namespace

TripLimit parse_max_trips(const std::string& text) {
    const std::size_t equals = text.rfind('=');
    const bool named = equals != std::string::npos;
    TripLimit limit{.name = named ? text.substr(0, equals) : ""};
    const std::string rounds = named ? text.substr(equals + 1) : text;
    const auto [end, error] = std::from_chars(rounds.data(), rounds.data() + rounds.size(), limit.rounds);
    const bool number = error == std::errc() && end == rounds.data() + rounds.size();
    if (!number || limit.rounds < 1 || limit.rounds > kMostRounds || (named && limit.name.empty()))
        throw InputError("--max-trips " + printable(text, 80) + ": expected N or NAME=N, with N from 1 to " +
                         std::to_string(kMostRounds));
    return limit;
}

Kernels with_max_trips(Kernels kernels, const std::vector<TripLimit>& limits, Diagnostics& diagnostics) {
    if (limits.empty()) return kernels;
    Limiter limiter(std::move(kernels), diagnostics);
    for (const TripLimit& limit : limits)
        if (!limit.name.empty()) limiter.limit_named(limit);
    for (const TripLimit& limit : limits)
        if (limit.name.empty()) limiter.limit_all(limit);
    return limiter.take();
}

} // namespace hlo2cpp
