// A while of a few rounds whose body is elementwise work on arrays of integers = its rounds one after the other: one
// kernel then computes for each element what took passes over the arrays, and what a round gets as a number is a
// constant. So are the rounds of jax.random's Threefry, and those of searches in sorted arrays.
#include <algorithm>

#include "lower/pass.h"
#include "lower/replace.h"
#include "lower/simplify.h"
#include "ops/op.h"
#include "ops/trip_count.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kMostRounds = 32;
constexpr std::int64_t kMostInstructions = 256; // that compute, in all rounds

// What a round does beside computing elements: it names or moves them, and costs nothing where it is fused.
bool only_moves(const Instruction& instruction) {
    switch (instruction.opcode) {
    case Opcode::Parameter:
    case Opcode::Constant:
    case Opcode::Tuple:
    case Opcode::Iota:
    case Opcode::Broadcast:
    case Opcode::Reshape:
    case Opcode::Slice:
    case Opcode::Gather: return true;
    default: return false;
    }
}

bool computes_elements(const Computation& body, const Instruction& instruction) {
    if (!is_elementwise(instruction.opcode) || !instruction.called.empty()) return false;
    if (definition_of(instruction.opcode)->cost < Cost::Division) return true;
    const bool by_constant = instruction.opcode == Opcode::Divide && is_integer(instruction.shape.type);
    return by_constant && splat_of(body, instruction.operands[1]) != nullptr;
}

// Instructions of a round that compute; nothing if it has others than elementwise ones.
std::optional<std::int64_t> computed_in(const Computation& body) {
    std::int64_t count = 0;
    for (const Instruction& instruction : body.instructions) {
        if (only_moves(instruction)) continue;
        if (!computes_elements(body, instruction)) return {};
        ++count;
    }
    return count;
}

bool is_handed_on(const Computation& body, InstructionId id) {
    const std::vector<InstructionId>& next = body[body.root].operands;
    const Instruction& instruction = body[id];
    return instruction.opcode == Opcode::Parameter &&
           next[static_cast<std::size_t>(instruction.attributes.parameter_number)] == id;
}

// True if a round computes arrays of integers, and no floats that it hands on: their code would be long. (Rounds of
// scalars are a loop in the code, and `tile` knows whether to unroll it.)
bool changes_integers(const Computation& body) {
    bool arrays = false;
    for (const InstructionId leaf : body[body.root].operands) {
        const Instruction& next = body[leaf];
        if (next.opcode == Opcode::Parameter) continue;
        if (!is_integer(next.shape.type)) return false;
        arrays |= !only_moves(next) && next.shape.elements() > 1;
    }
    return arrays;
}

// True if gathers search arrays that no round changes.
bool gathers_from_outside(const Computation& body) {
    return std::ranges::all_of(body.instructions, [&](const Instruction& instruction) {
        return instruction.opcode != Opcode::Gather || is_handed_on(body, instruction.operands[0]);
    });
}

// Rounds to write one after the other; 0: the loop stays.
std::int64_t rounds_of(const Module& module, const Computation& computation, const Instruction& loop) {
    if (!loop.shape.is_tuple()) return 0;
    const Computation& body = module[loop.called[1]];
    const std::optional<std::int64_t> computed = computed_in(body);
    if (!computed || !changes_integers(body) || !gathers_from_outside(body)) return 0;
    const std::int64_t rounds = counted_loop(module, computation, loop).rounds;
    return rounds > 0 && rounds <= kMostRounds && rounds * *computed <= kMostInstructions ? rounds : 0;
}

std::optional<InstructionId> unroll(Expansion& e) {
    const std::int64_t rounds = rounds_of(e.module(), e.builder().computation(), e.instruction());
    if (rounds == 0) return std::nullopt;
    Expansion::Values state = e.instruction().operands;
    for (std::int64_t round = 0; round < rounds; ++round)
        state = inlined(e.builder(), e.module()[e.instruction().called[1]], state);
    return e.tuple(std::move(state));
}

} // namespace

bool unroll_loops(Module& module) {
    return replace_each(module, Opcode::While, unroll);
}

} // namespace hlo2cpp
