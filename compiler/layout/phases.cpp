#include "layout/phases.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "arrange/additions.h"
#include "arrange/single_point.h"
#include "kernel/accesses_verify.h"
#include "kernel/rebuild.h"
#include "kernel/work.h"
#include "kernel/written_once.h"
#include "layout/holes.h"
#include "layout/moves.h"
#include "layout/read_order.h"
#include "support/index.h"

namespace hlo2cpp {
namespace {

// True if each point of a sum may be computed at any time: nothing that it reads changes on the way.
bool may_split(const Kernel& kernel) {
    if (!kernel.reduction || kernel.in_order || kernel.sort) return false;
    const std::vector<std::int64_t> dims = all_dims(kernel);
    if (std::ranges::find(dims, 0) != dims.end()) return false;
    std::set<ArgumentId> changed;
    for (const Output& output : kernel.outputs) changed.insert({output.argument, output.updates});
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i) {
        const Expr& expr = kernel.exprs[ExprId(i)];
        if (expr.kind == ExprKind::Load && changed.contains(expr.argument)) return false;
    }
    return true;
}

// Outputs that write some elements of their arrays: the others are those of new arguments behind the old ones.
void make_updates(Kernel& kernel) {
    std::map<ArgumentId, ArgumentId> before;
    for (Output& output : kernel.outputs) {
        if (output.updates.valid()) continue;
        const auto [place, fresh] = before.try_emplace(output.argument, kernel.arguments.size());
        output.updates = place->second;
        if (!fresh) continue;
        kernel.arguments.push_back(kernel[output.argument]);
        kernel.arguments.back().written = false;
    }
}

// The kernel with the initial values of its reduction in the place of the results.
Kernel without_terms(Kernel kernel) {
    Reduction& reduction = *kernel.reduction;
    for (std::size_t slot = 0; slot < reduction.combined.size(); ++slot)
        reduction.combined[slot] = kernel.exprs.add({.kind = ExprKind::Accumulator,
                                                     .type = kernel.exprs[reduction.initial[slot]].type,
                                                     .slot = static_cast<std::int64_t>(slot)});
    reduction.term.reset();
    reduction.of_products = false;
    reduction.conditions.clear();
    Rebuild how = unchanged(kernel);
    const std::int64_t dims = static_cast<std::int64_t>(kernel.dims.size()), all = kernel.space.dimensions();
    how.reduction_dims.clear();
    how.replacement = [dims, all](IndexSpace& space) {
        std::vector<Index> now;
        for (std::int64_t d = 0; d < all; ++d) now.push_back(d < dims ? space.dimension(d) : Index(0));
        return now;
    };
    return without_single_point(rebuilt(kernel, how));
}

// Its points and taps alone.
Kernel cut(const Kernel& kernel, const Phase& phase) {
    Rebuild how = unchanged(kernel);
    const auto size = [&](std::int64_t d) -> std::int64_t& {
        return at(d) < how.dims.size() ? how.dims[at(d)] : how.reduction_dims[at(d) - how.dims.size()];
    };
    for (const Comb& comb : phase.combs) size(comb.dim) = comb.count(size(comb.dim));
    if (const auto& fold = phase.fold) {
        size(fold->dim) /= fold->period;
        size(fold->dim + 1) *= fold->period;
        size(fold->tap) /= fold->period;
    }
    how.replacement = [&](IndexSpace& space) {
        std::vector<Index> now;
        for (std::int64_t d = 0; d < space.dimensions(); ++d) now.push_back(space.dimension(d));
        for (const Comb& comb : phase.combs) now[at(comb.dim)] = now[at(comb.dim)] * comb.period + Index(comb.first);
        if (const auto& fold = phase.fold) {
            const Index both = space.dimension(fold->dim + 1);
            const Index which = space.floor_divide(both, kernel.dims.back());
            now[at(fold->dim)] = now[at(fold->dim)] * fold->period + which;
            now[at(fold->dim + 1)] = space.modulo(both, kernel.dims.back());
            now[at(fold->tap)] = now[at(fold->tap)] * fold->period + Index(fold->period - 1) - which;
        }
        return now;
    };
    return rebuilt(kernel, how);
}

Kernel kernel_of(const Kernel& kernel, const Phase& phase) {
    Kernel made = cut(kernel, phase);
    std::vector<Condition>& conditions = made.reduction->conditions;
    const auto range = [&](const Condition& condition) { return made.space.range(condition.index); };
    const bool never = std::ranges::any_of(
        conditions, [&](const Condition& c) { return range(c).end <= c.low || range(c).begin >= c.high; });
    if (phase.is_empty || never) return without_terms(std::move(made));
    std::erase_if(conditions, [&](const Condition& c) { return range(c).begin >= c.low && range(c).end <= c.high; });
    return made;
}

bool is_right(const Kernel& kernel) {
    const auto writes_once = [&](const Output& output) { return !not_written_once(kernel, output.argument); };
    return !access_outside(kernel) && std::ranges::all_of(kernel.outputs, writes_once);
}

std::int64_t terms_of(const Kernel& kernel) {
    const std::vector<std::int64_t> dims = reduction_dims(kernel);
    return kernel.reduction ? std::accumulate(dims.begin(), dims.end(), std::int64_t{1}, std::multiplies<>()) : 0;
}

// A phase's kernel, and the arrays that lie in another way for it.
struct PhaseKernel {
    Kernel kernel;
    std::vector<ReadOrder> orders;
};

// One kernel for each phase. Several update arrays, which are arguments behind those of the kernel where it wrote whole
// ones. Empty: some are not known to be right. The last has the most terms: it stands for the whole kernel.
std::vector<PhaseKernel> kernels_of_phases(const Kernel& kernel, const std::vector<Phase>& phases) {
    if (phases.empty()) return {};
    Kernel whole = kernel;
    if (phases.size() > 1) make_updates(whole);
    std::vector<PhaseKernel> made;
    for (const Phase& phase : phases) {
        PhaseKernel one{.kernel = kernel_of(whole, phase), .orders = {}};
        if (phase.fold && !read_in_order(one.kernel, phase.fold->dim + 1, one.orders)) return {};
        if (!is_right(one.kernel)) return {};
        made.push_back(std::move(one));
    }
    std::ranges::stable_sort(made, {}, [](const PhaseKernel& one) { return terms_of(one.kernel); });
    return made;
}

// Empty: the kernel stays as it is.
std::vector<PhaseKernel> kernels_of_phases(const Kernel& kernel, bool may_fold) {
    if (!may_split(kernel)) return {};
    if (may_fold)
        if (std::vector<PhaseKernel> made = kernels_of_phases(kernel, phases_of(kernel, true)); !made.empty())
            return made;
    return kernels_of_phases(kernel, phases_of(kernel, false));
}

// Replacement of a kernel's calls.
struct Split {
    struct Part {
        KernelId kernel;
        std::vector<ArgumentId> kept; // of the arguments of all parts
        std::vector<ReadOrder> orders;
    };
    struct Array {
        ArgumentId written;
        ArgumentId before;            // its content before the part; none if there is one part
        std::optional<KernelId> fill; // makes the content before the first part, if the call has none
    };
    std::vector<Part> parts;
    std::vector<Array> arrays;
};

class Splitter {
public:
    Splitter(Kernels& kernels, const Target& target, const Goal& goal)
        : kernels_(kernels), vector_bytes_(goal.in_order ? 0 : target.vector_bytes) {}

