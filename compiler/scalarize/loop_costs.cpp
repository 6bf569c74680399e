#include "scalarize/loop_costs.h"

#include <algorithm>

#include "kernel/step_access.h"

namespace hlo2cpp {
namespace {

constexpr double kCall = 12;     // cycles of a call of a step: its frame, arguments, return
constexpr double kCalled = 6;    // instructions of a call
constexpr double kFunction = 16; // instructions of a function
constexpr double kLoop = 5;      // instructions of a loop
constexpr double kBody = 24;     // most instructions of a point: parts of a concatenation share theirs

} // namespace

double LoopCosts::cycles(const Call& call) {
    const auto [known, fresh] = known_.try_emplace(call.kernel);
    if (fresh) known->second = cycles_(kernels_[call.kernel]);
    return known->second + (is_statement(kernels_[call.kernel]) ? 0 : kCall);
}

std::optional<double> LoopCosts::cycles(const StepNode& node) {
    if (const Call* call = std::get_if<Call>(&node)) return cycles(*call);
    if (const While* loop = std::get_if<While>(&node)) {
        const std::int64_t most = loop->trip_count > 0 ? loop->trip_count : loop->max_trips;
        const std::optional<double> round = cycles(loop->body);
        if (most < 0 || !round) return {};
        const double rounds = loop->trip_count > 0 ? static_cast<double>(most) : static_cast<double>(most + 1) / 2;
        return rounds * *round;
    }
    if (const Conditional* conditional = std::get_if<Conditional>(&node)) {
        double most = 0;
        for (const Conditional::Branch& branch : conditional->branches) {
            const std::optional<double> one = cycles(branch.region);
            if (!one) return {};
            most = std::max(most, *one);
        }
        return most;
    }
    return {};
}

std::optional<double> LoopCosts::cycles(RegionId region) {
    double sum = 0;
    for (const StepNode& node : kernels_[region].steps) {
        const std::optional<double> one = cycles(node);
        if (!one) return {};
        sum += *one;
    }
    return sum;
}

std::size_t LoopCosts::calls(const StepNode& node) const {
    if (const Call* call = std::get_if<Call>(&node)) return is_statement(kernels_[call->kernel]) ? 0 : 1;
    std::size_t sum = 0;
    for (const RegionId region : regions_of(node))
        for (const StepNode& inside : kernels_[region].steps) sum += calls(inside);
    return sum;
}

double LoopCosts::code(const StepNode& node, std::set<KernelId>& known) const {
    if (const Call* call = std::get_if<Call>(&node)) {
        const Kernel& kernel = kernels_[call->kernel];
        if (is_statement(kernel)) return static_cast<double>(kernel.exprs.size() + kernel.outputs.size());
        if (!known.insert(call->kernel).second) return kCalled;
        const auto loops = static_cast<double>(kernel.space.dimensions());
        const auto body = static_cast<double>(kernel.exprs.size() + kernel.outputs.size());
        return kCalled + kFunction + kLoop * loops + std::min(body, kBody);
    }
    double sum = kLoop;
    for (const RegionId region : regions_of(node))
        for (const StepNode& inside : kernels_[region].steps) sum += code(inside, known);
    return sum;
}

} // namespace hlo2cpp
