#include "estimate/helper_instructions.h"

#include <algorithm>
#include <array>

namespace hlo2cpp {
namespace {

using Kind = InstructionKind;

struct FloatHelper {
    std::string_view name; // without its type
    struct Counts {
        double integers, sums, divisions;
    };
    Counts of_f32, of_f64;
};
struct IntegerHelper {
    std::string_view name;
    double of_word, of_two_words;
};

constexpr auto kFloatHelpers = std::to_array<FloatHelper>({
#define HELPER(name, i32, s32, d32, i64, s64, d64) {#name, {i32, s32, d32}, {i64, s64, d64}},
#define INTEGER(name, of_word, of_two_words)
#include "estimate/helpers.def"
});
constexpr auto kComplexHelpers = std::to_array<FloatHelper>({
    {"add", {0, 1, 0}, {0, 1, 0}},
    {"subtract", {0, 1, 0}, {0, 1, 0}},
    {"negate", {0, 1, 0}, {0, 1, 0}},
    {"multiply", {0, 2, 0}, {0, 2, 0}},
    {"divide", {35, 10, 2}, {35, 10, 2}},
    {"abs", {18, 3, 1}, {18, 3, 1}},
    {"exp", {60, 32, 0}, {80, 45, 0}},
    {"sqrt", {90, 20, 2}, {90, 20, 2}},
});
constexpr auto kIntegerHelpers = std::to_array<IntegerHelper>({
#define HELPER(name, i32, s32, d32, i64, s64, d64)
#define INTEGER(name, of_word, of_two_words) {#name, of_word, of_two_words},
#include "estimate/helpers.def"
});

// The name without its type and lanes: "exp" of "exp_f32x8".
std::string_view without_type(std::string_view name) {
    return type_of_name(name) ? name.substr(0, name.rfind('_')) : name;
}

bool has_lanes(std::string_view name) {
    const std::size_t lanes = name.rfind('x');
    return lanes != name.npos && lanes > name.rfind('_') && lanes + 1 < name.size() &&
           std::ranges::all_of(name.substr(lanes + 1), [](char c) { return c >= '0' && c <= '9'; });
}

InstructionCounts integers(double number) {
    InstructionCounts counts;
    counts[Kind::Integer] = number;
    return counts;
}

// Instructions of helpers of narrow floats: their values, their nearest values, their bits.
double of_narrow_float(std::string_view name, ElementType type) {
    const bool is_half = type == ElementType::F16, is_bf16 = type == ElementType::BF16;
    if (name.find("_from_") != name.npos) return is_half ? 2 : is_bf16 ? 1 : 18;
    if (name.ends_with("_bits")) return is_half || is_bf16 ? 1 : 4;
    return is_half ? 1 : is_bf16 ? 10 : 35;
}

// The narrow float that a helper converts from or to: "f32_from_f16", "round_f16", "f16_bits".
std::optional<ElementType> narrow_float_of(std::string_view name) {
    const std::size_t from = name.find("_from_");
    std::string_view type = name.substr(from == name.npos ? 0 : from + 6);
    if (name.starts_with("round_")) type = name.substr(6);
    const std::optional<ElementType> found = element_type_from_name(type.substr(0, type.find('_')));
    return found && (*found == ElementType::F16 || is_small_float(*found)) ? found : std::nullopt;
}

InstructionCounts counts_of(const FloatHelper& helper, bool is_double) {
    const auto& [integers, sums, divisions] = is_double ? helper.of_f64 : helper.of_f32;
    InstructionCounts counts;
    counts[Kind::Integer] = integers;
    counts[is_double ? Kind::Double : Kind::Float] = sums;
    counts[is_double ? Kind::FusedDouble : Kind::FusedFloat] = sums;
    counts[is_double ? Kind::DoubleDivision : Kind::FloatDivision] = divisions;
    return counts;
}

InstructionCounts of_complex(std::string_view base, ElementType type) {
    const auto found = std::ranges::find(kComplexHelpers, base, &FloatHelper::name);
    constexpr FloatHelper kFunction = {"", {110, 40, 2}, {130, 60, 2}};
    return counts_of(found == kComplexHelpers.end() ? kFunction : *found, type == ElementType::C128);
}

} // namespace

std::optional<ElementType> type_of_name(std::string_view name) {
    std::string_view type = name.substr(name.rfind('_') + 1);
    if (has_lanes(name)) type = type.substr(0, type.rfind('x'));
    return element_type_from_name(type);
}

std::optional<ElementType> type_of_helper(std::string_view name) {
    const std::size_t from = name.find("_from_");
    return from == name.npos ? type_of_name(name) : element_type_from_name(name.substr(0, from));
}

InstructionCounts instructions_of_helper(std::string_view name) {
    constexpr double kOther = 4; // moves and tests
    if (has_lanes(name)) {
        InstructionCounts counts;
        counts[Kind::Vector] = instructions_of_helper(name.substr(0, name.rfind('x'))).sum();
        return counts;
    }
    if (const std::optional<ElementType> narrow = narrow_float_of(name))
        return integers(of_narrow_float(name, *narrow));
    const std::string_view base = without_type(name);
    const std::optional<ElementType> type = type_of_name(name);
    if (type && is_complex(*type)) return of_complex(base, *type);
    const bool is_double = type == ElementType::F64;
    if (base == "sqrt") {
        InstructionCounts counts;
        counts[is_double ? Kind::DoubleRoot : Kind::FloatRoot] = 1;
        return counts;
    }
    if (!type || is_float(*type))
        if (const auto found = std::ranges::find(kFloatHelpers, base, &FloatHelper::name); found != kFloatHelpers.end())
            return counts_of(*found, is_double);
    if (const auto found = std::ranges::find(kIntegerHelpers, base, &IntegerHelper::name);
        found != kIntegerHelpers.end())
        return integers(type && byte_size(*type) > 4 ? found->of_two_words : found->of_word);
    return integers(kOther);
}

} // namespace hlo2cpp
