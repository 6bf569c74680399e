// Which NaNs must have the bits of every machine.
#include "program/shown_bits.h"

#include <catch2/catch.hpp>
#include <map>

#include "driver/compile.h"
#include "read/reader.h"

using namespace hlo2cpp;

namespace {

const std::string kComputations =
    "before { x = f32[] parameter(0)\n y = f32[] parameter(1)\n ROOT l = pred[] compare(x, y), direction=LT }\n"
    "more { t = (s32[], f32[8,8]) parameter(0)\n i = s32[] get-tuple-element(t), index=0\n n = s32[] constant(3)\n"
    " ROOT l = pred[] compare(i, n), direction=LT }\n"
    "step { t = (s32[], f32[8,8]) parameter(0)\n i = s32[] get-tuple-element(t), index=0\n"
    " m = f32[8,8] get-tuple-element(t), index=1\n one = s32[] constant(1)\n j = s32[] add(i, one)\n"
    " p = f32[8,8] dot(m, m), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
    " ROOT u = (s32[], f32[8,8]) tuple(j, p) }\n";

// By name of the step that writes it first: whether the bits of its output may be seen.
std::map<std::string, bool> shown_of(const std::string& entry) {
    CompileOptions options{.target = *find_target("generic")};
    options.generate = {.name = "m", .goal = {.in_order = true}};
    Diagnostics diagnostics;
    const Compilation c = compile(read_module_bytes("HloModule m\n" + kComputations + "ENTRY e {\n" + entry + "}\n"),
                                  options, diagnostics);
    REQUIRE_FALSE(diagnostics.has_errors());
    const ShownBits shown(c.kernels, c.schedule);
    std::map<std::string, bool> found;
    for (const StepNode& step : c.schedule[c.schedule.entries.front().region].steps)
        if (const Call* const call = std::get_if<Call>(&step))
            found[call->name] = shown.of(call->kernel)[c.kernels[call->kernel].outputs.front().argument.index()];
    return found;
}

const std::string kProducts = " a = f32[8,8] parameter(0)\n b = f32[8,8] parameter(1)\n"
                              " inner = f32[8,8] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n";

} // namespace

TEST_CASE("a NaN that only arithmetic reads may have any bits, that of a result may not") {
    const auto shown = shown_of(
        kProducts + " ROOT outer = f32[8,8] dot(inner, b), lhs_contracting_dims={1}, rhs_contracting_dims={1}\n");
    CHECK_FALSE(shown.at("inner"));
    CHECK(shown.at("outer"));
}

TEST_CASE("a NaN that is moved into a result, or read as bits, has the bits of every machine") {
    const std::string outer = " outer = f32[8,8] dot(inner, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n";
    const auto moved = shown_of(kProducts + outer +
                                " turned = f32[8,8] transpose(inner), dimensions={1,0}\n"
                                " ROOT r = (f32[8,8], f32[8,8]) tuple(outer, turned)\n");
    CHECK(moved.at("inner"));
    const auto read = shown_of(kProducts + outer +
                               " bits = u32[8,8] bitcast-convert(inner)\n"
                               " ROOT r = (f32[8,8], u32[8,8]) tuple(outer, bits)\n");
    CHECK(read.at("inner"));
}

TEST_CASE("a NaN that a loop carries, or a sort moves, has the bits of every machine") {
    const auto sorted = shown_of(kProducts + " ROOT s = f32[8,8] sort(inner), dimensions={1}, to_apply=before\n");
    CHECK(sorted.at("inner"));
    const auto carried = shown_of(kProducts + " zero = s32[] constant(0)\n t = (s32[], f32[8,8]) tuple(zero, inner)\n"
                                              " w = (s32[], f32[8,8]) while(t), condition=more, body=step\n"
                                              " ROOT r = f32[8,8] get-tuple-element(w), index=1\n");
    CHECK(carried.at("inner"));
}
