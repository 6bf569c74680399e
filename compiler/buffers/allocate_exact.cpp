// Exact search for offsets below a capacity, after the published idea of MiniMalloc: buffers are placed at non-decreasing
// offsets, each as low as those below it let it lie. What is cut off:
//   - a buffer whose lowest place is not below the lowest top that another one could have: that one would fit under it;
//   - a section of time where the floor and all that is still to be placed there exceed the capacity.
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
          offsets_(problem.buffers.size(), 0), span_(problem.buffers.size()), overlaps_(problem.buffers.size()) {
        make_sections();
        make_overlaps();
    }

    // Buffers in this order of preference, as far as offsets leave a choice.
    bool solve(std::vector<std::size_t> order) {
        std::fill(lowest_.begin(), lowest_.end(), 0);
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

    // Times between two starts are alike.
    void make_sections() {
        std::vector<std::int64_t> starts;
        for (const Buffer& buffer : problem_.buffers) starts.push_back(buffer.first);
        std::sort(starts.begin(), starts.end());
        starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
        const auto section = [&](std::int64_t position) {
            return static_cast<std::size_t>(std::lower_bound(starts.begin(), starts.end(), position) - starts.begin());
        };
        unplaced_.assign(starts.size(), 0);
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
        std::sort(by_start.begin(), by_start.end(), [&](std::size_t a, std::size_t b) { return span_[a].low < span_[b].low; });
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
            parts[static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), span_[b].low) - ends.begin())].push_back(b);
        return parts;
    }

    // Whether what is left to place above `floor` fits in every section of these buffers.
    bool fits(const std::vector<std::size_t>& part, std::int64_t floor) const {
        Span all = {unplaced_.size(), 0};
        for (const std::size_t b : part) {
            if (std::max(lowest_[b], floor) + problem_.buffers[b].size > capacity_) return false;
            all = {std::min(all.low, span_[b].low), std::max(all.high, span_[b].high)};
        }
        for (std::size_t s = all.low; s < all.high; ++s)
            if (floor + unplaced_[s] > capacity_) return false;
        return true;
    }

    // All of the part, at offsets from `floor` on; at `floor` itself only buffers from number `first` on. The depth is at
    // most the number of buffers, which the caller bounds.
    bool place(const std::vector<std::size_t>& part, std::int64_t floor, std::size_t first) {
        if (part.empty()) return true;
        work_ -= static_cast<std::int64_t>(part.size());
        if (work_ < 0 || !fits(part, floor)) return false;
        std::int64_t lowest_top = capacity_ + 1;
        for (const std::size_t b : part)
            lowest_top = std::min(lowest_top, std::max(lowest_[b], floor) + problem_.buffers[b].size);
        for (const std::size_t b : part) {
            const std::int64_t offset = lowest_[b];
            if (offset < floor || (offset == floor && b < first) || offset >= lowest_top) continue;
            if (try_place(part, b, offset)) return true;
            if (work_ < 0) return false;
        }
        return false;
    }

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
            for (const std::vector<std::size_t>& piece : parts_of(rest)) done = done && place(piece, offset, b);
            if (done)
                offsets_[b] = offset;
            else
                for (const auto& [other, low] : before) lowest_[other] = low;
        }
        for (std::size_t s = span_[b].low; !done && s < span_[b].high; ++s) unplaced_[s] += problem_.buffers[b].size;
        return done;
    }

    const AllocationProblem& problem_;
    std::int64_t capacity_;
    std::int64_t& work_;
    std::vector<std::int64_t> lowest_;   // by buffer: above all placed ones that it meets
    std::vector<std::int64_t> offsets_;
    std::vector<std::int64_t> unplaced_; // by section: bytes still to be placed
    std::vector<Span> span_;
    std::vector<std::vector<std::size_t>> overlaps_; // buffers alive at the same time
};

} // namespace

std::optional<std::vector<std::int64_t>> place_below(const AllocationProblem& problem, std::int64_t capacity, std::int64_t& work) {
    std::vector<std::size_t> all;
    for (std::size_t b = 0; b < problem.buffers.size(); ++b)
        if (problem.buffers[b].size > 0) all.push_back(b);
    const auto size = [&](std::size_t b) { return problem.buffers[b].size; };
    constexpr int kOrders = 3;
    const std::int64_t share = work / kOrders;
    for (int attempt = 0; attempt < kOrders; ++attempt) {
        std::int64_t left = share;
        Search search(problem, capacity, left);
        const auto key = [&](std::size_t b) -> std::array<std::int64_t, 3> {
            const std::int64_t length = search.sections(b), contention = search.contention(b);
            if (attempt == 0) return {contention, length, size(b)};
            if (attempt == 1) return {length, contention, size(b)};
            return {contention, size(b), length};
        };
        std::vector<std::pair<std::array<std::int64_t, 3>, std::size_t>> keyed;
        for (const std::size_t b : all) keyed.emplace_back(key(b), b);
        std::stable_sort(keyed.begin(), keyed.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
        std::vector<std::size_t> order;
        for (const auto& [k, b] : keyed) order.push_back(b);
        const bool found = search.solve(order);
        work -= share - left;
        if (found) return search.offsets();
        if (left >= 0) return std::nullopt; // all was tried
    }
    return std::nullopt;
}

} // namespace hlo2cpp
