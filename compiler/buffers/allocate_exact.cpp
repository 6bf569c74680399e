// Exact search for offsets below a capacity, after the published idea of MiniMalloc: buffers are placed at
// non-decreasing offsets, each as low as the buffers below it allow. The search cuts off:
//   - a buffer whose lowest place is not below the lowest top that another one could have: that one would fit under it;
//   - a section of time where the lowest place of its buffers and the sizes still to be placed exceed the capacity;
//   - a buffer that was passed over at its lowest place, if no buffer that it could rest on is still to be placed.
// When a placement leaves buffers that share no time, the parts are solved one after the other.
#include <algorithm>
#include <array>
#include <numeric>

#include "buffers/allocate.h"

namespace hlo2cpp {
namespace {

using Buffer = AllocationProblem::Buffer;

class Search {
public:
    Search(const AllocationProblem& problem, std::int64_t capacity, std::int64_t& work)
        : problem_(problem), capacity_(capacity), work_(work), lowest_(problem.buffers.size(), 0),
          offsets_(problem.buffers.size(), 0), rank_(problem.buffers.size(), 0), reachable_(problem.buffers.size(), 0),
          waits_(problem.buffers.size(), false), span_(problem.buffers.size()), overlaps_(problem.buffers.size()) {
        make_sections();
        make_overlaps();
    }

    // Buffers in this order of preference, as far as offsets leave a choice.
    bool solve(const std::vector<std::size_t>& order) {
        for (std::size_t i = 0; i < order.size(); ++i) rank_[order[i]] = i;
        for (const std::vector<std::size_t>& part : parts_of(order))
            if (!place(part, 0, 0)) return false;
        return true;
    }

    const std::vector<std::int64_t>& offsets() const { return offsets_; }

    // The sections' totals where a buffer is alive, at most.
    std::int64_t contention(std::size_t b) const {
        return *std::max_element(unplaced_.begin() + static_cast<std::ptrdiff_t>(span_[b].low),
                                 unplaced_.begin() + static_cast<std::ptrdiff_t>(span_[b].high));
    }
    std::int64_t sections(std::size_t b) const { return static_cast<std::int64_t>(span_[b].high - span_[b].low); }

private:
    struct Span {
        std::size_t low = 0, high = 0; // sections, half-open
    };

    // Makes a section for each start that an end follows before the next start: buffers that meet, meet in one of them.
    void make_sections() {
        std::vector<std::pair<std::int64_t, bool>> events; // position, ends
        for (const Buffer& buffer : problem_.buffers) {
            if (buffer.size == 0) continue;
            events.emplace_back(buffer.first, false);
            events.emplace_back(buffer.last, true);
        }
        std::sort(events.begin(), events.end());
        std::vector<std::int64_t> starts;
        for (std::size_t e = 0; e + 1 < events.size(); ++e)
            if (!events[e].second && events[e + 1].second) starts.push_back(events[e].first);
        const auto section = [&](std::int64_t position) {
            return static_cast<std::size_t>(std::lower_bound(starts.begin(), starts.end(), position) - starts.begin());
        };
        unplaced_.assign(starts.size(), 0);
        section_low_.assign(starts.size(), 0);
        for (std::size_t b = 0; b < span_.size(); ++b) {
            span_[b] = {section(problem_.buffers[b].first), section(problem_.buffers[b].last + 1)};
            for (std::size_t s = span_[b].low; s < span_[b].high; ++s) unplaced_[s] += problem_.buffers[b].size;
        }
    }

    void make_overlaps() {
        for (std::size_t a = 0; a < span_.size(); ++a)
            for (std::size_t b = 0; b < span_.size(); ++b)
                if (a != b && span_[a].low < span_[b].high && span_[b].low < span_[a].high) overlaps_[a].push_back(b);
    }

