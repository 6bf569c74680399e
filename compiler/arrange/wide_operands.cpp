#include "arrange/wide_operands.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "kernel/loads.h"
#include "kernel/rebuild.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kBytes = 4; // of an f32

double product(const std::vector<std::int64_t>& sizes) {
    return std::accumulate(sizes.begin(), sizes.end(), 1.0,
                           [](double all, std::int64_t size) { return all * static_cast<double>(size); });
}

// Dimension whose points are stored side by side.
std::optional<std::int64_t> lane_dim_of(const Kernel& kernel) {
    for (std::size_t d = kernel.dims.size(); d-- > 0;) {
        const auto dim = static_cast<std::int64_t>(d);
        if (kernel.dims[d] > 1 && kernel.space.coefficient(kernel.outputs[0].index, dim) == 1) return dim;
    }
    return std::nullopt;
}

// Operands that a kernel converts, and the decision if copying them takes less time.
class Operands {
public:
    Operands(const Kernel& kernel, const Target& target)
        : kernel_(kernel), target_(target), lanes_(target.vector_bytes / kBytes), lane_dim_(lane_dim_of(kernel)) {}

    // Conversions of elements that are needed in all lanes, by argument.
    std::map<ArgumentId, std::vector<ExprId>> found() const {
        std::map<ArgumentId, std::vector<ExprId>> found;
        if (!lane_dim_ || points() < kLeastRows * static_cast<double>(lane_points()) || all_walk_along_last())
            return found;
        for (const ExprId id : needed_by_term())
            if (const ExprId load = converted_load(id); load.valid()) found[kernel_.exprs[load].argument].push_back(id);
        std::erase_if(found, [&](const auto& operand) { return !pays(operand.first); });
        return found;
    }

private:
    static constexpr double kLeastRows = 4;     // below, loads of the other operand take the time
    static constexpr std::int64_t kVectors = 2; // of a tile, that share a conversion
    static constexpr double kCopied = 3;        // instructions a vector

    double points() const { return product(kernel_.dims); }
    std::int64_t lane_points() const { return kernel_.dims[static_cast<std::size_t>(*lane_dim_)]; }

    std::vector<ExprId> needed_by_term() const {
        std::vector<ExprId> needed = {*kernel_.reduction->term};
        for (std::size_t i = 0; i < needed.size(); ++i)
            for (const ExprId operand : kernel_.exprs[needed[i]].operands)
                if (std::ranges::find(needed, operand) == needed.end()) needed.push_back(operand);
        return needed;
    }

    // Lanes may lie along the last dimension of such a reduction, where nothing is needed in all of them.
    bool all_walk_along_last() const {
        return std::ranges::all_of(needed_by_term(), [&](ExprId id) {
            const Expr& expr = kernel_.exprs[id];
            return expr.kind != ExprKind::Load ||
                   kernel_.space.coefficient(expr.index, kernel_.space.dimensions() - 1) == 1;
        });
    }

    ExprId converted_load(ExprId id) const {
        const Expr& expr = kernel_.exprs[id];
        const bool converts = expr.kind == ExprKind::Apply && expr.opcode == Opcode::Convert;
        if (!converts || expr.type != ElementType::F32) return {};
        const Expr& load = kernel_.exprs[expr.operands[0]];
        const bool fits = load.kind == ExprKind::Load && is_half(load.type) && !kernel_[load.argument].written &&
                          !kernel_.space.depends_on(load.index, *lane_dim_);
        return fits ? expr.operands[0] : ExprId();
    }

    bool pays(ArgumentId argument) const {
        const std::int64_t elements = kernel_[argument].elements();
        if (elements > target_.wide_bytes / kBytes) return false;
        const std::int64_t columns = std::min(kVectors * lanes_, lane_points());
        const double conversions = points() / static_cast<double>(columns) * product(kernel_.reduction->dims);
        const double copy = static_cast<double>(elements / lanes_) * kCopied + target_.tile_overhead;
        const bool f16 = kernel_[argument].type == ElementType::F16;
        return conversions * (f16 ? target_.f16_in_all_lanes : target_.bf16_in_all_lanes) > copy;
    }

    const Kernel& kernel_;
    const Target& target_;
    const std::int64_t lanes_;
    const std::optional<std::int64_t> lane_dim_;
};

