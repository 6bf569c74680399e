#include <catch2/catch.hpp>

#include "driver/argument_names.h"
#include "read/reader.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

// A module with an argument of each name.
Module taking(const std::vector<std::string>& variables) {
    std::string text = "HloModule m\n\nENTRY e {\n";
    for (std::size_t i = 0; i < variables.size(); ++i)
        text += "  Arg_" + std::to_string(i) + ".1 = f32[] parameter(" + std::to_string(i) + "), metadata={op_name=\"" +
                variables[i] + "\"}\n";
    return read_module_bytes(text + "  ROOT r = f32[] negate(Arg_0.1)\n}\n");
}

std::size_t find(const std::vector<std::string>& variables, const std::string& name) {
    return ArgumentNames(taking(variables).entry_computation()).find(name, "set");
}

const std::vector<std::string> kLayers = {"x", "p['a']['kernel']", "p['a']['bias']", "p['b']['kernel']", "p['kernel']"};

TEST_CASE("an argument has the name of its words, whatever stands between them", "[argument_names]") {
    for (const char* name : {"p['b']['kernel']", "p/b/kernel", "p.b.kernel", "p_b_kernel", "Arg_3.1", "b/kernel"})
        CHECK(find(kLayers, name) == 3);
    CHECK(find({"args[0]['layer1.0.weight']", "args[1]"}, "layer1.0.weight") == 0);
}

TEST_CASE("of arguments that end with the words of a name, the one with the fewest words more is meant",
          "[argument_names]") {
    CHECK(find(kLayers, "bias") == 2);
    CHECK(find(kLayers, "kernel") == 4);
    CHECK_THROWS_WITH(find({"p['a']['w']", "p['b']['w']"}, "w"),
                      "set: several arguments have that name: p['a']['w'], p['b']['w']");
}

TEST_CASE("the number that XLA puts behind a name is none of its words", "[argument_names]") {
    const Module module =
        read_module_bytes("HloModule m\n\nENTRY e {\n  params__dense____kernel__.1 = f32[] parameter(0)\n"
                          "  x.2 = f32[] parameter(1)\n  ROOT r = f32[] add(x.2, x.2)\n}\n");
    const ArgumentNames names(module.entry_computation());
    for (const char* name : {"params/dense/kernel", "dense.kernel", "params__dense____kernel__.1"})
        CHECK(names.find(name, "set") == 0);
    CHECK(names.find("x", "set") == 1);
}

TEST_CASE("a name that is exactly an argument's is no other one's", "[argument_names]") {
    CHECK(find({"a.b", "a_b"}, "a.b") == 0);
    CHECK_THROWS_WITH(find({"a.b", "a_b"}, "a/b"), "set: several arguments have that name: a.b, a_b");
}

TEST_CASE("a name of no argument is refused with the nearest one, or with all", "[argument_names]") {
    CHECK_THROWS_WITH(find(kLayers, "p['b']['kernal']"),
                      "set: no argument has that name; did you mean p['b']['kernel']?");
    CHECK_THROWS_WITH(find({"x", "y"}, "42"), "set: no argument has that name; the arguments are x, y");
    CHECK_THROWS_WITH(find({"arg0", "arg1"}, "weights"),
                      Catch::Contains("arg0, arg1: numbers alone, where JAX gives names"));
    CHECK_THROWS_WITH(find({"x"}, "[']"), Catch::Contains("no argument has that name"));
}

} // namespace
} // namespace hlo2cpp
