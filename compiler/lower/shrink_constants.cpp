// constant of equal elements = broadcast(scalar constant)
#include <algorithm>
#include <cstring>
#include <memory>

#include "lower/pass.h"
#include "lower/replace.h"

namespace hlo2cpp {
namespace {

bool has_equal_elements(const Instruction& instruction) {
    if (instruction.opcode != Opcode::Constant || instruction.shape.elements() < 2) return false;
    const std::vector<std::byte>& bytes = instruction.literal->bytes;
    const auto element = static_cast<std::size_t>(byte_size(instruction.shape.type));
    return std::memcmp(bytes.data(), bytes.data() + element, bytes.size() - element) == 0;
}

InstructionId shrink(Expansion& e) {
    Literal scalar = Literal::zeros(Shape::scalar(e.shape().type));
    std::copy_n(e.instruction().literal->bytes.begin(), scalar.bytes.size(), scalar.bytes.begin());
    return e.broadcast(e.builder().constant(std::make_shared<const Literal>(std::move(scalar))), e.shape().dims);
}

} // namespace

bool shrink_constants(Module& module) {
    return replace_each(module, has_equal_elements, shrink);
}

} // namespace hlo2cpp
