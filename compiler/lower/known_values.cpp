#include "lower/known_values.h"

#include <algorithm>
#include <vector>

#include "ops/op.h"
#include "rewrite/folding.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kMostIntegers = std::int64_t{1} << 24; // bounds the compiler's time and memory
constexpr int kMostOperations = 5;                            // one after the other

bool are_known(const Computation& computation, InstructionId id, int operations) {
    const Instruction& x = computation[id];
    if (!x.shape.is_array() || !is_integer(x.shape.type) || x.shape.elements() > kMostIntegers) return false;
    if (x.opcode == Opcode::Constant) return true;
    const bool moves = x.opcode == Opcode::Broadcast || x.opcode == Opcode::Reshape || x.opcode == Opcode::Transpose;
    if (operations == 0 || !(moves || is_elementwise(x.opcode)) || !can_fold(x)) return false;
    return std::ranges::all_of(x.operands,
                               [&](InstructionId operand) { return are_known(computation, operand, operations - 1); });
}

Tensor computed(const Module& module, const Computation& computation, InstructionId id) {
    const Instruction& x = computation[id];
    if (x.opcode == Opcode::Constant) return to_tensor(*x.literal);
    std::vector<Tensor> tensors;
    for (const InstructionId operand : x.operands) tensors.push_back(computed(module, computation, operand));
    std::vector<const Tensor*> operands;
    for (const Tensor& tensor : tensors) operands.push_back(&tensor);
    return folded(module, computation, x, operands);
}

} // namespace

std::optional<Tensor> known_integers(const Module& module, const Computation& computation, InstructionId id) {
    if (!are_known(computation, id, kMostOperations)) return std::nullopt;
    return computed(module, computation, id);
}

LiteralPtr stored_in(Tensor integers, std::initializer_list<ElementType> types) {
    if (integers.elements() == 0) return nullptr;
    const auto [least, most] = std::ranges::minmax(integers.integers());
    for (const ElementType type : types) {
        if (wrap_to(type, least) != least || wrap_to(type, most) != most) continue;
        integers.shape.type = type;
        return std::make_shared<const Literal>(to_literal(integers));
    }
    return nullptr;
}

} // namespace hlo2cpp
