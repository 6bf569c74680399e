// Every access inside its array: small trees, right ones and those with one mistake. `out` has 10 elements.
#include "unit/program/trees.h"

using namespace hlo2cpp;
using namespace hlo2cpp::testing;

TEST_CASE("a number as a subscript") {
    accepts({store(n(0)), store(n(9))});
    rejects({store(n(10))}, "function f: bytes [40, 44) of out, which has 40");
    rejects({store(n(-1))});
}

TEST_CASE("a loop's variable as a subscript") {
    accepts({loop("i", n(0), n(10), {store(n("i"))})});
    rejects({loop("i", n(0), n(11), {store(n("i"))})});
    rejects({loop("i", n(-1), n(10), {store(n("i"))})});
    accepts({loop("i", n(0), n(2), {loop("j", n(0), n(5), {store(n("i") * n(5) + n("j"))})})});
    rejects({loop("i", n(0), n(2), {loop("j", n(0), n(5), {store(n("i") * n(5) + n("j") + n(1))})})});
    accepts({loop("i", n(0), n(12), {store(n("i"))}, 9)}); // 0 and 9
    rejects({loop("i", n(0), n(12), {store(n("i"))}, 5)});
    accepts({loop("i", n(9), n(0), {store(n("i"))}, -1)});
    rejects({loop("i", n(10), n(0), {store(n("i"))}, -1)});
    accepts({loop("i", n(5), n(5), {store(n(100))})}); // never runs
}

TEST_CASE("bounds of a loop that depend on another one") {
    const auto taps = [](std::int64_t first, std::int64_t behind) {
        return loop("i", n(0), n(10),
                    {constant("begin", helper("later", n(0), n(first) - n("i"))),
                     constant("end", helper("earlier", n(3), n(behind) - n("i"))),
                     loop("k", n("begin"), n("end"), {store(n("i") + n("k") - n(1))})});
    };
    accepts({taps(1, 11)});
    rejects({taps(0, 11)});
    rejects({taps(1, 12)});
}

TEST_CASE("a bound that is a quotient") {
    const auto strided = [](std::int64_t limit) {
        return loop("i", n(0), n(5),
                    {constant("end", helper("earlier", n(3),
                                            tree::binary(tree::Operator::Divide, n(limit) - n("i") * n(2), n(2)))),
                     loop("k", n(0), n("end"), {store(n("i") * n(2) + n("k") * n(2))})});
    };
    accepts({strided(10)}); // 2 * (i + k) < 10
    accepts({strided(11)});
    rejects({strided(12)});
    const auto from = [](std::int64_t first) {
        return loop(
            "i", n(0), n(6),
            {constant("begin", helper("later", n(0), tree::binary(tree::Operator::Divide, n(first) - n("i"), n(2)))),
             loop("k", n("begin"), n(3), {store(n("i") + n("k") * n(2) - n(2))})});
    };
    accepts({from(3)}); // 2 k >= 2 - i
    rejects({from(2)}); // i = 1, k = 0
}

TEST_CASE("a test in front of the access") {
    const Expression i = n("i"), inside = tree::logical_and(tree::greater_equal(i, n(0)), tree::less(i, n(10)));
    const auto anywhere = [&](Statement statement) { return loop("i", n(-5), n(20), {std::move(statement)}); };
    accepts({anywhere(when(inside, {store(i)}))});
    rejects({anywhere(when(inside, {}, {store(i)}))});
    rejects({anywhere(when(tree::less(i, n(10)), {store(i)}))});
    rejects({anywhere(when(tree::logical_or(tree::greater_equal(i, n(0)), tree::less(i, n(10))), {store(i)}))});
    accepts({anywhere(when(tree::logical_or(tree::less(i, n(0)), tree::greater_equal(i, n(10))), {}, {store(i)}))});
    accepts({anywhere(when(tree::logical_not(inside), {store(n(0))}, {})), anywhere(when(inside, {store(i)}))});
    accepts({anywhere(set(at("out", n(0)), tree::conditional(inside, at("out", i), n(0))))});
    rejects({anywhere(set(at("out", n(0)), tree::conditional(inside, n(0), at("out", i))))});
    rejects({anywhere(set(at("out", n(0)), tree::conditional(inside, at("out", i + n(1)), n(0))))});
    // The right side of && is read where the left one holds.
    accepts({anywhere(when(tree::logical_and(inside, tree::less(at("out", i), n(3))), {store(n(0))}))});
    rejects({anywhere(when(tree::logical_and(tree::less(at("out", i), n(3)), inside), {store(n(0))}))});
}

