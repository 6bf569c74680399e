#include "layout/layout.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "arrange/additions.h"
#include "arrange/equal_kernels.h"
#include "kernel/rebuild.h"
#include "layout/choice.h"
#include "layout/kernel_layout.h"
#include "layout/movable.h"
#include "layout/moves.h"
#include "layout/phases.h"
#include "layout/shared_copies.h"
#include "layout/stored_integers.h"

namespace hlo2cpp {
namespace {

// Gives each array its layout, and each call a kernel for the layouts of its arrays.
class Mover {
public:
    Mover(Kernels& kernels, std::vector<ArrayLayout> layouts, GivenCopies& given_copies, LayoutCycles& cycles)
        : kernels_(kernels), original_(kernels), layouts_(std::move(layouts)), given_copies_(given_copies),
          cycles_(cycles), inside_(kernels.values.size()) {}

    // Gives back the copies of parameters and results.
    std::map<ValueId, ValueId> run() {
        for (std::size_t v = 0; v < inside_.size(); ++v) {
            inside_[v] = ValueId(v);
            if (given_copies_.made(v, layouts_[v]))
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
        std::map<ValueId, ValueId> copies;
        for (std::size_t v = 0; v < inside_.size(); ++v)
            if (inside_[v] != ValueId(v)) copies.emplace(inside_[v], v);
        return copies;
    }

private:
    static void move(Value& value, const ArrayLayout& layout) {
        value.moved = MovedArray{value.dims, layout};
        value.dims = dims_in_memory(value.dims, layout);
        if (value.literal != nullptr) value.literal = in_memory(*value.literal, value);
    }

    static LiteralPtr in_memory(const Literal& literal, const Value& value) {
        Literal made = Literal::zeros(Shape::array(value.type, value.dims));
        scatter_elements(literal.bytes, *value.moved, byte_size(value.type), made.bytes);
        return std::make_shared<Literal>(std::move(made));
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
        call.kernel = add(
            kernels_, with_layouts(copy_kernel({.type = original_.values[v].type, .dims = original_.values[v].dims}),
                                   in ? std::vector{layouts_[v], outside} : std::vector{outside, layouts_[v]}));
        call.values = {to, from};
        call.computes = "transpose";
        call.label = "transpose";
        if (in && !original_.values[v].name.empty()) call.origins = {original_.values[v].name}; // the argument
        return call;
    }

    void rewrite(Call call, std::vector<StepNode>& steps) {
        const std::vector<ValueId> values = call.values;
        const KernelId kernel = call.kernel;
        const std::vector<ArrayLayout> layouts = given_copies_.layouts_of_call(call, layouts_);
        for (std::size_t a = 0; a < values.size(); ++a)
            if (layouts[a] == layouts_[values[a].index()]) call.values[a] = inside_[values[a].index()];
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

    // Adds the copies of the call's operands, and lets the call read them.
    void stage(Call& call, const Staging& form, const std::vector<ArrayLayout>& layouts, std::vector<StepNode>& steps) {
        const StagedKernels& staged = kernels_of(call.kernel, form, layouts);
        for (std::size_t i = 0; i < form.operands.size(); ++i)
            call.values.push_back(copied(call, form.operands[i], staged.copies[i], steps));
        std::vector<ValueId> values;
        for (const ArgumentId argument : staged.kept) values.push_back(call[argument]);
        call.values = std::move(values);
        call.kernel = staged.reader;
    }

    ValueId copied(const Call& call, const StagedOperand& operand, const std::vector<KernelId>& kernels,
                   std::vector<StepNode>& steps) {
        const ValueId from = call[operand.operand];
        ValueId made;
        for (const KernelId kernel : kernels) {
            const KernelArgument& array = kernels_[kernel].arguments[0];
            const ValueId before = made;
            made = add(kernels_, Value{.type = array.type, .dims = array.dims, .name = kernels_[from].name});
            Call copy;
            copy.kernel = kernel;
            copy.computes = operand.computes;
            copy.label = operand.label;
            explain(copy, call);
            copy.values = {made, from, before};
            copy.values.resize(kernels_[kernel].arguments.size());
            steps.emplace_back(std::move(copy));
        }
        return made;
    }

    // Kernels of a form, for all calls whose arrays lie alike.
    struct StagedKernels {
        std::vector<std::vector<KernelId>> copies; // of each operand
        KernelId reader = {};
        std::vector<ArgumentId> kept; // arguments of the reader
    };

    const StagedKernels& kernels_of(KernelId kernel, const Staging& form, const std::vector<ArrayLayout>& layouts) {
        const auto [place, fresh] = staged_.try_emplace({kernel, layouts});
        if (!fresh) return place->second;
        StagedKernels& made = place->second;
        const std::vector<ArrayLayout> all = layouts_of_reader(form, original_[kernel], layouts);
        for (std::size_t i = 0; i < form.operands.size(); ++i) {
            std::vector<KernelId>& copies = made.copies.emplace_back();
            for (const Kernel& copy : form.operands[i].copies)
                copies.push_back(add(kernels_, with_layouts(copy, layouts_of_copy(form, i, all))));
        }
        const Kernel reader = with_layouts(form.reader, all);
        made.kept = used_arguments(reader);
        made.reader = add(kernels_, with_arguments(reader, made.kept));
        return made;
    }

    Kernels& kernels_;
    const Kernels original_;
    const std::vector<ArrayLayout> layouts_; // by value
    GivenCopies& given_copies_;
    LayoutCycles& cycles_;
    std::vector<ValueId> inside_;  // by value: that kernels use
    std::vector<StepNode> copies_; // of parameters
    std::map<std::pair<KernelId, std::vector<ArrayLayout>>, KernelId> moved_;
    std::map<std::pair<KernelId, std::vector<ArrayLayout>>, StagedKernels> staged_;
};

} // namespace

LaidOut lay_out(Kernels kernels, const KernelCycles& cycles, const Target& target, const Goal& goal,
                const Module* any_arguments) {
    split_phases(kernels, target, goal);
    merge_equal_kernels(kernels); // one estimate for all calls of equal kernels
    const Kernels given = kernels;
    LayoutCycles estimates(given, cycles, target, goal);
    GivenCopies given_copies(given, mobility_of_values(given, any_arguments), estimates);
    const LayoutChoice choice = chosen_layouts(given, given_copies, estimates);
    std::map<ValueId, ValueId> copies = Mover(kernels, choice.layouts, given_copies, estimates).run();
    merge_equal_kernels(kernels);
    share_copies(kernels, given.values.size());
    std::set<ValueId> computed = store_integers(kernels, cycles, target, goal);
    merge_equal_kernels(kernels);
    return {std::move(kernels), choice.given, choice.chosen, std::move(copies), std::move(computed)};
}

std::string print(const LaidOut& laid_out) {
    const auto number = [](double cost) { return std::to_string(std::llround(cost)); };
    return "cost " + number(laid_out.chosen) + ", of the module's layouts " + number(laid_out.given) + "\n" +
           print(laid_out.kernels);
}

} // namespace hlo2cpp
