// Exact operations on constants, computed by the ops' own evaluate functions.
#include <memory>
#include <unordered_map>

#include "evaluate/tensor.h"
#include "ir/computation_builder.h"
#include "lower/fold_plan.h"
#include "lower/pass.h"
#include "ops/op.h"
#include "rewrite/folding.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

using TensorPtr = std::shared_ptr<const Tensor>;

// Constants as tensors: one that is sliced a thousand times is converted once.
class TensorCache {
public:
    TensorPtr tensor(const LiteralPtr& literal) {
        if (const auto known = entries_.find(literal.get()); known != entries_.end()) return known->second.tensor;
        const std::int64_t elements = literal->shape.elements();
        if (elements_ + elements > kMaxElements) {
            entries_.clear();
            elements_ = 0;
        }
        elements_ += elements;
        const auto tensor = std::make_shared<const Tensor>(to_tensor(*literal));
        entries_.emplace(literal.get(), Entry{literal, tensor});
        return tensor;
    }

private:
    struct Entry {
        LiteralPtr literal; // kept, so that its address is not used again
        TensorPtr tensor;
    };
    static constexpr std::int64_t kMaxElements = std::int64_t{1} << 25;
    std::unordered_map<const Literal*, Entry> entries_; // only looked up
    std::int64_t elements_ = 0;
};

class Folder {
public:
    Folder(const Module& module, ComputationBuilder& builder, TensorCache& cache)
        : module_(module), builder_(builder), cache_(cache) {}

    InstructionId fold(const Instruction& instruction) {
        builder_.stand_for(instruction);
        return builder_.constant(std::make_shared<const Literal>(to_literal(evaluate(instruction))));
    }

    // Folds on scalars, and broadcasts the result to the shape.
    InstructionId fold_splat(Instruction& instruction) {
        const std::vector<std::int64_t> dims = std::move(instruction.shape.dims);
        instruction.shape.dims.clear();
        for (InstructionId& operand : instruction.operands)
            if (builder_[operand].opcode == Opcode::Broadcast) operand = builder_[operand].operands[0];
        const InstructionId scalar = fold(instruction);
        return builder_.broadcast(scalar, dims, {});
    }

private:
    Tensor evaluate(const Instruction& instruction) {
        std::vector<TensorPtr> tensors;
        for (InstructionId operand : instruction.operands) tensors.push_back(operand_tensor(builder_[operand]));
        return apply(instruction, tensors);
    }

    TensorPtr operand_tensor(const Instruction& operand) {
        if (operand.opcode == Opcode::Constant) return cache_.tensor(operand.literal);
        std::vector<TensorPtr> tensors; // of a broadcast or an iota, which are not in memory
        for (InstructionId id : operand.operands) tensors.push_back(cache_.tensor(builder_[id].literal));
        return std::make_shared<const Tensor>(apply(operand, tensors));
    }

    Tensor apply(const Instruction& instruction, const std::vector<TensorPtr>& tensors) const {
        std::vector<const Tensor*> operands;
        for (const TensorPtr& tensor : tensors) operands.push_back(tensor.get());
        return folded(module_, builder_.computation(), instruction, operands);
    }

    const Module& module_;
    ComputationBuilder& builder_;
    TensorCache& cache_;
};

bool fold_in(const Module& module, Computation& computation, TensorCache& cache, std::int64_t table_bytes) {
    const std::vector<Fold> plan = plan_folding(computation, table_bytes);
    if (std::all_of(plan.begin(), plan.end(), [](Fold fold) { return fold == Fold::No; })) return false;
    std::size_t next = 0;
    rebuild(computation, [&](ComputationBuilder& builder, Instruction& instruction) {
        const Fold fold = plan[next++];
        if (fold == Fold::No) return builder.add(std::move(instruction));
        Folder folder(module, builder, cache);
        return fold == Fold::Array ? folder.fold(instruction) : folder.fold_splat(instruction);
    });
    return true;
}

bool fold_in_all(Module& module, std::int64_t table_bytes) {
    bool changed = false;
    TensorCache cache;
    const std::vector<bool> region = region_computations(module);
    // Scalar computations of reduce and the like run in f32 where they say f16 or bf16, which would tell.
    for (std::size_t i = 0; i < module.computations.size(); ++i)
        if (region[i] || module.entry.index() == i)
            changed |= fold_in(module, module.computations[i], cache, table_bytes);
    return changed;
}

} // namespace

bool fold_constants(Module& module) {
    return fold_in_all(module, 0);
}

bool tabulate_functions(Module& module, std::int64_t table_bytes) {
    return fold_in_all(module, table_bytes);
}

} // namespace hlo2cpp
