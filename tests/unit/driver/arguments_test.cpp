// --arguments any: arguments that lie in another order of dimensions than in the module.
#include <catch2/catch.hpp>

#include "check/check.h"
#include "check/inputs.h"
#include "driver/compile.h"
#include "driver/run.h"
#include "evaluate/tensor.h"
#include "ir/layout_order.h"
#include "read/reader.h"

namespace hlo2cpp {
namespace {

using Catch::Matchers::Contains;

// All numbers of an array of this size, from -3 to 3.
std::string filter_text(const std::vector<std::int64_t>& dims, std::size_t from, int& next) {
    if (from == dims.size()) return std::to_string(next++ * 5 % 7 - 3);
    std::string text;
    for (std::int64_t i = 0; i < dims[from]; ++i) text += (i == 0 ? "{" : ", ") + filter_text(dims, from + 1, next);
    return text + "}";
}

// Two convolutions in NCHW, with 16 features and an aliased or a plain argument.
std::string network_in_nchw(const std::string& header = "", const std::string& more = "") {
    int next = 0;
    return "HloModule m" + header + "\nENTRY e {\n  x = f32[1,16,10,10] parameter(0)\n  w = f32[16,16,3,3] constant(" +
           filter_text({16, 16, 3, 3}, 0, next) +
           ")\n  a = f32[1,16,10,10] convolution(x, w), window={size=3x3 pad=1_1x1_1}, dim_labels=bf01_oi01->bf01\n" +
           more +
           "  ROOT b = f32[1,16,10,10] convolution(a, w), window={size=3x3 pad=1_1x1_1}, "
           "dim_labels=bf01_oi01->bf01\n}\n";
}

Compilation with_arguments(const std::string& text, bool any_arguments, const char* target = "x86-64-v2") {
    CompileOptions options;
    options.target = *find_target(target);
    options.generate.name = "m";
    options.generate.trace = true;
    options.any_arguments = any_arguments;
    Diagnostics diagnostics;
    Compilation compilation = compile(read_module_bytes(text), options, diagnostics);
    INFO(diagnostics.render("m"));
    REQUIRE_FALSE(diagnostics.has_errors());
    return compilation;
}

std::size_t steps_of_entry(const Compilation& c) {
    return c.kernels[c.kernels.entries[0].region].steps.size();
}

} // namespace

TEST_CASE("arguments of a network in NCHW lie in NHWC with --arguments any; and the header says so", "[arguments]") {
    const Compilation c = with_arguments(network_in_nchw(), true);
    CHECK(physical_order(c.module.parameter_shapes[0]) == std::vector<std::int64_t>{0, 2, 3, 1});
    CHECK(physical_order(c.module.result_shape) == std::vector<std::int64_t>{0, 2, 3, 1});
    CHECK_THAT(c.code.header,
               Contains("x     in      f32[1,16,10,10]   6400 bytes   parameter 0, \"x\", its dimensions "
                        "in the order 0, 2, 3, 1") &&
                   Contains("out   out     f32[1,16,10,10]   6400 bytes   result, its dimensions in "
                            "the order 0, 2, 3, 1"));
    CHECK(steps_of_entry(c) == 2);
}

TEST_CASE("arguments lie as the module says by default", "[arguments]") {
    const Compilation c = with_arguments(network_in_nchw(), false);
    CHECK(c.module.parameter_shapes[0].row_major());
    CHECK(c.module.result_shape.row_major());
    CHECK_THAT(c.code.header, Contains("f32[1,16,10,10]   6400 bytes") && !Contains("in the order"));
    CHECK(steps_of_entry(c) == 3);
}

TEST_CASE("arguments in any order give what the evaluator gives for arrays of the module", "[arguments]") {
    const std::string text = network_in_nchw();
    for (const char* target : {"x86-64-v2", "cortex-m7", "generic"}) {
        INFO(target);
        const Compilation c = with_arguments(text, true, target);
        const Arguments arguments{.leaves = sample_arguments(c.module, false)};
        const GeneratedRun run = run_compiled(c, "m", *find_target(target), arguments, "-O0");
        const CheckResult result =
            check({c.module, c.lowered, c.kernels, c.schedule, c.program}, arguments.leaves, run);
        CHECK(result.reports == 2);
        CHECK(result.differences.empty());
        const std::vector<Literal> expected = run_evaluator(read_module_bytes(text), arguments.leaves);
        const Tensor got = to_tensor(run.results[0]), wanted = to_tensor(expected[0]);
        CHECK(got.shape.dims == wanted.shape.dims);
        for (std::int64_t i = 0; i < wanted.elements(); ++i)
            REQUIRE(got.reals()(i) == Approx(wanted.reals()(i)).margin(1e-2));
    }
}

TEST_CASE("a result with an order of its own in the module may lie in another one, too", "[arguments]") {
    const std::string header = ", entry_computation_layout={(f32[1,16,10,10]{3,2,1,0})->f32[1,16,10,10]{2,1,3,0}}";
    const Compilation c = with_arguments(network_in_nchw(header), true);
    CHECK(physical_order(c.lowered.result_shape) == std::vector<std::int64_t>{0, 3, 1, 2});
    CHECK(physical_order(c.module.result_shape) == std::vector<std::int64_t>{0, 2, 3, 1});
    const Arguments arguments{.leaves = sample_arguments(c.module, false)};
    const GeneratedRun run = run_compiled(c, "m", *find_target("x86-64-v2"), arguments, "-O0");
    CHECK(check({c.module, c.lowered, c.kernels, c.schedule, c.program}, arguments.leaves, run).differences.empty());
}

TEST_CASE("arguments that hold a result, or that are read in another shape, lie as the module says", "[arguments]") {
    const Compilation donated =
        with_arguments(network_in_nchw(", input_output_alias={ {}: (0, {}, may-alias) }"), true);
    const Compilation reshaped =
        with_arguments("HloModule m\nENTRY e {\n  x = f32[1,16,10,10] parameter(0)\n  w = f32[16,16,3,3] parameter(1)\n"
                       "  a = f32[1,16,10,10] convolution(x, w), window={size=3x3 pad=1_1x1_1}, "
                       "dim_labels=bf01_oi01->bf01\n"
                       "  y = f32[40,40] reshape(x)\n  z = f32[40,40] dot(y, y), lhs_contracting_dims={1}, "
                       "rhs_contracting_dims={0}\n  ROOT t = (f32[1,16,10,10], f32[40,40]) tuple(a, z)\n}\n",
                       true);
    for (const Compilation* c : {&donated, &reshaped}) CHECK(c->module.parameter_shapes[0].row_major());
    CHECK(donated.module.result_shape.row_major());
}

TEST_CASE("the copy of an argument that lies in another way names the argument", "[arguments]") {
    const std::string more = "  c = f32[1,16,10,10] multiply(x, a)\n  d = f32[1,16,10,10] add(c, x)\n";
    std::string text = network_in_nchw("", more);
    text.replace(text.find("convolution(a, w)"), 17, "convolution(d, w)");
    const Compilation c = with_arguments(text, false, "x86-64-v3");
    const StepNode& first = c.kernels[c.kernels.entries[0].region].steps[0];
    const Call& copy = std::get<Call>(first);
    REQUIRE(copy.computes == "transpose");
    CHECK(copy.origins == std::vector<std::string>{"x"});
    CHECK_THAT(c.code.source, Contains("// Step 0, f32[1,10,10,16]\n//   x\n"));
}

TEST_CASE("a matrix whose columns lie one after the other says so", "[arguments]") {
    const Compilation c = with_arguments("HloModule m, entry_computation_layout={(f32[6,2]{0,1}, f32[1,6]{0,1})->"
                                         "f32[6,2]{1,0}}\nENTRY e {\n x = f32[6,2]{0,1} parameter(0)\n"
                                         " y = f32[1,6]{0,1} parameter(1)\n ROOT r = f32[6,2]{1,0} negate(x)\n}\n",
                                         false);
    CHECK_THAT(c.code.header, Contains("parameter 0, \"x\", column by column\n") &&
                                  Contains("parameter 1, \"y\"\n")); // one row is a row in either order
    CHECK_THAT(c.code.header, Contains("#define M_X_DIM0 6\n#define M_X_DIM1 2\n"));
}

} // namespace hlo2cpp
