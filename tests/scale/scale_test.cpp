// Modules of 100,000 instructions: that all of it works, and that nothing in the compiler is quadratic or recurses over
// the size of the module. Nothing is timed: a test that is much too slow runs into the limit of ctest. What takes long
// has a quarter of the size in the test command, and all of it under [full_scale].
#include <random>

#include <catch2/catch.hpp>

#include "driver/compile.h"
#include "driver/run.h"
#include "evaluate/evaluator.h"
#include "read/reader.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

constexpr int kInstructions = 100'000;

// Lines of HLO text.
class Text {
public:
    template <typename... Parts>
    void line(const Parts&... parts) {
        ((text_ += piece(parts)), ...);
        text_ += '\n';
    }
    std::string take() { return "HloModule m\n" + std::move(text_); }

private:
    static std::string piece(const char* part) { return part; }
    static std::string piece(const std::string& part) { return part; }
    static std::string piece(int part) { return std::to_string(part); }
    std::string text_;
};

// Bytes of the source.
std::size_t compiles(const std::string& text) {
    const CompileOptions options{.target = *find_target("generic")};
    Diagnostics diagnostics;
    const Compilation compilation = compile(read_module_bytes(text), options, diagnostics);
    INFO(diagnostics.render("test"));
    REQUIRE(!diagnostics.has_errors());
    CHECK(!compilation.code.source.empty());
    return compilation.code.source.size();
}

std::string random_graph(int count) {
    Text text;
    std::mt19937 random(1);
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    text.line("ENTRY e {\n v0 = f32[4,4] parameter(0)\n v1 = f32[4,4] parameter(1)");
    for (int i = 2; i < count; ++i) {
        const int a = i - 1 - below(std::min(i, 30)), b = below(10) == 0 ? below(i) : i - 1 - below(std::min(i, 30));
        const char* const binary[] = {"add", "multiply", "subtract", "maximum"};
        const char* const unary[] = {"tanh", "negate", "abs", "exponential"};
        const int kind = below(10);
        const std::string root = i + 1 == count ? " ROOT v" : " v", name = root + std::to_string(i) + " = f32[4,4] ";
        if (kind == 0)
            text.line(name, "dot(v", a, ", v", b, "), lhs_contracting_dims={1}, rhs_contracting_dims={0}");
        else if (kind < 5)
            text.line(name, binary[below(4)], "(v", a, ", v", b, "), metadata={op_name=\"jit(f)/", i / 10, "\"}");
        else if (kind < 8)
            text.line(name, unary[below(4)], "(v", a, ")");
        else
            text.line(name, "transpose(v", a, "), dimensions={1,0}");
    }
    text.line("}");
    return text.take();
}

std::string chain() {
    Text text;
    text.line("ENTRY e {\n v0 = f32[16] parameter(0)");
    for (int i = 1; i < kInstructions; ++i)
        text.line(i + 1 == kInstructions ? " ROOT v" : " v", i, " = f32[16] ", i % 3 == 0 ? "tanh" : "negate", "(v",
                  i - 1, ")");
    text.line("}");
    return text.take();
}

std::string computations(int count) {
    Text text;
    const int each = kInstructions / count;
    for (int c = 0; c < count; ++c) {
        text.line("c", c, " {\n v0 = f32[8] parameter(0)");
        for (int i = 1; i < each; ++i)
            text.line(i + 1 == each ? " ROOT v" : " v", i, " = f32[8] ", i % 2 == 0 ? "add" : "multiply", "(v", i - 1,
                      ", v", i * 7 % i, ")");
        text.line("}");
    }
    text.line("ENTRY e {\n v0 = f32[8] parameter(0)");
    for (int c = 0; c < count; ++c)
        text.line(c + 1 == count ? " ROOT v" : " v", c + 1, " = f32[8] call(v", c, "), to_apply=c", c);
    text.line("}");
    return text.take();
}

