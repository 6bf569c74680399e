// Tuples inside tuples, as parameters, results and the state of a loop.
#include <catch2/catch.hpp>

#include "lowering.h"
#include "support/diagnostics.h"

using namespace hlo2cpp;
using namespace hlo2cpp::passes;

namespace {

// Two rounds of negating the f32[2] inside `depth` tuples, which are argument, state and result.
std::string nested(std::size_t depth) {
    const std::string deep = std::string(depth, '(') + "f32[2]" + std::string(depth, ')');
    const std::string state = "(s32[], " + deep + ")";
    std::string open, close; // out of the tuples, and back into them
    std::string type = deep, value = "v";
    for (std::size_t i = 0; i < depth; ++i) {
        type = type.substr(1, type.size() - 2);
        const std::string next = "o" + std::to_string(i);
        open += next + " = " + type + " get-tuple-element(" + value + "), index=0\n";
        value = next;
    }
    std::string inner = "n";
    for (std::size_t i = 0; i < depth; ++i) {
        type = "(" + type + ")";
        const std::string next = "c" + std::to_string(i);
        close += next + " = " + type + " tuple(" + inner + ")\n";
        inner = next;
    }
    return "HloModule m\nbody { p = " + state +
           " parameter(0)\n i = s32[] get-tuple-element(p), index=0\n v = " + deep +
           " get-tuple-element(p), index=1\n" + open + "n = f32[2] negate(" + value + ")\n" + close +
           "one = s32[] constant(1)\n j = s32[] add(i, one)\n ROOT r = " + state + " tuple(j, " + inner + ") }\n" +
           "condition { p = " + state +
           " parameter(0)\n i = s32[] get-tuple-element(p), index=0\n two = s32[] constant(2)\n" +
           "ROOT c = pred[] compare(i, two), direction=LT }\nENTRY e { x = " + deep +
           " parameter(0)\n zero = s32[] constant(0)\n" + "first = " + state + " tuple(zero, x)\n w = " + state +
           " while(first), condition=condition, body=body\n" + "ROOT result = " + deep +
           " get-tuple-element(w), index=1 }\n";
}

} // namespace

TEST_CASE("tuples may be nested 64 deep, in arguments, results and the state of loops") {
    for (const std::size_t depth : {1U, 64U}) CHECK(count(lowered(nested(depth)), Opcode::While) == 1);
}

TEST_CASE("tuples nested deeper than can be read are refused") {
    for (const std::size_t depth : {200U, 20'000U}) CHECK_THROWS_AS(lowered(nested(depth)), InputError);
}
