// Instructions that are counted in trees, and the cycles that cores take for them.
#include <catch2/catch.hpp>

#include "estimate/program_instructions.h"
#include "estimate/time.h"
#include "unit/generate/generated.h"
#include "unit/program/trees.h"

using namespace hlo2cpp;
using namespace hlo2cpp::testing;

namespace {

const Target& cortex_m4() {
    static const Target target = *find_target("cortex-m4");
    return target;
}

// Of `run`, which has arrays of floats a, b and out.
InstructionCounts counts_of(Statements body) {
    Program program;
    program.run = {.name = "run", .body = std::move(body)};
    for (const char* array : {"a", "b", "out"}) program.run.parameters.push_back({.type = kFloats, .name = array});
    return instructions_of(program, cortex_m4()).functions.back().counts;
}

Statement unrolled(const char* name, int rounds, Statements body) {
    return tree::For{
        .type = kInt, .name = name, .begin = n(0), .end = n(rounds), .unroll = rounds, .body = std::move(body)};
}

Statement add_to(const Expression& target, const Expression& value) {
    return tree::Assign{.target = target, .value = value, .assignment = tree::Assignment::Add};
}

Statement sum() {
    return tree::Declare{.type = kFloat, .name = "sum", .value = tree::number(ElementType::F32, 0)};
}

// In a module's text: `body` and what it computes on.
double cycles_of(const std::string& body, const char* core, const char* target) {
    const Compilation c = compiled("HloModule m\nENTRY e {\n" + body + "\n}", target);
    return estimate_time(c.program, *find_target(target), {.core = find_core(core), .megahertz = 0, .text = ""}).cycles;
}

} // namespace

TEST_CASE("a product that is added is one instruction, its loads are two, and a round counts itself", "[estimate]") {
    const InstructionCounts counts =
        counts_of({sum(), loop("i", n(0), n(10), {add_to(n("sum"), at("a", n("i")) * at("b", n("i")))})});
    CHECK(counts[InstructionKind::FusedFloat] == 10);
    CHECK(counts[InstructionKind::Float] == 0);
    CHECK(counts[InstructionKind::Load] == 20);
    CHECK(counts[InstructionKind::Store] == 0);
    CHECK(counts[InstructionKind::Branch] == 10);
}

TEST_CASE("rounds that are unrolled share equal loads, and small arrays are registers", "[estimate]") {
    const tree::Declare acc{.type = kFloat, .name = "acc", .sizes = {2, 4}};
    const Expression element = tree::subscript(at("acc", n("r")), n("v"));
    const InstructionCounts counts = counts_of(
        {acc, loop("k", n(0), n(10),
                   {unrolled("r", 2, {unrolled("v", 4, {add_to(element, at("a", n("r")) * at("b", n("v")))})})})});
    CHECK(counts[InstructionKind::FusedFloat] == 80);
    CHECK(counts[InstructionKind::Load] == 60); // two of a and four of b a round
    CHECK(counts[InstructionKind::Store] == 0);
    CHECK(counts[InstructionKind::Branch] == 10);
}

TEST_CASE("values that do not change in a loop are computed once", "[estimate]") {
    const tree::Declare scale{.type = kFloat, .name = "scale", .value = at("a", n(0))};
    const Expression value = at("b", n("i")) * (n("scale") * n("scale"));
    const InstructionCounts counts = counts_of({scale, loop("i", n(0), n(8), {set(at("out", n("i")), value)})});
    CHECK(counts[InstructionKind::Float] == 9);
    CHECK(counts[InstructionKind::Load] == 9);
    CHECK(counts[InstructionKind::Store] == 8);
}

TEST_CASE("bounds that depend on loops around count with their middle", "[estimate]") {
    const InstructionCounts counts =
        counts_of({loop("i", n(0), n(9), {loop("k", n(0), n("i") + n(1), {set(at("out", n("k")), at("a", n("k")))})})});
    CHECK(counts[InstructionKind::Load] == 45); // 1 + 2 + ... + 9
}

TEST_CASE("a loop whose rounds are not known counts one, and says so", "[estimate]") {
    Program program;
    program.run = {.name = "run", .body = {loop("i", n(0), n("size"), {set(at("out", n("i")), at("a", n("i")))})}};
    program.run.parameters = {{.type = kFloats, .name = "a"}, {.type = kFloats, .name = "out"}};
    const ProgramInstructions counted = instructions_of(program, cortex_m4());
    CHECK(counted.open);
    CHECK(counted.functions.back().counts[InstructionKind::Load] == 1);
}

