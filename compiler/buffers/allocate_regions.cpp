#include "buffers/allocate_regions.h"

#include <algorithm>
#include <numeric>

#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

using Numbers = std::vector<std::size_t>; // of buffers

// Bytes that are alive at each position: a segment tree with the largest sum of each node's positions.
class LiveBytes {
public:
    explicit LiveBytes(const std::vector<AllocationProblem::Buffer>& buffers) : buffers_(buffers) {
        for (const AllocationProblem::Buffer& buffer : buffers) starts_.push_back(buffer.first);
        std::ranges::sort(starts_);
        starts_.erase(std::ranges::unique(starts_).begin(), starts_.end());
        while (leaves_ < starts_.size()) leaves_ *= 2;
        most_.assign(2 * leaves_, 0);
        added_.assign(2 * leaves_, 0);
    }

    // The most that is alive while the buffer is. Sums rise where a buffer begins alone: those positions are enough.
    std::int64_t most(std::size_t b) const { return most(1, 0, leaves_, begin(b), end(b)); }
    void add(std::size_t b) { add(1, 0, leaves_, begin(b), end(b), buffers_[b].size); }

private:
    std::size_t place(std::int64_t position) const {
        return static_cast<std::size_t>(std::ranges::lower_bound(starts_, position) - starts_.begin());
    }
    std::size_t begin(std::size_t b) const { return place(buffers_[b].first); }
    std::size_t end(std::size_t b) const { return place(buffers_[b].last + 1); }

    std::int64_t most(std::size_t node, std::size_t low, std::size_t high, std::size_t begin, std::size_t end) const {
        if (end <= low || high <= begin) return 0;
        if (begin <= low && high <= end) return most_[node];
        const std::size_t middle = (low + high) / 2;
        return added_[node] +
               std::max(most(2 * node, low, middle, begin, end), most(2 * node + 1, middle, high, begin, end));
    }
    void add(std::size_t node, std::size_t low, std::size_t high, std::size_t begin, std::size_t end,
             std::int64_t size) {
        if (end <= low || high <= begin) return;
        if (begin <= low && high <= end) {
            most_[node] += size;
            added_[node] += size;
            return;
        }
        const std::size_t middle = (low + high) / 2;
        add(2 * node, low, middle, begin, end, size);
        add(2 * node + 1, middle, high, begin, end, size);
        most_[node] = added_[node] + std::max(most_[2 * node], most_[2 * node + 1]);
    }

    const std::vector<AllocationProblem::Buffer>& buffers_;
    std::vector<std::int64_t> starts_; // of lives, sorted
    std::size_t leaves_ = 1;
    std::vector<std::int64_t> most_, added_; // by node: the largest sum in it, and what all of its positions have more
};

class RegionPlanner {
public:
    explicit RegionPlanner(const RegionProblem& problem) : problem_(problem) {}

    // Fills one region after the other with buffers in this order of preference, as far as they fit.
    RegionAllocation run(Numbers order) const {
        const std::size_t buffers = problem_.all.buffers.size(), regions = problem_.budgets.size();
        RegionAllocation result{.regions = Numbers(buffers, 0),
                                .offsets = std::vector<std::int64_t>(buffers, 0),
                                .heights = std::vector<std::int64_t>(regions, 0)};
        for (std::size_t region = 0; region < regions && !order.empty(); ++region) {
            const bool last = region + 1 == regions;
            const auto [chosen, allocation] = last ? all_of(order) : fill(order, problem_.budgets[region]);
            result.heights[region] = allocation.height;
            for (std::size_t i = 0; i < chosen.size(); ++i) {
                result.regions[chosen[i]] = region;
                result.offsets[chosen[i]] = allocation.offsets[i];
            }
            Numbers rest;
            std::vector<bool> is_chosen(buffers, false);
            for (const std::size_t b : chosen) is_chosen[b] = true;
            std::ranges::copy_if(order, std::back_inserter(rest), [&](std::size_t b) { return !is_chosen[b]; });
            order = std::move(rest);
        }
        return result;
    }

private:
    using Filled = std::pair<Numbers, Allocation>;

    Allocation allocation_of(const Numbers& chosen, const AllocationLimits& limits = {}) const {
        AllocationProblem problem{.alignment = problem_.all.alignment};
        for (const std::size_t b : chosen) problem.buffers.push_back(problem_.all.buffers[b]);
        return allocate(problem, limits);
    }

    // In the order of the buffers, as without regions.
    Filled all_of(Numbers order) const {
        std::ranges::sort(order);
        Allocation allocation = allocation_of(order);
        return {std::move(order), std::move(allocation)};
    }

