// Custom calls: the functions of the host get what they are to get, in an order, and what cannot be called is refused.
#include <catch2/catch.hpp>

#include "driver/files.h"
#include "driver/run.h"
#include "read/reader.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

// Loops, tuples in and out, a layout, an opaque text, and effects whose results nobody reads.
constexpr const char* kCalls = R"(HloModule host

body {
  s = (s32[], f32[4]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  x = f32[4] get-tuple-element(s), index=1
  one = s32[] constant(1)
  j = s32[] add(i, one)
  y = f32[4] custom-call(x, i), custom_call_target="scale_by"
  told = f32[1] custom-call(y), custom_call_target="tell", custom_call_has_side_effect=true
  ROOT t = (s32[], f32[4]) tuple(j, y)
}
cond {
  s = (s32[], f32[4]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  three = s32[] constant(3)
  ROOT c = pred[] compare(i, three), direction=LT
}

ENTRY main {
  x = f32[4] parameter(0)
  m = f32[2,3] parameter(1)
  w = f32[4] constant({1, 2, 3, 4})
  zero = s32[] constant(0)
  start = (s32[], f32[4]) tuple(zero, x)
  loop = (s32[], f32[4]) while(start), condition=cond, body=body
  y = f32[4] get-tuple-element(loop), index=1
  both = (f32[4], f32[2]) custom-call(y, w), custom_call_target="sum_and_ends"
  s = f32[4] get-tuple-element(both), index=0
  e = f32[2] get-tuple-element(both), index=1
  pair = (f32[4], f32[4]) tuple(s, w)
  d = f32[] custom-call(pair, m), custom_call_target="dot_of",
    operand_layout_constraints={(f32[4]{0}, f32[4]{0}), f32[2,3]{0,1}}, api_version=API_VERSION_STATUS_RETURNING, backend_config="a\"b?"
  first = f32[1] custom-call(d), custom_call_target="tell", custom_call_has_side_effect=true
  second = f32[1] custom-call(w), custom_call_target="tell", custom_call_has_side_effect=true
  unread = f32[4] custom-call(w, zero), custom_call_target="scale_by"
  sharded = f32[4] custom-call(s), custom_call_target="Sharding"
  ROOT r = (f32[4], f32[2], f32[]) tuple(sharded, e, d)
}
)";

// `dot_of` adds what it was told last, so that its result says what ran before it.
constexpr const char* kHost = R"(
#include <string.h>
static float told;
void scale_by(void* out, void** in) {
    const float* x = (const float*)in[0];
    for (int k = 0; k < 4; ++k) ((float*)out)[k] = x[k] * (float)(*(const int*)in[1] + 2);
}
void sum_and_ends(void* out, void** in) {
    const float *x = (const float*)in[0], *w = (const float*)in[1];
    for (int k = 0; k < 4; ++k) ((float**)out)[0][k] = x[k] + w[k];
    ((float**)out)[1][0] = x[0];
    ((float**)out)[1][1] = w[3];
}
void dot_of(void* out, void** in, const char* opaque, size_t length) {
    const float *a = ((float**)in[0])[0], *b = ((float**)in[0])[1], *m = (const float*)in[1];
    float sum = m[1] + told;
    for (int k = 0; k < 4; ++k) sum += a[k] * b[k];
    *(float*)out = length == 4 && memcmp(opaque, "a\"b?", 4) == 0 ? sum : -1;
}
void tell(void* out, void** in) {
    told = *(const float*)in[0];
    *(float*)out = 0;
}
)";

Compilation compiled(const std::string& text, Diagnostics& diagnostics) {
    CompileOptions options;
    options.target = *find_target("generic");
    options.generate.name = "host";
    return compile(read_module_bytes(text), options, diagnostics);
}

std::string entry(const std::string& call) {
    return "HloModule m\nENTRY e { x = f32[4] parameter(0)\n ROOT r = " + call + " }";
}

std::string errors_of(const std::string& text) {
    Diagnostics diagnostics;
    compiled(text, diagnostics);
    return diagnostics.render("m");
}

std::vector<float> floats(const Literal& literal) {
    std::vector<float> values(literal.bytes.size() / sizeof(float));
    std::memcpy(values.data(), literal.bytes.data(), literal.bytes.size());
    return values;
}

} // namespace