// Adds 1 to each element, `depth` times.
std::string nested_calls(int depth) {
    Text text;
    text.line("c0 {\n ROOT p = s32[2] parameter(0)\n}");
    for (int c = 1; c <= depth; ++c)
        text.line("c", c,
                  " {\n p = s32[2] parameter(0)\n o = s32[2] constant({1,1})\n q = s32[2] add(p, o)\n ROOT r = s32[2] "
                  "call(q), to_apply=c",
                  c - 1, "\n}");
    text.line("ENTRY e {\n p = s32[2] parameter(0)\n ROOT r = s32[2] call(p), to_apply=c", depth, "\n}");
    return text.take();
}

std::string many_loops(int count) {
    const std::string state = "(s32[], f32[8])";
    Text text;
    for (int c = 0; c < count; ++c) {
        text.line("n", c, " {\n p = ", state,
                  " parameter(0)\n i = s32[] get-tuple-element(p), index=0\n n = s32[] constant(3)");
        text.line(" ROOT c = pred[] compare(i, n), direction=LT\n}\nb", c, " {\n p = ", state, " parameter(0)");
        text.line(" i = s32[] get-tuple-element(p), index=0\n v = f32[8] get-tuple-element(p), index=1\n n = s32[] "
                  "constant(1)");
        text.line(" j = s32[] add(i, n)\n w = f32[8] tanh(v)\n ROOT c = ", state, " tuple(j, w)\n}");
    }
    text.line("ENTRY e {\n v0 = f32[8] parameter(0)\n z = s32[] constant(0)");
    for (int c = 0; c < count; ++c) {
        text.line(" t", c, " = ", state, " tuple(z, v", c, ")\n w", c, " = ", state, " while(t", c, "), condition=n", c,
                  ", body=b", c);
        text.line(c + 1 == count ? " ROOT v" : " v", c + 1, " = f32[8] get-tuple-element(w", c, "), index=1");
    }
    text.line("}");
    return text.take();
}

std::string many_conditionals(int count) {
    const std::string pair = "(f32[4], f32[4])";
    Text text;
    for (int b = 0; b < 2 * count; ++b) {
        text.line(
            "b", b, " {\n p = ", pair,
            " parameter(0)\n a = f32[4] get-tuple-element(p), index=0\n b = f32[4] get-tuple-element(p), index=1");
        text.line(" c = f32[4] multiply(a, b)\n d = f32[4] ", b % 2 == 0 ? "exponential" : "tanh",
                  "(c)\n ROOT r = f32[4] add(d, a)\n}");
    }
    text.line("ENTRY e {\n p = pred[] parameter(0)\n v0 = f32[4] parameter(1)\n v1 = f32[4] parameter(2)");
    for (int c = 0; c < count; ++c) {
        text.line(" t", c, " = ", pair, " tuple(v", c, ", v", c + 1, ")\n", c + 1 == count ? " ROOT v" : " v", c + 2,
                  " = f32[4] conditional(p, t", c, ", t", c, "), true_computation=b", 2 * c, ", false_computation=b",
                  2 * c + 1);
    }
    text.line("}");
    return text.take();
}

std::string many_results() {
    Text text;
    std::string shapes, values;
    text.line("ENTRY e {\n v0 = f32[8] parameter(0)");
    for (int i = 1; i < kInstructions / 10; ++i) {
        text.line(" v", i, " = f32[8] tanh(v", i - 1, ")");
        shapes += (i == 1 ? "" : ", ") + std::string("f32[8]");
        values += (i == 1 ? "v" : ", v") + std::to_string(i);
    }
    text.line(" ROOT t = (", shapes, ") tuple(", values, ")\n}");
    return text.take();
}

// The transpose of 7 rows of 5, read as 7 rows of 5 again: each turn is a quotient and a remainder of what the turn
// before gives.
std::string turns(int count) {
    Text text;
    text.line("ENTRY e {\n v0 = f32[7,5] parameter(0)");
    for (int i = 1; i <= count; ++i)
        text.line(" t", i, " = f32[5,7] transpose(v", i - 1, "), dimensions={1,0}\n v", i, " = f32[7,5] reshape(t", i,
                  ")");
    text.line(" ROOT n = f32[7,5] negate(v", count, ")\n}");
    return text.take();
}