TEST_CASE("a step counts for each of its calls, with the sizes that it is given", "[estimate]") {
    Program program;
    program.steps.push_back(
        {.name = "step", .body = {loop("i", n(0), n("size"), {set(at("out", n("i")), at("a", n("i")))})}});
    program.steps[0].parameters = {
        {.type = kInt, .name = "size"}, {.type = kFloats, .name = "a"}, {.type = kFloats, .name = "out"}};
    const auto call = [](int size) {
        return tree::Evaluate{.expression = tree::call("step", {n(size), n("a"), n("out")})};
    };
    program.run = {.name = "run", .body = {call(5), loop("trip", n(0), n(3), {call(7)})}};
    program.run.parameters = {{.type = kFloats, .name = "a"}, {.type = kFloats, .name = "out"}};
    const ProgramInstructions counted = instructions_of(program, cortex_m4());
    REQUIRE(counted.functions.size() == 2);
    CHECK(counted.functions[0].calls == 4);
    CHECK(counted.functions[0].counts[InstructionKind::Load] == 26);
}

TEST_CASE("an operation on floats without an FPU is a function of the library", "[estimate]") {
    const std::string sums = "x = f32[1000] parameter(0)\n y = f32[1000] parameter(1)\n ROOT z = f32[1000] add(x, y)";
    const double with = cycles_of(sums, "cortex-m4", "cortex-m4"), without = cycles_of(sums, "cortex-m3", "generic");
    CHECK(with < 12'000);
    CHECK(without > 50'000);
    CHECK(cycles_of(sums, "cortex-m7", "cortex-m7") == Approx(with / 1.46));
}

TEST_CASE("three digits of an estimate are stated") {
    CHECK(about(0.3) == 0);
    CHECK(about(7.4) == 7);
    CHECK(about(999.4) == 999);
    CHECK(about(1234) == 1230);
    CHECK(about(998'765) == 999'000);
    CHECK(about(1e300) > 0);
}

TEST_CASE("of branches that data chooses the mean counts, and all of one that stands alone", "[estimate]") {
    const Expression test = tree::less(at("a", n(0)), tree::number(ElementType::F32, 0));
    const Statements three = {set(at("out", n(0)), at("b", n(0))), set(at("out", n(1)), at("b", n(1))),
                              set(at("out", n(2)), at("b", n(2)))};
    const Statements one = {set(at("out", n(0)), at("b", n(3)))};
    CHECK(counts_of({when(test, three, one)})[InstructionKind::Store] == 2);
    CHECK(counts_of({when(test, three)})[InstructionKind::Store] == 3);
    const InstructionCounts chosen = counts_of({tree::Switch{.selector = n("x"), .cases = {three, one, one, three}}});
    CHECK(chosen[InstructionKind::Store] == 2);
}

TEST_CASE(
    "parts of a cooperative run count as often as calls run them, and so does what is later or earlier than an edge",
    "[estimate]") {
    const Statements three = {set(at("out", n(0)), at("b", n(0))), set(at("out", n(1)), at("b", n(1))),
                              set(at("out", n(2)), at("b", n(2)))};
    const Statements one = {set(at("out", n(0)), at("b", n(3)))};
    const InstructionCounts parts =
        counts_of({tree::Switch{.selector = n("step_"), .cases = {three, one}, .rounds = {1, 5}}});
    CHECK(parts[InstructionKind::Store] == 8);
    const Expression unknown = n("band");
    const InstructionCounts rounds =
        counts_of({tree::Declare{.type = kInt, .name = "begin", .value = tree::call("later_s32", {n(0), unknown})},
                   tree::Declare{.type = kInt, .name = "end", .value = tree::call("earlier_s32", {n(3), unknown})},
                   loop("i", n("begin"), n("end"), {set(at("out", n("i")), at("b", n("i")))})});
    CHECK(rounds[InstructionKind::Store] == 3);
}

TEST_CASE("a sort of floats without an FPU takes longer than one of integers", "[estimate]") {
    const auto sort = [](const std::string& type) {
        const std::string text =
            "HloModule m\nless {\n a = " + type + "[] parameter(0)\n b = " + type +
            "[] parameter(1)\n ROOT l = pred[] compare(a, b), direction=LT\n}\nENTRY e {\n x = " + type +
            "[1000] parameter(0)\n ROOT s = " + type + "[1000] sort(x), dimensions={0}, to_apply=less\n}";
        const Compilation c = compiled(text, "generic");
        return estimate_time(c.program, *find_target("generic"),
                             {.core = find_core("cortex-m0"), .megahertz = 0, .text = ""})
            .cycles;
    };
    CHECK(sort("f32") > 2 * sort("s32"));
}
