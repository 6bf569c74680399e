#include "schedule/region_order.h"

#include <algorithm>
#include <unordered_map>

#include "nest/in_place.h"
#include "schedule/order_search.h"

namespace hlo2cpp {
namespace {

// Visited edges that the preferences of one region may cost; it is a bound for graphs with very many of them.
constexpr std::int64_t kReachLimit = 20'000'000;
// A value with more readers is copied for all but the last of them anyway.
constexpr std::size_t kMostReaders = 64;

// A new content of a value's bytes: wanted after all that read the old one, so that no copy is needed.
struct Replacement {
    ValueId old, fresh;
};

// Values at the boundary of a region.
struct Context {
    std::vector<ValueId> live_in;  // values of the region's own that it may overwrite when they are dead: carried ones
    std::vector<ValueId> live_out; // read at its end
    std::vector<Replacement> replacements;
    std::vector<ValueId> free; // written to memory of the caller
};

Context context_of_body(const While& loop) {
    Context context;
    for (const While::Carried& carried : loop.carried) {
        context.live_out.push_back(carried.next);
        if (carried.next == carried.value) continue;
        context.live_in.push_back(carried.value);
        context.replacements.push_back({carried.value, carried.next});
    }
    return context;
}

Context context_of_entry(const Kernels& kernels, const Entry& entry) {
    Context context;
    context.live_out = entry.results;
    for (std::size_t leaf = 0; leaf < entry.results.size(); ++leaf) {
        if (kernels[entry.results[leaf]].kind != ValueKind::Temporary) continue;
        if (entry.written_into[leaf].valid())
            context.replacements.push_back({entry.written_into[leaf], entry.results[leaf]});
        else
            context.free.push_back(entry.results[leaf]);
    }
    return context;
}

std::vector<Context> contexts(const Kernels& kernels) {
    std::vector<Context> all(kernels.regions.size());
    for (const Region& region : kernels.regions) {
        for (const StepNode& step : region.steps) {
            if (const While* loop = std::get_if<While>(&step)) {
                if (loop->predicate.valid()) all[loop->condition.index()].live_out = {loop->predicate};
                all[loop->body.index()] = context_of_body(*loop);
            } else if (const Conditional* conditional = std::get_if<Conditional>(&step)) {
                for (const Conditional::Branch& branch : conditional->branches)
                    all[branch.region.index()].live_out = branch.results;
            }
        }
    }
    for (const Entry& entry : kernels.entries) all[entry.region.index()] = context_of_entry(kernels, entry);
    return all;
}

struct RegionBytes {
    std::int64_t peak = 0, bound = 0; // bytes that a region needs beside the values that are alive around it
};

class RegionProblem {
public:
    RegionProblem(const Kernels& kernels, const LoopNests& nests, const Region& region, const RegionAccess& access,
                  const Context& context, const std::vector<RegionBytes>& region_bytes, const StepEffects& effects)
        : effects_(effects), kernels_(kernels), nests_(nests), region_(region), access_(access), context_(context),
          region_bytes_(region_bytes) {}

    OrderProblem build() {
        for (const ValueId value : context_.live_in) values_[number(value)].live_in = true;
        problem_.nodes.resize(region_.steps.size());
        for (std::size_t n = 0; n < region_.steps.size(); ++n) {
            for (const ValueId value : access_.steps[n].writes) {
                problem_.nodes[n].writes.push_back(static_cast<std::int32_t>(number(value)));
                writer_[value] = static_cast<std::int32_t>(n);
            }
        }
        for (std::size_t n = 0; n < region_.steps.size(); ++n) {
            for (const ValueId value : access_.steps[n].reads) {
                readers_[value].push_back(static_cast<std::int32_t>(n));
                const auto known = numbers_.find(value); // all others are from outside
                if (known != numbers_.end())
                    problem_.nodes[n].reads.push_back(static_cast<std::int32_t>(known->second));
            }
        }
        for (const ValueId value : context_.live_out)
            if (const auto known = numbers_.find(value); known != numbers_.end())
                values_[known->second].live_out = true;
        for (const ValueId value : context_.free)
            if (const auto known = numbers_.find(value); known != numbers_.end()) values_[known->second].size = 0;
        for (std::size_t n = 0; n < region_.steps.size(); ++n)
            std::visit([&](const auto& step) { add(n, step); }, region_.steps[n]);
        keep_effects_in_order();
        keep_overlaps();
        prefer_replacements();
        problem_.values = std::move(values_);
        return std::move(problem_);
    }
    std::int64_t live_in_bytes() const { return live_in_bytes_; }
    std::int64_t transient_slack() const {
        return transient_slack_;
    } // by which peaks of regions inside miss their bounds

private:
    std::size_t number(ValueId value) {
        const auto [known, fresh] = numbers_.emplace(value, values_.size());
        if (fresh) {
            const bool counts = kernels_[value].kind == ValueKind::Temporary;
            values_.push_back({.size = counts ? kernels_[value].bytes() : 0});
        }
        return known->second;
    }

