#include <catch2/catch.hpp>

#include "hlo/write.h"
#include "read/reader.h"
#include "support/diagnostics.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

// The body of an entry computation between its braces.
Module read_entry(const std::string& instructions) {
    return read_module_bytes("HloModule m\nENTRY main {\n" + instructions + "\n}\n");
}

const Instruction& root(const Module& module) {
    return module.entry_computation()[module.entry_computation().root];
}

// What the IR holds of a module, which is less than the file says.
std::string held(Module module) {
    module.source = nullptr;
    return write_text(module);
}

Diagnostic error_of(const std::string& text) {
    try {
        read_module_bytes(text);
    } catch (const InputError& error) {
        return error.diagnostic;
    }
    FAIL("no error in: " << text);
    return {};
}

constexpr const char* kLong =
    R"(HloModule jit_f, is_scheduled=true, input_output_alias={ {}: (0, {}, must-alias) }, entry_computation_layout={(f32[2,3]{0,1})->f32[2,3]{0,1}}, frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<["d"=1]>}}

FileNames
1 "model.py"

FunctionNames
1 "f"

FileLocations
1 {file_name_id=1 function_name_id=1 line=14 end_line=14 column=4 end_column=10}

StackFrames
1 {file_location_id=1 parent_frame_id=1}

%twice (x.1: f32[2,3]) -> f32[2,3] {
  %x.1 = f32[2,3]{1,0} parameter(0)
  ROOT %sum = f32[2,3]{1,0} add(%x.1, %x.1), metadata={op_type="Add" op_name="jit(f)/a\"b\"" stack_frame_id=1}
}

/* the entry */
ENTRY %main.2 (a: f32[2,3]) -> f32[2,3] { // of the module
  %a = f32[2,3]{0,1} parameter(0), sharding={replicated}
  ROOT %c = f32[2,3]{1,0} call(f32[2,3]{0,1} /*index=0*/%a), to_apply=%twice, control-predecessors={%a}
}
)";

} // namespace

