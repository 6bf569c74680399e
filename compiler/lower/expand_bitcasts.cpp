// bitcast from layout A to layout B = transpose to the physical order of A, reshape, transpose from the physical order
// of B; one to another type is a bitcast-convert before that
#include <algorithm>

#include "ir/computation_builder.h"
#include "lower/pass.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

void drop_layouts(Shape& shape) {
    shape.layout = {};
    for (Shape& element : shape.tuple) drop_layouts(element);
}

InstructionId expand(ComputationBuilder& builder, const Instruction& bitcast) {
    const InstructionId operand = bitcast.operands[0];
    const Shape from = builder[operand].shape;
    const Shape& to = bitcast.shape;
    const std::vector<std::int64_t> from_physical = physical_order(from), to_physical = physical_order(to);

    builder.stand_for(bitcast);
    InstructionId id = operand;
    if (from.type != to.type) {
        Instruction convert = bitcast;
        convert.opcode = Opcode::BitcastConvert;
        convert.shape = Shape::array(to.type, from.dims);
        id = builder.add(std::move(convert));
    }
    if (!is_identity(from_physical)) id = builder.transpose(id, from_physical);
    const std::vector<std::int64_t> sizes = permuted(to.dims, to_physical);
    if (builder[id].shape.dims != sizes) id = builder.reshape(id, sizes);
    if (!is_identity(to_physical)) id = builder.transpose(id, inverse_permutation(to_physical));
    if (id != operand) builder[id].shape = to; // with its layout, for a bitcast of the bitcast
    return id;
}

} // namespace

bool expand_bitcasts(Module& module) {
    bool changed = false;
    for (Computation& computation : module.computations) {
        const bool any = std::any_of(computation.instructions.begin(), computation.instructions.end(),
                                     [](const Instruction& i) { return i.opcode == Opcode::Bitcast; });
        if (any)
            rebuild(computation, [](ComputationBuilder& builder, Instruction& instruction) {
                if (instruction.opcode == Opcode::Bitcast) return expand(builder, instruction);
                return builder.add(std::move(instruction));
            });
        changed |= any;
        for (Instruction& instruction : computation.instructions) drop_layouts(instruction.shape);
    }
    return changed;
}

} // namespace hlo2cpp
