// An op that says which others it stands for is replaced by those.
#include "lower/pass.h"
#include "lower/replace.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

bool expands(const Instruction& instruction) {
    return expand_of(instruction.opcode) != nullptr;
}

} // namespace

bool expand_ops(Module& module) {
    return replace_each(module, expands, [](Expansion& e) { return expand_of(e.instruction().opcode)(e); });
}

} // namespace hlo2cpp
