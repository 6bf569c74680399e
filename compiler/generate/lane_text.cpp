#include "generate/lane_text.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "program/runtime_text.h"

namespace hlo2cpp {
namespace {

// Those without branches and tables, each behind those it calls; Formula::in_lanes says so of the ops.
constexpr std::array kFunctions = {"erf",       "exp",   "exp_not_positive", "expm1", "log",
                                   "log1p_sum", "log1p", "logistic",         "rsqrt", "tanh"};

constexpr const char* kSquareRoot = "sqrt"; // an instruction

struct LaneHelper {
    std::string function;
    ElementType element;
    std::int64_t lanes;
    std::string name() const { return tree::vector_function(function, element, lanes); }
    std::string scalar() const { return function + (element == ElementType::F64 ? "_f64" : "_f32"); }
    LaneHelper with(const char* other) const { return {other, element, lanes}; }
};

// Whether the module calls it, or a helper that the module calls does.
bool is_used(const Used& used, const LaneHelper& helper) {
    return std::ranges::any_of(kFunctions, [&](const char* function) {
        const LaneHelper caller = helper.with(function);
        return used.functions.contains(caller.name()) &&
               helper_text(caller.scalar()).find(" " + helper.scalar() + "(") != std::string::npos;
    });
}

std::vector<LaneHelper> helpers_of(const Used& used) {
    std::vector<LaneHelper> helpers;
    for (const auto& [element, lanes] : used.vectors)
        for (const char* function : kFunctions)
            if (const LaneHelper helper{function, element, lanes}; is_used(used, helper)) helpers.push_back(helper);
    return helpers;
}

ElementType bits_of(ElementType element) {
    return element == ElementType::F64 ? ElementType::U64 : ElementType::U32;
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
    const std::string number = wide ? "f64" : "f32", type = wide ? "double " : "float ";
    const std::string integer = wide ? "uint64_t " : "uint32_t ";
    const std::string vector = tree::vector_typedef(helper.element, helper.lanes);
    const std::string words = tree::vector_typedef(bits_of(helper.element), helper.lanes);
    std::string text = helper_text(helper.scalar());
    text.erase(0, text.find("static inline"));
    const auto call_lanes = [&](const LaneHelper& of) {
        replace_all(text, " " + of.scalar() + "(", " " + of.name() + "(");
    };
    for (const char* function : kFunctions) call_lanes(helper.with(function));
    call_lanes(helper.with(kSquareRoot));
    replace_all(text, type, vector + " ");
    replace_all(text, integer, words + " ");
    replace_all(text, "bits_from_" + number + "(", "reinterpret_cast<" + words + ">(");
    replace_all(text, number + "_from_bits(", "reinterpret_cast<" + vector + ">(");
    compare_lanes(text);
    return "// " + helper.scalar() + " of each lane.\n" + text + "\n";
}

} // namespace

Used with_lane_helpers(Used used) {
    for (const LaneHelper& helper : helpers_of(used)) {
        used.vectors.insert({bits_of(helper.element), helper.lanes});
        const LaneHelper root = helper.with(kSquareRoot);
        if (is_used(used, root)) used.functions.insert(root.name());
    }
    return used;
}

std::string lane_text(const Used& used) {
    std::string text;
    for (const LaneHelper& helper : helpers_of(used)) text += text_of(helper);
    return text;
}

} // namespace hlo2cpp
