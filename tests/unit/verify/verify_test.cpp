// Each module below breaks one rule; the verifier must say which.
#include <catch2/catch.hpp>

#include <string>

#include "read/reader.h"
#include "verify/verify.h"

using namespace hlo2cpp;

namespace {

std::vector<Diagnostic> errors_of(const Module& module) {
    Diagnostics diagnostics;
    verify(module, diagnostics);
    return diagnostics.errors();
}

// The one message about a module whose entry computation has these lines.
std::string message_of(const std::string& lines, const std::string& before = "") {
    const std::vector<Diagnostic> errors =
        errors_of(read_module_bytes("HloModule m\n\n" + before + "ENTRY e {\n" + lines + "}\n"));
    REQUIRE(errors.size() == 1);
    return errors[0].message;
}

const char* const kAdd = "add {\n  x = f32[] parameter(0)\n  y = f32[] parameter(1)\n  ROOT r = f32[] add(x, y)\n}\n\n";

Module small_module() {
    return read_module_bytes("HloModule m, input_output_alias={ {}: (0, {}, may-alias) }\n\nENTRY e {\n"
                             "  a = f32[4] parameter(0)\n  b = f32[4] parameter(1)\n  ROOT r = f32[4] add(a, b)\n}\n");
}

} // namespace

TEST_CASE("the verifier names both shapes") {
    const std::string message =
        message_of("  a = f32[2,3] parameter(0)\n  ROOT r = f32[2,3] transpose(a), dimensions={1,0}\n");
    CHECK_THAT(message, Catch::Contains("f32[2,3]") && Catch::Contains("f32[3,2]"));
}

TEST_CASE("the verifier explains what does not fit") {
    using Catch::Contains;
    const std::string a = "  a = f32[4,6] parameter(0)\n", z = "  z = f32[] constant(0)\n";
    CHECK_THAT(message_of(a + "  ROOT r = f32[4,6,2] broadcast(a), dimensions={0,2}\n"), Contains("another size"));
    CHECK_THAT(message_of(a + "  ROOT r = f32[5,5] reshape(a)\n"), Contains("25 elements of 24"));
    CHECK_THAT(message_of(a + "  ROOT r = f32[4,6] transpose(a), dimensions={1,1}\n"), Contains("twice"));
    CHECK_THAT(message_of(a + "  ROOT r = f32[4,6] slice(a), slice={[0:5], [0:6]}\n"), Contains("[0:5:1]"));
    CHECK_THAT(message_of(a + z + "  ROOT r = f32[1,6] pad(a, z), padding=-3_-3x0_0\n"), Contains("negative"));
    CHECK_THAT(message_of(a + "  ROOT r = f32[8,6] concatenate(a, a), dimensions={2}\n"), Contains("dimension 2"));
    CHECK_THAT(message_of(a + "  ROOT r = f32[4,6] reverse(a), dimensions={0,0}\n"), Contains("twice"));
    CHECK_THAT(
        message_of(a +
                   "  i = s32[] constant(0)\n  ROOT r = f32[9,6] dynamic-slice(a, i, i), dynamic_slice_sizes={9,6}\n"),
        Contains("{9,6}"));
    CHECK_THAT(message_of(a + "  b = f32[5,2] parameter(1)\n  ROOT r = f32[4,2] dot(a, b), lhs_contracting_dims={1}, "
                              "rhs_contracting_dims={0}\n"),
               Contains("differ in size"));
    CHECK_THAT(message_of(a + "  ROOT r = f32[4,6] all-reduce(a), replica_groups={{0},{0}}, to_apply=add\n", kAdd),
               Contains("name replica 0 twice"));
    CHECK_THAT(message_of(a + "  ROOT r = f32[4,6] all-reduce(a), replica_groups={{-1}}, to_apply=add\n", kAdd),
               Contains("name replica -1, which is none of the 1 there are"));
    CHECK_THAT(message_of(a + "  ROOT r = f32[4,6] collective-permute(a), source_target_pairs={{0,-2}}\n"),
               Contains("name device -2, which is none of the 1 there are"));
    CHECK_THAT(message_of(a + z + "  ROOT r = f32[4] reduce(a, z), dimensions={2}, to_apply=add\n", kAdd),
               Contains("dimension 2"));
    CHECK_THAT(message_of(a + z + "  ROOT r = f32[4,6] reduce-window(a, z), window={size=2}, to_apply=add\n", kAdd),
               Contains("one entry a dimension of f32[4,6], found 1"));
    CHECK_THAT(message_of("  a = f32[1,18,4] parameter(0)\n  b = f32[1,9,3] parameter(1)\n  ROOT r = f32[1,18,3] "
                          "convolution(a, b), window={size=1}, dim_labels=b0f_0io->b0f, feature_group_count=2\n"),
               Contains("input features 4"));
}