    // All of them, if they fit.
    std::optional<Filled> all_within(const Numbers& order, std::int64_t budget) const {
        AllocationProblem problem;
        for (const std::size_t b : order) problem.buffers.push_back(problem_.all.buffers[b]);
        if (live_bound(problem) > budget) return std::nullopt;
        Filled all = all_of(order);
        return all.second.height <= budget ? std::optional(std::move(all)) : std::nullopt;
    }

    // Each buffer beside which there are bytes left in the budget, and then as many of these as have offsets.
    Filled fill(const Numbers& order, std::int64_t budget) const {
        if (std::optional<Filled> all = all_within(order, budget)) return std::move(*all);
        LiveBytes live(problem_.all.buffers);
        Numbers fitting;
        for (const std::size_t b : order) {
            const std::int64_t size = problem_.all.buffers[b].size;
            if (size > budget || live.most(b) > budget - size) continue;
            live.add(b);
            fitting.push_back(b);
        }
        if (std::optional<Filled> all = all_within(fitting, budget)) return std::move(*all);
        constexpr AllocationLimits kQuick = {.work = 1'000'000, .buffers = 500};
        constexpr std::size_t kParts = 64; // of many buffers, so that few plans are tried
        Filled best;
        std::size_t low = 0, high = fitting.size(); // the first `low` of them have offsets, the first `high` have none
        while (high - low > 1 + fitting.size() / kParts) {
            const std::size_t middle = (low + high) / 2;
            Numbers some(fitting.begin(), fitting.begin() + static_cast<std::ptrdiff_t>(middle));
            Allocation allocation = allocation_of(some, kQuick);
            const bool fits = allocation.height <= budget;
            (fits ? low : high) = middle;
            if (fits) best = {std::move(some), std::move(allocation)};
        }
        return best;
    }

    const RegionProblem& problem_;
};

template <typename Key> // descending
Numbers ordered(std::size_t buffers, Key&& key) {
    Numbers order(buffers);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return key(a) > key(b); });
    return order;
}

// Compares plans: one that keeps to the budgets, else the smaller one; then more accesses to the first regions.
class BestPlan {
public:
    explicit BestPlan(const RegionProblem& problem) : problem_(problem) {}

    void offer(RegionAllocation plan) {
        const std::int64_t excess = std::max<std::int64_t>(plan.heights.back() - problem_.budgets.back(), 0);
        std::vector<double> accesses = accesses_by_region(plan);
        if (plan_ && (excess > excess_ || (excess == excess_ && accesses <= accesses_))) return;
        plan_ = std::move(plan);
        excess_ = excess;
        accesses_ = std::move(accesses);
    }

    bool fits() const { return plan_ && excess_ == 0; }
    const RegionAllocation& plan() const { return *plan_; }

private:
    std::vector<double> accesses_by_region(const RegionAllocation& plan) const {
        std::vector<double> sums(problem_.budgets.size(), 0);
        for (std::size_t b = 0; b < problem_.accesses.size(); ++b) sums[plan.regions[b]] += problem_.accesses[b];
        return sums;
    }

    const RegionProblem& problem_;
    std::optional<RegionAllocation> plan_;
    std::int64_t excess_ = 0; // bytes of the last region above its budget
    std::vector<double> accesses_;
};

} // namespace

RegionAllocation allocate_in_regions(const RegionProblem& problem) {
    const std::vector<AllocationProblem::Buffer>& all = problem.all.buffers;
    const auto size = [&](std::size_t b) { return static_cast<double>(all[b].size); };
    const auto accesses = [&](std::size_t b) { return problem.accesses.empty() ? 0 : problem.accesses[b]; };
    const auto of_byte = [&](std::size_t b) { return accesses(b) / std::max(size(b), 1.0); };
    const auto area = [&](std::size_t b) { return size(b) * static_cast<double>(all[b].last - all[b].first + 1); };
    const RegionPlanner planner(problem);
    BestPlan best(problem);
    best.offer(planner.run(ordered(all.size(), of_byte)));
    const auto uses_one = [&] {
        return std::ranges::all_of(best.plan().regions, [](std::size_t r) { return r == 0; });
    };
    if (problem.budgets.size() > 1 && !uses_one()) {
        best.offer(planner.run(ordered(all.size(), accesses))); // a large one rather than a few small ones
        if (!best.fits()) best.offer(planner.run(ordered(all.size(), area))); // large ones leave few bytes unused
        if (!best.fits()) best.offer(planner.run(ordered(all.size(), size)));
    }
    RegionAllocation plan = best.plan();
    plan.bound = live_bound(problem.all);
    return plan;
}

} // namespace hlo2cpp
