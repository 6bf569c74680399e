#include "program/shown_bits.h"

#include <algorithm>

#include "ops/op.h"

namespace hlo2cpp {
namespace {

// Marks the arguments whose elements the expression may be, unchanged.
void mark_moved(const Kernel& kernel, ExprId root, std::vector<bool>& marked) {
    std::vector<ExprId> pending = {root};
    std::vector<bool> seen(kernel.exprs.size());
    while (!pending.empty()) {
        const ExprId id = pending.back();
        pending.pop_back();
        if (seen[id.index()]) continue;
        seen[id.index()] = true;
        const Expr& expr = kernel.exprs[id];
        if (expr.kind == ExprKind::Load) marked[expr.argument.index()] = true;
        const bool moves = expr.kind == ExprKind::Apply && moves_bits(expr.opcode);
        if (moves || expr.kind == ExprKind::Guard)
            pending.insert(pending.end(), expr.operands.begin(), expr.operands.end());
    }
}

// By argument: true if the kernel moves its elements or reads their bits.
std::vector<bool> seen_arguments(const Kernel& kernel) {
    std::vector<bool> seen(kernel.arguments.size(), kernel.sort.has_value());
    for (const Output& output : kernel.outputs) {
        if (output.updates.valid()) seen[output.updates.index()] = true;
        mark_moved(kernel, output.expr, seen);
    }
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i) {
        const Expr& expr = kernel.exprs[ExprId(i)];
        if (expr.kind != ExprKind::Apply) continue;
        if (!expr.total_order && !definition_of(expr.opcode)->rounds_operands) continue;
        for (const ExprId operand : expr.operands) mark_moved(kernel, operand, seen);
    }
    return seen;
}

// By value: true if its bits may be seen.
class SeenValues {
public:
    SeenValues(const Kernels& kernels, const Schedule& schedule) : seen_(schedule.values.size()) {
        for (const Kernel& kernel : kernels.kernels) arguments_.push_back(seen_arguments(kernel));
        for (std::size_t i = 0; i < seen_.size(); ++i) seen_[i] = schedule.values[i].kind != ValueKind::Temporary;
        for (const Region& region : schedule.regions)
            for (const StepNode& step : region.steps) std::visit([&](const auto& node) { mark(node); }, step);
    }
    bool operator[](ValueId value) const { return seen_[value.index()]; }

private:
    void mark(const std::vector<ValueId>& values) {
        for (const ValueId value : values) seen_[value.index()] = true;
    }
    void mark(const Call& call) {
        const std::vector<bool>& arguments = arguments_[call.kernel.index()];
        for (std::size_t i = 0; i < arguments.size(); ++i)
            if (arguments[i]) seen_[call.values[i].index()] = true;
    }
    void mark(const While& loop) {
        for (const While::Carried& carried : loop.carried)
            for (const ValueId value : {carried.value, carried.initial, carried.next})
                if (value.valid()) mark(std::vector{value});
    }
    void mark(const Conditional& choice) {
        mark(choice.results);
        for (const Conditional::Branch& branch : choice.branches) mark(branch.results);
    }
    void mark(const Copy& copy) { mark(std::vector{copy.from, copy.to}); }
    void mark(const HostCall& call) { mark(call.arguments); }

    std::vector<std::vector<bool>> arguments_; // by kernel
    std::vector<bool> seen_;
};

} // namespace

ShownBits::ShownBits(const Kernels& kernels, const Schedule& schedule) {
    const SeenValues seen(kernels, schedule);
    for (const Kernel& kernel : kernels.kernels) shown_.emplace_back(kernel.arguments.size());
    for (const Region& region : schedule.regions) {
        for (const StepNode& step : region.steps) {
            const Call* const call = std::get_if<Call>(&step);
            if (call == nullptr) continue;
            std::vector<bool>& shown = shown_[call->kernel.index()];
            for (std::size_t i = 0; i < shown.size(); ++i) shown[i] = shown[i] || seen[call->values[i]];
        }
    }
}

} // namespace hlo2cpp
