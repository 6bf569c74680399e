#include "machine/vector_text.h"

#include <array>
#include <map>

#include "machine/isa/isa.h"
#include "support/template.h"

namespace hlo2cpp {
namespace {

bool is_of_halves(IntrinsicId id) {
    return id == IntrinsicId::FromHalf || id == IntrinsicId::SpreadHalf || id == IntrinsicId::HalfBits ||
           id == IntrinsicId::RoundHalf || id == IntrinsicId::NearestHalf;
}

// Intrinsics that name one type of vectors alone stand with it, in this order.
constexpr auto kWithTheirType = std::to_array<IntrinsicId>(
    {IntrinsicId::Maximum, IntrinsicId::Minimum, IntrinsicId::Sqrt, IntrinsicId::Zero, IntrinsicId::FirstLanes,
     IntrinsicId::SetFirstLanes, IntrinsicId::RunningSums, IntrinsicId::Fma});
// Intrinsics that name several types stand behind all types, in this order of each.
constexpr auto kBehindTypes =
    std::to_array<IntrinsicId>({IntrinsicId::FirstLargest, IntrinsicId::FirstSmallest, IntrinsicId::Mask,
                                IntrinsicId::Transpose, IntrinsicId::Quotient});

// Texts of the listed intrinsics of one type.
template <typename Ids>
std::string texts_of(const Ids& ids, const VectorType& type, const VectorUse& closure, const Target& target) {
    std::string text;
    for (const IntrinsicId id : ids)
        if (const Intrinsic intrinsic{id, type}; closure.intrinsics.contains(intrinsic))
            text += text_of(intrinsic, *target.isa).text;
    return text;
}

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

// Conversions of integers, by name.
std::string conversions_text(const VectorUse& closure, const Target& target) {
    std::map<std::string, std::string> texts;
    for (const Intrinsic& intrinsic : closure.intrinsics)
        if (intrinsic.id == IntrinsicId::FromIntegers || intrinsic.id == IntrinsicId::ToIntegers)
            texts[name_of(intrinsic)] = text_of(intrinsic, *target.isa).text;
    std::string text;
    for (const auto& [name, one] : texts) text += one;
    return text;
}

} // namespace

std::string vector_text(const VectorUse& closure, const Target& target) {
    std::string text, behind;
    for (const VectorType& type : closure.types) {
        text += type_text(type, closure) + texts_of(kWithTheirType, type, closure, target);
        behind += texts_of(kBehindTypes, type, closure, target);
    }
    behind += conversions_text(closure, target);
    if (const Intrinsic pointer{IntrinsicId::OpaquePointer}; closure.intrinsics.contains(pointer))
        text += text_of(pointer, *target.isa).text;
    text += behind;
    return text.empty() ? "" : "// Neighbouring elements as vectors.\n" + text + "\n";
}

std::string half_text(const VectorUse& closure, const Target& target) {
    std::map<std::int64_t, std::string> f16, bf16; // by lanes
    for (const Intrinsic& intrinsic : closure.intrinsics)
        if (is_of_halves(intrinsic.id))
            (intrinsic.memory == ElementType::F16 ? f16 : bf16)[intrinsic.vector.lanes] +=
                text_of(intrinsic, *target.isa).text;
    std::set<std::int64_t> widths;
    for (const auto* texts : {&f16, &bf16})
        for (const auto& [lanes, one] : *texts) widths.insert(lanes);
    std::string text;
    for (const std::int64_t lanes : widths) text += f16[lanes] + bf16[lanes];
    return text.empty() ? "" : "// Vectors of 16-bit floats, which are computed with as f32.\n" + text + "\n";
}

} // namespace hlo2cpp
