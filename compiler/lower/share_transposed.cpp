// A constant matrix that is another one transposed becomes a transpose of that one, which takes no flash: weights that
// a network uses both ways stay one array where the module has them twice.
#include <algorithm>
#include <cstring>
#include <string>
#include <unordered_map>
#include <utility>

#include "lower/pass.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kFewestElements = 65; // smaller ones are folded again

bool is_matrix(const Instruction& instruction) {
    const Shape& shape = instruction.shape;
    return instruction.opcode == Opcode::Constant && shape.rank() == 2 && shape.elements() >= kFewestElements &&
           shape.dims[0] > 1 && shape.dims[1] > 1 &&
           instruction.literal->bytes.size() == static_cast<std::size_t>(shape.elements() * byte_size(shape.type));
}

// The bytes of the diagonal, which a matrix and its transpose share.
std::string diagonal_of(const Literal& matrix) {
    const auto size = static_cast<std::size_t>(byte_size(matrix.shape.type));
    const auto rows = static_cast<std::size_t>(matrix.shape.dims[0]),
               columns = static_cast<std::size_t>(matrix.shape.dims[1]);
    std::string bytes(std::min(rows, columns) * size, '\0');
    for (std::size_t i = 0; i * size < bytes.size(); ++i)
        std::memcpy(&bytes[i * size], &matrix.bytes[(i * columns + i) * size], size);
    return bytes;
}

bool is_transpose(const Literal& a, const Literal& b) {
    if (a.shape.type != b.shape.type || a.shape.dims[0] != b.shape.dims[1] || a.shape.dims[1] != b.shape.dims[0])
        return false;
    const auto size = static_cast<std::size_t>(byte_size(a.shape.type));
    const auto rows = static_cast<std::size_t>(a.shape.dims[0]), columns = static_cast<std::size_t>(a.shape.dims[1]);
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t k = 0; k < columns; ++k)
            if (std::memcmp(&a.bytes[(i * columns + k) * size], &b.bytes[(k * rows + i) * size], size) != 0)
                return false;
    return true;
}

bool share(Computation& computation) {
    std::unordered_multimap<std::string, InstructionId> matrices; // by their diagonals
    bool changed = false;
    for (std::size_t i = 0; i < computation.instructions.size(); ++i) {
        Instruction& instruction = computation.instructions[i];
        if (!is_matrix(instruction)) continue;
        std::string diagonal = diagonal_of(*instruction.literal);
        const auto [begin, end] = matrices.equal_range(diagonal);
        const auto known = std::find_if(begin, end, [&](const auto& entry) {
            return is_transpose(*computation[entry.second].literal, *instruction.literal);
        });
        if (known == end) {
            matrices.emplace(std::move(diagonal), InstructionId(i));
            continue;
        }
        instruction.opcode = Opcode::Transpose;
        instruction.operands = {known->second};
        instruction.attributes.dimensions = {1, 0};
        instruction.literal = nullptr;
        changed = true;
    }
    return changed;
}

} // namespace

bool share_transposed(Module& module) {
    bool changed = false;
    for (Computation& computation : module.computations) changed |= share(computation);
    return changed;
}

} // namespace hlo2cpp