// if / else if / else of so many levels.
std::string nested_conditionals(int depth) {
    Text text;
    text.line("c0 {\n p = f32[4] parameter(0)\n ROOT r = f32[4] tanh(p)\n}");
    for (int i = 1; i <= depth; ++i) {
        text.line("e", i, " {\n p = f32[4] parameter(0)\n ROOT r = f32[4] sine(p)\n}\nc", i,
                  " {\n p = f32[4] parameter(0)\n s = f32[1] slice(p), slice={[0:1]}\n q = f32[] reshape(s)");
        text.line(" z = f32[] constant(", i, ")\n c = pred[] compare(q, z), direction=LT\n d = f32[4] cosine(p)");
        text.line(" ROOT r = f32[4] conditional(c, d, d), true_computation=e", i, ", false_computation=c", i - 1,
                  "\n}");
    }
    text.line("ENTRY e {\n p = f32[4] parameter(0)\n ROOT r = f32[4] call(p), to_apply=c", depth, "\n}");
    return text.take();
}

std::string nested_loops(int depth) {
    const std::string state = "(s32[], f32[8])";
    Text text;
    for (int i = 0; i < depth; ++i) {
        text.line("n", i, " {\n p = ", state,
                  " parameter(0)\n i = s32[] get-tuple-element(p), index=0\n n = s32[] constant(3)");
        text.line(" ROOT c = pred[] compare(i, n), direction=LT\n}\nb", i, " {\n p = ", state, " parameter(0)");
        text.line(" i = s32[] get-tuple-element(p), index=0\n v = f32[8] get-tuple-element(p), index=1\n o = s32[] "
                  "constant(1)\n j = s32[] add(i, o)\n t = f32[8] tanh(v)");
        if (i > 0)
            text.line(" z = s32[] constant(0)\n a = ", state, " tuple(z, t)\n w = ", state, " while(a), condition=n",
                      i - 1, ", body=b", i - 1, "\n u = f32[8] get-tuple-element(w), index=1");
        text.line(" ROOT c = ", state, " tuple(j, ", i > 0 ? "u" : "t", ")\n}");
    }
    text.line("ENTRY e {\n p = f32[8] parameter(0)\n z = s32[] constant(0)\n a = ", state, " tuple(z, p)\n w = ", state,
              " while(a), condition=n", depth - 1, ", body=b", depth - 1);
    text.line(" ROOT r = f32[8] get-tuple-element(w), index=1\n}");
    return text.take();
}

// Of slices of one array, the last first.
std::string concatenated_slices(int count) {
    Text text;
    std::string slices;
    text.line("ENTRY e {\n p = f32[", 3 * count, "] parameter(0)");
    for (int i = 0; i < count; ++i) {
        text.line(" s", i, " = f32[2] slice(p), slice={[", 3 * i, ":", 3 * i + 2, "]}");
        slices = "s" + std::to_string(i) + (i == 0 ? "" : ", ") + slices;
    }
    text.line(" ROOT c = f32[", 2 * count, "] concatenate(", slices, "), dimensions={0}\n}");
    return text.take();
}

std::string nested_pads(int count) {
    Text text;
    text.line("ENTRY e {\n v0 = f32[8] parameter(0)");
    for (int i = 1; i <= count; ++i)
        text.line(" z", i, " = f32[] constant(", i, ")\n", i == count ? " ROOT v" : " v", i, " = f32[", 8 + 2 * i,
                  "] pad(v", i - 1, ", z", i, "), padding=1_1");
    text.line("}");
    return text.take();
}

// Products that are all kept until they are read again, the last first.
std::string kept_products(int count) {
    const std::string contracting = "), lhs_contracting_dims={1}, rhs_contracting_dims={0}";
    Text text;
    text.line("ENTRY e {\n v0 = f32[4,4] parameter(0)");
    for (int i = 1; i <= count; ++i) text.line(" v", i, " = f32[4,4] dot(v", i - 1, ", v", i - 1, contracting);
    for (int i = count - 1; i >= 0; --i)
        text.line(i == 0 ? " ROOT u" : " u", i, " = f32[4,4] dot(", i + 1 == count ? "v" : "u", i + 1, ", v", i,
                  contracting);
    text.line("}");
    return text.take();
}

