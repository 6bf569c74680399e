// Variables that nobody reads are taken out of functions.
#include "program/unused.h"

#include "unit/program/trees.h"

using namespace hlo2cpp;
using namespace hlo2cpp::testing;

TEST_CASE("what is declared and not read goes, with what only that reads") {
    Program program = program_of({loop("i", n(0), n(3),
                                       {constant("a", n("i")), constant("b", n("a") + n(1)), store(n("i")),
                                        tree::Block{.body = {constant("c", n("b"))}}})});
    rejects(program, "c is not used");
    remove_unused(program.steps[0]);
    accepts(program);
    const auto& body = std::get<tree::For>(program.steps[0].body[0].node).body;
    CHECK(body.size() == 1); // the store; a block without statements goes, too
}

TEST_CASE("what is set and not read goes, with the loop that sets it") {
    const tree::Assign count{.target = n("sum"), .value = n("i"), .assignment = tree::Assignment::Add};
    Program program = program_of(
        {tree::Declare{.type = kInt, .name = "sum", .value = n(0)}, loop("i", n(0), n(3), {count}), store(n(0))});
    rejects(program, "sum is not used");
    remove_unused(program.steps[0]);
    accepts(program);
    CHECK(program.steps[0].body.size() == 1);
}

TEST_CASE("a parameter that only an unused variable reads is a comment") {
    Program program = program_of({constant("a", n("k")), store(n(0))});
    program.steps[0].parameters.push_back({.type = kInt, .name = "k"});
    program.run.body[0] = tree::Evaluate{.expression = tree::call("f", {n("out"), n(1)})};
    remove_unused(program.steps[0]);
    CHECK_FALSE(program.steps[0].parameters[1].used);
    accepts(program);
}

TEST_CASE("what is read stays") {
    Program program = program_of({constant("a", n(2)), store(n("a"))});
    remove_unused(program.steps[0]);
    CHECK(program.steps[0].body.size() == 2);
}