    void run() {
        const std::size_t count = kernels_.kernels.size();
        for (std::size_t k = 0; k < count; ++k) splits_.push_back(split(KernelId(k)));
        for (Region& region : kernels_.regions) {
            std::vector<StepNode> steps;
            for (StepNode& step : region.steps) {
                const Call* const call = std::get_if<Call>(&step);
                if (call == nullptr || splits_[call->kernel.index()].parts.empty())
                    steps.push_back(std::move(step));
                else
                    add_parts(*call, steps);
            }
            region.steps = std::move(steps);
        }
    }

private:
    // True if vectors along the last dimension have idle lanes. Sums in the module's order are the same on all targets.
    bool may_fold(const Kernel& kernel) const {
        if (!kernel.reduction || kernel.dims.empty() || vector_bytes_ == 0) return true;
        const std::int64_t lanes = vector_bytes_ / byte_size(kernel.exprs[kernel.reduction->initial[0]].type);
        return kernel.dims.back() % std::max<std::int64_t>(lanes, 1) != 0;
    }

    // The first part takes the kernel's place.
    Split split(KernelId id) {
        std::vector<PhaseKernel> made = kernels_of_phases(kernels_[id], may_fold(kernels_[id]));
        Split split;
        if (made.empty()) return split;
        const Kernel kernel = kernels_[id];
        for (PhaseKernel& part : made) {
            std::vector<ArgumentId> kept = used_arguments(part.kernel);
            Kernel own = with_arguments(part.kernel, kept);
            const bool is_first = split.parts.empty();
            if (is_first) kernels_.kernels[id.index()] = std::move(own);
            split.parts.push_back(
                {is_first ? id : add(kernels_, std::move(own)), std::move(kept), std::move(part.orders)});
        }
        std::size_t arguments = kernel.arguments.size();
        for_each_stored(kernel, [&](const Output& output) {
            Split::Array array{.written = output.argument, .before = output.updates, .fill = {}};
            if (made.size() > 1 && !array.before.valid()) {
                array.before = ArgumentId(arguments++);
                const KernelArgument& filled = kernel[output.argument];
                array.fill = add(kernels_, zero_kernel(filled.type, filled.dims));
            }
            split.arrays.push_back(array);
        });
        return split;
    }

