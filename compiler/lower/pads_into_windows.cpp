// A pad with neutral elements of a window becomes the window's own padding: the padded array is never stored.
//
//     x -> pad 0 -> convolution                    becomes      x -> convolution with padding
//     x -> pad 3 -> subtract 3 -> convolution      becomes      x -> subtract 3 -> convolution with padding
//
// Pads move down through the instructions between them and the window; other readers find the padded array as before.
#include <algorithm>
#include <unordered_map>
#include <utility>

#include "ir/computation_builder.h"
#include "lower/padded_values.h"
#include "lower/pass.h"
#include "lower/window_padding.h"
#include "ops/scan_window.h"

namespace hlo2cpp {
namespace {

bool has_window(const Instruction& instruction) {
    return instruction.opcode == Opcode::Convolution || instruction.opcode == Opcode::ReduceWindow;
}

struct Plan {
    std::vector<std::optional<Padded>> padded;       // by instruction
    std::vector<std::optional<WindowPadding>> taken; // of those that have windows
    // By instruction: a window reads its core, or another needed core is computed from it.
    std::vector<bool> needs_core;
};

std::optional<Plan> plan_of(const Module& module, const Computation& computation) {
    const std::vector<Instruction>& all = computation.instructions;
    if (std::ranges::none_of(all, has_window)) return std::nullopt;
    Plan plan{.padded = padded_values(module, computation),
              .taken = std::vector<std::optional<WindowPadding>>(all.size()),
              .needs_core = std::vector<bool>(all.size())};
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!has_window(all[i]) || scan_window(module, all[i])) continue; // with more padding it were no scan
        const std::size_t read = all[i].operands[0].index();
        if (!plan.padded[read]) continue;
        plan.taken[i] = window_padding(module, computation, all[i], *plan.padded[read]);
        if (plan.taken[i]) plan.needs_core[read] = true;
    }
    if (std::ranges::find(plan.needs_core, true) == plan.needs_core.end()) return std::nullopt;
    for (std::size_t i = all.size(); i-- > 0;)
        if (plan.needs_core[i] && !plan.padded[i]->operand)
            for (const InstructionId operand : all[i].operands)
                if (plan.padded[operand.index()]) plan.needs_core[operand.index()] = true;
    return plan;
}

class PadMover {
public:
    PadMover(ComputationBuilder& builder, const Plan& plan) : builder_(builder), plan_(plan) {}

    InstructionId visit(Instruction& instruction) {
        const std::size_t i = number_++;
        if (plan_.taken[i]) return window(instruction, *plan_.taken[i]);
        return plan_.needs_core[i] ? pad(instruction, *plan_.padded[i]) : builder_.add(std::move(instruction));
    }

private:
    // The pad of the core, which is added in front of it.
    InstructionId pad(Instruction& instruction, const Padded& padded) {
        if (padded.operand) {
            const InstructionId core = instruction.operands[*padded.operand];
            return remember(builder_.add(std::move(instruction)), core);
        }
        InstructionId above; // the pad that moves down
        for (InstructionId& operand : instruction.operands) {
            const auto core = cores_.find(operand.index());
            if (core != cores_.end()) above = operand;
            operand = core != cores_.end() ? core->second : spread(operand, padded.dims);
        }
        const Shape shape = std::exchange(instruction.shape, Shape::array(instruction.shape.type, padded.dims));
        const InstructionId core = builder_.add(std::move(instruction));
        return remember(padded_core(above, core, shape, padded.padding, padded.value), core);
    }

    InstructionId remember(InstructionId pad, InstructionId core) {
        cores_.emplace(pad.index(), core);
        return pad;
    }

    // Equal elements, as many as the core has; a scalar serves any.
    InstructionId spread(InstructionId elements, const std::vector<std::int64_t>& dims) {
        if (builder_[elements].shape.is_scalar()) return elements;
        builder_.stand_for(Instruction(builder_[elements]));
        const bool is_broadcast = builder_[elements].opcode == Opcode::Broadcast;
        const InstructionId scalar = is_broadcast ? builder_[elements].operands[0] : builder_.reshape(elements, {});
        return builder_.broadcast(scalar, dims, {});
    }

    // Pads another array like `pad` does, with other padding.
    InstructionId padded_core(InstructionId pad, InstructionId core, const Shape& shape,
                              std::vector<PaddingDimension> padding, const LiteralPtr& value) {
        builder_.stand_for(Instruction(builder_[pad]));
        const InstructionId moved = builder_.apply(Opcode::Pad, shape, {core, builder_.constant(value)});
        builder_[moved].attributes.padding = std::move(padding);
        return moved;
    }

    InstructionId window(Instruction& instruction, const WindowPadding& taken) {
        const InstructionId pad = instruction.operands[0], core = cores_.at(pad.index());
        merge_origins(instruction, builder_[pad]);
        instruction.operands[0] = with_left(pad, core, taken);
        instruction.attributes.window = taken.window;
        if (taken.initial) {
            builder_.stand_for(Instruction(builder_[instruction.operands[1]]));
            instruction.operands[1] = builder_.constant(taken.initial);
        }
        return builder_.add(std::move(instruction));
    }

    // Pads the core with the padding that the window does not take.
    InstructionId with_left(InstructionId pad, InstructionId core, const WindowPadding& taken) {
        const std::vector<PaddingDimension>& left = taken.left;
        if (std::ranges::all_of(left, [](const PaddingDimension& p) { return p == PaddingDimension{}; })) return core;
        Shape shape = Shape::array(builder_[core].shape.type, builder_[core].shape.dims);
        for (std::size_t d = 0; d < left.size(); ++d)
            shape.dims[d] += (shape.dims[d] - 1) * left[d].interior + left[d].low + left[d].high;
        return padded_core(pad, core, shape, left, taken.value);
    }

    ComputationBuilder& builder_;
    const Plan& plan_;
    std::size_t number_ = 0;                               // of the instruction that is visited
    std::unordered_map<std::size_t, InstructionId> cores_; // by the id of the pad
};

} // namespace

bool put_pads_into_windows(Module& module) {
    bool changed = false;
    for (Computation& computation : module.computations) {
        const std::optional<Plan> plan = plan_of(module, computation);
        if (!plan) continue;
        changed = true;
        std::optional<PadMover> mover;
        rebuild(computation, [&](ComputationBuilder& builder, Instruction& instruction) {
            if (!mover) mover.emplace(builder, *plan);
            return mover->visit(instruction);
        });
    }
    return changed;
}

} // namespace hlo2cpp
