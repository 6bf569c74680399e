#include "generate/stack.h"

#include <algorithm>

#include "ops/op.h"

namespace hlo2cpp {
namespace {

std::int64_t indent_of(const std::string& line) {
    return static_cast<std::int64_t>(std::min(line.find_first_not_of(' '), line.size())) / 4;
}

} // namespace

FrameShape frame_shape(const Kernel& kernel, const std::vector<Piece>& pieces, const std::vector<std::string>& lines) {
    FrameShape shape;
    for (const Piece& piece : pieces) {
        const RegisterTile& tile = piece.tile;
        if (!tile.tiled()) continue;
        shape.rows = std::max(shape.rows, tile.rows);
        shape.accumulators = std::max(shape.accumulators, tile.rows * tile.vectors * tile.chains);
        const std::int64_t element = byte_size(kernel.exprs[kernel.reduction->initial[0]].type);
        shape.register_bytes = std::max(shape.register_bytes, tile.lanes * element);
    }
    for (const std::string& line : lines) {
        shape.depth = std::max(shape.depth, indent_of(line));
        shape.named += line.compare(line.find_first_not_of(' ') % (line.size() + 1), 6, "const ") == 0 ? 1 : 0;
    }
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i) {
        const Expr& expr = kernel.exprs[ExprId(i)];
        shape.wide = shape.wide || expr.type == ElementType::F64;
        shape.bytes_only = shape.bytes_only || (!kernel.reduction && (expr.type == ElementType::S8 || expr.type == ElementType::U8));
        if (expr.kind != ExprKind::Apply) continue;
        const OpDefinition* op = definition_of(expr.opcode);
        shape.math = shape.math || (op->cost >= Cost::Division && op->print_vector == nullptr);
    }
    return shape;
}

std::int64_t step_stack_bytes(const Target& target, const FrameShape& shape) {
    const std::int64_t word = target.word_bytes;
    const bool small = word == 4;
    std::int64_t bytes = 7 * word + std::min<std::int64_t>(shape.named, 24) * word / 2; // saved registers, return address, spills
    if (shape.accumulators >= 8 && small) bytes += 64;                                 // floating-point registers are saved too
    if (shape.accumulators > 0 && shape.rows > 1) {
        // Several rows that fill the registers leave none for operands and addresses; the deeper the loops, the more of these.
        const std::int64_t full = std::max<std::int64_t>(shape.accumulators - 6, 0);
        bytes += full * (small ? 10 : std::max<std::int64_t>(shape.register_bytes, 20));
        bytes += std::max<std::int64_t>(shape.depth - 5, 0) * (small ? 36 : 28);
    }
    if (shape.math) bytes += (shape.accumulators > 0 ? 5 * shape.accumulators : 0) + (small ? 96 : 0);
    if (shape.wide && small) bytes += shape.math ? 136 : 48; // pairs of registers, calls of software arithmetic
    if (shape.bytes_only) bytes += small ? 100 : 200;       // compilers make vectors of it, in many steps
    return (bytes + 7) / 8 * 8;
}

std::int64_t entry_stack_bytes(const Target& target, std::size_t arguments, bool loops) {
    const std::int64_t word = target.word_bytes, in_registers = word == 8 ? 6 : 3;
    const std::int64_t on_stack = std::max<std::int64_t>(static_cast<std::int64_t>(arguments) + 1 - in_registers, 0);
    return 8 * word + on_stack * 2 * word + (loops ? 5 * word : 0);
}

} // namespace hlo2cpp
