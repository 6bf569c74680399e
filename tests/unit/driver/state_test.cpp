#include <catch2/catch.hpp>

#include "driver/compile.h"
#include "driver/files.h"
#include "driver/process.h"
#include "driver/state.h"
#include "read/reader.h"

namespace hlo2cpp {
namespace {

using Catch::Matchers::Contains;

// A running mean: count + 1, and mean + (x - mean) / (count + 1); the last value of x is a result that aliases nothing.
constexpr const char* kMean = R"(HloModule mean, input_output_alias={ {0}: (0, {}, may-alias), {1}: (1, {}, may-alias) }

ENTRY main {
  count = f32[] parameter(0), metadata={op_name="state['count']"}
  mean = f32[2]{0} parameter(1), metadata={op_name="state['mean']"}
  x = f32[2]{0} parameter(2), metadata={op_name="x"}
  last = f32[2]{0} parameter(3), metadata={op_name="last"}
  one = f32[] constant(1)
  next_count = f32[] add(count, one)
  counts = f32[2]{0} broadcast(next_count), dimensions={}
  away = f32[2]{0} subtract(x, mean)
  step = f32[2]{0} divide(away, counts)
  next_mean = f32[2]{0} add(mean, step)
  change = f32[2]{0} subtract(x, last)
  same = f32[2]{0} copy(x)
  ROOT all = (f32[], f32[2]{0}, f32[2]{0}, f32[2]{0}) tuple(next_count, next_mean, change, same)
}
)";

struct CompiledState {
    Compilation compilation;
    std::string errors;
};

CompiledState compiled(const std::vector<StateRequest>& state) {
    CompileOptions options;
    options.target = *find_target("generic");
    options.generate.name = "mean";
    options.state = state;
    Diagnostics diagnostics;
    Compilation compilation = compile(read_module_bytes(kMean), options, diagnostics);
    return {std::move(compilation), diagnostics.render("m")};
}

std::vector<StateRequest> requests(const std::vector<std::string>& texts) {
    std::vector<StateRequest> result;
    for (const std::string& text : texts) result.push_back(parse_state(text));
    return result;
}

std::vector<std::string> names(const std::vector<std::string>& texts) {
    const CompiledState c = compiled(requests(texts));
    INFO(c.errors);
    CHECK(c.errors.empty());
    std::vector<std::string> found;
    for (const StateArray& array : c.compilation.state) found.push_back(array.name);
    return found;
}

NpyArray npy(const std::vector<float>& values) {
    Literal literal = Literal::zeros(Shape::array(ElementType::F32, {static_cast<std::int64_t>(values.size())}));
    for (std::size_t i = 0; i < values.size(); ++i) literal.set(static_cast<std::int64_t>(i), values[i]);
    return parse_npy(to_npy(literal), "a test");
}

// Compiles the code as C++17 with the given `main`, and its header as C; returns what the program prints.
std::string output_of(const Code& code, const std::string& main_text) {
    const TemporaryFolder folder;
    const auto path = [&](const char* name) { return (folder.path() / name).string(); };
    OutputFiles files;
    files.add(path("mean.h"), code.header);
    files.add(path("mean.cpp"), code.source);
    files.add(path("main.cpp"),
              "#include \"mean.h\"\n#include <stdio.h>\nint main() {\n" + main_text + "    return 0;\n}\n");
    files.add(path("header.c"), "#include \"mean.h\"\nint unused(void);\n");
    files.commit();
    const std::string log = path("log");
    const auto run = [&](const std::string& command) {
        const ProcessEnd end = run_process(split_words(command), log, folder.processes());
        INFO(command << "\n" << read_file(log));
        REQUIRE(end.status == 0);
    };
    run("cc -std=c99 -Wall -Wextra -Wpedantic -Werror -fsyntax-only " + path("header.c"));
    run("c++ -std=c++17 -Wall -Wextra -Werror -Wshadow -Wold-style-cast " + path("main.cpp") + " " + path("mean.cpp") +
        " -o " + path("main"));
    run(path("main"));
    return read_file(log);
}

} // namespace

TEST_CASE("--state takes a name, a result and a file", "[state]") {
    CHECK(parse_state("x").name == "x");
    CHECK_FALSE(parse_state("x").result);
    CHECK(parse_state("x=2").result == 2);
    CHECK(parse_state("x=2=a=b.npy").file == "a=b.npy");
    CHECK(parse_state("x=init.npy").file == "init.npy");
    CHECK_FALSE(parse_state("x=init.npy").result);
    CHECK_THROWS_AS(parse_state("=3"), InputError);
    CHECK_THROWS_AS(parse_state("x=99999999999999999999"), InputError);
}

TEST_CASE("a parameter is found by its name, by JAX's name, and by either as an identifier", "[state]") {
    for (const char* name : {"mean", "state['mean']", "state_mean"})
        CHECK(names({name}) == std::vector<std::string>{"state['mean']"});
    CHECK(names({"state"}) == std::vector<std::string>{"state['count']", "state['mean']"}); // all leaves of an argument
    CHECK(names({"last=3"}) == std::vector<std::string>{"last"});                           // paired with a result
}

