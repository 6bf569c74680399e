#include "buffers/allocate.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "support/checked.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

using Buffer = AllocationProblem::Buffer;

constexpr std::int64_t kGreedyWork = 50'000'000; // buffers looked at, in all attempts

// Placed buffers that are alive at some time of an interval: a list by start finds the buffers that start inside of it,
// and a segment tree over the starts finds the buffers that are alive at its start.
class Placed {
public:
    explicit Placed(const std::vector<Buffer>& buffers)
        : buffers_(buffers), by_first_(buffers.size()), placed_(buffers.size(), false) {
        std::iota(by_first_.begin(), by_first_.end(), std::size_t{0});
        std::stable_sort(by_first_.begin(), by_first_.end(),
                         [&](std::size_t a, std::size_t b) { return buffers[a].first < buffers[b].first; });
        for (const std::size_t b : by_first_) firsts_.push_back(buffers[b].first);
        while (leaves_ < firsts_.size()) leaves_ *= 2;
        tree_.resize(2 * leaves_);
    }

    void add(std::size_t b) {
        placed_[b] = true;
        // Adds the buffer to all leaves whose start lies in its life.
        std::size_t low = lower(buffers_[b].first) + leaves_, high = lower(buffers_[b].last + 1) + leaves_;
        for (; low < high; low /= 2, high /= 2) {
            if (low % 2 == 1) tree_[low++].push_back(b);
            if (high % 2 == 1) tree_[--high].push_back(b);
        }
    }

    template <typename Visit>
    void for_each(const Buffer& buffer, Visit&& visit) const {
        const std::size_t leaf = lower(buffer.first);
        for (std::size_t node = leaf + leaves_; node > 0; node /= 2)
            for (const std::size_t b : tree_[node]) visit(b);
        for (std::size_t i = leaf; i < firsts_.size() && firsts_[i] <= buffer.last; ++i)
            if (firsts_[i] > buffer.first && placed_[by_first_[i]]) visit(by_first_[i]);
    }

private:
    std::size_t lower(std::int64_t position) const {
        return static_cast<std::size_t>(std::lower_bound(firsts_.begin(), firsts_.end(), position) - firsts_.begin());
    }

    const std::vector<Buffer>& buffers_;
    std::vector<std::size_t> by_first_;
    std::vector<std::int64_t> firsts_; // sorted
    std::vector<bool> placed_;
    std::size_t leaves_ = 1;
    std::vector<std::vector<std::size_t>> tree_;
};

struct Interval {
    std::int64_t low, high;
};

// The lowest gap, or the smallest one, that has room.
std::int64_t find_gap(std::vector<Interval>& taken, std::int64_t size, bool smallest) {
    std::sort(taken.begin(), taken.end(), [](const Interval& a, const Interval& b) { return a.low < b.low; });
    std::int64_t top = 0, best = -1, best_room = 0;
    for (const Interval& interval : taken) {
        const std::int64_t room = interval.low - top;
        if (room >= size && (best < 0 || room < best_room)) {
            best = top;
            best_room = room;
            if (!smallest) break;
        }
        top = std::max(top, interval.high);
    }
    return best >= 0 ? best : top;
}

class Greedy {
public:
    Greedy(const AllocationProblem& problem, Allocation& best) : problem_(problem), best_(best) {}

    template <typename Before> // a strict order of buffer numbers
    void attempt(Before&& before) {
        std::vector<std::size_t> order(problem_.buffers.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(), before);
        for (const bool smallest : {false, true})
            if (work_ < kGreedyWork && (best_.offsets.empty() || best_.height > best_.bound)) place(order, smallest);
    }

private:
    void place(const std::vector<std::size_t>& order, bool smallest) {
        Placed placed(problem_.buffers);
        std::vector<std::int64_t> offsets(order.size(), 0);
        std::vector<Interval> taken;
        std::int64_t height = 0;
        for (const std::size_t b : order) {
            const Buffer& buffer = problem_.buffers[b];
            if (buffer.size == 0) continue;
            taken.clear();
            placed.for_each(buffer, [&](std::size_t other) {
                taken.push_back({offsets[other], offsets[other] + problem_.buffers[other].size});
            });
            work_ += static_cast<std::int64_t>(taken.size()) + 1;
            if (work_ >= kGreedyWork) return;
            offsets[b] = find_gap(taken, buffer.size, smallest);
            height = std::max(height, offsets[b] + buffer.size);
            if (!best_.offsets.empty() && height >= best_.height) return;
            placed.add(b);
        }
        best_.offsets = std::move(offsets);
        best_.height = height;
    }

    const AllocationProblem& problem_;
    Allocation& best_;
    std::int64_t work_ = 0;
};

// Best fit, where more buffers are alive at once than can be compared with each other: as their lives begin, buffers go
// into the smallest gap that has room.
class Sweep {
public:
    explicit Sweep(const AllocationProblem& problem) : buffers_(problem.buffers) {}

