#include "layout/layout.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "arrange/additions.h"
#include "kernel/rebuild.h"
#include "layout/choice.h"
#include "layout/kernel_layout.h"
#include "layout/movable.h"
#include "layout/phases.h"

namespace hlo2cpp {
namespace {

// Gives each array its layout, and each call a kernel for the layouts of its arrays.
class Mover {
public:
    Mover(Kernels& kernels, std::vector<ArrayLayout> layouts, const std::vector<Mobility>& mobility,
          LayoutCycles& cycles)
        : kernels_(kernels), original_(kernels), layouts_(std::move(layouts)), mobility_(mobility), cycles_(cycles),
          inside_(kernels.values.size()) {}

    void run() {
        for (std::size_t v = 0; v < inside_.size(); ++v) {
            inside_[v] = ValueId(v);
            if (mobility_[v] == Mobility::Copied && !is_row_major(layouts_[v]))
                copy(v);
            else if (!is_row_major(layouts_[v]))
                move(kernels_.values[v], layouts_[v]);
        }
        for (Region& region : kernels_.regions) {
            std::vector<StepNode> steps;
            for (StepNode& step : region.steps) {
                if (Call* const call = std::get_if<Call>(&step))
                    rewrite(std::move(*call), steps);
                else
                    steps.push_back(std::move(step));
            }
            region.steps = std::move(steps);
        }
        if (!copies_.empty()) {
            std::vector<StepNode>& steps = kernels_.regions[kernels_.entries[0].region.index()].steps;
            steps.insert(steps.begin(), std::make_move_iterator(copies_.begin()),
                         std::make_move_iterator(copies_.end()));
        }
    }

private:
    static void move(Value& value, const ArrayLayout& layout) {
        value.moved = MovedArray{value.dims, layout};
        value.dims = dims_in_memory(value.dims, layout);
    }

    // An array for the kernels beside a parameter or a result.
    void copy(std::size_t v) {
        Value made = kernels_.values[v];
        made.kind = ValueKind::Temporary;
        made.leaf = -1;
        made.literal = nullptr;
        move(made, layouts_[v]);
        inside_[v] = add(kernels_, std::move(made));
        if (is_parameter(kernels_.values[v])) copies_.push_back(copy_call(v, inside_[v], ValueId(v)));
    }

    Call copy_call(std::size_t v, ValueId to, ValueId from) {
        const ArrayLayout outside = row_major(original_.values[v].dims.size());
        const bool in = from == ValueId(v);
        Call call;
        call.kernel =
            add(kernels_, with_layouts(copy_kernel(original_.values[v]),
                                       in ? std::vector{layouts_[v], outside} : std::vector{outside, layouts_[v]}));
        call.values = {to, from};
        call.computes = "transpose";
        call.label = "transpose";
        return call;
    }

    void rewrite(Call call, std::vector<StepNode>& steps) {
        const std::vector<ValueId> values = call.values;
        const KernelId kernel = call.kernel;
        const std::vector<bool>& reshaped = cycles_.reshaped(kernel);
        const std::vector<ArrayLayout> layouts = layouts_of_call(call, layouts_, reshaped);
        for (std::size_t a = 0; a < values.size(); ++a)
            if (!reshaped[a]) call.values[a] = inside_[values[a].index()];
        std::vector<Call> after;
        for_each_stored(original_[kernel], [&](const Output& output) {
            const ValueId value = values[output.argument.index()];
            if (inside_[value.index()] == value) return;
            after.push_back(copy_call(value.index(), value, inside_[value.index()]));
            explain(after.back(), call);
        });
        if (const Staging* form = cycles_.staging(kernel, layouts))
            stage(call, *form, layouts, steps);
        else if (!std::ranges::all_of(layouts, is_row_major))
            call.kernel = moved(kernel, layouts);
        steps.emplace_back(std::move(call));
        std::ranges::move(after, std::back_inserter(steps));
    }