TEST_CASE("what cannot be state is refused with what can", "[state]") {
    const auto errors = [](const std::vector<std::string>& texts) { return compiled(requests(texts)).errors; };
    CHECK_THAT(errors({"nobody"}),
               Contains("no argument has that name") && Contains("state['count'] f32[], state['mean'] f32[2]"));
    CHECK_THAT(errors({"last"}), Contains("donate_argnums") && Contains("--state last=RESULT"));
    CHECK_THAT(errors({"last=0"}), Contains("the result is f32[], the argument f32[2]"));
    CHECK_THAT(errors({"last=1"}), Contains("written into another argument"));
    CHECK_THAT(errors({"last=7"}), Contains("only 4 results"));
    CHECK_THAT(errors({"mean=2"}), Contains("result 1 is written into the argument"));
    CHECK_THAT(errors({"mean", "mean"}), Contains("named twice"));
    CHECK_THAT(errors({"state=1"}), Contains("these are 2 arguments"));
}

TEST_CASE("state is in the kernels' form, the module stays as it was read", "[state]") {
    const Compilation c = compiled(requests({"state", "last=3"})).compilation;
    CHECK(c.module.aliases.size() == 2);
    CHECK(c.lowered.aliases.size() == 2);
    const Entry& entry = c.kernels.entries[0];
    for (const std::size_t leaf : std::vector<std::size_t>{0, 1, 3})
        CHECK(c.kernels[entry.parameters[leaf]].kind == ValueKind::State);
    CHECK(c.kernels[entry.parameters[2]].kind == ValueKind::Parameter);
    CHECK(entry.written_into[3] == entry.parameters[3]);
    CHECK_FALSE(entry.written_into[2].valid());
}

TEST_CASE("state takes no place among the arguments, and its bytes are reported", "[state]") {
    const Compilation compilation = compiled(requests({"state", "last=3"})).compilation;
    CHECK(compilation.program.state_bytes() == 20);
    CHECK_THAT(compilation.code.header,
               Contains("#define MEAN_STATE_BYTES 20") && Contains("int mean_run(const float* x, float* out2)") &&
                   Contains("float state_count[1];") && Contains("float state_mean[2];") && Contains("float last[2];"));
}

TEST_CASE("state is kept over several calls, in memory of the file's own", "[state]") {
    const Code code = compiled(requests({"state", "last=3"})).compilation.code;
    const std::string said = output_of(code, R"(
    const float xs[3][2] = {{1, 10}, {3, 20}, {5, 60}};
    float change[2];
    for (const float* x : xs) {
        if (mean_run(x, change) != MEAN_OK) return 1;
        const mean_state* s = mean_own_state();
        printf("%g: %g %g, changed %g %g\n", double(s->state_count[0]), double(s->state_mean[0]), double(s->state_mean[1]),
               double(change[0]), double(change[1]));
    }
    mean_reset();
    printf("%g %g\n", double(mean_own_state()->state_count[0]), double(mean_own_state()->last[1]));
    mean_own_state()->state_count[0] = 1;
    mean_own_state()->state_mean[0] = 7;
    if (mean_run(xs[0], change) != MEAN_OK) return 1;
    printf("%g\n", double(mean_own_state()->state_mean[0]));
)");
    CHECK(said == "1: 1 10, changed 1 10\n2: 2 15, changed 2 10\n3: 3 30, changed 2 40\n0 0\n4\n");
}

TEST_CASE("contexts have states of their own, with initial values from flash", "[state]") {
    std::vector<StateRequest> asked = requests({"count", "mean", "last=3"});
    asked[1].initial = npy({100, 200});
    const Code code = compiled(asked).compilation.code;
    CHECK_THAT(code.header, Contains("mean_reset before the first mean_run."));
    CHECK_THAT(code.source, Contains("memcpy(state->state_mean, initial_"));
    const std::string said = output_of(code, R"(
    mean_state first, second;
    mean_context a, b;
    if (mean_init(&a, nullptr, &first) != MEAN_OK || mean_init(&b, nullptr, &second) != MEAN_OK) return 1;
    const float x[2] = {4, 6};
    float change[2];
    a.state->state_count[0] = 1;
    mean_run_in(&a, x, change);
    printf("%g %g; %g %g\n", double(first.state_mean[0]), double(first.state_mean[1]), double(second.state_mean[0]),
           double(second.state_mean[1]));
    mean_reset_in(&a);
    printf("%g %g\n", double(first.state_count[0]), double(first.state_mean[0]));
    mean_reset();
    printf("%g\n", double(mean_own_state()->state_mean[1]));
    a.state = nullptr;
    printf("%d %d %d\n", mean_run_in(&a, x, change) == MEAN_NO_STATE, mean_reset_in(&a) == MEAN_NO_STATE,
           mean_init(nullptr, nullptr, &first) == MEAN_NO_STATE);
)");
    CHECK(said == "52 103; 100 200\n0 100\n200\n1 1 1\n");
}

} // namespace hlo2cpp