// The kernel with loads of f32 in place of the conversions.
Kernel reading_wide(const Kernel& kernel, const std::map<ExprId, ArgumentId>& wide) {
    ExprGraph exprs;
    std::vector<ExprId> now; // by old id
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i) {
        Expr expr = kernel.exprs[ExprId(i)];
        if (const auto copied = wide.find(ExprId(i)); copied != wide.end()) {
            expr = kernel.exprs[expr.operands[0]];
            expr.type = ElementType::F32;
            expr.argument = copied->second;
        }
        for (ExprId& operand : expr.operands) operand = now[operand.index()];
        now.push_back(exprs.add(std::move(expr)));
    }
    Kernel made = kernel;
    made.exprs = std::move(exprs);
    Reduction& reduction = *made.reduction;
    for (ExprId& id : reduction.initial) id = now[id.index()];
    for (ExprId& id : reduction.combined) id = now[id.index()];
    reduction.term = now[reduction.term->index()];
    for (Output& output : made.outputs) output.expr = now[output.expr.index()];
    return made;
}

class Copies {
public:
    Copies(Kernels& kernels, const Target& target) : kernels_(kernels), target_(target) {}

    void run(Region& region) {
        copies_.clear();
        std::vector<StepNode> steps;
        for (StepNode& step : region.steps) {
            if (Call* const call = std::get_if<Call>(&step)) widen(*call, steps);
            steps.push_back(std::move(step));
        }
        region.steps = std::move(steps);
    }

private:
    void widen(Call& call, std::vector<StepNode>& steps) {
        const Kernel& kernel = kernels_[call.kernel];
        const bool fits = kernel.reduction && kernel.reduction->term && kernel.outputs.size() == 1 && !kernel.sort;
        if (!fits || reads_indices(kernel)) return;
        const auto found = Operands(kernel, target_).found();
        if (found.empty()) return;
        Kernel made = kernel;
        std::map<ExprId, ArgumentId> wide;
        for (const auto& [argument, conversions] : found) {
            for (const ExprId conversion : conversions) wide[conversion] = ArgumentId(made.arguments.size());
            made.arguments.push_back({.type = ElementType::F32, .dims = made[argument].dims});
            call.values.push_back(copy_of(call[argument], steps));
        }
        made = reading_wide(made, wide);
        const std::vector<ArgumentId> kept = used_arguments(made);
        call.values = values_of(call, kept);
        kernels_.kernels.push_back(with_arguments(made, kept));
        call.kernel = KernelId(kernels_.kernels.size() - 1);
    }

    static std::vector<ValueId> values_of(const Call& call, const std::vector<ArgumentId>& kept) {
        std::vector<ValueId> values;
        for (const ArgumentId argument : kept) values.push_back(call[argument]);
        return values;
    }

    ValueId copy_of(ValueId from, std::vector<StepNode>& steps) {
        if (const auto known = copies_.find(from); known != copies_.end()) return known->second;
        const Value& value = kernels_[from];
        const bool constant = value.kind == ValueKind::Constant;
        Call copy;
        copy.label = "as_f32";
        copy.computes = "convert";
        kernels_.values.push_back({.type = ElementType::F32, .dims = value.dims, .name = value.name});
        copy.values = {ValueId(kernels_.values.size() - 1), from};
        kernels_.kernels.push_back(copy_kernel(kernels_[from], constant));
        copy.kernel = KernelId(kernels_.kernels.size() - 1);
        copies_[from] = copy.values[0];
        steps.emplace_back(copy);
        return copy.values[0];
    }

    static Kernel copy_kernel(const Value& from, bool constant) {
        Kernel made;
        made.dims = {from.elements()};
        made.arguments = {{.type = ElementType::F32, .dims = made.dims, .written = true},
                          {.type = from.type, .dims = made.dims, .constant = constant}};
        made.space.add_dimension(made.dims[0]);
        const Index place = made.space.dimension(0);
        const ExprId load =
            made.exprs.add({.kind = ExprKind::Load, .type = from.type, .argument = ArgumentId(1), .index = place});
        const ExprId number = made.exprs.add(
            {.kind = ExprKind::Apply, .type = ElementType::F32, .operands = {load}, .opcode = Opcode::Convert});
        made.outputs = {{.argument = ArgumentId(0), .index = place, .expr = number}};
        return made;
    }

    Kernels& kernels_;
    const Target& target_;
    std::map<ValueId, ValueId> copies_; // in the region
};

} // namespace

void copy_operands_as_f32(Kernels& kernels, const Target& target) {
    if (target.f16_in_all_lanes + target.bf16_in_all_lanes == 0) return;
    Copies copies(kernels, target);
    for (Region& region : kernels.regions) copies.run(region);
}

} // namespace hlo2cpp