    // Split where no buffer goes on; each part keeps the order.
    std::vector<std::vector<std::size_t>> parts_of(const std::vector<std::size_t>& buffers) const {
        std::vector<std::size_t> by_start = buffers;
        std::sort(by_start.begin(), by_start.end(),
                  [&](std::size_t a, std::size_t b) { return span_[a].low < span_[b].low; });
        std::vector<std::size_t> ends; // of the parts
        for (const std::size_t b : by_start) {
            if (ends.empty() || span_[b].low >= ends.back())
                ends.push_back(span_[b].high);
            else
                ends.back() = std::max(ends.back(), span_[b].high);
        }
        if (ends.size() == 1) return {buffers};
        std::vector<std::vector<std::size_t>> parts(ends.size());
        for (const std::size_t b : buffers)
            parts[static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), span_[b].low) - ends.begin())]
                .push_back(b);
        return parts;
    }

    // True if the buffer may still be placed at its lowest offset: above `floor`, or at `floor` by its rank.
    bool allowed(std::size_t b, std::int64_t floor, std::size_t first) const {
        return lowest_[b] > floor || (lowest_[b] == floor && rank_[b] >= first);
    }

    // Finds the lowest offset that each buffer can still have: a buffer that was passed over rests on one that is still
    // to be placed.
    void bound_part(const std::vector<std::size_t>& part, std::int64_t floor, std::size_t first) {
        for (const std::size_t b : part) {
            waits_[b] = true;
            reachable_[b] = lowest_[b];
        }
        for (const std::size_t b : part) {
            if (allowed(b, floor, first)) continue;
            std::int64_t rest = capacity_;
            for (const std::size_t other : overlaps_[b])
                if (waits_[other])
                    rest = std::min(rest, std::max(lowest_[other], floor) + problem_.buffers[other].size);
            reachable_[b] = rest;
            work_ -= static_cast<std::int64_t>(overlaps_[b].size()) / 4;
        }
        for (const std::size_t b : part) waits_[b] = false;
    }

    // True if the buffers that are still to be placed fit in every section of time.
    bool fits(const std::vector<std::size_t>& part) {
        Span all = {unplaced_.size(), 0};
        for (const std::size_t b : part) {
            if (reachable_[b] + problem_.buffers[b].size > capacity_) return false;
            all = {std::min(all.low, span_[b].low), std::max(all.high, span_[b].high)};
        }
        std::fill(section_low_.begin() + static_cast<std::ptrdiff_t>(all.low),
                  section_low_.begin() + static_cast<std::ptrdiff_t>(all.high), capacity_);
        for (const std::size_t b : part)
            for (std::size_t s = span_[b].low; s < span_[b].high; ++s)
                section_low_[s] = std::min(section_low_[s], reachable_[b]);
        for (std::size_t s = all.low; s < all.high; ++s)
            if (section_low_[s] + unplaced_[s] > capacity_) return false;
        return true;
    }

    // Places all of the part, at offsets from `floor` on; at `floor` itself only buffers from rank `first` on. The
    // depth is at most the number of buffers, which the caller bounds.
    bool place(const std::vector<std::size_t>& part, std::int64_t floor, std::size_t first) {
        if (part.empty()) return true;
        work_ -= static_cast<std::int64_t>(part.size());
        if (work_ < 0) return false;
        bound_part(part, floor, first);
        if (!fits(part)) return false;
        std::int64_t lowest_top = capacity_ + 1;
        for (const std::size_t b : part) lowest_top = std::min(lowest_top, reachable_[b] + problem_.buffers[b].size);
        std::vector<std::size_t> candidates;
        for (const std::size_t b : part)
            if (allowed(b, floor, first) && lowest_[b] < lowest_top) candidates.push_back(b);
        std::stable_sort(candidates.begin(), candidates.end(),
                         [&](std::size_t a, std::size_t b) { return lowest_[a] < lowest_[b]; });
        for (const std::size_t b : candidates) {
            if (try_place(part, b, lowest_[b])) return true;
            if (work_ < 0) return false;
            const bool alone = std::none_of(part.begin(), part.end(), [&](std::size_t other) {
                return other != b && span_[b].low < span_[other].high && span_[other].low < span_[b].high;
            });
            if (alone) return false; // it stands in nobody's way
        }
        return false;
    }

    // Leaves nothing behind but the offsets where it succeeds: a later part may still fail.
    bool try_place(const std::vector<std::size_t>& part, std::size_t b, std::int64_t offset) {
        const std::int64_t top = offset + problem_.buffers[b].size;
        bool possible = true;
        for (std::size_t s = span_[b].low; s < span_[b].high; ++s) {
            unplaced_[s] -= problem_.buffers[b].size;
            possible = possible && top + unplaced_[s] <= capacity_;
        }
        bool done = false;
        if (possible) {
            std::vector<std::size_t> rest;
            for (const std::size_t other : part)
                if (other != b) rest.push_back(other);
            std::vector<std::pair<std::size_t, std::int64_t>> before; // lowest offsets that change
            for (const std::size_t other : overlaps_[b]) {
                if (lowest_[other] >= top) continue;
                before.emplace_back(other, lowest_[other]);
                lowest_[other] = top;
            }
            work_ -= static_cast<std::int64_t>(overlaps_[b].size());
            done = true;
            for (const std::vector<std::size_t>& piece : parts_of(rest)) done = done && place(piece, offset, rank_[b]);
            if (done) offsets_[b] = offset;
            for (const auto& [other, low] : before) lowest_[other] = low;
        }
        for (std::size_t s = span_[b].low; s < span_[b].high; ++s) unplaced_[s] += problem_.buffers[b].size;
        return done;
    }

    const AllocationProblem& problem_;
    std::int64_t capacity_;
    std::int64_t& work_;
    std::vector<std::int64_t> lowest_; // by buffer: above all placed ones that it meets
    std::vector<std::int64_t> offsets_;
    std::vector<std::size_t> rank_;       // by buffer: in the order of preference
    std::vector<std::int64_t> reachable_; // by buffer: no place below is possible
    std::vector<bool> waits_;             // by buffer: it is in the part at hand
    std::vector<std::int64_t> unplaced_;  // by section: bytes still to be placed
    std::vector<std::int64_t> section_low_;
    std::vector<Span> span_;
    std::vector<std::vector<std::size_t>> overlaps_; // buffers alive at the same time
};

} // namespace