    void add(std::size_t n, const Call& call) {
        const Kernel& kernel = kernels_[call.kernel];
        if (const LoopNest* nest = nests_.of(call.kernel)) problem_.nodes[n].transient = nest->scratch_bytes;
        bool updates = false;
        for_each_stored(kernel, [&](const Output& output) {
            if (output.updates.valid()) replacements_.push_back({call[output.updates], call[output.argument]});
            updates = updates || output.updates.valid();
        });
        if (updates) return;
        const std::vector<UsedLoad> loads = used_loads(kernel);
        for (const ArgumentId operand : loaded_arguments(kernel)) {
            for (std::size_t o = 0; o < kernel.outputs.size(); ++o) {
                const ArgumentId output = kernel.outputs[o].argument;
                if (kernel[operand].bytes() == kernel[output].bytes() && numbers_.contains(call[operand]) &&
                    byte_size(kernel[operand].type) == byte_size(kernel[output].type) &&
                    runs_in_place(kernel, nests_.of(call.kernel), loads, operand, o))
                    reuse(n, call[operand], call[output]);
            }
        }
    }
    void add(std::size_t n, const While& loop) {
        add_regions(n, {loop.condition, loop.body});
        for (const While::Carried& carried : loop.carried)
            if (carried.initial.valid()) replacements_.push_back({carried.initial, carried.value});
    }
    void add(std::size_t n, const Conditional& conditional) {
        std::vector<RegionId> inside;
        for (const Conditional::Branch& branch : conditional.branches) inside.push_back(branch.region);
        add_regions(n, inside);
    }
    void add(std::size_t, const HostCall&) {}
    void add(std::size_t n, const Copy& copy) { reuse(n, copy.from, copy.to); }

    void keep_effects_in_order() {
        std::int32_t last = -1;
        for (std::size_t n = 0; n < region_.steps.size(); ++n) {
            if (!effects_.of(region_.steps[n])) continue;
            if (last >= 0) {
                come_after(n, static_cast<std::size_t>(last));
            }
            last = static_cast<std::int32_t>(n);
        }
    }

    // Work that the module has between the start of an exchange and its wait is done while the exchange is under way.
    void keep_overlaps() {
        constexpr std::size_t kMostWork = 8; // for each step of the region: beyond that, orders that need less memory
        std::size_t left = kMostWork * region_.steps.size();
        for (std::size_t wait = 0; wait < region_.steps.size(); ++wait) {
            const HostCall* const call = std::get_if<HostCall>(&region_.steps[wait]);
            if (call == nullptr || call->exchange != Exchange::Wait) continue;
            const auto start = static_cast<std::size_t>(writer_.at(call->arguments[0]));
            if (wait - start > left) return;
            left -= wait - start;
            for (std::size_t between = start + 1; between < wait; ++between) {
                come_after(between, start);
                come_after(wait, between);
            }
        }
    }

    void come_after(std::size_t later, std::size_t earlier) {
        problem_.nodes[later].after.push_back(static_cast<std::int32_t>(earlier));
        extra_next_[static_cast<std::int32_t>(earlier)].push_back(static_cast<std::int32_t>(later));
    }

    void add_regions(std::size_t n, const std::vector<RegionId>& inside) {
        std::int64_t bound = 0;
        std::int64_t& transient = problem_.nodes[n].transient;
        for (const RegionId region : inside) {
            transient = std::max(transient, region_bytes_[region.index()].peak);
            bound = std::max(bound, region_bytes_[region.index()].bound);
        }
        transient_slack_ = std::max(transient_slack_, transient - bound);
    }

    void reuse(std::size_t n, ValueId operand, ValueId output) {
        const auto known = numbers_.find(operand);
        if (known == numbers_.end()) return;
        problem_.nodes[n].reuses.push_back(
            {static_cast<std::int32_t>(known->second), static_cast<std::int32_t>(number(output))});
    }

    // Readers of the old content before the step that makes the new one, where that makes no circle. What ends in the
    // caller's memory costs nothing all along the chain.
    void prefer_replacements() {
        std::vector<Replacement> granted;
        for (const Replacement& replacement : replacements_)
            if (prefer(replacement)) granted.push_back(replacement);
        for (const Replacement& replacement : context_.replacements) {
            if (!prefer(replacement)) continue;
            const auto known = numbers_.find(replacement.fresh);
            if (known != numbers_.end() && is_parameter(kernels_[replacement.old])) values_[known->second].size = 0;
        }
        for (auto replacement = granted.rbegin(); replacement != granted.rend(); ++replacement) {
            const auto old = numbers_.find(replacement->old);
            if (old == numbers_.end()) continue;
            reuse(static_cast<std::size_t>(writer_.at(replacement->fresh)), replacement->old, replacement->fresh);
            const OrderProblem::Value& fresh = values_[number(replacement->fresh)];
            if (fresh.size == 0 && !values_[old->second].live_in) values_[old->second].size = 0;
        }
        for (const ValueId value : context_.live_in) live_in_bytes_ += values_[number(value)].size;
    }

