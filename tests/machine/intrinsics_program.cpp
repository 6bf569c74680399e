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
        for (const IntrinsicId id : {IntrinsicId::NearestIntegers, IntrinsicId::NearestBounded})
            if (single && wide_enough) all.push_back({id, vector, memory});
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

// Intrinsics of two vectors that take, or become, one of bytes.
std::vector<Intrinsic> intrinsics_of_two(const Target& target) {
    const std::int64_t lanes = target.vector_bytes / 4;
    std::vector<Intrinsic> all;
    if (target.narrows_two)
        for (const ElementType memory : {ElementType::S8, ElementType::U8})
            all.push_back({IntrinsicId::NearestOfTwo, {ElementType::F32, lanes}, memory});
    if (!target.short_products) return all;
    for (const IntrinsicId id : {IntrinsicId::ShortProducts, IntrinsicId::AddShortProducts})
        all.push_back({id, {ElementType::S16, 2 * lanes}, ElementType::S8});
    for (const IntrinsicId id : {IntrinsicId::AddFirstHalf, IntrinsicId::AddSecondHalf})
        all.push_back({id, {ElementType::S32, lanes}});
    return all;
}

// Intrinsics of f16 as they lie.
std::vector<Intrinsic> intrinsics_of_halves(const Target& target) {
    using enum IntrinsicId;
    std::vector<Intrinsic> all;
    for (std::int64_t lanes = 4; target.half_arithmetic && 2 * lanes <= target.vector_bytes; lanes *= 2)
        for (const IntrinsicId id : {HalfSum, HalfDifference, HalfProduct, HalfQuotient, HalfSqrt, HalfMaximum,
                                     HalfMinimum, HalfEqual, HalfLess, HalfLessEqual})
            all.push_back({id, {ElementType::F16, lanes}, ElementType::F16});
    if (target.half_products)
        for (const IntrinsicId id : {AddFirstProductsOfLane, AddSecondProductsOfLane})
            all.push_back({id, {ElementType::F32, target.vector_bytes / 4}, ElementType::F16});
    return all;
}

// A sum of products of s8, and what brings both factors into words; no intrinsic: a vector as it lies.
struct Products {
    Intrinsic add;
    std::optional<Intrinsic> row, weights;
    int terms = 4, least = -128;
    const char* rows = "Any";
    const char* more = "";              // its name ends so
    std::vector<Intrinsic> around = {}; // raise the row, and take off what the sums are too large by

    std::vector<Intrinsic> intrinsics() const {
        std::vector<Intrinsic> all = around;
        all.push_back(add);
        for (const auto& word : {row, weights})
            if (word) all.push_back(*word);
        return all;
    }
};

// Those whose rows are not negative; others are raised.
void add_positive_dots(std::vector<Products>& all, const VectorType& sums) {
    constexpr ElementType kByte = ElementType::S8, kUnsigned = ElementType::U8;
    const Intrinsic spread{IntrinsicId::SpreadWord, sums, kByte}, add{IntrinsicId::AddPositiveDots, sums, kUnsigned};
    all.push_back({{IntrinsicId::AddPositiveDots, sums, kByte}, spread, {}, 4, -128, "Positive"});
    all.push_back({add, Intrinsic{IntrinsicId::SpreadWord, sums, kUnsigned}, {}, 4, -128, "Unsigned"});
    const Intrinsic raised{IntrinsicId::Raised, {kByte, 4 * sums.lanes}}, too_much{IntrinsicId::AddRaise, sums};
    all.push_back({add, spread, {}, 4, -128, "Any", " of raised rows", {raised, too_much}});
}

