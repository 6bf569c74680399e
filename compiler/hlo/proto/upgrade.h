// Converts forms of older XLA versions to the modern ones; later stages do not know them.
#pragma once

#include <optional>
#include <string_view>

#include "ir/module.h"

namespace hlo2cpp_proto {
class HloInstructionProto;
}

namespace hlo2cpp {

// Opcode by name, including obsolete names: "greater-than", "tuple-select", "cross-replica-sum", ...
std::optional<Opcode> opcode_in_file(std::string_view name);

// Converts an instruction with an obsolete opcode to its modern form, and a custom call that stands for an op to the
// op. Throws InputError.
void upgrade_opcode(const hlo2cpp_proto::HloInstructionProto& proto, Instruction& instruction);

// Rewrites, in the whole module:
//   dynamic-slice(x, starts[n])            -> dynamic-slice(x, start, ...), and dynamic-update-slice likewise
//   dot(a, b) without dimension numbers    -> the last dimension of a with the last but one of b, or its only one
//   sort(keys, ...) without a comparator   -> ascending by the keys, floats in total order
//   cross-replica-sum without a computation -> all-reduce by a sum
//   select(p, (a, b), (c, d))              -> (select(p, a, c), select(p, b, d))
void upgrade(Module& module);

} // namespace hlo2cpp