TEST_CASE("one value at an end that a test leaves out") {
    const auto shifted = [](const Expression& test) {
        return loop("i", n(0), n(11), {when(test, {store(n(0))}, {store(n("i") - n(1))})});
    };
    accepts({shifted(tree::equal(n("i"), n(0)))});
    rejects({shifted(tree::equal(n("i"), n(1)))});
    rejects({shifted(tree::not_equal(n("i"), n(0)))});
}

TEST_CASE("what is known where one of several tests fails") {
    const Expression i = n("i"), middle = tree::logical_and(tree::greater_equal(i, n(4)), tree::less(i, n(8)));
    const auto behind = [&](const Expression& test, std::int64_t shift) {
        return loop("i", n(0), n(18), {when(tree::less(i, n(4)), {}, {when(test, {}, {store(i - n(shift))})})});
    };
    accepts({behind(middle, 8)}); // i >= 4, so i >= 8
    rejects({behind(middle, 9)});
    rejects({behind(tree::logical_and(tree::greater_equal(i, n(5)), tree::less(i, n(8))), 8)});
}

TEST_CASE("a value of run time must be clamped or tested") {
    const Expression value = tree::cast(ElementType::S32, at("out", n(0)));
    const auto clamped = [&](std::int64_t low, std::int64_t high) {
        return Statements{constant("start", tree::call("clamp_index", ElementType::S32, {value, n(low), n(high)})),
                          store(n("start"))};
    };
    accepts(clamped(0, 9));
    rejects(clamped(0, 10));
    rejects(clamped(-1, 9));
    rejects({constant("start", value), store(n("start"))}, "[-8589934592, 8589934592) of out");
    const Expression start = n("start");
    const Expression inside = tree::logical_and(tree::greater_equal(start, n(0)), tree::less(start, n(10)));
    accepts({constant("start", value), when(inside, {store(start)})});
    // What may have changed since the test.
    rejects({tree::Declare{.type = kInt, .name = "start", .value = value}, when(inside, {store(start)})});
    // A test that has a name.
    const tree::Type pred = tree::constant(tree::value_type(ElementType::Pred));
    accepts({constant("start", value), tree::Declare{.type = pred, .name = "inside", .value = inside},
             when(n("inside"), {store(start)})});
}

TEST_CASE("quotients and remainders") {
    const auto divided = [](tree::Operator op, std::int64_t divisor, std::int64_t begin = 0) {
        return loop("i", n(begin), n(100), {store(tree::binary(op, n("i"), n(divisor)))});
    };
    accepts({divided(tree::Operator::Divide, 10)});
    rejects({divided(tree::Operator::Divide, 9)});
    accepts({divided(tree::Operator::Remainder, 10)});
    rejects({divided(tree::Operator::Remainder, 11)});
    rejects({divided(tree::Operator::Remainder, 10, -1)});
    accepts({loop("i", n(-50), n(100), {store(helper("floor_modulo", n("i"), n(10)))})});
    accepts({loop("i", n(-50), n(50), {store(helper("floor_divide", n("i"), n(10)) + n(5))})});
    rejects({loop("i", n(-51), n(50), {store(helper("floor_divide", n("i"), n(10)) + n(5))})});
    // i / 4 * 4 + i % 4 is i
    accepts(
        {loop("i", n(0), n(10),
              {constant("q", tree::binary(tree::Operator::Divide, n("i"), n(4))),
               constant("r", tree::binary(tree::Operator::Remainder, n("i"), n(4))), store(n("q") * n(4) + n("r"))})});
}

