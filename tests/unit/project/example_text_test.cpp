#include <catch2/catch.hpp>

#include "driver/compile.h"
#include "project/example_text.h"
#include "project/project.h"
#include "read/reader.h"

namespace hlo2cpp {
namespace {

using Catch::Matchers::Contains;

// The files of a module for a kind of build system, one behind the other, each under its place.
std::string files_of(const std::string& module, std::string_view kind, const std::vector<std::string>& state = {}) {
    CompileOptions options;
    options.target = *find_target("generic");
    options.generate.name = "net";
    options.generate.self_test = options.example = true;
    for (const std::string& name : state) options.state.push_back(parse_state(name));
    Diagnostics diagnostics;
    const Compilation c = compile(read_module_bytes(module), options, diagnostics);
    INFO(diagnostics.render("m"));
    REQUIRE_FALSE(diagnostics.has_errors());
    const GenerateInput input{c.module,  c.kernels,        options.target, c.schedule, c.plan,
                              c.program, options.generate, c.time,         c.measured, c.self_test};
    std::string all;
    for (const Code::File& file : project_files(*find_project_kind(kind), input, *c.example))
        all += "== " + file.name + "\n" + file.contents;
    return all;
}

constexpr const char* kCopy = R"(HloModule copy

ENTRY e {
  x = f32[100] parameter(0)
  n = u8[2] parameter(1)
  ROOT r = (f32[100], u8[2]) tuple(x, n)
}
)";

TEST_CASE("an argument of many elements is filled with its first ones, a short one is written out", "[project]") {
    const std::string text = files_of(kCopy, "make");
    CHECK_THAT(text, Contains("static const float x_values[64] = {") && Contains("float x[100];"));
    CHECK_THAT(text, Contains("static const uint8_t n_values[2] = {"));
    CHECK_THAT(text, Contains("net_fill(data.x, sizeof data.x, x_values, sizeof x_values);"));
    CHECK_THAT(text,
               Contains("net_put_real(print, data.out0[i])") && Contains("net_put_unsigned(print, data.out1[i])"));
    CHECK_THAT(text, !Contains("net_put_signed") && !Contains("net_put_bits"));
}

TEST_CASE("a result that is written into an argument is shown there, one that is state is not", "[project]") {
    const std::string module = R"(HloModule step, input_output_alias={ {0}: (0, {}, must-alias) }

ENTRY e {
  s = s32[3] parameter(0)
  x = s32[3] parameter(1)
  n = s32[3] add(s, x)
  ROOT r = (s32[3], s32[3]) tuple(n, x)
}
)";
    CHECK_THAT(files_of(module, "make"), Contains("net_put_signed(print, data.s[i])"));
    CHECK_THAT(files_of(module, "make", {"s"}),
               !Contains("data.s[i]") && Contains("net_put_signed(print, data.out1[i])") && Contains("net_reset();"));
    CHECK_THAT(files_of(module, "make"), !Contains("net_reset"));
}

TEST_CASE("of a result whose size is known at run time, the size is shown alone", "[project]") {
    const std::string text =
        files_of("HloModule m\n\nENTRY e {\n  x = f32[<=6] parameter(0)\n  ROOT y = f32[<=6] negate(x)\n}\n", "make");
    CHECK_THAT(text, !Contains("net_put_real") && Contains("net_put_signed(print, data.out_size0[i])"));
}

TEST_CASE("the files of each build system are at their places, the model's name in theirs", "[project]") {
    const auto has = [](const char* kind, const std::vector<std::string>& places) {
        const std::string text = files_of(kCopy, kind);
        for (const std::string& place : places) CHECK_THAT(text, Contains("== " + place + "\n"));
        CHECK_THAT(text, Contains("== README.md\n# net\n"));
    };
    has("make", {"Makefile", "example/main.c", "example/net_example.h"});
    has("cmake", {"CMakeLists.txt", "example/main.c", "example/net_example.h"});
    has("arduino",
        {"library.properties", "examples/net_example/net_example.ino", "examples/net_example/net_example.h"});
    has("platformio", {"library.json", "examples/native/platformio.ini", "examples/native/src/net_example.h"});
    has("esp-idf", {"CMakeLists.txt", "idf_component.yml", "examples/net_example/main/net_example.h"});
    has("zephyr", {"zephyr/module.yml", "zephyr/Kconfig", "samples/net_example/src/net_example.h"});
    CHECK(project_kinds().size() == 6);
    CHECK(find_project_kind("") == nullptr);
}

} // namespace
} // namespace hlo2cpp
