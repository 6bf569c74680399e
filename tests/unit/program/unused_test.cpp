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
    CHECK(body.size() == 2); // the store, and a block without statements
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
