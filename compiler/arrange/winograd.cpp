#include "arrange/winograd.h"

#include <algorithm>
#include <map>

#include "arrange/additions.h"
#include "arrange/winograd_choice.h"
#include "kernel/liveness.h"
#include "kernel/loads.h"
#include "kernel/rebuild.h"

namespace hlo2cpp {
namespace {

class StripBuilder {
public:
    StripBuilder(Kernels& kernels, const Target& target, const CycleEstimate& cycles)
        : kernels_(kernels), target_(target), estimate_(cycles), planned_(kernels.kernels.size()) {}

    void run() {
        for (std::size_t k = 0; k < planned_.size(); ++k) plan(KernelId(k));
        for (std::size_t k = 0; k < planned_.size(); ++k)
            if (planned_[k]) add_kernels(KernelId(k), *planned_[k]);
        const std::size_t regions = kernels_.regions.size();
        for (std::size_t r = 0; r < regions; ++r)
            for (std::size_t s = 0; s < kernels_.regions[r].steps.size(); ++s)
                if (const Call* const call = std::get_if<Call>(&kernels_.regions[r].steps[s]))
                    if (auto& planned = planned_[call->kernel.index()]) {
                        While made = loop(Call(*call), *planned);
                        kernels_.regions[r].steps[s] = std::move(made);
                    }
    }

private:
    // A convolution that runs in strips: its kernels. The one of the outputs takes its number.
    struct Planned {
        Kernel convolution;
        WinogradPlan plan;
        KernelId inputs, products, outputs;
        std::vector<ArgumentId> kept; // arguments of the kernel of the outputs
        std::map<ValueId, ValueId> weights;
    };

    void plan(KernelId id) {
        std::optional<WinogradPlan> plan = winograd_plan(kernels_[id], target_, estimate_);
        if (!plan) return;
        Planned planned{.convolution = in_place(id), .plan = std::move(*plan), .outputs = id};
        planned_[id.index()] = std::move(planned);
    }

    void add_kernels(KernelId id, Planned& planned) {
        planned.inputs = add(kernels_, winograd_inputs(planned.convolution, planned.plan));
        planned.products = add(kernels_, winograd_products(planned.plan));
        const Kernel outputs = winograd_outputs(planned.convolution, planned.plan);
        planned.kept = used_arguments(outputs);
        kernels_.kernels[id.index()] = with_arguments(outputs, planned.kept);
    }

    // The convolution, each of whose arrays updates an operand that nobody needs afterwards, if there is one: the loop
    // around the strips keeps both arrays alive otherwise.
    Kernel in_place(KernelId id) {
        Kernel kernel = kernels_[id];
        const std::vector<UsedLoad> loads = used_loads(kernel);
        for (std::size_t o = 0; o < kernel.outputs.size(); ++o)
            for (const ArgumentId operand : loaded_arguments(kernel)) {
                const auto takes = [&](const Output& other) { return other.updates == operand; };
                const KernelArgument &from = kernel[operand], &to = kernel[kernel.outputs[o].argument];
                const bool fits = !from.constant && from.type == to.type && from.elements() == to.elements() &&
                                  runs_in_place(kernel, loads, operand, o) &&
                                  std::ranges::none_of(kernel.outputs, takes);
                if (fits && dies(id, operand)) kernel.outputs[o].updates = operand;
            }
        return kernel;
    }

    // True if no step needs the array that the calls of a kernel pass after them.
    bool dies(KernelId id, ArgumentId operand) {
        if (!alive_) alive_ = liveness(kernels_.kernels, kernels_);
        for (std::size_t p = 0; p < alive_->positions.size(); ++p) {
            const Position& at = alive_->positions[p];
            const StepNode& step = kernels_[at.region].steps[static_cast<std::size_t>(at.step)];
            const Call* const call = at.part == Position::Part::Step ? std::get_if<Call>(&step) : nullptr;
            if (call == nullptr || call->kernel != id) continue;
            const ValueId value = (*call)[operand];
            const std::vector<Segment>& life = alive_->segments[value.index()];
            const bool last = life.size() == 1 && life[0].last / 2 == static_cast<std::int64_t>(p);
            if (kernels_[value].kind != ValueKind::Temporary || !last) return false;
        }
        return true;
    }

