// Every value becomes the list of its array leaves, depth first: tuple and get-tuple-element only rearrange such lists.
// Tokens and empty tuples have no leaf and vanish.
#include <algorithm>
#include <memory>

#include "ir/computation_builder.h"
#include "ops/effects.h"
#include "ops/op.h"
#include "ops/regions.h"
#include "rewrite/pass.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

using Leaves = std::vector<InstructionId>;

Shape flat_shape(const Shape& shape) {
    return Shape::tuple_of(leaves_of(shape));
}

class Flattener {
public:
    explicit Flattener(Computation& source)
        : source_(source), builder_(source.name, source.instructions.size()), leaves_(source.instructions.size()),
          offsets_(source.instructions.size()) {}

    // With `tuple_root`, the root is a tuple also of a single array.
    Computation run(bool tuple_root) {
        const Instruction root_source = source_[source_.root]; // the loop takes instructions apart
        for (InstructionId id : source_.parameters) leaves_[id.index()] = parameters(source_[id]);
        for (std::size_t i = 0; i < source_.instructions.size(); ++i) {
            Instruction& instruction = source_.instructions[i];
            if (instruction.opcode == Opcode::Parameter) continue;
            Leaves leaves = flatten(instruction);
            leaves_[i] = std::move(leaves);
        }
        const Leaves& results = leaves_[source_.root.index()];
        if (!tuple_root && root_source.shape.is_array()) return std::move(builder_).build(results[0]);
        builder_.stand_for(root_source);
        const InstructionId root = builder_.tuple(results);
        return std::move(builder_).build(root);
    }

private:
    Leaves parameters(const Instruction& parameter) {
        builder_.stand_for(parameter);
        Leaves leaves;
        for_each_leaf(parameter.shape, [&](const Shape& leaf) { leaves.push_back(builder_.parameter(leaf)); });
        return leaves;
    }

    Leaves flatten(Instruction& instruction) {
        if (instruction.opcode == Opcode::Tuple) return operand_leaves(instruction);
        if (instruction.opcode == Opcode::GetTupleElement) return element(instruction);
        if (instruction.opcode == Opcode::Copy && instruction.shape.is_tuple()) return operand_leaves(instruction);
        if (instruction.opcode == Opcode::Constant && instruction.shape.is_tuple()) return constants(instruction);
        if (is_barrier(instruction.opcode) && instruction.shape.is_tuple()) return barriers(instruction);
        if (leaves_of(instruction.shape).size() == 0 && !has_regions(instruction) && !has_effect(instruction))
            return {};
        return compute(instruction);
    }

    Leaves operand_leaves(const Instruction& instruction) const {
        Leaves all;
        for (InstructionId operand : instruction.operands)
            all.insert(all.end(), leaves_[operand.index()].begin(), leaves_[operand.index()].end());
        return all;
    }

    Leaves element(const Instruction& get) {
        const std::size_t operand = get.operands[0].index();
        std::vector<std::size_t>& offsets = offsets_[operand];
        if (offsets.empty()) { // the first leaf of each element, and the end
            offsets.push_back(0);
            for (const Shape& shape : source_.instructions[operand].shape.tuple)
                offsets.push_back(offsets.back() + leaves_of(shape).size());
        }
        const auto index = static_cast<std::size_t>(get.attributes.tuple_index);
        const auto begin = leaves_[operand].begin();
        const auto at = [&](std::size_t i) { return begin + static_cast<std::ptrdiff_t>(offsets[i]); };
        return {at(index), at(index + 1)};
    }

    Leaves constants(const Instruction& instruction) {
        builder_.stand_for(instruction);
        Leaves leaves;
        std::vector<const Literal*> pending{instruction.literal.get()};
        while (!pending.empty()) {
            const Literal& literal = *pending.back();
            pending.pop_back();
            for (std::size_t i = literal.tuple.size(); i-- > 0;) pending.push_back(&literal.tuple[i]);
            if (literal.shape.is_array()) leaves.push_back(builder_.constant(std::make_shared<const Literal>(literal)));
        }
        return leaves;
    }

    // Adds an optimization barrier a leaf.
    Leaves barriers(const Instruction& instruction) {
        builder_.stand_for(instruction);
        Leaves leaves = operand_leaves(instruction);
        for (InstructionId& leaf : leaves) leaf = builder_.apply(instruction.opcode, builder_[leaf].shape, {leaf});
        return leaves;
    }

    // A function of the host takes flat tuples, and no tokens.
    Leaves host_operands(const Instruction& call) {
        Leaves operands;
        for (InstructionId operand : call.operands) {
            const Leaves& leaves = leaves_[operand.index()];
            if (source_[operand].shape.is_array()) operands.push_back(leaves[0]);
            if (!source_[operand].shape.is_tuple()) continue;
            builder_.stand_for(source_[operand]);
            operands.push_back(builder_.tuple(leaves));
        }
        builder_.stand_for(call);
        return operands;
    }

    // An op that makes its result: with flat operands, and get-tuple-elements for the leaves of a tuple.
    Leaves compute(Instruction& instruction) {
        builder_.stand_for(instruction);
        Instruction made = std::move(instruction);
        instruction.shape = made.shape; // `element` looks at it
        made.operands = is_host_call(made.opcode) ? host_operands(made) : operand_leaves(made);
        if (made.shape.is_array() && !has_regions(made)) return {builder_.add(std::move(made))};
        made.shape = flat_shape(made.shape);
        const std::size_t count = made.shape.tuple.size();
        const InstructionId id = builder_.add(std::move(made));
        Leaves leaves;
        for (std::size_t i = 0; i < count; ++i) leaves.push_back(builder_.get_tuple_element(id, i));
        return leaves;
    }

    Computation& source_;
    ComputationBuilder builder_;
    std::vector<Leaves> leaves_; // by source instruction
    std::vector<std::vector<std::size_t>> offsets_;
};

// True if a computation has no tuple except its root, and has that one if it is wanted.
bool is_flat(const Computation& computation, bool tuple_root) {
    const auto flat = [&](const Instruction& instruction) {
        if (instruction.shape.is_array()) return !has_regions(instruction);
        const bool root = &instruction == &computation[computation.root] && instruction.opcode == Opcode::Tuple;
        const std::vector<Shape>& elements = instruction.shape.tuple;
        return root && std::all_of(elements.begin(), elements.end(), [](const Shape& s) { return s.is_array(); });
    };
    if (tuple_root && computation[computation.root].opcode != Opcode::Tuple) return false;
    return std::all_of(computation.instructions.begin(), computation.instructions.end(), flat);
}

} // namespace

bool flatten_tuples(Module& module) {
    std::vector<bool> tuple_root(module.computations.size());
    tuple_root[module.entry.index()] = true;
    for (const Computation& computation : module.computations)
        for (const Instruction& instruction : computation.instructions)
            for (std::size_t r = 0; has_regions(instruction) && r < instruction.called.size(); ++r)
                if (region_gives_results(instruction, r)) tuple_root[instruction.called[r].index()] = true;
    bool changed = false;
    for (std::size_t i = 0; i < module.computations.size(); ++i) {
        Computation& computation = module.computations[i];
        if (is_flat(computation, tuple_root[i])) continue;
        computation = Flattener(computation).run(tuple_root[i]);
        changed = true;
    }
    return changed;
}

} // namespace hlo2cpp
