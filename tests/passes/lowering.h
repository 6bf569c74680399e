// What the tests of passes share: HLO text in, the lowered module out, checked and evaluated beside its source.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ir/module.h"
#include "lower/lower.h"
#include "machine/target.h"
#include "support/goal.h"

namespace hlo2cpp::passes {

// Reads, lowers and verifies. With its entry's parameters numbered 1, 2, 3, ... through, the lowered module gives the
// same bits as its source, or the test fails.
Module lowered(const std::string& text);
// An entry with parameters x, y: f32[2,3] and n: s32[4], and these instructions.
Module lowered_entry(const std::string& instructions);
// The same, and then `precompute` for the target.
Module precomputed(const std::string& text, const Target& target, const Goal& goal = {});
// The same with `pass` alone in the place of all that suits images to a machine.
Module lowered_by(const std::string& text, const std::function<void(Module&)>& pass);

// Instructions of the opcode in the whole module, and in its entry.
std::size_t count(const Module& module, Opcode opcode);
std::size_t count_in_entry(const Module& module, Opcode opcode);
// The instruction of the entry that gives result leaf `leaf`.
const Instruction& result(const Module& module, std::size_t leaf = 0);
const Instruction& operand(const Module& module, const Instruction& instruction, std::size_t i = 0); // in the entry
// The only while of the entry.
const Instruction& only_while(const Module& module);
std::vector<float> floats(const Literal& literal);

} // namespace hlo2cpp::passes
