// bitcast from layout A to layout B = transpose to the physical order of A, reshape, transpose from the physical order
// of B; one to another type is a bitcast-convert before that
#include "lower/pass.h"
#include "lower/replace.h"

namespace hlo2cpp {
namespace {

void drop_layouts(Shape& shape) {
    shape.layout = {};
    for (Shape& element : shape.tuple) drop_layouts(element);
}

InstructionId expand_bitcast(Expansion& e) {
    const Shape from = e.shape_of(e.operand(0)), &to = e.shape();
    const std::vector<std::int64_t> to_physical = physical_order(to);
    InstructionId id = e.operand(0);
    if (from.type != to.type) {
        Instruction convert = e.instruction();
        convert.opcode = Opcode::BitcastConvert;
        convert.shape = Shape::array(to.type, from.dims);
        id = e.builder().add(std::move(convert));
    }
    id = e.reshape(e.transpose(id, physical_order(from)), permuted(to.dims, to_physical));
    id = e.transpose(id, inverse_permutation(to_physical));
    if (id != e.operand(0)) e.builder()[id].shape = to; // with its layout, for a bitcast of the bitcast
    return id;
}

} // namespace

bool expand_bitcasts(Module& module) {
    const bool changed = replace_each(module, Opcode::Bitcast, expand_bitcast);
    for (Computation& computation : module.computations)
        for (Instruction& instruction : computation.instructions) drop_layouts(instruction.shape);
    return changed;
}

} // namespace hlo2cpp
