#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "hlo/proto/hlo.pb.h"
#include "hlo/write.h"
#include "read/reader.h"
#include "support/diagnostics.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

namespace fs = std::filesystem;

// Reads a text and prints what was read.
std::string printed(const std::string& text) {
    return write_text(read_module_bytes(text));
}

// What is printed of an instruction at the beginning of the entry computation.
std::string printed_instruction(const std::string& instruction) {
    const std::string text = printed("ENTRY main { x = " + instruction + " ROOT last = f32[] constant(0) }");
    const std::size_t begin = text.find("%x = ") + 5;
    return text.substr(begin, text.find('\n', begin) - begin);
}

} // namespace

TEST_CASE("every form of HLO text comes back from a proto as the same proto, and from its print as the same print") {
    const fs::path folder = fs::path(HLO2CPP_SOURCE_DIR) / "tests/unit/hlo/texts";
    int files = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        INFO(entry.path());
        ++files;
        const Module module = read_module(entry.path().string());
        const std::string proto = write_proto(module);
        const std::string text = write_text(read_module_bytes(proto));
        INFO(text);
        CHECK(write_proto(read_module_bytes(text)) == proto);
        CHECK(write_text(read_module_bytes(text)) == text);
        CHECK(write_proto(read_module_bytes(write_text(module))) == proto);
    }
    CHECK(files == 9);
}

TEST_CASE("what the IR holds of each supported module is written as the reader reads it") {
    int files = 0;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(HLO2CPP_FIXTURES)) {
        if (entry.path().extension() != ".hlo") continue;
        INFO(entry.path());
        ++files;
        Module module = read_module(entry.path().string());
        module.source = nullptr;
        const std::string text = write_text(module);
        INFO(text);
        Module again = read_module_bytes(text);
        again.source = nullptr;
        CHECK(write_text(again) == text);
        CHECK(write_proto(again) == write_proto(module));
    }
    CHECK(files > 400);
}

TEST_CASE("constants are printed with the fewest digits that read back as the same bits") {
    const auto same = [](const std::string& instruction) { CHECK(printed_instruction(instruction) == instruction); };
    same("f32[]"
         " constant(0.1)");
    same("f32[2]{0} constant({-0.0, 1e-45})");
    same("f32[3]{0} constant({nan, -nan(0x1), -inf})");
    same("f64[] constant(18446744073709551616.0)");
    same("bf16[] constant(-nan(0x7f))");
    same("f8e4m3fn[3]{0} constant({448, nan, 0.001953125})");
    same("f8e8m0fnu[2]{0} constant({1.1754944e-38, 5.877471754111438e-39})");
    same("s64[] constant(-9223372036854775808)");
    same("u64[] constant(18446744073709551615)");
    same("c64[] constant((1, -0.0))");
    same("s32[2,1,2]{2,1,0} constant({ { {1, 2} }, { {3, 4} } })");
    same("f32[2,0]{1,0} constant({ {}, {} })");
    same("(s32[], pred[2]{0}) constant((1, {true, false}))");
}

TEST_CASE("one number in place of all braces is the first element, and the others are zero") {
    CHECK(printed_instruction("s32[2,2] constant(5)") == "s32[2,2]{1,0} constant({ {5, 0}, {0, 0} })");
}

TEST_CASE("the layout of a constant is kept, and its elements are printed in logical order") {
    CHECK(printed_instruction("s32[2,3]{0,1} constant({{1,2,3},{4,5,6}})") ==
          "s32[2,3]{0,1} constant({ {1, 2, 3}, {4, 5, 6} })");
}

