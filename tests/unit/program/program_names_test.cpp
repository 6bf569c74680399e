// Names, calls and loops of small trees: right ones, and those with one mistake.
#include "unit/program/trees.h"

using namespace hlo2cpp;
using namespace hlo2cpp::testing;

namespace {

tree::Declare variable(const char* name) {
    return {.type = kInt, .name = name, .value = n(0)};
}

Statement call_of(const char* function, std::vector<Expression> arguments) {
    return tree::Evaluate{.expression = tree::call(function, std::move(arguments))};
}

} // namespace

TEST_CASE("a name is declared before its use") {
    accepts({constant("x", n(1)), store(n("x"))});
    rejects({store(n("x")), constant("x", n(1))}, "function f: x is not declared");
    rejects({tree::Block{.body = {constant("x", n(1)), store(n("x"))}}, store(n("x"))}, "x is not declared");
    rejects({loop("i", n(0), n("i"), {store(n("i"))})}, "i is not declared");
}

TEST_CASE("a name is declared once, and hides none") {
    const Statement block = tree::Block{.body = {constant("x", n(1)), store(n("x"))}};
    accepts({block, block});
    rejects({constant("x", n(1)), store(n("x")), constant("x", n(2)), store(n("x"))}, "x is declared twice");
    rejects({constant("x", n(1)), block}, "x is declared twice");
    rejects({constant("out", n(1))}, "out is declared twice");
    rejects({loop("i", n(0), n(2), {loop("i", n(0), n(2), {store(n("i"))})})}, "i is declared twice");
    rejects({constant("clamp_index_s32", n(1)), store(n("clamp_index_s32"))}, "hides a helper");
    rejects({constant("f32x8", n(1)), store(n("f32x8"))}, "hides a helper or a type");
    rejects({constant("f", n(1)), store(n("f"))}, "f hides a function");
    Program program = program_of({store(n(0))});
    program.steps.push_back(program.steps[0]);
    rejects(program, "f is the name of something else");
}

TEST_CASE("nothing is declared in vain") {
    rejects({constant("x", n(1)), store(n(0))}, "x is not used");
    rejects({variable("x"), set(n("x"), n(1)), store(n(0))}, "x is not used"); // set, and never read
    rejects({tree::Declare{.type = kInt, .name = "x", .sizes = {4}}, set(at("x", n(0)), n(1))}, "x is not used");
    accepts({loop("trip", n(0), n(3), {store(n(0))})});
    Program program = program_of({store(n(0))});
    program.steps[0].parameters.push_back({.type = kInt, .name = "unused"});
    program.run.body[0] = call_of("f", {n("out"), n(1)});
    rejects(program, "function f: unused is not used");
    program.steps[0].parameters[1].used = false; // its name is a comment
    accepts(program);
    program.steps[0].body = {store(n("unused"))};
    rejects(program, "unused is not declared");
}

TEST_CASE("no constant array and no step is there in vain") {
    const auto literal = std::make_shared<Literal>();
    literal->shape = Shape::array(ElementType::F32, {4});
    literal->bytes.resize(16);
    Program program = program_of({set(at("out", n(0)), at("w0", n(3)))});
    rejects(program, "w0 is not declared");
    program.constants.push_back({.literal = literal, .name = "w0", .comment = {}});
    accepts(program);
    program.steps[0].body = {set(at("out", n(0)), at("w0", n(4)))};
    rejects(program, "bytes [16, 20) of w0");
    program.steps[0].body = {store(n(0))};
    rejects(program, "w0 is not used");
    Program alone = program_of({store(n(0))});
    alone.run.body = {store(n(0)), tree::Return{.value = n("M_OK")}};
    rejects(alone, "f is not called");
}

TEST_CASE("what is called exists") {
    rejects({call_of("g", {n(1)})}, "g is called and does not exist");
    rejects({set(at("out", n(0)), tree::call("tanh_f31", {n(0)}))}, "tanh_f31 is called and does not exist");
    accepts({set(at("out", n(0)), tree::call("tanh_f32", {n(0)}))});
    Program program = program_of({store(n(0))});
    program.run.body[0] = call_of("f", {});
    rejects(program, "wrong number of arguments");
}

TEST_CASE("types are declared") {
    const tree::Type pair{.kind = tree::TypeKind::Named, .name = "pair"};
    const tree::Declare p{.type = tree::constant(pair), .name = "p", .value = tree::construct(pair, {n(1)})};
    const Statement read = store(tree::cast(ElementType::S32, tree::field(n("p"), "x")));
    const tree::Record record{.name = "pair", .members = {{.type = kInt, .name = "x"}}};
    rejects({p, read}, "pair is no type");
    rejects({record, store(n(0))}, "pair is not used");
    const Statement wrong = set(at("out", n(0)), tree::field(n("p"), "y"));
    rejects({record, p, wrong}, "y is no member");
    accepts({record, p, set(at("out", n(0)), tree::field(n("p"), "x"))});
}

TEST_CASE("what is set can be set") {
    accepts({variable("x"), set(n("x"), n(1)), set(at("out", n(0)), n("x"))});
    rejects({constant("x", n(1)), set(n("x"), n(2)), store(n("x"))}, "x cannot be set");
    rejects({loop("i", n(0), n(3), {set(n("i"), n(1))})}, "i cannot be set");
    rejects({set(n(1), n(2))}, "no variable and no element");
}

TEST_CASE("loops are counted") {
    accepts({constant("end", n(3)), loop("i", n(0), n("end"), {store(n("i"))})});
    rejects({variable("end"), loop("i", n(0), n("end"), {store(n(0))})}, "i counts to bounds that may change");
    rejects({loop("i", n(0), at("out", n(0)), {store(n(0))})}, "i counts to bounds that may change");
    rejects({loop("i", n(0), n(3), {store(n(0))}, 0)}, "i counts without a step");
    rejects({tree::While{.body = {store(n(0))}}}, "a loop that is not counted");
    rejects({tree::Break{}}, "a break outside loops");
    Program program = program_of({store(n(0))});
    program.run.body.insert(program.run.body.begin(), tree::While{.body = {tree::Break{}}});
    accepts(program);
}

TEST_CASE("what run returns is a result, or a variable that is set to results") {
    const tree::Declare status{
        .type = {.kind = tree::TypeKind::Named, .name = "int"}, .name = "status", .value = n("M_OK")};
    const Statement stopped = set(n("status"), n("M_TOO_MANY_ROUNDS")), done = tree::Return{.value = n("status")};
    const auto returning = [](std::vector<Statement> before, const Statement& result) {
        Program program = program_of({store(n(0))});
        program.run.body.back() = result;
        program.run.body.insert(program.run.body.begin(), before.begin(), before.end());
        return program;
    };
    accepts(returning({status, stopped}, done));
    rejects(returning({}, done), "status is no result");
    rejects(returning({}, tree::Return{.value = n("M_GOOD")}), "M_GOOD is no result");
    rejects(returning({status, set(n("status"), n("M_GOOD"))}, done), "M_GOOD is not declared");
    rejects({store(n("M_OK"))}, "M_OK is not declared"); // in a step
}
