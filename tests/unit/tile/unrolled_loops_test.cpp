// Loops over small triangles are written out by the compiler of the generated code.
#include "tile/unrolled_loops.h"

#include "unit/tile/module_loops.h"

using namespace hlo2cpp;

namespace {

const std::string kCounterAndArray = "(s32[], f32[8])";

std::string loop_state(const std::string& counter) {
    return "p = " + kCounterAndArray + " parameter(0)\n " + counter + " = s32[] get-tuple-element(p), index=0\n" +
           " x = f32[8] get-tuple-element(p), index=1\n one = s32[] constant(1)\n ";
}

// for (i = 0; i < rounds; ++i) for (j = `from`; j < end; ++j) x[j] = `value` of x[j], in lines that make `c` of `a`
struct Triangle {
    std::string rounds = "constant(3)", end = "constant(3)", from = "i";
    std::string made = "c = f32[1] negate(a)\n ";
    std::string text() const {
        return "HloModule m\n"
               "inner_cond { " +
               loop_state("j") + "n = s32[] " + end + "\n ROOT c = pred[] compare(j, n), direction=LT }\ninner { " +
               loop_state("j") +
               "next = s32[] add(j, one)\n a = f32[1] dynamic-slice(x, j), dynamic_slice_sizes={1}\n " + made +
               "y = f32[8] dynamic-update-slice(x, c, j)\n ROOT r = " + kCounterAndArray +
               " tuple(next, y) }\nouter_cond { " + loop_state("i") + "n = s32[] " + rounds +
               "\n ROOT c = pred[] compare(i, n), direction=LT }\nouter { " + loop_state("i") +
               "next = s32[] add(i, one)\n zero = s32[] constant(0)\n q = " + kCounterAndArray + " tuple(" + from +
               ", x)\n w = " + kCounterAndArray +
               " while(q), condition=inner_cond, body=inner\n"
               " y = f32[8] get-tuple-element(w), index=1\n ROOT r = " +
               kCounterAndArray +
               " tuple(next, y) }\nENTRY e { first = s32[] constant(0)\n x0 = f32[8] parameter(0)\n s = " +
               kCounterAndArray + " tuple(first, x0)\n w = " + kCounterAndArray +
               " while(s), condition=outer_cond, body=outer\n ROOT r = f32[8] get-tuple-element(w), index=1 }";
    }
};

// The copies that are asked for of the outer loop and of the one inside it.
std::pair<std::int64_t, std::int64_t> asked(const Triangle& triangle, std::int64_t most) {
    const Kernels kernels = addressed(triangle.text());
    LoopNests nests = checked_nests(kernels, "cortex-m7", Optimize::Size);
    REQUIRE(nests.loops.empty());
    unroll_small_loops(kernels, most, nests);
    verify_nests(kernels, nests);
    const RegionId outer = only_while(kernels).body, inner = only_while(kernels, outer).body;
    const auto copies = [&](RegionId body) { return nests.loop(body) == nullptr ? 0 : nests.loop(body)->unroll; };
    return {copies(outer), copies(inner)};
}

using Asked = std::pair<std::int64_t, std::int64_t>;

} // namespace

TEST_CASE("a loop over a triangle is written out as far as it takes few statements") {
    // Six stores, six rounds of the inner loop and three of the outer one.
    CHECK(asked({}, 15) == Asked{3, 3});
    CHECK(asked({}, 14) == Asked{0, 0});
    CHECK(asked({}, 0) == Asked{0, 0});
    // Each round has three more statements: the element, which is read twice, and two products.
    const Triangle more{.made = "b = f32[1] multiply(a, a)\n d = f32[1] multiply(b, a)\n c = f32[1] negate(d)\n "};
    CHECK(asked(more, 33) == Asked{3, 3});
    CHECK(asked(more, 32) == Asked{0, 0});
}

TEST_CASE("a loop with more rounds than registers stays, however few its statements are") {
    CHECK(asked({.rounds = "constant(8)", .end = "constant(8)"}, 1000).first == 8);
    CHECK(asked({.rounds = "constant(9)", .end = "constant(9)"}, 1000).first == 0);
}

TEST_CASE("a loop of constant length stays") {
    CHECK(asked({.from = "zero"}, 100) == Asked{0, 0});
}

TEST_CASE("a loop of many rounds around a triangle stays") {
    CHECK(asked({.rounds = "constant(2000)"}, 100) == Asked{0, 0});
}

TEST_CASE("small loops of the linear algebra of few rows are written out") {
    const auto unrolled = [](int rows, Optimize optimize) {
        const std::string shape = "f32[" + std::to_string(rows) + "," + std::to_string(rows) + "]";
        const Kernels kernels = addressed("HloModule m\nENTRY e { x = " + shape + " parameter(0)\n ROOT r = " + shape +
                                          " cholesky(x), lower=true }");
        const LoopNests nests = checked_nests(kernels, "cortex-m7", optimize);
        std::size_t loops = 0;
        for (const auto& [body, loop] : nests.loops) loops += loop.unroll > 1 ? 1 : 0;
        return loops;
    };
    CHECK(unrolled(4, Optimize::Balanced) > 3);
    CHECK(unrolled(4, Optimize::Size) == 0);
    CHECK(unrolled(24, Optimize::Balanced) == 0);
}
