#include <algorithm>
#include <string>

#include "verify/verify.h"

namespace hlo2cpp {
namespace {

[[noreturn]] void broken(const Computation& computation, const Instruction& instruction, const std::string& promise) {
    throw InternalError("hlo2cpp has a bug: after lowering, " + promise + ": " + describe(computation, instruction));
}

bool is_flat_tuple(const Shape& shape) {
    return std::all_of(shape.tuple.begin(), shape.tuple.end(), [](const Shape& element) { return element.is_array(); });
}

bool has_layout(const Shape& shape) {
    bool other = false;
    for_each_leaf(shape, [&](const Shape& leaf) { other = other || !leaf.row_major(); });
    return other;
}

void check_instruction(const Computation& computation, const Instruction& instruction, bool is_root) {
    const auto promise = [&](bool kept, const char* what) {
        if (!kept) broken(computation, instruction, what);
    };
    promise(instruction.opcode != Opcode::Call && instruction.opcode != Opcode::Bitcast, "an op is left that should be gone");
    promise(!has_layout(instruction.shape), "an array is not row-major");
    promise(instruction.opcode != Opcode::Tuple || is_root, "a tuple is no root");
    promise(instruction.opcode != Opcode::Parameter || instruction.shape.is_array(), "a parameter is no array");
    promise(is_flat_tuple(instruction.shape), "a tuple contains another");
    promise(instruction.opcode != Opcode::While || instruction.shape.is_tuple(), "a while does not give a tuple");
    for (const InstructionId operand : instruction.operands)
        promise(instruction.opcode == Opcode::GetTupleElement || computation[operand].shape.is_array(), "an operand is a tuple");
}

} // namespace

void verify_lowered(const Module& module) {
    Diagnostics diagnostics;
    verify(module, diagnostics);
    if (diagnostics.has_errors()) {
        const Diagnostic& first = diagnostics.errors().front();
        throw InternalError("hlo2cpp has a bug: after lowering, " + first.message + ": " + first.instruction);
    }
    for (const Computation& computation : module.computations)
        for (std::size_t i = 0; i < computation.instructions.size(); ++i)
            check_instruction(computation, computation.instructions[i], i == computation.root.index());
    const Computation& entry = module.entry_computation();
    if (entry[entry.root].opcode != Opcode::Tuple) broken(entry, entry[entry.root], "the entry's root is no tuple");
}

} // namespace hlo2cpp
