// Which loops of the module run in vectors.
#include <catch2/catch.hpp>

#include "program/vector_loops.h"
#include "unit/generate/generated.h"

using namespace hlo2cpp;

namespace {

// for (i = `first`; i < `end`; ++i), of x f32[64] and y f32[64], with `lines` that make x2.
std::string loop(const std::string& lines, int first = 0, int end = 48) {
    const std::string state = "(s32[], f32[64], f32[64])";
    const std::string parts = "p = " + state +
                              " parameter(0)\n i = s32[] get-tuple-element(p), index=0\n"
                              " x = f32[64] get-tuple-element(p), index=1\n"
                              " y = f32[64] get-tuple-element(p), index=2\n ";
    return "HloModule m\ncond { " + parts + "n = s32[] constant(" + std::to_string(end) +
           ")\n ROOT c = pred[] compare(i, n), direction=LT }\nbody { " + parts +
           "one = s32[] constant(1)\n eight = s32[] constant(8)\n next = s32[] add(i, one)\n far = s32[] add(i, "
           "eight)\n"
           " b = f32[1] dynamic-slice(y, i), dynamic_slice_sizes={1}\n " +
           lines + "ROOT r = " + state + " tuple(next, x2, y) }\nENTRY e {\n first = s32[] constant(" +
           std::to_string(first) + ")\n x0 = f32[64] parameter(0)\n y0 = f32[64] parameter(1)\n s = " + state +
           " tuple(first, x0, y0)\n w = " + state +
           " while(s), condition=cond, body=body\n ROOT r = f32[64] get-tuple-element(w), index=1 }";
}

bool has(const std::string& source, const std::string& text) {
    return source.find(text) != std::string::npos;
}

std::string loops_source(const std::string& text, const char* target = "x86-64-v3") {
    return testing::compiled(text, target).code.source;
}

const std::string kOwn = "a = f32[1] dynamic-slice(x, i), dynamic_slice_sizes={1}\n c = f32[1] multiply(a, b)\n"
                         " x2 = f32[64] dynamic-update-slice(x, c, i)\n ";

std::string read_from(const std::string& index) {
    return "a = f32[1] dynamic-slice(x, " + index +
           "), dynamic_slice_sizes={1}\n c = f32[1] multiply(a, b)\n x2 = f32[64] dynamic-update-slice(x, c, i)\n ";
}

} // namespace

TEST_CASE("rounds that touch elements of their own run in vectors, and what is left alone") {
    const std::string whole = loops_source(loop(kOwn)), part = loops_source(loop(kOwn, 3, 50));
    CHECK(has(whole, "for (int32_t trip = 0; trip < 41; trip += 8) {"));
    CHECK_FALSE(has(whole, "++trip)")); // 48 are six vectors
    CHECK(has(part, "for (int32_t trip = 3; trip < 43; trip += 8) {"));
    CHECK(has(part, "for (int32_t trip = 43; trip < 50; ++trip) {"));
}

TEST_CASE("rounds that read what is one element away run one by one, those that read a vector away in vectors") {
    CHECK_FALSE(has(loops_source(loop(read_from("next"))), "trip += 8"));
    CHECK(has(loops_source(loop(read_from("far"))), "trip += 8"));
}

TEST_CASE("an element that all rounds read and one of them writes is read in each round") {
    const std::string first = "zero = s32[] constant(0)\n " + read_from("zero");
    CHECK_FALSE(has(loops_source(loop(first)), "trip += 8"));
}

TEST_CASE("vectors are as wide as the rounds fill, and none where the machine has none") {
    CHECK(has(loops_source(loop(kOwn, 0, 9)), "trip += 4"));
    CHECK_FALSE(has(loops_source(loop(kOwn, 0, 7)), "trip += "));
    CHECK(has(loops_source(loop(kOwn), "cortex-a"), "trip += 4"));
    CHECK_FALSE(has(loops_source(loop(kOwn), "cortex-m7"), "trip += "));
}

TEST_CASE("a name that is a vector in one block and a number in the next one is what it is in each") {
    const tree::Expression trip = tree::name("trip"), x = tree::name("x"), zero = tree::integer(0);
    const auto block = [&](tree::Expression value, const char* to) {
        const tree::Declare declare = {
            .type = tree::constant(tree::value_type(ElementType::F32)), .name = "v", .value = std::move(value)};
        const tree::Assign store = {.target = tree::subscript(tree::name(to), trip), .value = tree::name("v")};
        return tree::Block{.body = {declare, store}};
    };
    const tree::For loop = {.type = tree::value_type(ElementType::S32),
                            .name = "trip",
                            .begin = zero,
                            .end = tree::integer(64),
                            .body = {block(tree::subscript(x, trip), "y"), block(tree::subscript(x, zero), "z")}};
    const auto made =
        in_vectors(loop, {32, only(64), [](const std::string&) { return std::optional(ElementType::F32); }});
    REQUIRE(made);
    const tree::Block& second = std::get<tree::Block>(std::get<tree::For>((*made)[0].node).body[1].node);
    CHECK(std::get<tree::Declare>(second.body[0].node).type == tree::constant(tree::value_type(ElementType::F32)));
    const tree::Expression& stored = std::get<tree::Assign>(second.body[1].node).value;
    CHECK(stored == tree::subtract(tree::name("v"), tree::vector_zero(tree::vector_type(ElementType::F32, 8))));
}

namespace {

// A running sum that the module itself has.
const std::string kState = "(s32[], f32[1], f32[64])";
const std::string kParts = "p = " + kState +
                           " parameter(0)\n i = s32[] get-tuple-element(p), index=0\n"
                           " s = f32[1] get-tuple-element(p), index=1\n x = f32[64] get-tuple-element(p), index=2\n ";
const std::string kOwnSum =
    "HloModule m\ncond { " + kParts +
    "n = s32[] constant(64)\n ROOT c = pred[] compare(i, n), direction=LT }\nbody { " + kParts +
    "one = s32[] constant(1)\n next = s32[] add(i, one)\n"
    " a = f32[1] dynamic-slice(x, i), dynamic_slice_sizes={1}\n t = f32[1] add(s, a)\n"
    " y = f32[64] dynamic-update-slice(x, t, i)\n ROOT r = " +
    kState +
    " tuple(next, t, y) }\n"
    "ENTRY e { first = s32[] constant(0)\n s0 = f32[1] parameter(0)\n x0 = f32[64] parameter(1)\n"
    " q = " +
    kState + " tuple(first, s0, x0)\n w = " + kState +
    " while(q), condition=cond, body=body\n ROOT r = f32[64] get-tuple-element(w), index=2 }";

} // namespace

TEST_CASE("a sum of the module's own keeps its order") {
    CHECK_FALSE(has(loops_source(kOwnSum), "running_sums"));
}
