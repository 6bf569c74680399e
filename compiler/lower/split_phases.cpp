// A convolution over an input with holes becomes one without holes for each phase of its result. Elementwise ops on the
// result alone (a bias, an activation) are computed for each phase, so that each phase is written once.
#include <algorithm>
#include <map>

#include "lower/pass.h"
#include "lower/phases.h"
#include "lower/tails.h"

namespace hlo2cpp {
namespace {

// A convolution and its tail, whose instructions have numbers in the computation as it was.
struct Split {
    Phases phases;
    std::size_t last;                              // of them
    std::map<std::size_t, Expansion::Values> made; // pieces of the instructions built so far
};

class PhaseSplitter {
public:
    explicit PhaseSplitter(Module& module) : computations_{module} {}

    bool split(Computation& computation) {
        if (std::ranges::none_of(computation.instructions, has_phases)) return false;
        find(computation);
        std::size_t number = 0;
        rebuild(computation, [&](ComputationBuilder& builder, Instruction& instruction) {
            const std::size_t i = number++;
            const auto found = split_of_.find(i);
            if (found == split_of_.end()) return builder.add(std::move(instruction));
            Expansion expansion(builder, instruction, computations_);
            return pieces(expansion, splits_[found->second], i);
        });
        return true;
    }

private:
    void find(const Computation& computation) {
        splits_.clear();
        split_of_.clear();
        operands_.clear();
        const auto users = users_of(computation);
        for (std::size_t i = 0; i < users.size(); ++i) {
            const Instruction& instruction = computation.instructions[i];
            if (!has_phases(instruction) || computation[instruction.operands[0]].shape.elements() == 0) continue;
            Phases phases(instruction);
            std::vector<std::size_t> tail = tail_of(computation, i, users);
            const auto taken = [&](std::size_t member) { return split_of_.contains(member); };
            if (std::ranges::any_of(tail, taken)) tail.clear(); // the sum of two: in the tail of the first
            for (const std::size_t member : tail) {
                split_of_[member] = splits_.size();
                operands_[member] = computation.instructions[member].operands;
            }
            split_of_[i] = splits_.size();
            splits_.push_back({std::move(phases), tail.empty() ? i : tail.back(), {}});
        }
    }

    // Returns the replacement of instruction number i: its phases put together, or any of them if only the tail uses
    // it.
    InstructionId pieces(Expansion& e, Split& split, std::size_t i) {
        Expansion::Values& pieces = split.made[i];
        for (std::size_t phase = 0; phase < split.phases.count(); ++phase)
            pieces.push_back(operands_.contains(i) ? member(e, split, i, phase) : split.phases.convolution(e, phase));
        return i == split.last ? split.phases.joined(e, pieces) : pieces[0];
    }

    InstructionId member(Expansion& e, const Split& split, std::size_t i, std::size_t phase) {
        Instruction piece = e.instruction();
        for (std::size_t k = 0; k < piece.operands.size(); ++k) {
            const auto made = split.made.find(operands_[i][k].index());
            piece.operands[k] =
                made != split.made.end() ? made->second[phase] : split.phases.cut(e, piece.operands[k], phase);
        }
        piece.shape = Shape::array(piece.shape.type, split.phases.piece_dims(phase));
        return e.builder().add(std::move(piece));
    }

    AddedComputations computations_;
    std::vector<Split> splits_;
    std::map<std::size_t, std::size_t> split_of_;                // of a convolution or a member of a tail
    std::map<std::size_t, std::vector<InstructionId>> operands_; // of members, as they were
};

} // namespace

bool split_phases(Module& module) {
    PhaseSplitter splitter(module);
    bool changed = false;
    for (Computation& computation : module.computations) changed |= splitter.split(computation);
    return changed;
}

} // namespace hlo2cpp