    bool prefer(const Replacement& replacement) {
        const auto made = writer_.find(replacement.fresh);
        if (made == writer_.end()) return false;
        const ValueKind kind = kernels_[replacement.old].kind;
        if (kind == ValueKind::Constant || kind == ValueKind::Counter) return false; // always copied
        const auto readers = readers_.find(replacement.old);
        if (readers == readers_.end()) return true;
        if (readers->second.size() > kMostReaders) return false;
        std::vector<std::int32_t> others;
        for (const std::int32_t reader : readers->second)
            if (reader != made->second) others.push_back(reader);
        if (others.empty()) return true;
        if (reaches_any(made->second, others)) return false;
        for (const std::int32_t reader : others) {
            if (reader > made->second) last_back_ = std::max(last_back_, reader);
            problem_.nodes[static_cast<std::size_t>(made->second)].after.push_back(reader);
            extra_next_[reader].push_back(made->second);
        }
        return true;
    }

    // Steps come after their operands, so that only preferences lead back: the search need not go behind the last goal
    // and the last step that a preference leads back from.
    bool reaches_any(std::int32_t start, const std::vector<std::int32_t>& goals) {
        const std::int32_t last = std::max(*std::max_element(goals.begin(), goals.end()), last_back_);
        seen_.resize(region_.steps.size(), 0);
        ++search_;
        std::vector<std::int32_t> open = {start};
        seen_[static_cast<std::size_t>(start)] = search_;
        const auto visit = [&](std::int32_t node) {
            ++reach_work_;
            if (node > last || seen_[static_cast<std::size_t>(node)] == search_) return false;
            seen_[static_cast<std::size_t>(node)] = search_;
            open.push_back(node);
            return std::find(goals.begin(), goals.end(), node) != goals.end();
        };
        while (!open.empty()) {
            if (reach_work_ > kReachLimit) return true; // as if: no preference
            const std::int32_t node = open.back();
            open.pop_back();
            for (const ValueId value : access_.steps[static_cast<std::size_t>(node)].writes)
                if (const auto readers = readers_.find(value); readers != readers_.end())
                    for (const std::int32_t next : readers->second)
                        if (visit(next)) return true;
            if (const auto extra = extra_next_.find(node); extra != extra_next_.end())
                for (const std::int32_t next : extra->second)
                    if (visit(next)) return true;
        }
        return false;
    }

    const StepEffects& effects_;
    const Kernels& kernels_;
    const LoopNests& nests_;
    const Region& region_;
    const RegionAccess& access_;
    const Context& context_;
    const std::vector<RegionBytes>& region_bytes_;
    OrderProblem problem_;
    std::vector<OrderProblem::Value> values_;
    std::unordered_map<ValueId, std::size_t> numbers_;
    std::unordered_map<ValueId, std::int32_t> writer_;
    std::unordered_map<ValueId, std::vector<std::int32_t>> readers_;
    std::unordered_map<std::int32_t, std::vector<std::int32_t>> extra_next_;
    std::vector<Replacement> replacements_;
    std::vector<std::int32_t> seen_; // by step: number of the last search that came by
    std::int32_t search_ = 0;
    std::int32_t last_back_ = -1; // the last step from which a preference leads back
    std::int64_t reach_work_ = 0, live_in_bytes_ = 0, transient_slack_ = 0;
};

} // namespace

RegionOrders order_regions(const Kernels& kernels, const LoopNests& nests) {
    const std::vector<RegionAccess> accesses = step_accesses(kernels);
    const std::vector<Context> around = contexts(kernels);
    const StepEffects effects(kernels.regions, kernels.entries);
    std::vector<RegionBytes> region_bytes(kernels.regions.size());
    RegionOrders orders{.steps = std::vector<std::vector<std::size_t>>(kernels.regions.size())};
    const std::vector<RegionId> outside_in = regions_outside_in(kernels.regions, kernels.entries);
    for (auto region = outside_in.rbegin(); region != outside_in.rend(); ++region) {
        const std::size_t r = region->index();
        RegionProblem builder(kernels, nests, kernels.regions[r], accesses[r], around[r], region_bytes, effects);
        const OrderProblem problem = builder.build();
        const OrderResult result = search_order(problem);
        for (const std::int32_t step : result.order) orders.steps[r].push_back(static_cast<std::size_t>(step));
        region_bytes[r].peak = result.peak - builder.live_in_bytes();
        region_bytes[r].bound =
            std::max<std::int64_t>(result.bound - builder.live_in_bytes() - builder.transient_slack(), 0);
    }
    for (const Entry& entry : kernels.entries) {
        orders.peak = std::max(orders.peak, region_bytes[entry.region.index()].peak);
        orders.bound = std::max(orders.bound, region_bytes[entry.region.index()].bound);
    }
    return orders;
}

} // namespace hlo2cpp