TEST_CASE("an instruction without a shape has the one that its op infers") {
    const auto shape_of = [](const std::string& instruction) {
        const std::string text = printed_instruction(instruction);
        return text.substr(0, text.find(' '));
    };
    CHECK(shape_of("add(f32[2,3]{0,1} constant({{1,2,3},{4,5,6}}), f32[2,3]{0,1} constant({{1,2,3},{4,5,6}}))") ==
          "f32[2,3]{0,1}");
    CHECK(shape_of("transpose(f32[2,3] constant({{1,2,3},{4,5,6}})), dimensions={1,0}") == "f32[3,2]{0,1}");
    CHECK(shape_of("compare(s32[] constant(1), s32[] constant(2)), direction=LT") == "pred[]");
    CHECK(shape_of("after-all()") == "token[]");
    CHECK(shape_of("reduce-window(f32[4] constant({1,2,3,4}), bf16[] constant(0)), window={size=2}, "
                   "to_apply={ a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = f32[] add(a, b) }") ==
          "bf16[3]{0}");
    CHECK(
        shape_of(
            "convolution(f32[1,4,3] constant(0), f32[2,3,5] constant(0)), window={size=2}, dim_labels=b0f_0io->0bf") ==
        "f32[3,1,5]{2,1,0}");
    CHECK_THROWS_WITH(printed_instruction("convert(s32[] constant(1))"), Contains("does not follow from its operands"));
    CHECK_THROWS_WITH(printed_instruction("add(s32[] constant(1), s32[2] constant({1,2}))"), Contains("same sizes"));
}

TEST_CASE("instructions are printed by id, as XLA orders them, where no schedule says otherwise") {
    hlo2cpp_proto::HloModuleProto proto;
    proto.ParseFromString(write_proto(read_module_bytes(
        "ENTRY m { a = f32[] parameter(0) b = f32[] negate(a) c = f32[] abs(a) ROOT d = f32[] add(b, c) }")));
    proto.mutable_computations(0)->mutable_instructions()->SwapElements(1, 2);
    const std::string text = write_text(read_module_bytes(proto.SerializeAsString()));
    CHECK(text.find("negate") < text.find("abs"));
}

TEST_CASE("names that HLO text cannot hold are printed as names that it can") {
    Module module = read_module_bytes("ENTRY main { ROOT x = f32[] parameter(0) }");
    const std::string proto = write_proto(module);
    std::string changed = proto;
    for (std::size_t i = 0; (i = changed.find("main", i)) != std::string::npos; ++i) changed.replace(i, 4, "4 \"\n");
    CHECK_THAT(write_text(read_module_bytes(changed)), Contains("ENTRY %_4___ (x: f32[]) -> f32[] {"));
}

TEST_CASE("instructions with the same name in different computations have different ones in a proto, as XLA wants") {
    const Module module = read_module_bytes(
        "f { a = f32[] parameter(0) } ENTRY main { a = f32[] parameter(0) ROOT r = f32[] call(a), to_apply=f }");
    CHECK_THAT(write_text(module), Contains("call(%a)"));
    CHECK_THAT(write_text(read_module_bytes(write_proto(module))), Contains("call(%a.1)"));
}

TEST_CASE("JSON is printed as it is, any other backend configuration in quotes") {
    const auto config = [](const std::string& text) {
        return printed_instruction("f32[] constant(1), backend_config=" + text);
    };
    CHECK_THAT(config(R"({"a":{"b":"}"}})"), Contains(R"(backend_config={"a":{"b":"}"}})"));
    CHECK_THAT(config(R"("{ } x")"), Contains(R"(backend_config="{ } x")"));
}

TEST_CASE("an error in a text shows the line and where in it") {
    try {
        read_module_bytes("ENTRY main {\n  a = f32[2] parameter(0)\n  ROOT r = f32[2] add(a, b)\n}\n");
        FAIL();
    } catch (const InputError& error) {
        Diagnostics diagnostics;
        diagnostics.error(error.diagnostic);
        CHECK(diagnostics.render("m.hlo") ==
              "m.hlo:3:26: error: the operand 'b' is not defined above; instructions come after those that they use\n"
              "      ROOT r = f32[2] add(a, b)\n"
              "                             ^\n");
    }
}

TEST_CASE("an error that a later stage finds in a text shows the line, too") {
    const std::string text = "ENTRY main {\n  a = f32[2] parameter(0)\n  ROOT r = f32[2] negate(a) }\n";
    const Module module = read_module_bytes(text);
    const Computation& entry = module.entry_computation();
    CHECK(entry[entry.root].place.line == 3);
    Diagnostics diagnostics;
    diagnostics.error({.message = "wrong", .place = entry[entry.root].place});
    diagnostics.error({.message = "nowhere", .place = {.line = 9, .column = 1}});
    diagnostics.show_text(text);
    CHECK(diagnostics.render("m.hlo") == "m.hlo:3:8: error: wrong\n"
                                         "      ROOT r = f32[2] negate(a) }\n"
                                         "           ^\n"
                                         "m.hlo:9:1: error: nowhere\n");
}