TEST_CASE("arrays on the stack") {
    const tree::Declare acc{.type = kFloat, .name = "acc", .sizes = {2, 3}};
    const auto element = [](std::int64_t i, std::int64_t j) { return tree::subscript(at("acc", n(i)), n(j)); };
    const auto read = [&](std::int64_t i, std::int64_t j) {
        return Statements{acc, set(element(i, j), n(0)), set(at("out", n(0)), element(i, j))};
    };
    accepts(read(1, 2));
    rejects(read(2, 0), "elements [2, 3) of acc, which has 2");
    rejects(read(0, 3), "elements [3, 4) of acc, which has 3"); // though it is inside the whole
}

TEST_CASE("vectors") {
    const tree::Type vector = tree::vector_type(ElementType::F32, 4);
    const auto written = [&](const Expression& first, const Expression& number) {
        return Statements{set(tree::vector_to(vector, first, number), tree::vector_zero(vector))};
    };
    accepts(written(n("out") + n(2), n(1)));
    rejects(written(n("out") + n(3), n(1)), "bytes [28, 44) of out");
    accepts(written(n("out") + n(7) - n(1), n(0)));
    rejects(written(n("out") - n(1), n(0)));
    accepts({loop("v", n(0), n(2), written(n("out"), n("v")))});
    rejects({loop("v", n(0), n(3), written(n("out"), n("v")))});
}

TEST_CASE("pointers into the arena") {
    const auto program = [](std::int64_t offset, std::int64_t elements, std::int64_t index) {
        Program made{.prefix = "M"};
        const Expression first = tree::cast(tree::pointer_to({}), n("arena") + n(offset));
        made.run = {.name = "run", .parameters = {{.type = kBytes, .name = "arena", .elements = 64}}};
        made.run.body = {
            tree::Declare{
                .type = tree::fixed(kFloats), .name = "b", .value = tree::cast(kFloats, first), .elements = elements},
            set(at("b", n(index)), n(0)), tree::Return{.value = n("M_OK")}};
        return made;
    };
    accepts(program(32, 8, 7));
    rejects(program(32, 8, 8), "function run: bytes [32, 36) of b");
    rejects(program(36, 8, 0), "bytes [36, 68) of arena, which has 64");
    rejects(program(-4, 8, 0), "of arena");
}

TEST_CASE("a call gives what the function takes") {
    Program program = program_of({store(n(0))});
    accepts(program);
    program.run.parameters[0].elements = 9;
    rejects(program, "function run: bytes [0, 40) of out, which has 36");
}

TEST_CASE("an argument of a call is in the range that the function relies on") {
    const auto program = [](std::int64_t rounds) {
        Program made = program_of({store(n("trip"))});
        made.steps[0].parameters.push_back({.type = kInt, .name = "trip", .range = {0, 10}});
        made.run.body[0] =
            loop("i", n(0), n(rounds), {tree::Evaluate{.expression = tree::call("f", {n("out"), n("i")})}});
        return made;
    };
    accepts(program(10));
    rejects(program(11), "outside the range of parameter trip");
}

TEST_CASE("blocks of memory") {
    const auto copied = [](const char* function, std::int64_t from, std::int64_t bytes) {
        return Statements{tree::Evaluate{.expression = tree::call(function, {n("out"), n("out") + n(from), n(bytes)})}};
    };
    accepts(copied("memmove", 4, 24));
    rejects(copied("memmove", 5, 24));
    rejects(copied("memcpy", 0, 41));
    rejects({tree::Evaluate{.expression = tree::call("memset", {n("out"), n(0), n(44)})}});
    rejects({tree::Evaluate{.expression = tree::call("tanh_f32", {n("out")})}}, "nobody knows how far it goes");
}