TEST_CASE("custom calls get arrays, tuples, layouts and an opaque text", "[host]") {
    Diagnostics diagnostics;
    const Compilation c = compiled(kCalls, diagnostics);
    REQUIRE_FALSE(diagnostics.has_errors());
    const TemporaryFolder folder;
    OutputFiles files;
    files.add(folder.path() / "host.c", std::string("#include <stddef.h>\n") + kHost);
    files.commit();
    Arguments arguments;
    for (const Shape& shape : c.module.parameter_shapes) {
        Literal literal = Literal::zeros(shape);
        for (std::int64_t i = 0; i < shape.elements(); ++i) {
            const float value = static_cast<float>(i) + (shape.rank() == 1 ? 1.0f : 0.0f);
            std::memcpy(literal.bytes.data() + i * 4, &value, sizeof value);
        }
        arguments.leaves.push_back(std::move(literal));
    }
    const GeneratedRun run = run_compiled(c, "host", *find_target("generic"), arguments, "-Wall -Werror",
                                          {(folder.path() / "host.c").string()});
    CHECK(floats(run.results[0]) == std::vector<float>{25, 50, 75, 100}); // x * 2 * 3 * 4 + w
    CHECK(floats(run.results[1]) == std::vector<float>{24, 4});
    CHECK(floats(run.results[2]) == std::vector<float>{750 + 3 + 24}); // m[1][0] is second in memory; told in the loop
}

TEST_CASE("calls with an effect run in their order, others where somebody reads them", "[host]") {
    Diagnostics diagnostics;
    const Compilation c = compiled(kCalls, diagnostics);
    const std::string& source = c.code.source;
    const std::size_t loop = source.find("::tell(b_told"), first = source.find("::tell(b_first"),
                      second = source.find("::tell(b_second");
    CHECK(loop < first);
    CHECK(first < second);
    CHECK(second != std::string::npos);
    CHECK_THAT(source, !Contains("b_unread"));
    CHECK_THAT(c.code.header,
               Contains("void scale_by(void* out, void** in);") &&
                   Contains("void dot_of(void* out, void** in, const char* opaque, size_t opaque_length);"));
    std::size_t times = 0;
    for (std::size_t at = c.code.header.find("void tell("); at != std::string::npos;
         at = c.code.header.find("void tell(", at + 1))
        ++times;
    CHECK(times == 1);
}

TEST_CASE("arrays of tuples have layouts of their own", "[host]") {
    Diagnostics diagnostics;
    const Compilation c = compiled(R"(HloModule m
ENTRY e {
  x = f32[2,3]{1,0} parameter(0)
  pair = (f32[2,3]{1,0}, f32[2,3]{1,0}) tuple(x, x)
  both = (f32[2,3]{0,1}, f32[2,3]{1,0}) custom-call(pair), custom_call_target="copy_both",
    operand_layout_constraints={(f32[2,3]{1,0}, f32[2,3]{0,1})}
  ROOT r = f32[2,3]{1,0} get-tuple-element(both), index=0
})",
                                   diagnostics);
    REQUIRE_FALSE(diagnostics.has_errors());
    const TemporaryFolder folder;
    OutputFiles files;
    files.add(folder.path() / "copy.cc", R"(
extern "C" void copy_both(void* out, void** in) {
    for (int k = 0; k < 6; ++k) ((float**)out)[0][k] = ((float**)in[0])[1][k];
    for (int k = 0; k < 6; ++k) ((float**)out)[1][k] = 0;
})");
    files.commit();
    Literal x = Literal::zeros(Shape::array(ElementType::F32, {2, 3}));
    for (int i = 0; i < 6; ++i) {
        const float value = static_cast<float>(i);
        std::memcpy(x.bytes.data() + i * 4, &value, sizeof value);
    }
    const GeneratedRun run =
        run_compiled(c, "host", *find_target("generic"), {.leaves = {x}}, "", {(folder.path() / "copy.cc").string()});
    CHECK(floats(run.results[0]) == std::vector<float>{0, 1, 2, 3, 4, 5}); // column by column, in and out
}

TEST_CASE("annotations cost nothing", "[host]") {
    Diagnostics diagnostics;
    const Compilation c = compiled(entry(R"(f32[4] custom-call(x), custom_call_target="annotate_device_placement",
        custom_call_has_side_effect=true)"),
                                   diagnostics);
    CHECK_FALSE(diagnostics.has_errors());
    CHECK(c.program.host_functions.empty());
}

TEST_CASE("what no C function can be is refused", "[host]") {
    CHECK_THAT(errors_of(entry("f32[4] custom-call(x), custom_call_target=\"xla_ffi_python_cpu_callback\"")),
               Contains("calls back into Python") && Contains("EQX_ON_ERROR=nan"));
    CHECK_THAT(errors_of(entry("f32[4] custom-call(x), custom_call_target=\"__cublas$gemm\"")),
               Contains("no name of a C function"));
    CHECK_THAT(errors_of(entry("f32[4] custom-call(x), custom_call_target=\"\"")), Contains("no name of a C function"));
    CHECK_THAT(errors_of(entry("(f32[4], (f32[])) custom-call(x), custom_call_target=\"f\"")),
               Contains("a tuple with a tuple in it"));
}

TEST_CASE("the evaluator says that it cannot call the host", "[host]") {
    const Module module = read_module_bytes(entry("f32[4] custom-call(x), custom_call_target=\"f\""));
    CHECK_THROWS_WITH(run_evaluator(module, {Literal::zeros(Shape::array(ElementType::F32, {4}))}),
                      Contains("the evaluator cannot call f"));
}