    // Each part writes its elements of the arrays that the part before has written.
    void add_parts(const Call& call, std::vector<StepNode>& steps) {
        const Split& split = splits_[call.kernel.index()];
        std::vector<ValueId> values = call.values; // of the arguments of all parts
        for (const Split::Array& array : split.arrays) {
            if (!array.fill) continue;
            values.push_back(add_like(call[array.written]));
            Call fill{.kernel = *array.fill, .values = {values.back()}};
            fill.label = "zeros";
            fill.computes = "broadcast";
            steps.emplace_back(std::move(fill));
        }
        for (const Split::Part& part : split.parts) {
            const bool is_last = &part == &split.parts.back();
            for (const Split::Array& array : split.arrays)
                values[array.written.index()] = is_last ? call[array.written] : add_like(call[array.written]);
            Call made = call;
            made.kernel = part.kernel;
            made.multiply_adds = multiply_adds_of(kernels_[part.kernel]);
            made.values = values_of(part, values, steps);
            if (!is_last) made.name.clear(); // its arrays are not complete
            steps.emplace_back(std::move(made));
            for (const Split::Array& array : split.arrays)
                if (array.before.valid()) values[array.before.index()] = values[array.written.index()];
        }
    }

    std::vector<ValueId> values_of(const Split::Part& part, std::vector<ValueId> values, std::vector<StepNode>& steps) {
        for (const ReadOrder& order : part.orders)
            values[order.argument.index()] = in_order(values[order.argument.index()], order, steps);
        std::vector<ValueId> kept;
        for (const ArgumentId argument : part.kept) kept.push_back(values[argument.index()]);
        return kept;
    }

    ValueId in_order(ValueId array, const ReadOrder& order, std::vector<StepNode>& steps) {
        Value made = kernels_[array];
        made.dims = order.dims;
        if (made.kind == ValueKind::Constant) {
            made.literal = in_read_order(*made.literal, order);
            return add(kernels_, std::move(made));
        }
        made = Value{.type = made.type, .dims = order.dims, .name = made.name};
        Call copy{.kernel = add(kernels_, order.copy), .values = {add(kernels_, std::move(made)), array}};
        copy.label = "in_order";
        copy.computes = "transpose";
        steps.emplace_back(copy);
        return copy.values[0];
    }

    ValueId add_like(ValueId value) { return add(kernels_, kernels_[value]); }

    Kernels& kernels_;
    const std::int64_t vector_bytes_;
    std::vector<Split> splits_; // by kernel
};

} // namespace

void split_phases(Kernels& kernels, const Target& target, const Goal& goal) {
    if (goal.optimize == Optimize::Size && !goal.in_order) return; // the order of sums is the same with all goals
    Splitter(kernels, target, goal).run();
}

} // namespace hlo2cpp
