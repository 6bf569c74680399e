// The validator of `lower` names what is broken.
#include <catch2/catch.hpp>

#include "lower/lower_verify.h"
#include "lowering.h"
#include "support/diagnostics.h"

using namespace hlo2cpp;
using namespace hlo2cpp::passes;
using Catch::Matchers::Contains;

namespace {

Module loop_module() {
    return lowered(R"(
HloModule m
cond { p = s32[] parameter(0)  n = s32[] constant(10)  ROOT c = pred[] compare(p, n), direction=LT }
body { p = s32[] parameter(0)  n = s32[] constant(3)  ROOT c = s32[] add(p, n) }
ENTRY e { p = s32[] parameter(0)  q = f32[2,3] parameter(1)  w = s32[] while(p), condition=cond, body=body
  s = f32[2,3] negate(q)  ROOT r = (s32[], f32[2,3]) tuple(w, s) })");
}

Instruction& find(Module& module, Opcode opcode) {
    for (Instruction& instruction : module[module.entry].instructions)
        if (instruction.opcode == opcode) return instruction;
    throw InternalError("no such instruction");
}

// Breaks the lowered module; the message must contain `what`.
template <typename Break>
void check_broken(const std::string& what, Break&& break_it) {
    Module module = loop_module();
    break_it(module);
    CHECK_THROWS_WITH(verify_lowering(module), Contains(what));
}

} // namespace

TEST_CASE("what lower promises is checked") {
    check_broken("does not come before it",
                 [](Module& m) { find(m, Opcode::Negate).operands[0] = InstructionId(1000); });
    check_broken("a name is there twice",
                 [](Module& m) { find(m, Opcode::Negate).name = find(m, Opcode::While).name; });
    check_broken("the shape should be", [](Module& m) { find(m, Opcode::Negate).shape.dims = {3, 2}; });
    check_broken("has a layout", [](Module& m) { find(m, Opcode::Negate).shape.layout.minor_to_major = {0, 1}; });
    check_broken("where an instruction comes from", [](Module& m) { find(m, Opcode::Negate).origins.clear(); });
    check_broken("under its number", [](Module& m) { find(m, Opcode::Parameter).attributes.parameter_number = 7; });
    check_broken("not the physical array", [](Module& m) { m.parameter_shapes[1].dims = {3, 2}; });
    check_broken("results are not", [](Module& m) { m.result_shape.tuple[1].dims = {6}; });
    check_broken("one parameter a leaf", [](Module& m) { m.parameter_shapes.pop_back(); });
    check_broken("nothing uses", [](Module& m) {
        Computation& entry = m[m.entry];
        Instruction extra = find(m, Opcode::Negate);
        extra.name = "extra";
        entry.instructions.push_back(extra);
    });
    check_broken("not called", [](Module& m) {
        Computation other = m.computations[0];
        m.computations.insert(m.computations.begin(), other);
        m.entry = ComputationId(m.entry.index() + 1);
        for (Instruction& instruction : m[m.entry].instructions)
            for (ComputationId& callee : instruction.called) callee = ComputationId(callee.index() + 1);
    });
}

TEST_CASE("two loops must not share a region") {
    Module module = lowered(R"(
HloModule m
cond { p = s32[] parameter(0)  n = s32[] constant(10)  ROOT c = pred[] compare(p, n), direction=LT }
body { p = s32[] parameter(0)  n = s32[] constant(3)  ROOT c = s32[] add(p, n) }
ENTRY e { p = s32[] parameter(0)  v = s32[] while(p), condition=cond, body=body
  ROOT w = s32[] while(v), condition=cond, body=body })");
    std::vector<ComputationId> first;
    for (Instruction& instruction : module[module.entry].instructions) {
        if (instruction.opcode != Opcode::While) continue;
        if (first.empty()) first = instruction.called;
        instruction.called = first;
    }
    CHECK_THROWS_WITH(verify_lowering(module), Contains("another caller"));
}
