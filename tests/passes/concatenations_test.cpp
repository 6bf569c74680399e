// Concatenations of many arrays.
#include <algorithm>

#include <catch2/catch.hpp>

#include "lowering.h"

using namespace hlo2cpp;
using namespace hlo2cpp::passes;

namespace {

// concatenate(p0, p1, ...) along dimension 1 of arrays of 2 rows; every seventh is empty.
Module concatenated(const std::string& type, int count) {
    std::string text = "HloModule m\nENTRY e {\n", arrays;
    int columns = 0;
    for (int i = 0; i < count; ++i) {
        const int own = i % 7 == 6 ? 0 : 1 + i % 3;
        const std::string number = std::to_string(i);
        text += " p" + number + " = " + type + "[2," + std::to_string(own) + "] parameter(" + number + ")\n";
        arrays += (i == 0 ? "p" : ", p") + number;
        columns += own;
    }
    return lowered(text + " ROOT c = " + type + "[2," + std::to_string(columns) + "] concatenate(" + arrays +
                   "), dimensions={1}\n}");
}

} // namespace

TEST_CASE("a concatenation of many arrays is made a few arrays at a time") {
    for (const std::string type : {"f32", "bf16", "s8", "pred"}) {
        const Module module = concatenated(type, 40); // of which 35 have elements
        CHECK(count(module, Opcode::DynamicUpdateSlice) == 5);
        for (const Instruction& instruction : module.entry_computation().instructions)
            if (instruction.opcode == Opcode::Concatenate) CHECK(instruction.operands.size() <= 8);
    }
}

TEST_CASE("a concatenation of few arrays stays one") {
    const Module module = concatenated("f32", 10); // of which one is empty
    CHECK(count(module, Opcode::DynamicUpdateSlice) == 0);
    CHECK(count(module, Opcode::Concatenate) == 1);
}