std::vector<Products> products_of(const Target& target) {
    constexpr ElementType kByte = ElementType::S8;
    const std::int64_t lanes = target.vector_bytes / 4;
    const VectorType sums{ElementType::S32, lanes};
    const Intrinsic split{IntrinsicId::SplitWord, sums, kByte}, spread{IntrinsicId::SpreadWord, sums, kByte};
    if (lanes == 0) {
        const Intrinsic add{IntrinsicId::AddPair}, pair{IntrinsicId::PairOf, {}, kByte};
        return {{add, Intrinsic{IntrinsicId::PairAt, {}, ElementType::S16}, pair, 2},
                {add, Intrinsic{IntrinsicId::PairOfTwo, {}, ElementType::S16}, pair, 2},
                {add, Intrinsic{IntrinsicId::PutPair, {}, ElementType::S16}, pair, 2},
                {{IntrinsicId::AddDot, {kByte, 16}}, {}, {}, 16}};
    }
    if (target.dots_are_split)
        return {{{IntrinsicId::AddSplitDots, sums, kByte}, split, {}},
                {{IntrinsicId::AddNarrowDots, sums, kByte}, split, {}, 4, -127}};
    std::vector<Products> pairs;
    if (target.dot_terms > 0) pairs.push_back({{IntrinsicId::AddDots, sums, kByte}, spread, {}});
    if (target.dots_take_words) pairs.push_back({{IntrinsicId::AddDotsOfWord, sums, kByte}, {}, {}});
    if (target.dots_are_positive) add_positive_dots(pairs, sums);
    for (std::int64_t width = 4; target.word_terms == 2 && width <= lanes; width *= 2) {
        const VectorType some{ElementType::S32, width};
        pairs.push_back({{IntrinsicId::AddPairs, some},
                         Intrinsic{IntrinsicId::SpreadPair, some, kByte},
                         Intrinsic{IntrinsicId::PairsOf, some, kByte},
                         2});
    }
    return pairs;
}

// Words of interleaved lines.
std::vector<Intrinsic> interleaved_words(const Target& target) {
    std::vector<Intrinsic> all;
    for (std::int64_t lanes = 4; target.interleaves && lanes <= target.vector_bytes / 4; lanes *= 2)
        for (const ElementType memory : {ElementType::S8, ElementType::U8})
            for (const IntrinsicId id : {IntrinsicId::InterleavedPairs, IntrinsicId::InterleavedWords})
                all.push_back({id, {ElementType::S32, lanes}, memory});
    return all;
}

std::string comparison_of_lines(const Intrinsic& words) {
    const bool pairs = words.id == IntrinsicId::InterleavedPairs;
    return "compare_interleaved<" + std::string(info(words.memory).value_type) + ", " +
           (pairs ? "int16_t, 2" : std::string(info(words.memory).value_type) + ", 4") + ", " +
           std::to_string(words.vector.lanes) + ">(\"" + name_of(words) + "\", own::" + name_of(words) + ")";
}

// Two bytes as a pair of s16, from memory that has them as the intrinsic reads them.
std::string pair_of(const Intrinsic& intrinsic) {
    if (intrinsic.id == IntrinsicId::PutPair)
        return "[](const void* two) { uint32_t pair; memcpy(&pair, widened(two, 0).at, 4); Widened all = widened(two, "
               "2); "
               "own::put_pair(all.at, pair); memcpy(&pair, all.at, 4); return pair; }";
    const char* const memory = intrinsic.id == IntrinsicId::PairAt   ? "widened(two, 0).at"
                               : intrinsic.id == IntrinsicId::PairOf ? "apart(two).at, 1"
                                                                     : "widened(two, 2).at, 1";
    return "[](const void* two) { return own::" + name_of(intrinsic) + "(" + memory + "); }";
}

std::string function_of(const Products& products) {
    const std::string add = "own::" + name_of(products.add);
    if (products.add.id == IntrinsicId::AddDotsOfWord)
        return "[](auto sums, auto row, auto weights) { return with_each_word(sums, row, weights, " + add + "); }";
    if (products.around.empty()) return add;
    const std::string raised = "own::" + name_of(products.around[0]), too_much = "own::" + name_of(products.around[1]);
    const std::string sums = "own::" + name_of(products.add.vector);
    return "[](" + sums + " sums, auto row, auto weights) { return " + add + "(sums, " + raised + "(row), weights) - " +
           too_much + "(" + sums + "{}, weights); }";
}

std::string comparison_of(const Products& products) {
    const VectorType& vector = products.add.vector;
    const bool lanes = vector.element == ElementType::S32;
    const VectorType bytes{ElementType::S8, lanes ? 4 * vector.lanes : 16};
    const auto word = [&](const std::optional<Intrinsic>& intrinsic) {
        if (intrinsic && is_scalar(intrinsic->id)) return pair_of(*intrinsic);
        if (intrinsic) return "own::" + name_of(*intrinsic);
        const std::string type = "own::" + name_of(bytes);
        return "[](const void* p) { " + type + " x; memcpy(&x, p, sizeof x); return x; }";
    };
    const bool split = products.row && products.row->id == IntrinsicId::SplitWord;
    return "compare_products<" + (lanes ? "own::" + name_of(vector) : std::string("int32_t")) + ">(\"" +
           name_of(products.add) + products.more + "\", " + std::to_string(products.terms) + ", " +
           (split ? "true" : "false") + ", " + std::to_string(products.least) + ", Rows::" + products.rows + ", " +
           word(products.row) + ", " + word(products.weights) + ", " + function_of(products) + ")";
}