    While loop(const Call& call, Planned& planned) {
        const WinogradPlan& plan = planned.plan;
        While made = band_loop(kernels_, {0, plan.strips()}, "Winograd");
        Region body;
        const ValueId transformed = add(kernels_, array(plan.transformed_elements(), "transformed")),
                      products = add(kernels_, array(plan.products_elements(), "products"));
        body.steps.emplace_back(inputs(call, planned, made, transformed));
        body.steps.emplace_back(Call{.kernel = planned.products,
                                     .values = {transformed, weights(call, planned), products},
                                     .label = call.label + "_products",
                                     .computes = "winograd_products"});
        body.steps.emplace_back(outputs(call, planned, made, products));
        made.body = add(kernels_, std::move(body));
        return made;
    }

    Call inputs(const Call& call, const Planned& planned, While& loop, ValueId transformed) {
        const ArgumentId input = planned.convolution.exprs[planned.plan.dims.input].argument;
        Call made{.kernel = planned.inputs,
                  .values = {call[input], transformed, loop.variable},
                  .label = call.label + "_inputs",
                  .computes = "winograd_inputs"};
        if (planned.plan.idle > 0) { // the idle elements are those of the strip before
            made.values.push_back(add(kernels_, array(planned.plan.transformed_elements(), "transformed")));
            loop.carried.push_back({.value = made.values.back(), .initial = {}, .next = transformed});
        }
        return made;
    }

    Call outputs(const Call& call, const Planned& planned, While& loop, ValueId products) {
        const Kernel& convolution = planned.convolution;
        std::vector<ValueId> values = call.values;
        values.push_back(products);
        values.push_back(loop.variable);
        for_each_stored(convolution, [&](const Output& output) {
            const ValueId whole = call[output.argument];
            Value part = kernels_[whole];
            part.kind = ValueKind::Temporary;
            const ValueId next = add(kernels_, std::move(part));
            loop.carried.push_back({.value = whole, .initial = call[output.updates], .next = next});
            values[output.argument.index()] = next;
            if (output.updates.valid())
                values[output.updates.index()] = whole;
            else
                values.push_back(whole);
        });
        Call made = call;
        made.kernel = planned.outputs;
        made.values.clear();
        for (const ArgumentId argument : planned.kept) made.values.push_back(values[argument.index()]);
        made.winograd = planned.plan.filter.outputs;
        return made;
    }

    // The weights of the call, transformed.
    ValueId weights(const Call& call, Planned& planned) {
        const ValueId source = call[planned.convolution.exprs[planned.plan.dims.weights].argument];
        const auto [known, fresh] = planned.weights.try_emplace(source);
        if (!fresh) return known->second;
        Value value = kernels_[source];
        value.literal = winograd_weights(planned.convolution, planned.plan, value.literal);
        value.dims = value.literal->shape.dims;
        value.moved.reset();
        value.name += " transformed for " + name_of_filter(planned.plan.filter.outputs);
        return known->second = add(kernels_, std::move(value));
    }

    static Value array(std::int64_t elements, const char* name) { return {.dims = {elements}, .name = name}; }

    Kernels& kernels_;
    const Target& target_;
    const CycleEstimate& estimate_;
    std::vector<std::optional<Planned>> planned_; // by kernel
    std::optional<Liveness> alive_;               // before anything changes
};

} // namespace

void use_winograd(Kernels& kernels, const Target& target, const CycleEstimate& cycles) {
    StripBuilder(kernels, target, cycles).run();
}

} // namespace hlo2cpp
