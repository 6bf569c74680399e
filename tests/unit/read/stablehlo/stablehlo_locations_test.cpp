#include <catch2/catch.hpp>

#include "read/stablehlo/text.h"
#include "unit/read/stablehlo/stablehlo_text.h"

namespace hlo2cpp::stablehlo {
namespace {

using Catch::Matchers::Contains;

// "NAME FILE:LINE:COLUMN" of an operation with that location.
std::string read_location(const std::string& text, const std::string& definitions = {}) {
    const Document document = parse_stablehlo_text("\"test.op\"() : () -> () " + text + "\n" + definitions);
    const Location& location = document.locations.at(document.module.regions.at(0).operations.at(0).location);
    return location.name + " " + location.file + ":" + std::to_string(location.line) + ":" +
           std::to_string(location.column);
}

TEST_CASE("a location is the outermost name and the innermost file of the callee", "[stablehlo]") {
    CHECK(read_location("") == " :0:0");
    CHECK(read_location("loc(unknown)") == " :0:0");
    CHECK(read_location("loc(\"f.py\":3:7)") == " f.py:3:7");
    CHECK(read_location("loc(\"f.py\":3:7 to :9)") == " f.py:3:7");
    CHECK(read_location("loc(\"f.py\":3:7 to 4:9)") == " f.py:3:7");
    CHECK(read_location("loc(\"jit(f)/sin\")") == "jit(f)/sin :0:0");
    CHECK(read_location("loc(\"jit(f)/sin\"(\"f.py\":3:7))") == "jit(f)/sin f.py:3:7");
    CHECK(read_location("loc(\"outer\"(\"inner\"(\"f.py\":3:7)))") == "outer f.py:3:7");
    CHECK(read_location("loc(callsite(\"f.py\":3:7 at callsite(\"g.py\":1:1 at unknown)))") == " f.py:3:7");
    CHECK(read_location("loc(callsite(unknown at \"g.py\":1:1))") == " g.py:1:1");
    CHECK(read_location("loc(fused[unknown, \"f.py\":3:7, \"other\"])") == " f.py:3:7");
    CHECK(read_location("loc(fused<\"why\">[\"a\"])") == "a :0:0");
}

TEST_CASE("aliases of locations are defined after their use", "[stablehlo]") {
    CHECK(read_location("loc(#loc2)", "#loc1 = loc(\"f.py\":3:7)\n#loc2 = loc(\"a\"(#loc1))\n") == "a f.py:3:7");
    CHECK(read_location("loc(#loc)", "#loc = loc(unknown)\n") == " :0:0");
    // Callers are not followed: stacks may be deeper than brackets.
    std::string callers;
    for (int i = 0; i < 1000; ++i)
        callers += "#loc" + std::to_string(i) + " = loc(callsite(\"f.py\":1:1 at #loc" + std::to_string(i + 1) + "))\n";
    CHECK(read_location("loc(#loc0)", callers + "#loc1000 = loc(unknown)\n") == " f.py:1:1");
    CHECK_THAT(text_complaint("\"test.op\"() : () -> () loc(#loc1)\n#loc1 = loc(\"a\"(#loc1))"),
               Contains("2:17: test.op: the alias #loc1 stands for itself"));
}

TEST_CASE("parameters of functions have locations", "[stablehlo]") {
    for (const char* text : {"func.func @f(%a: tensor<f32> {a.b = 1} loc(\"weights\")) { return }",
                             "\"func.func\"() <{sym_name = \"f\"}> ({ ^bb0(%a: tensor<f32> loc(\"weights\")): "
                             "\"func.return\"() : () -> () }) : () -> ()"}) {
        const Document document = parse_stablehlo_text(text);
        const Operation& function = document.module.regions.at(0).operations.at(0);
        const Value& parameter = document.values.at(function.regions.at(0).arguments.at(0));
        CHECK(document.locations.at(parameter.location).name == "weights");
    }
}

} // namespace
} // namespace hlo2cpp::stablehlo
