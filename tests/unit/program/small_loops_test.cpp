// Loops over small triangles are written out by the compiler of the generated code.
#include "program/small_loops.h"

#include "unit/program/trees.h"

using namespace hlo2cpp;
using namespace hlo2cpp::testing;

namespace {

// for (i = 0; i < rounds; ++i) for (j = i; j < rounds; ++j) out[j] = 0
Statement triangle(std::int64_t rounds) {
    return loop("i", n(0), n(rounds), {loop("j", n("i"), n(rounds), {store(n("j"))})});
}

Program with_run(Statements statements) {
    Program program = program_of({});
    program.run.body.insert(program.run.body.begin(), statements.begin(), statements.end());
    return program;
}

// What is asked for at the first statement, a loop, and at the first one inside it.
std::pair<std::int64_t, std::int64_t> asked(const Program& program) {
    const auto& outer = std::get<tree::For>(program.run.body[0].node);
    const auto* const inner = std::get_if<tree::For>(&outer.body[0].node);
    return {outer.unroll, inner == nullptr ? 0 : inner->unroll};
}

std::pair<std::int64_t, std::int64_t> asked(Statements statements, std::int64_t most) {
    Program program = with_run(std::move(statements));
    unroll_small_loops(program, most);
    return asked(program);
}

} // namespace

TEST_CASE("a loop over a triangle is written out as far as it takes few statements") {
    // Six stores, six rounds of the inner loop and three of the outer one.
    CHECK(asked({triangle(3)}, 15) == std::pair<std::int64_t, std::int64_t>{3, 3});
    CHECK(asked({triangle(3)}, 14) == std::pair<std::int64_t, std::int64_t>{0, 0});
    CHECK(asked({triangle(3)}, 0) == std::pair<std::int64_t, std::int64_t>{0, 0});
}

TEST_CASE("a loop with more rounds than registers stays, however few its statements are") {
    CHECK(asked({triangle(8)}, 1000).first == 8);
    CHECK(asked({triangle(9)}, 1000).first == 0);
}

TEST_CASE("a loop of constant length stays") {
    CHECK(asked({loop("i", n(0), n(3), {store(n("i"))})}, 100).first == 0);
    CHECK(asked({loop("i", n(0), n(3), {loop("j", n(0), n(3), {store(n("j"))})})}, 100).first == 0);
}

TEST_CASE("a loop around a small triangle that is too large stays, the triangle is written out") {
    const Statements around = {loop("k", n(0), n(1000), {triangle(3)})};
    CHECK(asked(around, 100) == std::pair<std::int64_t, std::int64_t>{0, 3});
}

TEST_CASE("loops that call a step, run until something happens or end early are not written out") {
    const auto inside = [](Statement statement) {
        return Statements{loop("i", n(0), n(3), {loop("j", n("i"), n(3), {std::move(statement)})})};
    };
    CHECK(asked(inside(tree::Evaluate{.expression = tree::call("f", {n("out")})}), 100).first == 0);
    CHECK(asked(inside(tree::Evaluate{.expression = tree::call("memset", {n("out"), n(0), n(4)})}), 100).first == 3);
    CHECK(asked(inside(tree::While{.body = {tree::Break{}}}), 100).first == 0);
    CHECK(asked(inside(tree::Break{}), 100).first == 0);
}

TEST_CASE("bounds that are no numbers, or none that are counted, leave a loop as it is") {
    CHECK(asked({loop("i", n("first"), n(3), {loop("j", n("i"), n(3), {store(n("j"))})})}, 100).first == 0);
    const std::int64_t largest = INT64_MAX;
    CHECK(asked({loop("i", n(0), n(3), {loop("j", n("i") + n(largest), n(largest), {store(n("j"))})})}, 100).first ==
          0);
    CHECK(asked({loop("i", n(2), n(0), {loop("j", n(0), n("i") + n(1), {store(n("j"))})}, -1)}, 100) ==
          std::pair<std::int64_t, std::int64_t>{3, 3});
}
