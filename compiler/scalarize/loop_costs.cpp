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

template <typename Item, typename Same>
void add_new(std::vector<Item>& list, const std::vector<Item>& more, Same&& same) {
    for (const Item& item : more)
        if (std::ranges::none_of(list, [&](const Item& known) { return same(known, item); })) list.push_back(item);
}

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

void StepNames::add(const StepNode& node) {
    if (const Call* call = std::get_if<Call>(&node)) return add(*call);
    if (const While* loop = std::get_if<While>(&node)) {
        add_origins(*loop);
        for (const While::Carried& carried : loop->carried) sources_[carried.value] = {loop->name, carried.leaf};
    }
    if (const Conditional* conditional = std::get_if<Conditional>(&node)) {
        add_origins(*conditional);
        for (std::size_t i = 0; i < conditional->results.size(); ++i)
            sources_[conditional->results[i]] = {conditional->name, i};
    }
    for (const RegionId region : regions_of(node))
        for (const StepNode& inside : kernels_[region].steps) add(inside);
}

void StepNames::add(const Call& call) {
    add_origins(call);
    joined_.multiply_adds += call.multiply_adds;
    joined_.name = call.name;
    for (const Output& output : kernels_[call.kernel].outputs) sources_[call[output.argument]] = {call.name, 0};
    const double cycles = costs_.cycles(call);
    if (cycles <= heaviest_) return;
    heaviest_ = cycles;
    joined_.label = call.label;
}

template <typename Step>
void StepNames::add_origins(const Step& step) {
    add_new(joined_.origins, step.origins, std::equal_to<>());
    add_new(joined_.metadata, step.metadata, [](const Metadata& a, const Metadata& b) {
        return a.op_name == b.op_name && a.source_file == b.source_file && a.source_line == b.source_line;
    });
}

void StepNames::give(Call& call) const {
    const std::vector<ValueId> values = std::move(call.values);
    call = joined_;
    call.values = values;
    call.computes = "scalars";
}

} // namespace hlo2cpp
