#include "lower/padded_values.h"

#include <algorithm>

#include "evaluate/tensor.h"
#include "lower/simplify.h"
#include "ops/op.h"
#include "rewrite/folding.h"
#include "support/in_order.h"

namespace hlo2cpp {
namespace {

class PaddedValues {
public:
    PaddedValues(const Module& module, const Computation& computation) : module_(module), computation_(computation) {}

    std::vector<std::optional<Padded>> run() {
        for (const Instruction& instruction : computation_.instructions) found_.push_back(of(instruction));
        return std::move(found_);
    }

private:
    const Instruction& operand(const Instruction& instruction, std::size_t i) const {
        return computation_[instruction.operands[i]];
    }
    const std::optional<Padded>& padded(InstructionId id) const { return found_[id.index()]; }

    std::optional<Padded> of(const Instruction& instruction) const {
        if (instruction.operands.empty()) return std::nullopt;
        if (instruction.opcode == Opcode::Pad) return pad(instruction);
        if (instruction.opcode == Opcode::Concatenate) return joined(instruction);
        const bool any =
            std::ranges::any_of(instruction.operands, [&](InstructionId id) { return padded(id).has_value(); });
        if (!any) return std::nullopt;
        if (instruction.opcode == Opcode::Transpose) return transposed(instruction);
        if (instruction.opcode == Opcode::Reshape) return reshaped(instruction);
        return is_elementwise(instruction.opcode) && can_fold(instruction) ? applied(instruction) : std::nullopt;
    }

    std::optional<Padded> pad(const Instruction& instruction) const {
        const Instruction &core = operand(instruction, 0), &value = operand(instruction, 1);
        if (value.opcode != Opcode::Constant || core.shape.elements() == 0 || instruction.shape.elements() == 0)
            return std::nullopt;
        Padded padded{
            .dims = core.shape.dims, .padding = instruction.attributes.padding, .value = value.literal, .operand = 0};
        for (std::size_t d = 0; d < padded.dims.size(); ++d)
            if (padded.dims[d] == 1) padded.padding[d].interior = 0;
        return padded;
    }

    // Borders of a concatenation of one array and equal elements at its ends.
    std::optional<Padded> joined(const Instruction& instruction) const {
        const auto d = static_cast<std::size_t>(instruction.attributes.dimensions[0]);
        const Literal* value = nullptr;
        std::optional<std::size_t> core;
        PaddingDimension ends;
        for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
            const Literal* splat = splat_of(computation_, instruction.operands[i]);
            if (splat == nullptr ? core.has_value() : value != nullptr && value->bytes != splat->bytes)
                return std::nullopt;
            if (splat == nullptr) {
                core = i;
                continue;
            }
            value = splat;
            (core ? ends.high : ends.low) += operand(instruction, i).shape.dims[d];
        }
        if (!core || value == nullptr || operand(instruction, *core).shape.elements() == 0) return std::nullopt;
        Padded padded{.dims = operand(instruction, *core).shape.dims,
                      .padding = std::vector<PaddingDimension>(instruction.shape.rank()),
                      .value = scalar_of(*value),
                      .operand = core};
        padded.padding[d] = ends;
        return padded;
    }

    static LiteralPtr scalar_of(const Literal& literal) {
        return std::make_shared<const Literal>(
            Literal{.shape = Shape::scalar(literal.shape.type), .bytes = literal.bytes, .tuple = {}});
    }

    std::optional<Padded> transposed(const Instruction& instruction) const {
        const Padded& from = *padded(instruction.operands[0]);
        const std::vector<std::int64_t>& order = instruction.attributes.dimensions;
        return Padded{
            .dims = in_order(from.dims, order), .padding = in_order(from.padding, order), .value = from.value};
    }

    // Borders after a reshape that keeps each dimension with borders, with as many elements in front of it as before.
    std::optional<Padded> reshaped(const Instruction& instruction) const {
        const Padded& from = *padded(instruction.operands[0]);
        const std::vector<std::int64_t>&before = operand(instruction, 0).shape.dims, &after = instruction.shape.dims;
        Padded result{.dims = after, .padding = std::vector<PaddingDimension>(after.size()), .value = from.value};
        std::int64_t outer = 1, outer_after = 1;
        std::size_t next = 0;
        for (std::size_t d = 0; d < before.size(); outer *= before[d++]) {
            if (from.padding[d] == PaddingDimension{}) continue;
            while (next < after.size() && (outer_after < outer || after[next] != before[d]))
                outer_after *= after[next++];
            if (next == after.size() || outer_after != outer) return std::nullopt;
            result.dims[next] = from.dims[d];
            result.padding[next] = from.padding[d];
            outer_after *= after[next++];
        }
        return result;
    }

    // Borders of an elementwise op whose operands have the same borders, or equal elements.
    std::optional<Padded> applied(const Instruction& instruction) const {
        const Padded* first = nullptr;
        std::vector<Tensor> values;
        for (const InstructionId id : instruction.operands) {
            const std::optional<Padded>& one = padded(id);
            const Literal* value = one ? one->value.get() : splat_of(computation_, id);
            if (value == nullptr || (one && first != nullptr && one->padding != first->padding)) return std::nullopt;
            if (one) first = &*one;
            values.push_back(to_tensor(*value));
            values.back().shape.dims.clear();
        }
        if (instruction.shape.dims.size() != first->dims.size()) return std::nullopt;
        Instruction scalar = instruction;
        scalar.shape = Shape::scalar(instruction.shape.type);
        std::vector<const Tensor*> operands;
        for (const Tensor& value : values) operands.push_back(&value);
        const Tensor value = folded(module_, computation_, scalar, operands);
        return Padded{.dims = first->dims,
                      .padding = first->padding,
                      .value = std::make_shared<const Literal>(to_literal(value))};
    }

    const Module& module_;
    const Computation& computation_;
    std::vector<std::optional<Padded>> found_; // by instruction
};

} // namespace

std::vector<std::optional<Padded>> padded_values(const Module& module, const Computation& computation) {
    return PaddedValues(module, computation).run();
}

} // namespace hlo2cpp
