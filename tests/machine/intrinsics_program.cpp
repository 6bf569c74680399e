// Writes a program that compares the intrinsics of a target's instruction set with the portable ones, which are made of
// the formulas of machine/intrinsics.def.
//
//     intrinsics_program TARGET >program.cpp
#include <cstdio>

#include "machine/isa/isa.h"
#include "machine/vector_text.h"
#include "support/runtime_text.h"

namespace hlo2cpp {
namespace {

// Intrinsics for which an instruction set may have a text of its own: no mathematics, and none whose text is the same
// anywhere.
std::vector<Intrinsic> intrinsics_of(const VectorType& vector, const Target& target) {
    std::vector<Intrinsic> all;
    const bool single = vector.element == ElementType::F32, wide_enough = byte_size(vector) >= 16;
    for (const IntrinsicId id : {IntrinsicId::Fma, IntrinsicId::Sqrt, IntrinsicId::RunningSums})
        if (wide_enough) all.push_back({id, vector});
    if (target.ordered_extremum && wide_enough)
        for (const IntrinsicId id : {IntrinsicId::Maximum, IntrinsicId::Minimum}) all.push_back({id, vector});
    if (byte_size(vector) == target.masked_bytes)
        for (const IntrinsicId id : {IntrinsicId::FirstLanes, IntrinsicId::SetFirstLanes}) all.push_back({id, vector});
    for (const ElementType memory : {ElementType::S4, ElementType::U4, ElementType::S8, ElementType::U8,
                                     ElementType::S16, ElementType::U16, ElementType::S32})
        if (wide_enough) all.push_back({IntrinsicId::FromIntegers, vector, memory});
    for (const ElementType memory :
         {ElementType::S8, ElementType::U8, ElementType::S16, ElementType::U16, ElementType::S32})
        if (wide_enough) all.push_back({IntrinsicId::ToIntegers, vector, memory});
    for (const ElementType memory :
         {ElementType::S8, ElementType::U8, ElementType::S16, ElementType::U16, ElementType::S32, ElementType::U32})
        if (single && wide_enough) all.push_back({IntrinsicId::NearestIntegers, vector, memory});
    for (const ElementType memory : {ElementType::F16, ElementType::BF16})
        for (const IntrinsicId id : {IntrinsicId::FromHalf, IntrinsicId::HalfBits, IntrinsicId::RoundHalf})
            if (single && wide_enough) all.push_back({id, vector, memory});
    return all;
}

// Intrinsics of vectors of s32, and those that make floats of them.
std::vector<Intrinsic> intrinsics_of_integers(std::int64_t lanes) {
    const VectorType vector{ElementType::S32, lanes};
    std::vector<Intrinsic> all = {{IntrinsicId::ToFloats, {ElementType::F32, lanes}}};
    for (const IntrinsicId id : {IntrinsicId::WrappedSum, IntrinsicId::WrappedDifference, IntrinsicId::WrappedProduct})
        all.push_back({id, vector});
    for (const ElementType memory : {ElementType::S8, ElementType::U8, ElementType::S16, ElementType::U16})
        for (const IntrinsicId id : {IntrinsicId::FromIntegers, IntrinsicId::ToIntegers})
            all.push_back({id, vector, memory});
    return all;
}

const char* comparison_of(IntrinsicId id) {
    switch (id) {
    case IntrinsicId::Fma: return "compare_three";
    case IntrinsicId::Maximum:
    case IntrinsicId::Minimum: return "compare_two";
    case IntrinsicId::WrappedSum:
    case IntrinsicId::WrappedDifference:
    case IntrinsicId::WrappedProduct: return "compare_wrapped";
    case IntrinsicId::NearestIntegers: return "compare_nearest";
    case IntrinsicId::FirstLanes: return "compare_first_lanes";
    case IntrinsicId::SetFirstLanes: return "compare_set_first_lanes";
    case IntrinsicId::FromIntegers: return "compare_loads";
    default: return "compare_one";
    }
}

// What the function is compared with: a function of numbers, where lanes do what numbers do.
std::string formula_of(const Intrinsic& intrinsic) {
    const std::string words = "[](uint32_t a, uint32_t b) { return a ";
    switch (intrinsic.id) {
    case IntrinsicId::WrappedSum: return words + "+ b; }";
    case IntrinsicId::WrappedDifference: return words + "- b; }";
    case IntrinsicId::WrappedProduct: return words + "* b; }";
    case IntrinsicId::NearestIntegers:
        return "portable::" + name_of(Intrinsic{IntrinsicId::NearestInteger, {ElementType::F32, 1}});
    default: return "portable::" + name_of(intrinsic);
    }
}

int write_program(const std::string& name) {
    const std::optional<Target> target = find_target(name);
    if (!target || target->isa == nullptr) return std::fprintf(stderr, "no vectors: %s\n", name.c_str()), 1;
    Target portable = *target;
    portable.isa = &isa::portable;
    std::vector<Intrinsic> all;
    for (const ElementType element : {ElementType::F32, ElementType::F64})
        for (std::int64_t lanes = 2; lanes * byte_size(element) <= target->vector_bytes; lanes *= 2) {
            const std::vector<Intrinsic> more = intrinsics_of({element, lanes}, *target);
            all.insert(all.end(), more.begin(), more.end());
        }
    for (std::int64_t lanes = 4; lanes * byte_size(ElementType::S32) <= target->vector_bytes; lanes *= 2) {
        const std::vector<Intrinsic> more = intrinsics_of_integers(lanes);
        all.insert(all.end(), more.begin(), more.end());
    }
    VectorUse use;
    use.intrinsics = {all.begin(), all.end()};
    use.intrinsics.insert({IntrinsicId::NearestInteger, {ElementType::F32, 1}});
    use = closure_of(std::move(use));
    const std::pair<const char*, VectorTexts> spaces[] = {{"portable", {use, portable}}, {"own", {use, *target}}};
    std::set<std::string> helpers;
    for (const auto& [space, texts] : spaces) helpers.merge(texts.helpers());
    std::string text = "#include \"compare_intrinsics.h\"\n" + runtime_text(helpers).helpers;
    for (const auto& [space, texts] : spaces)
        text += "namespace " + std::string(space) + " {\n" + texts.vectors() + texts.behind_helpers() +
                "} // namespace " + space + "\n";
    text += "int main() {\n";
    for (const Intrinsic& intrinsic : all) {
        const std::string function = name_of(intrinsic);
        text += "    " + std::string(comparison_of(intrinsic.id)) + "(\"" + function + "\", " + formula_of(intrinsic) +
                ", own::" + function + ");\n";
    }
    text += "    return differences;\n}\n";
    std::fputs(text.c_str(), stdout);
    return 0;
}

} // namespace
} // namespace hlo2cpp

int main(int count, char** arguments) {
    return count == 2 ? hlo2cpp::write_program(arguments[1]) : 2;
}