    void run(Allocation& best) {
        std::vector<std::size_t> begins(buffers_.size());
        std::iota(begins.begin(), begins.end(), std::size_t{0});
        std::vector<std::size_t> ends = begins;
        std::ranges::stable_sort(begins, {}, [&](std::size_t b) { return buffers_[b].first; });
        std::ranges::stable_sort(ends, {}, [&](std::size_t b) { return buffers_[b].last; });
        best.offsets.assign(buffers_.size(), 0);
        auto end = ends.begin();
        for (const std::size_t b : begins) {
            for (; buffers_[*end].last < buffers_[b].first; ++end) give(best.offsets[*end], buffers_[*end].size);
            best.offsets[b] = take(buffers_[b].size);
        }
        best.height = height_;
    }

private:
    std::int64_t take(std::int64_t size) {
        const auto smallest = by_size_.lower_bound({size, 0});
        if (size == 0 || smallest == by_size_.end()) return std::exchange(height_, height_ + size);
        const auto [room, low] = *smallest;
        remove(low);
        if (room > size) add(low + size, room - size);
        return low;
    }
    void give(std::int64_t low, std::int64_t size) {
        if (size == 0) return;
        std::int64_t high = low + size;
        const auto behind = gaps_.find(high);
        if (behind != gaps_.end()) {
            high += behind->second;
            remove(behind->first);
        }
        const auto after = gaps_.lower_bound(low);
        if (after != gaps_.begin() && std::prev(after)->first + std::prev(after)->second == low) {
            low = std::prev(after)->first;
            remove(low);
        }
        add(low, high - low);
    }
    void add(std::int64_t low, std::int64_t size) {
        gaps_[low] = size;
        by_size_.emplace(size, low);
    }
    void remove(std::int64_t low) {
        by_size_.erase({gaps_.at(low), low});
        gaps_.erase(low);
    }

    const std::vector<Buffer>& buffers_;
    std::int64_t height_ = 0;
    std::map<std::int64_t, std::int64_t> gaps_; // sizes, by offset
    std::set<std::pair<std::int64_t, std::int64_t>> by_size_;
};

void check_sizes(const AllocationProblem& problem) {
    std::int64_t sum = 0;
    for (const Buffer& buffer : problem.buffers) {
        check_internal(buffer.size >= 0 && buffer.first <= buffer.last && buffer.size % problem.alignment == 0,
                       "a buffer has a wrong size or life");
        const std::optional<std::int64_t> next = checked_add(sum, buffer.size);
        if (!next) throw InputError("The buffers together are larger than any memory.");
        sum = *next;
    }
}

// The exact search for ever lower heights, first at the bound itself, since it is so often reached.
void lower(const AllocationProblem& problem, std::int64_t work, Allocation& best) {
    std::int64_t low = best.bound, high = best.height; // the height to find is in [low, high]
    while (low < high && work > 0) {
        const std::int64_t half = (high - low) / 2 / problem.alignment * problem.alignment;
        const std::int64_t capacity = low == best.bound ? low : low + half;
        const std::int64_t given = work / 2 + 1;
        std::int64_t left = given;
        const std::optional<std::vector<std::int64_t>> offsets = place_below(problem, capacity, left);
        work -= given - left + 1;
        if (!offsets) {
            low = capacity + problem.alignment;
            continue;
        }
        best.offsets = *offsets;
        best.height = 0;
        for (std::size_t b = 0; b < problem.buffers.size(); ++b)
            best.height = std::max(best.height, best.offsets[b] + problem.buffers[b].size);
        high = best.height;
    }
}

} // namespace

std::int64_t live_bound(const AllocationProblem& problem) {
    std::vector<std::pair<std::int64_t, std::int64_t>> changes; // position, bytes
    for (const Buffer& buffer : problem.buffers) {
        changes.emplace_back(buffer.first, buffer.size);
        changes.emplace_back(buffer.last + 1, -buffer.size);
    }
    std::sort(changes.begin(), changes.end()); // at one position ends come first
    std::int64_t live = 0, most = 0;
    for (const auto& [position, bytes] : changes) most = std::max(most, live += bytes);
    return most;
}

Allocation allocate(const AllocationProblem& problem, const AllocationLimits& limits) {
    check_sizes(problem);
    Allocation best;
    best.bound = live_bound(problem);
    const std::vector<Buffer>& all = problem.buffers;
    if (all.empty()) return best;
    const auto length = [&](std::size_t b) { return all[b].last - all[b].first + 1; };
    const auto area = [&](std::size_t b) { return static_cast<double>(all[b].size) * static_cast<double>(length(b)); };
    Greedy greedy(problem, best);
    greedy.attempt([&](std::size_t a, std::size_t b) { return all[a].size > all[b].size; });
    greedy.attempt([&](std::size_t a, std::size_t b) { return all[a].first < all[b].first; });
    greedy.attempt([&](std::size_t a, std::size_t b) { return area(a) > area(b); });
    greedy.attempt([&](std::size_t a, std::size_t b) {
        return all[a].size != all[b].size ? all[a].size > all[b].size : length(a) > length(b);
    });
    greedy.attempt([&](std::size_t a, std::size_t b) { return length(a) > length(b); });
    greedy.attempt([&](std::size_t a, std::size_t b) { return all[a].last > all[b].last; });
    if (best.offsets.empty()) Sweep(problem).run(best);
    if (static_cast<std::int64_t>(all.size()) <= limits.buffers) lower(problem, limits.work, best);
    return best;
}

} // namespace hlo2cpp
