#include "tile/fixed_lanes.h"

#include <algorithm>

#include "kernel/analysis.h"
#include "tile/pack.h"
#include "tile/vector_form.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kLeastTerms = 16, kLeastPoints = 8, kMostCopied = 64 * 1024;

class LaneChoice {
public:
    explicit LaneChoice(const Kernel& kernel) : kernel_(kernel), loads_(loads_of(kernel, *kernel.reduction->term)) {}

    bool along_the_reduction() const {
        const std::vector<std::int64_t>& dims = kernel_.reduction->dims;
        const std::int64_t last = kernel_.space.dimensions() - 1;
        return (dims.size() == 1 || dims.back() % kFixedLanes == 0) &&
               std::ranges::all_of(loads_, [&](ExprId load) { return reads_along(kernel_, load, last); });
    }

    bool along_points() const {
        for (std::size_t d = 0; d < kernel_.dims.size(); ++d)
            if (kernel_.dims[d] >= kLeastPoints && along(static_cast<std::int64_t>(d))) return true;
        return false;
    }

private:
    bool along(std::int64_t d) const {
        const bool stored = std::ranges::all_of(
            kernel_.outputs, [&](const Output& output) { return affine_in(kernel_, output.index, d); });
        if (!stored || kernel_.space.coefficient(kernel_.outputs[0].index, d) != 1) return false;
        return std::ranges::any_of(loads_, [&](ExprId load) { return coefficient(load, d) != 0; }) &&
               std::ranges::all_of(loads_,
                                   [&](ExprId load) { return reads_along(kernel_, load, d) || pays_packing(load, d); });
    }

    bool pays_packing(ExprId load, std::int64_t d) const {
        if (!affine_in(kernel_, kernel_.exprs[load].index, d) || !packable(kernel_, load)) return false;
        if (kernel_[kernel_.exprs[load].argument].constant) return true;
        std::int64_t uses = 1; // number of uses of each element
        for (std::size_t p = 0; p < kernel_.dims.size(); ++p)
            if (coefficient(load, static_cast<std::int64_t>(p)) == 0) uses *= kernel_.dims[p];
        return uses >= kLeastPoints && packed_bytes(kernel_, load) <= kMostCopied;
    }

    std::int64_t coefficient(ExprId load, std::int64_t d) const {
        return kernel_.space.coefficient(kernel_.exprs[load].index, d);
    }

    const Kernel& kernel_;
    const std::vector<ExprId> loads_; // loads of the term
};

} // namespace

bool reduces_in_fixed_lanes(const Kernel& kernel) {
    if (!kernel.reduction || !kernel.reduction->term || !points_are_apart(kernel)) return false;
    if (!is_float(lane_type(kernel))) return false; // in any order the same
    if (kernel.reduction->terms() < kLeastTerms || !kernel.reduction->conditions.empty()) return false;
    if (!term_has_vector_form(kernel, kernel.space.dimensions() - 1) || !may_start_often(kernel)) return false;
    const LaneChoice choice(kernel);
    return choice.along_the_reduction() && !choice.along_points();
}

} // namespace hlo2cpp