    KernelId moved(KernelId kernel, const std::vector<ArrayLayout>& layouts) {
        const auto [place, fresh] = moved_.try_emplace({kernel, layouts});
        if (fresh) place->second = add(kernels_, with_layouts(original_[kernel], layouts));
        return place->second;
    }

    // Lets comments and reports say what a copy is for.
    static void explain(Call& copy, const Call& of) {
        if (!of.origins.empty()) copy.origins = {of.origins.front()};
        if (!of.metadata.empty()) copy.metadata = {of.metadata.front()};
    }

    // Adds the copy of the call's operand, and lets the call read it.
    void stage(Call& call, const Staging& form, const std::vector<ArrayLayout>& layouts, std::vector<StepNode>& steps) {
        const ValueId operand = call[form.operand];
        ValueId copied;
        for (const Kernel& kernel : form.copies) {
            const ValueId before = copied;
            copied =
                add(kernels_, Value{.type = kernels_[operand].type, .dims = form.dims, .name = kernels_[operand].name});
            Call copy;
            copy.kernel = add(kernels_, with_layouts(kernel, layouts_of_copy(form, layouts)));
            copy.computes = kernel.arguments.size() == 1 ? "zeros" : "pad";
            copy.label = "lines";
            explain(copy, call);
            copy.values = {copied, operand, before};
            copy.values.resize(kernel.arguments.size());
            steps.emplace_back(std::move(copy));
        }
        const Kernel sum = with_layouts(form.sum, layouts_of_sum(form, layouts));
        const std::vector<ArgumentId> kept = used_arguments(sum);
        call.values.push_back(copied);
        std::vector<ValueId> values;
        for (const ArgumentId argument : kept) values.push_back(call[argument]);
        call.values = std::move(values);
        call.kernel = add(kernels_, with_arguments(sum, kept));
    }

    Kernels& kernels_;
    const Kernels original_;
    const std::vector<ArrayLayout> layouts_; // by value
    const std::vector<Mobility>& mobility_;
    LayoutCycles& cycles_;
    std::vector<ValueId> inside_;  // by value: that kernels use
    std::vector<StepNode> copies_; // of parameters
    std::map<std::pair<KernelId, std::vector<ArrayLayout>>, KernelId> moved_;
};

void drop_unused_kernels(Kernels& kernels) {
    std::vector<bool> used(kernels.kernels.size());
    for_each_call(kernels.regions, [&](const Call& call) { used[call.kernel.index()] = true; });
    std::vector<KernelId> now(used.size());
    std::vector<Kernel> kept;
    for (std::size_t k = 0; k < used.size(); ++k) {
        if (!used[k]) continue;
        now[k] = KernelId(kept.size());
        kept.push_back(std::move(kernels.kernels[k]));
    }
    kernels.kernels = std::move(kept);
    for (Region& region : kernels.regions)
        for (StepNode& step : region.steps)
            if (Call* const call = std::get_if<Call>(&step)) call->kernel = now[call->kernel.index()];
}

} // namespace

LaidOut lay_out(Kernels kernels, const KernelCycles& cycles, const Target& target, const Goal& goal) {
    split_phases(kernels, target, goal);
    const Kernels given = kernels;
    const std::vector<Mobility> mobility = mobility_of_values(given);
    LayoutCycles estimates(given, cycles, target, goal);
    const LayoutChoice choice = chosen_layouts(given, mobility, estimates);
    Mover(kernels, choice.layouts, mobility, estimates).run();
    drop_unused_kernels(kernels);
    return {std::move(kernels), choice.given, choice.chosen};
}

std::string print(const LaidOut& laid_out) {
    const auto number = [](double cost) { return std::to_string(std::llround(cost)); };
    return "cost " + number(laid_out.chosen) + ", of the module's layouts " + number(laid_out.given) + "\n" +
           print(laid_out.kernels);
}

} // namespace hlo2cpp