TEST_CASE("the long form of HLO text is read whole") {
    const Module module = read_module_bytes(kLong);
    CHECK(
        held(module) ==
        R"(HloModule jit_f, input_output_alias={ {}: (0, {}, must-alias) }, entry_computation_layout={(f32[2,3]{0,1})->f32[2,3]{0,1}}, frontend_attributes={xla.sdy.meshes="{mesh = #sdy.mesh<[\"d\"=1]>}"}

%twice (x.1: f32[2,3]) -> f32[2,3] {
  %x.1 = f32[2,3]{1,0} parameter(0)
  ROOT %sum = f32[2,3]{1,0} add(%x.1, %x.1), metadata={op_name="jit(f)/a\"b\"" source_file="model.py" source_line=14}
}

ENTRY %main.2 (a: f32[2,3]) -> f32[2,3] {
  %a = f32[2,3]{0,1} parameter(0), sharding={replicated}
  ROOT %c = f32[2,3]{1,0} call(%a), to_apply=%twice, control-predecessors={%a}
}
)");
    CHECK(root(module).place.line == 23);
}

TEST_CASE("the short form, without header, signatures, % and layouts, means the same") {
    const Module module = read_module_bytes("f { x = s32[] parameter(0) ROOT r = s32[] negate(x) }\n"
                                            "main { a = s32[] parameter(0)\n c = s32[] call(a), to_apply=f }");
    CHECK(module.entry_computation().name == "main"); // the last one
    CHECK(root(module).name == "c");                  // the last one
}

TEST_CASE("attributes arrive in the IR") {
    const Module module = read_entry(R"(
        x = f32[1,8,8,4] parameter(0)
        k = f32[3,3,2,8] parameter(1)
        ROOT r = f32[1,4,8,8] convolution(x, k), window={size=3x3 stride=2x1 pad=0_1x1_-1 lhs_dilate=1x2 rhs_dilate=2x1 rhs_reversal=0x1},
            dim_labels=b01f_01io->b01f, feature_group_count=2, operand_precision={highest,default})");
    const Attributes& a = root(module).attributes;
    REQUIRE(a.window.size() == 2);
    CHECK(a.window[0].stride == 2);
    CHECK(a.window[0].window_dilation == 2);
    CHECK(a.window[1].padding_high == -1);
    CHECK(a.window[1].base_dilation == 2);
    CHECK(a.window[1].reversal);
    REQUIRE(a.convolution.has_value());
    CHECK(a.convolution->input_spatial == std::vector<std::int64_t>{1, 2});
    CHECK(a.convolution->kernel_output_feature == 3);
    CHECK(a.feature_group_count == 2);
}

TEST_CASE("slices, paddings and gather dimensions are read") {
    CHECK_THAT(held(read_entry("x = f32[9,9] parameter(0) ROOT s = f32[2,3] slice(x), slice={[0:4:2], [1:4]}")),
               Contains("slice={[0:4:2], [1:4]}"));
    CHECK_THAT(
        held(read_entry("x = f32[2,2] parameter(0) z = f32[] constant(0) p = f32[3,7] pad(x, z), padding=0_1x2_-1_4")),
        Contains("padding=0_1_0x2_-1_4"));
    const Module gather =
        read_entry("x = f32[5,4] parameter(0) i = s32[3] parameter(1) g = f32[3,4] gather(x, i), offset_dims={1}, "
                   "collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,4}");
    REQUIRE(root(gather).attributes.gather.has_value());
    CHECK(root(gather).attributes.gather->collapsed_slice_dims == std::vector<std::int64_t>{0});
    CHECK(root(gather).attributes.slice_sizes == std::vector<std::int64_t>{1, 4});
}

TEST_CASE("a while calls its condition, then its body, and may know its trip count") {
    const Module module =
        read_module_bytes("HloModule m\n"
                          "step { x = s32[] parameter(0) ROOT r = s32[] negate(x) }\n"
                          "test { x = s32[] parameter(0) ROOT r = pred[] constant(false) }\n"
                          "ENTRY e { a = s32[] parameter(0) ROOT w = s32[] while(a), body=step, condition=test, "
                          "backend_config={\"known_trip_count\":{\"n\":\"7\"}} }");
    REQUIRE(root(module).called.size() == 2);
    CHECK(module[root(module).called[0]].name == "test");
    CHECK(module[root(module).called[1]].name == "step");
    CHECK(root(module).attributes.known_trip_count == 7);
}

TEST_CASE("dynamic, tiled and tuple shapes are read") {
    const Module module = read_entry("p = (f32[<=3,2]{0,1:T(8,128)S(5)}, (), (token[], bf16[])) parameter(0)");
    const Shape& shape = root(module).shape;
    REQUIRE(shape.tuple.size() == 3);
    CHECK(shape.tuple[0].dynamic == std::vector<bool>{true, false});
    CHECK(shape.tuple[0].layout.tiles == std::vector<std::int64_t>{2, 8, 128});
    CHECK(shape.tuple[0].layout.memory_space == 5);
    CHECK(to_string(shape, true) == "(f32[<=3,2]{0,1}, (), (token[], bf16[]))");
}

TEST_CASE("an async start in the short form gets the computation that it starts") {
    const Module module = read_entry(
        "a = f32[5] parameter(0) s = ((f32[5]), f32[5], u32[]) negate-start(a) ROOT d = f32[5] negate-done(s)");
    const Instruction& start = module.entry_computation().instructions[1];
    CHECK(start.opcode == Opcode::AsyncStart);
    REQUIRE(start.called.size() == 1);
    CHECK(module[start.called[0]].instructions.back().opcode == Opcode::Negate);
    CHECK(root(module).opcode == Opcode::AsyncDone);
}

TEST_CASE("errors say where they are and what was expected") {
    const auto body = [](const std::string& line) {
        return "HloModule m\nENTRY e {\n  a = f32[4] parameter(0)\n" + line + "\n}\n";
    };
    struct Case {
        const char* line;
        const char* message;
        int column;
    };
    const Case cases[] = {
        {"  c f32[4] negate(a)", "expected = after the name of the instruction, but found 'f32'", 5},
        {"  c = f32[4 negate(a)", "expected ] after the dimensions of the shape", 13},
        {"  c = float[4] negate(a)", "unknown element type 'float'", 7},
        {"  c = f32[4] negate(b)", "operand 'b' is not defined above", 21},
        {"  a = f32[4] negate(a)", "second instruction with the name 'a'", 3},
        {"  c = f32[4] negate(a), colour={1}", "unknown attribute 'colour'", 25},
        {"  c = f32[4] negate(a), metadata={op_name=\"x}", "string is not closed", 43},
        {"  c = f32[4] negate(a) /* x", "comment is not closed", 24},
        {"  c = f32[2,4] broadcast(a), dimensions={1x}", "expected an integer among dimensions, but found '1x'", 42},
        {"  c = f32[2,4] broadcast(a), dimensions={99999999999999999999}", "does not fit in 64 bits", 42},
        {"  c = f32[4] compare(a, a)", "compare needs the attribute 'direction'", 14},
        {"  c = f32[4]{1} negate(a)", "no permutation", 13},
        {"  c = f32[4] call(a), to_apply=g", "no computation with the name 'g'", 32},
    };
    for (const Case& c : cases) {
        const Diagnostic error = error_of(body(c.line));
        INFO(c.line);
        CHECK_THAT(error.message, Contains(c.message));
        CHECK(error.place.line == 4);
        CHECK(error.place.column == c.column);
    }
}

TEST_CASE("second ENTRY, second ROOT, unclosed bodies and text after the end are errors") {
    const std::string whole = "HloModule m ENTRY e { ROOT a = f32[] constant(1) }";
    CHECK_THAT(error_of(whole + " ENTRY f { b = f32[] constant(1) }").message, Contains("second ENTRY"));
    CHECK_THAT(error_of(whole + " %%% end").message, Contains("expected a computation or the end of the text"));
    CHECK_THAT(error_of("HloModule m ENTRY e { ROOT a = f32[] constant(1) ROOT b = f32[] constant(1) }").message,
               Contains("second ROOT"));
    CHECK_THAT(error_of("HloModule m ENTRY e { ROOT a = f32[] constant(1)").message, Contains("not closed"));
    CHECK_THAT(error_of("HloModule m").message, Contains("expected a computation"));
}

TEST_CASE("recursion among computations is refused") {
    const Diagnostic error = error_of("HloModule m\nf { x = f32[] parameter(0)\n ROOT r = f32[] call(x), to_apply=g }\n"
                                      "g { y = f32[] parameter(0)\n ROOT s = f32[] call(y), to_apply=f }\n"
                                      "ENTRY e { a = f32[] parameter(0) ROOT t = f32[] call(a), to_apply=f }");
    CHECK_THAT(error.message, Contains("calls itself, by way of g"));
    CHECK(error.place.line == 3);
}

TEST_CASE("deep nesting is refused, not followed") {
    const std::string open(10000, '(');
    CHECK_THAT(error_of("HloModule m ENTRY e { a = " + open).message, Contains("100 deep"));
    const std::string braces(10000, '{');
    CHECK_THAT(error_of("HloModule m ENTRY e { a = f32[1] constant(" + braces).message,
               Contains("more levels of braces"));
    CHECK_THAT(error_of("HloModule m ENTRY e { a = f32[1] parameter(0), sharding=" + braces).message,
               Contains("expected a sharding"));
}