const char* comparison_of(IntrinsicId id) {
    switch (id) {
    case IntrinsicId::HalfSum:
    case IntrinsicId::HalfDifference:
    case IntrinsicId::HalfProduct:
    case IntrinsicId::HalfQuotient:
    case IntrinsicId::HalfMaximum:
    case IntrinsicId::HalfMinimum: return "compare_halves<false>";
    case IntrinsicId::HalfEqual:
    case IntrinsicId::HalfLess:
    case IntrinsicId::HalfLessEqual: return "compare_halves<true>"; // masks
    case IntrinsicId::HalfSqrt: return "compare_root_of_halves";
    case IntrinsicId::AddFirstProductsOfLane:
    case IntrinsicId::AddSecondProductsOfLane: return "compare_products_of_halves";
    case IntrinsicId::Fma: return "compare_three";
    case IntrinsicId::Maximum:
    case IntrinsicId::Minimum: return "compare_two";
    case IntrinsicId::WrappedSum:
    case IntrinsicId::WrappedDifference:
    case IntrinsicId::WrappedProduct: return "compare_wrapped";
    case IntrinsicId::NearestIntegers: return "compare_nearest<false>";
    case IntrinsicId::NearestBounded: return "compare_nearest<true>";
    case IntrinsicId::NearestOfTwo: return "compare_nearest_of_two";
    case IntrinsicId::ShortProducts: return "compare_short_products";
    case IntrinsicId::AddShortProducts: return "compare_sums_of_short_products";
    case IntrinsicId::AddFirstHalf:
    case IntrinsicId::AddSecondHalf: return "compare_additions_of_half";
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
    case IntrinsicId::NearestOfTwo:
    case IntrinsicId::NearestIntegers:
    case IntrinsicId::NearestBounded:
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
    for (const auto& more : {intrinsics_of_two(*target), intrinsics_of_halves(*target)})
        all.insert(all.end(), more.begin(), more.end());
    VectorUse use;
    use.intrinsics = {all.begin(), all.end()};
    const std::vector<Products> products = products_of(*target);
    for (const Products& one : products)
        for (const Intrinsic& intrinsic : one.intrinsics()) use.intrinsics.insert(intrinsic);
    const std::vector<Intrinsic> lines = interleaved_words(*target);
    use.intrinsics.insert(lines.begin(), lines.end());
    use.intrinsics.insert({IntrinsicId::NearestInteger, {ElementType::F32, 1}});
    use = closure_of(std::move(use));
    const std::pair<const char*, VectorTexts> spaces[] = {{"portable", {use, portable}}, {"own", {use, *target}}};
    std::set<std::string> helpers;
    for (const auto& [space, texts] : spaces) helpers.merge(texts.helpers());
    std::string text =
        "#include \"compare_intrinsics.h\"\n" + VectorTexts(use, *target).includes() + runtime_text(helpers).helpers;
    for (const auto& [space, texts] : spaces)
        text += "namespace " + std::string(space) + " {\n" + texts.vectors() + texts.behind_helpers() +
                "} // namespace " + space + "\n";
    text += "int main() {\n";
    for (const Intrinsic& intrinsic : all) {
        const std::string function = name_of(intrinsic);
        text += "    " + std::string(comparison_of(intrinsic.id)) + "(\"" + function + "\", " + formula_of(intrinsic) +
                ", own::" + function + ");\n";
    }
    for (const Intrinsic& one : lines) text += "    " + comparison_of_lines(one) + ";\n";
    for (const Products& one : products) text += "    " + comparison_of(one) + ";\n";
    text += "    return differences;\n}\n";
    std::fputs(text.c_str(), stdout);
    return 0;
}

} // namespace
} // namespace hlo2cpp

int main(int count, char** arguments) {
    return count == 2 ? hlo2cpp::write_program(arguments[1]) : 2;
}