TEST_CASE("a text that something damaged is still a text, with lines") {
    const std::string text =
        std::string("ENTRY main {\n  a = f32[] para") + '\0' + "meter(0)\n  ROOT r = f32[] negate(a)\n}\n" +
        "// What is left makes the byte a rare one, as in a file of some size: 123456789 123456789";
    try {
        read_module_bytes(text);
        FAIL();
    } catch (const InputError& error) {
        CHECK(error.diagnostic.place.line == 2);
        CHECK(error.diagnostic.place.column == 17);
    }
}

TEST_CASE("a colon after the module's name is none of it") {
    CHECK_THAT(printed("HloModule some: ENTRY m { ROOT a = f32[] parameter(0) }"), Contains("HloModule some, "));
}

TEST_CASE("a constant has whole bytes an element, whatever its layout says") {
    CHECK(printed_instruction("s4[2]{0:T(8)E(4)S(1)} constant({1, 2})") == "s4[2]{0:T(8)S(1)} constant({1, 2})");
}

TEST_CASE("an operand that is a shape alone is skipped, as XLA does") {
    CHECK_THAT(printed("ENTRY m { a = f32[] parameter(0) ROOT r = f32[] add(f32[] a, f32[], f32[] a) }"),
               Contains("add(%a, %a)"));
}

TEST_CASE("a backend configuration may be a payload") {
    hlo2cpp_proto::HloModuleProto proto;
    proto.ParseFromString(write_proto(read_module_bytes("ENTRY m { ROOT a = f32[] parameter(0) }")));
    proto.mutable_computations(0)->mutable_instructions(0)->mutable_backend_config_payload()->set_value("abc");
    CHECK_THAT(write_text(read_module_bytes(proto.SerializeAsString())), Contains("backend_config=\"abc\""));
    proto.mutable_computations(0)->mutable_instructions(0)->mutable_backend_config_payload()->set_id(
        0); // of the module's
    proto.mutable_computations(0)->mutable_instructions(0)->mutable_backend_config_payload()->clear_value();
    proto.mutable_computations(0)->mutable_instructions(0)->mutable_metadata()->mutable_metadata_payload()->set_id(1);
    proto.add_payloads("def");
    proto.add_payloads("ghi");
    const std::string text = write_text(read_module_bytes(proto.SerializeAsString()));
    CHECK_THAT(text, Contains("backend_config=\"def\"") && Contains("metadata_payload=\"ghi\""));
}

TEST_CASE("nesting without end is refused, not followed") {
    const auto repeated = [](const std::string& part, int times) {
        std::string text;
        for (int i = 0; i < times; ++i) text += part;
        return text;
    };
    constexpr int kDeep = 100000;
    CHECK_THROWS_WITH(printed("ENTRY m { ROOT r = f32[] " + repeated("negate(", kDeep)), Contains("nested more than"));
    CHECK_THROWS_WITH(printed("ENTRY m { ROOT r = " + repeated("(", kDeep)), Contains("nested more than"));
    CHECK_THROWS_WITH(printed("ENTRY m { ROOT r = " + repeated("b(", kDeep)), Contains("nested more than"));
    CHECK_THROWS_WITH(printed("ENTRY m { ROOT r = f32[] constant(" + repeated("{", kDeep)), Contains("braces"));
    CHECK_THROWS_WITH(
        printed("ENTRY m { ROOT r = f32[] call(), to_apply=" + repeated("{ x = f32[] call(), to_apply=", kDeep)),
        Contains("nested more than"));
    CHECK_THROWS_WITH(printed("ENTRY m { ROOT r = f32[] after-all(), origin={" + repeated("(", kDeep)),
                      Contains("nested more than"));
    CHECK_THROWS_WITH(printed("ENTRY m { ROOT r = f32[] custom-call(), literal=" + repeated("(", kDeep)),
                      Contains("nested more than"));
}
