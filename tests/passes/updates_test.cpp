// Updates whose place is known become parts of what they update.
#include <catch2/catch.hpp>

#include "lowering.h"

using namespace hlo2cpp;
using namespace hlo2cpp::passes;

namespace {

// Of an f32[9]: its elements from 2 on, then its first ones; u takes the place of some of these.
Module rolled(const std::string& update, const std::string& called = "") {
    return lowered("HloModule m\n" + called +
                   "ENTRY e {\n x = f32[9] parameter(0)\n u = f32[2] parameter(1)\n"
                   " a = f32[7] slice(x), slice={[2:9]}\n b = f32[2] slice(x), slice={[0:2]}\n"
                   " y = f32[9] concatenate(a, b), dimensions={0}\n" +
                   update + "\n}\n");
}

std::string update_at(const std::string& start) {
    return " i = s32[] constant(" + start + ")\n ROOT r = f32[9] dynamic-update-slice(y, u, i)";
}

std::string scatter_at(const std::string& start) {
    return " i = s32[1] constant({" + start +
           "})\n ROOT r = f32[9] scatter(y, i, u), to_apply=second, update_window_dims={0}, inserted_window_dims={}, "
           "scatter_dims_to_operand_dims={0}, index_vector_dim=0";
}

const std::string kSecond = "second { p = f32[] parameter(0)\n ROOT q = f32[] parameter(1) }\n";
const std::string kUpdateSum =
    "second { p = f32[] parameter(0)\n q = f32[] parameter(1)\n ROOT s = f32[] add(p, q) }\n";

} // namespace

TEST_CASE("an update of a concatenation is one of its pieces, wherever it lies") {
    for (const char* start : {"7", "6", "3", "0", "-5", "100"}) {
        const Module module = rolled(update_at(start));
        INFO(start);
        CHECK(count(module, Opcode::DynamicUpdateSlice) == 0);
        CHECK(count(module, Opcode::Concatenate) == 1);
    }
    CHECK(result(rolled(update_at("7"))).operands.size() == 2);
    CHECK(result(rolled(update_at("6"))).operands.size() == 3); // before it, it, behind it
    CHECK(result(rolled(update_at("3"))).operands.size() == 4);
}

TEST_CASE("a scatter of one window at a constant place is an update") {
    const Module module = rolled(scatter_at("7"), kSecond);
    CHECK(count(module, Opcode::Scatter) == 0);
    CHECK(count(module, Opcode::DynamicUpdateSlice) == 0);
    CHECK(result(module).operands.size() == 2);
}

TEST_CASE("a scatter whose window does not fit, or that adds, stays one") {
    CHECK(count(rolled(scatter_at("8"), kSecond), Opcode::DynamicUpdateSlice) == 0);
    CHECK(count(rolled(scatter_at("-1"), kSecond), Opcode::DynamicUpdateSlice) == 0);
    CHECK(count(rolled(scatter_at("7"), kUpdateSum), Opcode::Scatter) == 1);
}

TEST_CASE("an element, and a window along some dimensions, are updates too") {
    const std::string attributes = "to_apply=second, update_window_dims={0}, inserted_window_dims={1}, "
                                   "scatter_dims_to_operand_dims={1}, index_vector_dim=0\n}\n";
    const Module module = lowered("HloModule m\n" + kSecond +
                                  "ENTRY e {\n x = f32[3,5] parameter(0)\n u = f32[3] parameter(1)\n"
                                  " i = s32[1] constant({4})\n ROOT r = f32[3,5] scatter(x, i, u), " +
                                  attributes);
    CHECK(count(module, Opcode::Scatter) == 0);
    CHECK(count(module, Opcode::DynamicUpdateSlice) == 1);
}