std::optional<std::vector<std::int64_t>> place_below(const AllocationProblem& problem, std::int64_t capacity,
                                                     std::int64_t& work) {
    std::vector<std::size_t> all;
    for (std::size_t b = 0; b < problem.buffers.size(); ++b)
        if (problem.buffers[b].size > 0) all.push_back(b);
    constexpr int kOrders = 3;
    for (std::int64_t round = 0, share = 20'000 * static_cast<std::int64_t>(all.size()); work > 0; ++round) {
        if (round > 0 && round % kOrders == 0) share *= 4; // all orders again, with more patience
        const std::int64_t given = std::min(work, share);
        std::int64_t left = given;
        Search search(problem, capacity, left);
        const auto key = [&](std::size_t b) -> std::array<double, 3> {
            const auto length = static_cast<double>(search.sections(b)),
                       total = static_cast<double>(search.contention(b));
            const double area = length * static_cast<double>(problem.buffers[b].size);
            if (round % kOrders == 0) return {length, area, total};
            if (round % kOrders == 1) return {total, area, length};
            return {total, length, area};
        };
        std::vector<std::pair<std::array<double, 3>, std::size_t>> keyed;
        for (const std::size_t b : all) keyed.emplace_back(key(b), b);
        std::stable_sort(keyed.begin(), keyed.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
        std::vector<std::size_t> order;
        for (const auto& [k, b] : keyed) order.push_back(b);
        const bool found = search.solve(order);
        work -= given - std::max<std::int64_t>(left, 0);
        if (found) return search.offsets();
        if (left >= 0) return std::nullopt; // all was tried
    }
    return std::nullopt;
}

} // namespace hlo2cpp
