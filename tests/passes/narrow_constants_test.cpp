// Integer arithmetic on constants that are converted first is done in the width that they have.
#include <catch2/catch.hpp>

#include "lowering.h"

using namespace hlo2cpp;
using namespace hlo2cpp::passes;

namespace {

// `count` numbers from `first` on, by `step`.
std::string numbers(int first, int step, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += (i == 0 ? "{" : ", ") + std::to_string(first + step * i);
    return text + "}";
}

// x + f(convert(w)), of 80 weights.
Module decoded(const std::string& type, const std::string& weights, const std::string& lines,
               const std::string& more = "") {
    return lowered("HloModule m\nENTRY e {\n x = s32[80] parameter(0)\n w = " + type + "[80] constant(" + weights +
                   ")\n c = s32[80] convert(w)\n " + lines + "\n s = s32[80] add(x, f)\n ROOT t = (s32[80]" +
                   (more.empty() ? "" : ", s32[80]") + ") tuple(s" + more + ")\n}\n");
}

std::string with(const std::string& opcode, int number) {
    return "n = s32[] constant(" + std::to_string(number) +
           ")\n b = s32[80] broadcast(n), dimensions={}\n f = s32[80] " + opcode + "(c, b)";
}

// Of the constant with 80 elements; none: there are several, or none.
std::optional<ElementType> type_of_weights(const Module& module) {
    std::optional<ElementType> type;
    int found = 0;
    for (const Computation& computation : module.computations)
        for (const Instruction& instruction : computation.instructions)
            if (instruction.opcode == Opcode::Constant && instruction.shape.elements() == 80) {
                type = instruction.shape.type;
                ++found;
            }
    return found == 1 ? type : std::nullopt;
}

bool is_folded(const Module& module, Opcode opcode) {
    return count(module, opcode) == 0;
}

} // namespace

TEST_CASE("a zero point is folded into weights of the same width") {
    const Module unsigned_weights = decoded("u8", numbers(0, 3, 80), with("subtract", 128));
    CHECK(is_folded(unsigned_weights, Opcode::Subtract));
    CHECK(type_of_weights(unsigned_weights) == ElementType::S8);
    const Module signed_weights = decoded("s8", numbers(-128, 3, 80), with("subtract", -128));
    CHECK(is_folded(signed_weights, Opcode::Subtract));
    CHECK(type_of_weights(signed_weights) == ElementType::U8);
    CHECK(type_of_weights(decoded("s16", numbers(-400, 10, 80), with("multiply", 80))) == ElementType::S16);
}

TEST_CASE("what does not fit in that width stays arithmetic") {
    const Module module = decoded("u8", numbers(0, 3, 80), with("subtract", 5)); // -5 to 232
    CHECK_FALSE(is_folded(module, Opcode::Subtract));
    CHECK(type_of_weights(module) == ElementType::U8);
}

TEST_CASE("operations follow each other, and zero points may be one a channel") {
    const Module two = decoded("u8", numbers(1, 3, 80), // -127 to 110
                               "n = s32[] constant(128)\n b = s32[80] broadcast(n), dimensions={}\n"
                               " d = s32[80] subtract(c, b)\n f = s32[80] negate(d)");
    CHECK(is_folded(two, Opcode::Subtract));
    CHECK(is_folded(two, Opcode::Negate));
    CHECK(type_of_weights(two) == ElementType::S8);
    const Module points = lowered("HloModule m\nENTRY e {\n x = s32[10,8] parameter(0)\n w = u8[10,8] constant({" +
                                  [] {
                                      std::string rows;
                                      for (int i = 0; i < 10; ++i) rows += (i == 0 ? "" : ", ") + numbers(20 * i, 7, 8);
                                      return rows;
                                  }() +
                                  "})\n z = u8[8] constant({100, 101, 102, 103, 104, 105, 106, 107})\n"
                                  " c = s32[10,8] convert(w)\n cz = s32[8] convert(z)\n"
                                  " b = s32[10,8] broadcast(cz), dimensions={1}\n d = s32[10,8] subtract(c, b)\n"
                                  " ROOT s = s32[10,8] add(x, d)\n}\n");
    CHECK(is_folded(points, Opcode::Subtract));
    CHECK(type_of_weights(points) == ElementType::S8);
}

TEST_CASE("weights that are read as they are as well are not stored a second time") {
    const Module module = decoded("u8", numbers(0, 3, 80), with("subtract", 128), ", c");
    CHECK_FALSE(is_folded(module, Opcode::Subtract));
    CHECK(type_of_weights(module) == ElementType::U8);
}

TEST_CASE("scales are folded into weights of their own type, on either side of the product") {
    for (const char* operands : {"w, b", "b, w"}) {
        std::string weights, scales = "2";
        for (int i = 0; i < 80; ++i) weights += (i % 8 == 0 ? (i == 0 ? "{" : "}, {") : ", ") + std::to_string(i);
        for (int i = 3; i < 10; ++i) scales += ", " + std::to_string(i);
        const Module module = lowered("HloModule m\nENTRY e {\n x = f32[10,8] parameter(0)\n w = f32[10,8] constant({" +
                                      weights + "}})\n s = f32[8] constant({" + scales +
                                      "})\n b = f32[10,8] broadcast(s), dimensions={1}\n d = f32[10,8] multiply(" +
                                      operands + ")\n ROOT y = f32[10,8] add(x, d)\n}\n");
        CHECK(is_folded(module, Opcode::Multiply));
    }
}
