#include "generate/lane_text.h"

#include <algorithm>
#include <ranges>
#include <utility>
#include <vector>

#include "generate/template.h"
#include "generate/vector_text.h"
#include "program/runtime_text.h"
#include "tree/vector_helpers.h"

namespace hlo2cpp {
namespace {

// Large angles take branches and a table.
constexpr const char* kAngle = "reduce_angle";

constexpr const char* kSquareRoot = "sqrt"; // an instruction

struct LaneHelper {
    std::string function;
    ElementType element;
    std::int64_t lanes;
    std::string name() const { return tree::vector_function(function, element, lanes); }
    std::string scalar() const { return function + (element == ElementType::F64 ? "_f64" : "_f32"); }
    LaneHelper with(const std::string& other) const { return {other, element, lanes}; }
};

bool calls(const LaneHelper& caller, const LaneHelper& helper) {
    return helper_text(caller.scalar()).find(" " + helper.scalar() + "(") != std::string::npos;
}

// What the module calls, and what those helpers call, and so on: each behind those it calls.
std::vector<LaneHelper> helpers_of(const Used& used) {
    std::vector<LaneHelper> helpers;
    for (const auto& [element, lanes] : used.vectors) {
        std::vector<LaneHelper> found; // callers first
        for (const char* function : tree::kLaneFunctions | std::views::reverse) {
            const LaneHelper helper{function, element, lanes};
            const auto calls_it = [&](const LaneHelper& caller) { return calls(caller, helper); };
            if (used.functions.contains(helper.name()) || std::ranges::any_of(found, calls_it)) found.push_back(helper);
        }
        helpers.insert(helpers.end(), found.rbegin(), found.rend());
    }
    return helpers;
}

void replace_all(std::string& text, std::string_view from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size())
        text.replace(at, from.size(), to);
}

// "__builtin_isless(x, y)" as "(x < y)".
void compare_lanes(std::string& text) {
    constexpr std::string_view kLess = "__builtin_isless(";
    for (std::size_t at = 0; (at = text.find(kLess, at)) != text.npos;) {
        text.erase(at, kLess.size() - 1);
        text.replace(text.find(", ", at), 2, " < ");
    }
}

std::string text_of(const LaneHelper& helper) {
    const bool wide = helper.element == ElementType::F64;
    const std::string number = wide ? "f64" : "f32", number_type = wide ? "double" : "float";
    const std::string integer_type = wide ? "uint64_t" : "uint32_t";
    const std::string vector = tree::vector_typedef(helper.element, helper.lanes);
    const std::string words = tree::vector_typedef(bits_of(helper.element), helper.lanes);
    std::string text = helper_text(helper.scalar());
    text.erase(0, text.find("static inline"));
    const auto call_lanes = [&](const LaneHelper& of) {
        replace_all(text, " " + of.scalar() + "(", " " + of.name() + "(");
    };
    for (const char* function : tree::kLaneFunctions) call_lanes(helper.with(function));
    call_lanes(helper.with(kSquareRoot));
    for (const char* end : {" ", "* "}) { // numbers, and where results go
        replace_all(text, number_type + end, vector + end);
        replace_all(text, integer_type + end, words + end);
    }
    replace_all(text, "bits_from_" + number + "(", "reinterpret_cast<" + words + ">(");
    replace_all(text, number + "_from_bits(", "reinterpret_cast<" + vector + ">(");
    compare_lanes(text);
    return "// " + helper.scalar() + " of each lane.\n" + text + "\n";
}

std::string text_of_angle(const LaneHelper& helper) {
    return fill_template("vector_reduce_angle.tmpl", {{"vector", tree::vector_typedef(helper.element, helper.lanes)},
                                                      {"words", tree::vector_typedef(ElementType::U32, helper.lanes)},
                                                      {"pairs", std::to_string(helper.lanes / 2)},
                                                      {"lanes", std::to_string(helper.lanes)}});
}

} // namespace

Used with_lane_helpers(Used used) {
    for (const LaneHelper& helper : helpers_of(used)) {
        used.vectors.insert({bits_of(helper.element), helper.lanes});
        const LaneHelper root = helper.with(kSquareRoot);
        if (calls(helper, root)) used.functions.insert(root.name());
        if (helper.function == kAngle) used.functions.insert(helper.scalar()); // of large ones
    }
    return used;
}

std::string lane_text(const Used& used) {
    std::string text;
    for (const LaneHelper& helper : helpers_of(used))
        text += helper.function == kAngle ? text_of_angle(helper) : text_of(helper);
    return text;
}

} // namespace hlo2cpp