// A tuple whose elements change places.
std::string wide_tuple(int count) {
    Text text;
    std::string shapes, values;
    for (int i = 0; i < count; ++i) {
        shapes += (i == 0 ? "" : ", ") + std::string("f32[4]");
        values += (i == 0 ? "v" : ", v") + std::to_string((i + 1) % count);
    }
    text.line("ENTRY e {\n p = (", shapes, ") parameter(0)");
    for (int i = 0; i < count; ++i) text.line(" v", i, " = f32[4] get-tuple-element(p), index=", i);
    text.line(" ROOT t = (", shapes, ") tuple(", values, ")\n}");
    return text.take();
}

} // namespace

TEST_CASE("a graph of 25,000 instructions", "[scale]") {
    compiles(random_graph(25'000));
}
TEST_CASE("a graph of 100,000 instructions", "[full_scale]") {
    compiles(random_graph(100'000));
}
TEST_CASE("a chain of 100,000 instructions", "[scale]") {
    compiles(chain());
}
TEST_CASE("25,000 instructions in 125 computations", "[scale]") {
    compiles(computations(125));
}
TEST_CASE("100,000 instructions in 500 computations", "[full_scale]") {
    compiles(computations(500));
}
TEST_CASE("2,500 loops", "[scale]") {
    compiles(many_loops(2'500));
}
TEST_CASE("10,000 loops", "[full_scale]") {
    compiles(many_loops(10'000));
}
TEST_CASE("2,500 conditionals", "[scale]") {
    compiles(many_conditionals(2'500));
}
TEST_CASE("10,000 conditionals", "[full_scale]") {
    compiles(many_conditionals(10'000));
}
TEST_CASE("10,000 results", "[scale]") {
    compiles(many_results());
}

TEST_CASE("10,000 parameters and results in one tuple", "[scale]") {
    compiles(wide_tuple(10'000));
}
TEST_CASE("30,000 parameters and results in one tuple", "[full_scale]") {
    compiles(wide_tuple(30'000));
}
TEST_CASE("4,000 arrays alive at once", "[scale]") {
    compiles(kept_products(4'000));
}
TEST_CASE("15,000 arrays alive at once", "[full_scale]") {
    compiles(kept_products(15'000));
}
TEST_CASE("a chain of 5,000 transposes and reshapes", "[scale]") {
    compiles(turns(5'000));
}
TEST_CASE("150 nested conditionals", "[scale]") {
    compiles(nested_conditionals(150));
}
TEST_CASE("the text of nested loops, of a concatenation and of nested pads grows with their number", "[scale]") {
    CHECK(compiles(nested_loops(200)) < 1'000 * 200);
    CHECK(compiles(concatenated_slices(20'000)) < 500 * 20'000);
    CHECK(compiles(nested_pads(1'000)) < 3'000 * 1'000);
}

TEST_CASE("20,000 nested calls, in the compiler and in the evaluator", "[scale]") {
    constexpr int kDepth = 20'000;
    const std::string text = nested_calls(kDepth);
    compiles(text);
    Tensor start(Shape::array(ElementType::S32, {2}));
    const Tensor::Integers sums = evaluate(read_module_bytes(text), std::vector<Tensor>{start})[0].integers();
    CHECK(sums(0) == kDepth);
    CHECK(sums(1) == kDepth);
}

TEST_CASE("loops that do not end are stopped after a million rounds, where nobody gave arguments", "[scale]") {
    const Module module = read_module_bytes(R"(HloModule endless
condition { x = f32[] parameter(0)  zero = f32[] constant(0)  ROOT c = pred[] compare(x, zero), direction=NE }
body { x = f32[] parameter(0)  ROOT y = f32[] negate(x) }
ENTRY main { x = f32[] parameter(0)  ROOT loop = f32[] while(x), condition=condition, body=body }
)");
    CHECK_THROWS_WITH(made_up_arguments(module, {}), Contains("with made-up arguments its loops do not end"));
}
