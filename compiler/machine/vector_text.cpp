#include "machine/vector_text.h"

#include <algorithm>
#include <array>

#include "machine/isa/isa.h"
#include "support/template.h"

namespace hlo2cpp {
namespace {

bool is_of_halves(IntrinsicId id) {
    if (elements_of(id) == IntrinsicElements::Halves) return true;
    switch (id) {
    case IntrinsicId::FromHalf:
    case IntrinsicId::SpreadHalf:
    case IntrinsicId::HalfBits:
    case IntrinsicId::RoundHalf:
    case IntrinsicId::NearestHalf:
    case IntrinsicId::AddFirstProductsOfLane:
    case IntrinsicId::AddSecondProductsOfLane: return true;
    default: return false;
    }
}

// Intrinsics that name only one type of vectors stand behind that type, in this order.
constexpr auto kWithTheirType = std::to_array<IntrinsicId>(
    {IntrinsicId::Maximum, IntrinsicId::Minimum, IntrinsicId::Sqrt, IntrinsicId::Zero, IntrinsicId::FirstLanes,
     IntrinsicId::SetFirstLanes, IntrinsicId::RunningSums, IntrinsicId::Fma, IntrinsicId::AddMultiple, IntrinsicId::Sum,
     IntrinsicId::Difference, IntrinsicId::Product, IntrinsicId::Ratio, IntrinsicId::AddNumber,
     IntrinsicId::MultiplyNumber, IntrinsicId::MultiplyAdd});
// Intrinsics that name several types stand behind all types, in this order of each.
constexpr auto kBehindTypes = std::to_array<IntrinsicId>(
    {IntrinsicId::FirstLargest, IntrinsicId::FirstSmallest, IntrinsicId::Half, IntrinsicId::Mask,
     IntrinsicId::Transpose, IntrinsicId::Deinterleave, IntrinsicId::Quotient, IntrinsicId::WrappedSum,
     IntrinsicId::WrappedDifference, IntrinsicId::WrappedProduct, IntrinsicId::ToFloats, IntrinsicId::RoundedProducts,
     IntrinsicId::AddPairs, IntrinsicId::AddDot, IntrinsicId::AddRaise, IntrinsicId::Raised, IntrinsicId::AddFirstHalf,
     IntrinsicId::AddSecondHalf});

std::string type_text(const VectorType& type, const VectorUse& closure) {
    const std::string vector = name_of(type);
    std::string text = fill_template("vector_type.tmpl", {{"vector", vector},
                                                          {"element", std::string(info(type.element).value_type)},
                                                          {"bytes", std::to_string(byte_size(type))},
                                                          {"alignment", std::to_string(byte_size(type.element))}});
    if (closure.reads.contains(type)) text += fill_template("vector_at.tmpl", {{"vector", vector}});
    if (closure.writes.contains(type)) text += fill_template("vector_to.tmpl", {{"vector", vector}});
    return text;
}

} // namespace

VectorTexts::VectorTexts(VectorUse closure, const Target& target) : closure_(std::move(closure)) {
    const Isa& isa = target.isa != nullptr ? *target.isa : isa::portable;
    for (const Intrinsic& intrinsic : closure_.intrinsics)
        if (!is_mathematics(intrinsic.id)) functions_.emplace(intrinsic, text_of(intrinsic, isa));
}

template <typename Ids>
std::string VectorTexts::functions(const Ids& ids, const VectorType& type) const {
    std::string text;
    for (const IntrinsicId id : ids)
        if (const auto found = functions_.find({id, type}); found != functions_.end() && found->second.helpers.empty())
            text += found->second.text;
    return text;
}

// Conversions, ordered by name; those of bits call others.
std::string VectorTexts::conversions() const {
    std::map<std::pair<bool, std::string>, std::string> texts;
    for (const auto& [intrinsic, function] : functions_)
        if (is_integer(intrinsic.memory) && !is_scalar(intrinsic.id))
            texts[{intrinsic.id == IntrinsicId::FromBits, name_of(intrinsic)}] = function.text;
    std::string text;
    for (const auto& [name, one] : texts) text += one;
    return text;
}

// Functions of numbers and words.
std::string VectorTexts::scalars() const {
    std::string text;
    for (const auto& [intrinsic, function] : functions_)
        if (is_scalar(intrinsic.id) && intrinsic.id != IntrinsicId::OpaquePointer) text += function.text + "\n";
    return text;
}

std::string VectorTexts::vectors() const {
    std::string text, behind;
    for (const VectorType& type : closure_.types) {
        text += type_text(type, closure_) + functions(kWithTheirType, type);
        behind += functions(kBehindTypes, type);
    }
    behind += conversions();
    text += functions(std::array{IntrinsicId::OpaquePointer}, {}) + behind;
    return scalars() + (text.empty() ? "" : "// Neighbouring elements as vectors.\n" + text + "\n");
}

std::string VectorTexts::halves() const {
    std::map<std::int64_t, std::string> f16, bf16; // by lanes
    for (const auto& [intrinsic, function] : functions_)
        if (is_of_halves(intrinsic.id))
            (intrinsic.memory == ElementType::F16 ? f16 : bf16)[intrinsic.vector.lanes] += function.text;
    std::set<std::int64_t> widths;
    for (const auto* texts : {&f16, &bf16})
        for (const auto& [lanes, one] : *texts) widths.insert(lanes);
    std::string text;
    for (const std::int64_t lanes : widths) text += f16[lanes] + bf16[lanes];
    const bool as_bits = std::ranges::any_of(
        functions_, [](const auto& function) { return elements_of(function.first.id) == IntrinsicElements::Halves; });
    const std::string comment =
        as_bits ? "// Vectors of 16-bit floats.\n" : "// Vectors of 16-bit floats, which are computed with as f32.\n";
    return text.empty() ? "" : comment + text + "\n";
}

std::string VectorTexts::behind_helpers() const {
    std::string text;
    for (const auto& [intrinsic, function] : functions_)
        if (!is_of_halves(intrinsic.id) && !function.helpers.empty()) text += function.text;
    return (text.empty() ? "" : text + "\n") + halves();
}

std::set<std::string> VectorTexts::helpers() const {
    std::set<std::string> helpers;
    for (const Intrinsic& intrinsic : closure_.intrinsics) // large angles are reduced one by one
        if (intrinsic.id == IntrinsicId::ReduceAngle) helpers.insert(scalar_name(intrinsic));
    for (const auto& [intrinsic, function] : functions_)
        helpers.insert(function.helpers.begin(), function.helpers.end());
    return helpers;
}

std::string VectorTexts::unfit() const {
    std::set<std::string> conditions;
    for (const auto& [intrinsic, function] : functions_)
        if (!function.unfit.empty()) conditions.insert(function.unfit);
    std::string unfit;
    for (const std::string& condition : conditions) unfit += (unfit.empty() ? "" : " || ") + condition;
    return unfit;
}

std::string VectorTexts::includes() const {
    std::set<std::string> all;
    for (const auto& [intrinsic, function] : functions_) all.insert(function.includes);
    std::string text;
    for (const std::string& one : all) text += one;
    return text;
}

} // namespace hlo2cpp
