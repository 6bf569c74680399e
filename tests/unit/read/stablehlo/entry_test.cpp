// The entry of a StableHLO program: which function it is, and its arguments.
#include <catch2/catch.hpp>

#include "read/reader.h"
#include "read/stablehlo/stablehlo.h"
#include "support/diagnostics.h"

namespace hlo2cpp::stablehlo {
namespace {

// A function of `rows` numbers.
std::string function_of_rows(const std::string& name, int rows) {
    const std::string type = "tensor<" + std::to_string(rows) + "xf32>";
    return "func.func " + name + "(%x: " + type + ") -> " + type + " {\n  return %x : " + type + "\n}\n";
}

// One without a body.
std::string declared(const std::string& name) {
    return "func.func private " + name + "(tensor<2xf32>) -> tensor<2xf32>\n";
}

std::int64_t rows_of_entry(const std::string& program, const std::string& asked = "") {
    const Module module = read_stablehlo(program, {.input_shapes = {}, .entry = asked}).module;
    return module.parameter_shapes.at(0).dims.at(0);
}

std::string said_of_entry(const std::string& program, const std::string& asked = "") {
    try {
        read_stablehlo(program, {.input_shapes = {}, .entry = asked});
    } catch (const InputError& error) {
        return error.diagnostic.message;
    }
    return "";
}

} // namespace

TEST_CASE("the entry is main, or the only public function, or the only one", "[read]") {
    CHECK(rows_of_entry(function_of_rows("public @f", 2) + function_of_rows("@main", 3)) == 3);
    CHECK(rows_of_entry(function_of_rows("private @main", 3) + function_of_rows("@f", 2)) == 3);
    CHECK(rows_of_entry(function_of_rows("private @g", 2) + function_of_rows("@f", 4)) == 4);
    CHECK(rows_of_entry(function_of_rows("private @f", 5)) == 5);
    CHECK(rows_of_entry(declared("@main") + function_of_rows("@f", 2)) == 2);
}

TEST_CASE("of several functions that may be the entry, --entry chooses one, and the error names them", "[read]") {
    const std::string program =
        function_of_rows("@first", 2) + function_of_rows("@\"sec ond\"", 3) + function_of_rows("private @third", 4);
    CHECK(said_of_entry(program) == "the program has several functions and none is called main: choose its entry with "
                                    "--entry NAME, of first, sec ond");
    CHECK(rows_of_entry(program, "first") == 2);
    CHECK(rows_of_entry(program, "sec ond") == 3);
    CHECK(rows_of_entry(program, "third") == 4);
    CHECK(rows_of_entry(program + function_of_rows("@main", 6), "third") == 4);
    CHECK(said_of_entry(program, "zeroth") == "--entry zeroth: the program has no function of that name with a body, "
                                              "but first, sec ond");
    CHECK_THAT(said_of_entry(program, "firts"), Catch::Matchers::EndsWith("; did you mean first?"));
    CHECK(said_of_entry(program + declared("@zeroth"), "zeroth") == said_of_entry(program, "zeroth"));
    CHECK(said_of_entry(declared("@f")) == "the program has no function with a body, which would be its entry");
    std::string many;
    for (int i = 0; i < 23; ++i) many += function_of_rows("@f" + std::to_string(i), 2);
    CHECK_THAT(said_of_entry(many), Catch::Matchers::EndsWith(", f19 and 3 more"));
}

TEST_CASE("what a module says of its entry is not said of another function", "[read]") {
    const std::string program =
        "module @m attributes {mhlo.xla_entry_computation_parameter_layouts = "
        "[dense<[0, 1]> : tensor<2xindex>], mhlo.input_output_alias = [{alias = {kind = "
        "\"may_alias\", parameter_index = [], parameter_number = 0 : i64}, output_index = []}]} "
        "{\nfunc.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {\n  return %x : "
        "tensor<2x3xf32>\n}\nfunc.func private @f(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {\n  "
        "return %x : tensor<2x3xf32>\n}\n}\n";
    const Module main = read_stablehlo(program, {}).module;
    CHECK(main.aliases.size() == 1);
    CHECK(main.parameter_shapes.at(0).layout.minor_to_major == std::vector<std::int64_t>{0, 1});
    const Module other = read_stablehlo(program, {.input_shapes = {}, .entry = "f"}).module;
    CHECK(other.aliases.empty());
    CHECK(other.parameter_shapes.at(0).layout.minor_to_major.empty());
}

TEST_CASE("arguments and results of a SavedModel have the names of its signature", "[read]") {
    const auto program = [](const std::string& first, const std::string& second) {
        return "func.func @main(%arg0: tensor<2xf32> {tf_saved_model.index_path = [" + first +
               "]}, %arg1: tensor<3xf32> {tf_saved_model.index_path = [" + second +
               "]}) -> (tensor<3xf32> {tf_saved_model.index_path = [\"logits\"]}, tensor<2xf32> "
               "{tf_saved_model.index_path = [\"output_1\"]}) {\n"
               "  return %arg1, %arg0 : tensor<3xf32>, tensor<2xf32>\n}\n";
    };
    const auto names = [&](const std::string& first, const std::string& second) {
        const Module module = read_stablehlo(program(first, second), {}).module;
        std::vector<std::string> all;
        for (const InstructionId id : module.entry_computation().parameters)
            all.push_back(module.entry_computation()[id].name);
        return all;
    };
    using Names = std::vector<std::string>;
    CHECK(names("\"b\"", "\"a\"") == Names{"b", "a"});
    CHECK(names("\"state\", 1", "\"state\", \"x\"") == Names{"state.1", "state.x"});
    CHECK(names("\"a\"", "\"a\"") == Names{"arg0", "arg1"});
    CHECK(names("", "\"a\"") == Names{"arg0", "arg1"});
    CHECK(read_stablehlo(program("\"b\"", "\"a\""), {}).result_names == Names{"logits", "output_1"});
    CHECK(rows_of_entry(program("\"b\"", "\"a\"")) == 2);
}

TEST_CASE("--entry is refused for HLO, which says its entry", "[read]") {
    CHECK_THROWS_WITH(read_model(HLO2CPP_SOURCE_DIR "/tests/golden/report.hlo", {.input_shapes = {}, .entry = "main"}),
                      "--entry is for StableHLO; HLO says which computation is its entry");
}

TEST_CASE("the platform of a program without its jax.export file is an argument where it counts", "[read]") {
    const auto program = [](const std::string& operand) {
        return "func.func @main(%arg0: tensor<i32> {jax.global_constant = \"_platform_index\"}, %x: tensor<i32>) -> "
               "tensor<i32> {\n  %0 = stablehlo.add " +
               operand + ", %x : tensor<i32>\n  return %0 : tensor<i32>\n}\n";
    };
    CHECK(read_stablehlo(program("%arg0"), {}).module.parameter_shapes.size() == 2);
    CHECK(read_stablehlo(program("%x"), {}).module.parameter_shapes.size() == 1);
}

} // namespace hlo2cpp::stablehlo