TEST_CASE("everything that is not supported is said at once, each thing once") {
    const Module module =
        read_module_bytes("HloModule m\n\nENTRY e {\n  a = f6e2m3fn[3] parameter(0)\n  b = f6e2m3fn[3] shuffle(a)\n"
                          "  c = f32[3] shuffle(a)\n  ROOT r = f32[3] collective-reduce(c)\n}\n");
    const std::vector<Diagnostic> errors = errors_of(module);
    REQUIRE(errors.size() == 3);
    CHECK_THAT(errors[0].message, Catch::Contains("f6e2m3fn") && Catch::Contains("(2 instructions"));
    CHECK_THAT(errors[1].message, Catch::Contains("shuffle") && Catch::Contains("(2 instructions"));
    CHECK_THAT(errors[2].message, Catch::Contains("collective-reduce"));
    CHECK(errors[1].instruction.substr(0, 1) == "b");
}

TEST_CASE("many errors are collected, but not without limit") {
    std::string lines = "  a = f32[4] parameter(0)\n";
    for (int i = 0; i < 70; ++i) lines += "  b" + std::to_string(i) + " = f32[5] negate(a)\n";
    const std::vector<Diagnostic> errors =
        errors_of(read_module_bytes("HloModule m\n\nENTRY e {\n" + lines + "  ROOT r = f32[4] copy(a)\n}\n"));
    CHECK(errors.size() == kMaxVerifyErrors);
}

TEST_CASE("a broken structure is an error, not a crash") {
    const Module whole = small_module();
    CHECK(errors_of(whole).empty());
    SECTION("operand after its user") {
        Module module = whole;
        module[module.entry].instructions[2].operands[1] = InstructionId(std::size_t{2});
        CHECK_THAT(errors_of(module).at(0).message, Catch::Contains("does not come before it"));
    }
    SECTION("parameter number twice") {
        Module module = whole;
        module[module.entry].instructions[1].attributes.parameter_number = 0;
        CHECK_THAT(errors_of(module).at(0).message, Catch::Contains("parameter number 0"));
    }
    SECTION("called computation") {
        Module module = whole;
        module[module.entry].instructions[2].called = {ComputationId(std::size_t{7})};
        CHECK_THAT(errors_of(module).at(0).message, Catch::Contains("does not exist"));
    }
    SECTION("recursion") {
        Module module = whole;
        module[module.entry].instructions[2].called = {module.entry};
        CHECK_THAT(errors_of(module).at(0).message, Catch::Contains("calls itself"));
    }
    SECTION("no root") {
        Module module = whole;
        module[module.entry].root = {};
        CHECK_THAT(errors_of(module).at(0).message, Catch::Contains("no root"));
    }
    SECTION("parameters of the module") {
        Module module = whole;
        module.parameter_shapes[0].dims = {5};
        CHECK_THAT(errors_of(module).at(0).message, Catch::Contains("f32[5]"));
    }
    SECTION("alias of what is not there") {
        Module module = whole;
        module.aliases.push_back({.output_leaf = 1, .parameter_leaf = 0});
        CHECK_THAT(errors_of(module).at(0).message, Catch::Contains("does not exist"));
    }
}

TEST_CASE("the verifier explains what is wrong with a conditional") {
    using Catch::Contains;
    const std::string branches = "a {\n  p = f32[2] parameter(0)\n  ROOT r = f32[2] negate(p)\n}\n\n"
                                 "b {\n  p = f32[3] parameter(0)\n  ROOT r = f32[3] negate(p)\n}\n\n";
    const auto message = [&](const std::string& selector, const std::string& conditional) {
        return message_of("  i = " + selector +
                              " parameter(0)\n  x = f32[2] parameter(1)\n  ROOT r = f32[2] conditional" + conditional +
                              "\n",
                          branches);
    };
    CHECK_THAT(message("s64[]", "(i, x), branch_computations={a}"), Contains("selector") && Contains("s64[]"));
    CHECK_THAT(message("pred[]", "(i, x), branch_computations={a}"), Contains("two branches"));
    CHECK_THAT(message("s32[]", "(i, x, x), branch_computations={a, b}"), Contains("branch 1") && Contains("f32[3]"));
    CHECK_THAT(message("s32[]", "(i, x), branch_computations={a, a}"), Contains("no operand"));
    CHECK_THAT(message("s32[]", "(i, x, x), branch_computations={a}"), Contains("1 operands"));
}

TEST_CASE("loops inside loops inside loops end at a limit that the verifier names") {
    const auto errors = [](int depth) {
        std::string text = "HloModule m\nc { p = f32[] parameter(0)  n = f32[] constant(9)  ROOT r = pred[] compare(p, "
                           "n), direction=LT }\n"
                           "b0 { p = f32[] parameter(0)  ROOT r = f32[] add(p, p) }\n";
        for (int i = 1; i <= depth; ++i)
            text += "b" + std::to_string(i) +
                    " { p = f32[] parameter(0)  ROOT r = f32[] while(p), condition=c, body=b" + std::to_string(i - 1) +
                    " }\n";
        return errors_of(read_module_bytes(text +
                                           "ENTRY e { p = f32[] parameter(0)  ROOT r = f32[] call(p), to_apply=b" +
                                           std::to_string(depth) + " }\n"));
    };
    CHECK(errors(kMaxNesting).empty());
    REQUIRE(errors(kMaxNesting + 1).size() == 1);
    CHECK_THAT(errors(kMaxNesting + 1)[0].message, Catch::Contains(std::to_string(kMaxNesting)));
}
