#include "arrange/winograd_choice.h"

#include <algorithm>
#include <cmath>

#include "kernel/analysis.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kLeastChannels = 8; // below, the transforms take longer than they save

std::int64_t rounded_up(std::int64_t value, std::int64_t step) {
    return (value + step - 1) / step * step;
}

// The vector width that leaves the fewest lanes of the last vector empty.
std::int64_t feature_lanes(std::int64_t features, std::int64_t widest) {
    std::int64_t best = widest;
    for (std::int64_t lanes = widest / 2; lanes >= 4; lanes /= 2)
        if (rounded_up(features, lanes) < rounded_up(features, best)) best = lanes;
    return best;
}

// Number of operations in the transform of one line.
double operations(const MinimalFilter::Matrix& matrix) {
    double sum = 0;
    for (const std::vector<double>& row : matrix)
        sum += static_cast<double>(std::ranges::count_if(row, [](double c) { return c != 0; }));
    return sum;
}

class StripPlanner {
public:
    StripPlanner(const Kernel& kernel, const FilterDims& dims, const Target& target, const CycleEstimate& cycles)
        : kernel_(kernel), dims_(dims), target_(target), estimate_(cycles),
          lanes_(std::max<std::int64_t>(target.vector_bytes / byte_size(ElementType::F32), 1)),
          feature_lanes_(lanes_ == 1 ? 1 : feature_lanes(size(dims.features), lanes_)) {}

    std::optional<WinogradPlan> run() {
        for (const std::int64_t outputs : {2, 4}) {
            filter_ = minimal_filter(outputs);
            if (outputs == 2 || weight_bytes() <= target_.large_filters) consider_strips();
        }
        return best();
    }

private:
    std::int64_t size(std::int64_t d) const { return size_of_dim(kernel_, d); }
    std::int64_t weight_bytes() const {
        return filter_.inputs * filter_.inputs * dims_.channel_count * size(dims_.features) *
               byte_size(ElementType::F32);
    }
    std::int64_t tiles_along(std::int64_t d) const { return (size(d) + filter_.outputs - 1) / filter_.outputs; }

    // Considers strips for which there is room: parts of a row of tiles, or several rows.
    void consider_strips() {
        const std::int64_t rows = tiles_along(dims_.rows), columns = tiles_along(dims_.columns);
        for (std::int64_t part = columns; part >= 1; --part)
            if (columns % part == 0) consider_strip(1, part);
        for (std::int64_t several = 2; several <= rows; ++several)
            if (rows % several == 0) consider_strip(several, columns);
    }

    void consider_strip(std::int64_t rows, std::int64_t columns) {
        constexpr std::int64_t kMostTiles = 32; // more gain nothing: weights are read again rarely
        if (rows * columns > kMostTiles) return;
        WinogradPlan plan = plan_of(rows, columns);
        if (bytes_of(plan) > target_.winograd_scratch) return;
        plan.cycles = cycles_of(plan);
        considered_.push_back(std::move(plan));
    }

    // The plan with the least memory among those that are nearly as fast as the fastest.
    std::optional<WinogradPlan> best() {
        constexpr double kSlack = 1.02;
        if (considered_.empty()) return std::nullopt;
        const double limit = kSlack * std::ranges::min(considered_, {}, &WinogradPlan::cycles).cycles;
        std::erase_if(considered_, [&](const WinogradPlan& one) { return one.cycles > limit; });
        const WinogradPlan& best = *std::ranges::min_element(considered_, {}, bytes_of);
        return best.cycles < estimate_(kernel_) ? std::optional(best) : std::nullopt;
    }

    WinogradPlan plan_of(std::int64_t rows, std::int64_t columns) const {
        WinogradPlan plan{.dims = dims_, .filter = filter_, .strip_rows = rows, .strip_columns = columns};
        for (const std::int64_t d : dims_.batches) plan.batches *= size(d);
        plan.tile_rows = tiles_along(dims_.rows), plan.tile_columns = tiles_along(dims_.columns);
        plan.features = rounded_up(size(dims_.features), feature_lanes_);
        plan.idle = lanes_ > 1 ? 16 : 0; // 64 bytes: points that lie 4 KiB apart make loads wait for stores
        return plan;
    }

    static std::int64_t bytes_of(const WinogradPlan& plan) {
        return (plan.transformed_elements() + plan.products_elements()) * byte_size(ElementType::F32);
    }

    double cycles_of(const WinogradPlan& plan) const {
        const auto strips = static_cast<double>(plan.strips()), tiles = strips * static_cast<double>(plan.strip());
        return strips * (estimate_(winograd_products(plan)) + far_weights()) + tiles * transforms(plan);
    }

    // Cycles that vectors wait for weights that the first cache does not hold from strip to strip.
    double far_weights() const {
        constexpr std::int64_t kNear = 32 * 1024; // bytes
        constexpr double kPerCycle = 32;          // bytes that come from the second cache
        return lanes_ > 1 && weight_bytes() > kNear ? static_cast<double>(weight_bytes()) / kPerCycle : 0;
    }

    // Cycles of the transforms of one tile. At a border, each load has a test behind it.
    double transforms(const WinogradPlan& plan) const {
        const auto n = static_cast<double>(filter_.inputs), m = static_cast<double>(filter_.outputs);
        const double per_cycle = lanes_ > 1 ? target_.per_cycle : 1;
        std::int64_t channel_lanes = 1;
        while (channel_lanes * 2 <= std::min(lanes_, dims_.channel_count)) channel_lanes *= 2;
        const double channels =
                         std::ceil(static_cast<double>(dims_.channel_count) / static_cast<double>(channel_lanes)),
                     features = static_cast<double>(plan.features / feature_lanes_);
        const double input = 2 * n * operations(filter_.input) + 2 * n * n,
                     output = (n + m) * operations(filter_.output) + n * n + m * m;
        const std::int64_t tiles = plan.tile_rows * plan.tile_columns;
        const auto at_border =
            static_cast<double>(2 * (plan.tile_rows + plan.tile_columns)) / static_cast<double>(tiles);
        const double tests = std::min(at_border, 1.0) * n * n;
        return channels * ((input + tests) / per_cycle + target_.loop_overhead) +
               features * (output / per_cycle + target_.loop_overhead) + 2 * target_.tile_overhead;
    }

    const Kernel& kernel_;
    const FilterDims& dims_;
    const Target& target_;
    const CycleEstimate& estimate_;
    const std::int64_t lanes_, feature_lanes_; // lanes of the widest vector, and of vectors of features
    MinimalFilter filter_;
    std::vector<WinogradPlan> considered_;
};

} // namespace

std::optional<WinogradPlan> winograd_plan(const Kernel& kernel, const Target& target, const CycleEstimate& cycles) {
    const std::optional<FilterDims> dims = filter_dims(kernel);
    if (!dims || std::min(dims->channel_count, size_of_dim(kernel, dims->features)) < kLeastChannels)
        return std::nullopt;
    const bool lanes = target.vector_bytes > 0; // along the channels
    if (lanes && kernel.space.coefficient(kernel.exprs[dims->input].index, dims->channels) != 1) return std::nullopt;
    return StripPlanner(kernel, *dims, target, cycles).run();
}

CycleEstimate with_winograd(const CycleEstimate& cycles, const Target& target, const Goal& goal) {
    if (goal.optimize != Optimize::Speed || goal.in_order) return cycles;
    return [=](const Kernel& kernel) {
        const std::optional<WinogradPlan> plan = winograd_plan(kernel, target, cycles);
        return plan ? plan->cycles : cycles(kernel);
    };
}

} // namespace hlo2cpp
