#include "buffers/constant_plan.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "kernel/depth_first.h"
#include "kernel/loads.h"
#include "kernel/print.h"
#include "nest/packing.h"
#include "support/append_new.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

std::string_view bytes_of(const Literal& literal) {
    return {static_cast<const char*>(static_cast<const void*>(literal.bytes.data())), literal.bytes.size()};
}

bool all_zero(const Literal& literal) {
    return std::ranges::all_of(literal.bytes, [](std::byte byte) { return byte == std::byte{0}; });
}

class Planner {
public:
    Planner(const Kernels& kernels, const LoopNests& nests, const Schedule& schedule, const BufferPlan& plan)
        : kernels_(kernels), nests_(nests), schedule_(schedule), plan_(plan) {}

    ConstantPlan run() {
        result_.of_value.resize(schedule_.values.size());
        for (const Position& position : depth_first(schedule_))
            if (position.part == Position::Part::Step || position.part == Position::Part::Begin)
                std::visit([&](const auto& step) { visit(step); },
                           schedule_[position.region].steps[static_cast<std::size_t>(position.step)]);
        for (std::size_t v = 0; v < schedule_.values.size(); ++v) {
            const Value& value = schedule_.values[v];
            if (value.kind == ValueKind::State && value.literal != nullptr && !all_zero(*value.literal))
                use(ValueId(v));
        }
        return std::move(result_);
    }

private:
    // Adds the constants of a call, in the order that its loads want.
    void visit(const Call& call) {
        const Kernel& kernel = kernels_[call.kernel];
        const LoopNest& nest = nests_.nests[call.kernel.index()];
        if (nest.is_empty()) return; // no points
        for (const UsedLoad& load : used_loads(kernel)) {
            const ArgumentId argument = kernel.exprs[load.expr].argument;
            if (!kernel[argument].constant) continue;
            const auto packing = std::ranges::find(nest.packings, load.expr, &Packing::load);
            if (packing == nest.packings.end())
                use(call[argument]);
            else
                use_packed(call, static_cast<std::size_t>(packing - nest.packings.begin()), call[argument]);
        }
    }

    // One element is written as a number.
    void visit(const HostCall& call) {
        for (const ValueId argument : call.arguments) use(argument);
    }
    void visit(const Copy& copy) {
        const Value& from = schedule_[copy.from];
        const bool number = from.elements() == 1 && !is_complex(from.type);
        if (from.elements() > 0 && !number && plan_[copy.to].place != Place::Nowhere) use(copy.from);
    }
    void visit(const While& loop) {
        if (loop.predicate.valid()) use(loop.predicate);
        for (const ValueId bound : loop.bounds()) use(bound);
    }
    void visit(const Conditional& conditional) { use(conditional.selector); }

    void use(ValueId id) {
        const Value& value = schedule_[id];
        if (value.literal == nullptr || result_.of_value[id.index()].valid()) return;
        const auto [known, fresh] = known_.try_emplace(value.literal.get());
        if (fresh) known->second = find(value.literal);
        result_.of_value[id.index()] = known->second;
        note(known->second, id);
    }

    void use_packed(const Call& call, std::size_t number, ValueId id) {
        const auto [known, fresh] = result_.packed.try_emplace({id, call.kernel, number});
        if (!fresh) return;
        const Kernel& kernel = kernels_[call.kernel];
        const LoopNest& nest = nests_.nests[call.kernel.index()];
        const LiteralPtr& literal = schedule_[id].literal;
        known->second = find(packed_literal(kernel, nest.packings[number], literal));
        note(known->second, id);
    }

    // The array stands for the value.
    void note(ConstantId array, ValueId value) { append_new(result_.arrays[array.index()].values, value); }

    // The array of these contents.
    ConstantId find(const LiteralPtr& literal) {
        const std::size_t hash = std::hash<std::string_view>()(bytes_of(*literal));
        const auto [begin, end] = by_hash_.equal_range(hash);
        const auto same = std::find_if(begin, end, [&](const auto& entry) {
            const Literal& other = *result_[entry.second].literal;
            return info(other.shape.type).memory_type == info(literal->shape.type).memory_type &&
                   other.bytes == literal->bytes;
        });
        if (same != end) return same->second;
        const ConstantId id(result_.arrays.size());
        by_hash_.emplace(hash, id);
        result_.arrays.push_back({.literal = literal, .values = {}});
        result_.bytes += result_.arrays.back().bytes();
        return id;
    }

    const Kernels& kernels_;
    const LoopNests& nests_;
    const Schedule& schedule_;
    const BufferPlan& plan_;
    ConstantPlan result_;
    std::unordered_map<const Literal*, ConstantId> known_;     // of values, whose literals stay where they are
    std::unordered_multimap<std::size_t, ConstantId> by_hash_; // of the bytes
};

} // namespace

ConstantPlan plan_constants(const Kernels& kernels, const LoopNests& nests, const Schedule& schedule,
                            const BufferPlan& plan) {
    return Planner(kernels, nests, schedule, plan).run();
}

std::string print(const ConstantPlan& plan, const BufferPlan& buffers) {
    std::string text = "constants " + std::to_string(plan.bytes) + " bytes\n";
    for (const ConstantArray& array : plan.arrays) {
        text += to_string(array.literal->shape) + ", " + std::to_string(array.bytes()) + " bytes" +
                (array.region ? " in " + buffers.regions[*array.region].name : "") + ":";
        for (const ValueId value : array.values) text += " " + print_ref(value);
        text += "\n";
    }
    return text;
}

} // namespace hlo2cpp
