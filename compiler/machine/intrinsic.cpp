#include "machine/intrinsic.h"

#include <algorithm>

namespace hlo2cpp {
namespace {

using enum IntrinsicElements;

constexpr std::string_view kNames[] = {
#define INTRINSIC(id, name, elements, formula) name,
#include "machine/intrinsics.def"
};

constexpr std::string_view kFunctions[] = {
#define INTRINSIC(id, name, elements, formula) {},
#define MATHEMATICS(id, name, elements) name,
#include "machine/intrinsics.def"
};

constexpr std::pair<IntrinsicId, IntrinsicAccess> kAccesses[] = {
#define ACCESS(id, pointer, extent, number) {IntrinsicId::id, {pointer, AccessExtent::extent, number}},
#include "machine/intrinsics.def"
};

std::string hole_of(char letter, const Intrinsic& intrinsic) {
    switch (letter) {
    case 'V': return name_of(intrinsic.vector);
    case 'M': return std::string(info(intrinsic.memory).name);
    case 'N': return std::to_string(intrinsic.vector.lanes);
    default: return std::string(info(intrinsic.vector.element).name);
    }
}

// True if the intrinsic converts the type in memory, or has no type in memory (f32).
bool is_conversion(const Intrinsic& intrinsic) {
    if (elements_of(intrinsic.id) == Halves) return intrinsic.memory == ElementType::F16;
    const bool halves = is_half(intrinsic.memory), integers = is_integer(intrinsic.memory);
    switch (intrinsic.id) {
    case IntrinsicId::FromIntegers:
    case IntrinsicId::FromBits:
    case IntrinsicId::PairOf:
    case IntrinsicId::PairAt:
    case IntrinsicId::PairOfTwo:
    case IntrinsicId::PutPair:
    case IntrinsicId::PairsOf:
    case IntrinsicId::SpreadPair:
    case IntrinsicId::InterleavedPairs:
    case IntrinsicId::InterleavedWords:
    case IntrinsicId::SpreadWord:
    case IntrinsicId::SpreadBytes:
    case IntrinsicId::SpreadEnd:
    case IntrinsicId::SplitWord:
    case IntrinsicId::AddSplitDots:
    case IntrinsicId::AddPositiveDots:
    case IntrinsicId::AddDots:
    case IntrinsicId::AddDotsOfWord:
    case IntrinsicId::AddNarrowDots:
    case IntrinsicId::ShortProducts:
    case IntrinsicId::AddShortProducts:
    case IntrinsicId::NearestIntegers:
    case IntrinsicId::NearestBounded:
    case IntrinsicId::NearestOfTwo:
    case IntrinsicId::ToIntegers: return integers;
    case IntrinsicId::AddFirstProductsOfLane:
    case IntrinsicId::AddSecondProductsOfLane:
    case IntrinsicId::FromHalf:
    case IntrinsicId::SpreadHalf:
    case IntrinsicId::HalfBits:
    case IntrinsicId::RoundHalf:
    case IntrinsicId::NearestHalf: return halves;
    default: return intrinsic.memory == ElementType::F32;
    }
}

bool is_for(IntrinsicElements elements, ElementType element) {
    switch (elements) {
    case Any: return true;
    case Numbers: return element == ElementType::S32 || is_for(Floats, element);
    case Floats: return element == ElementType::F64 || is_for(Single, element);
    case Single: return element == ElementType::F32;
    case Halves: return element == ElementType::F16;
    case Integers: return element == ElementType::S32;
    }
    return false;
}

} // namespace

bool is_scalar(IntrinsicId id) {
    switch (id) {
    case IntrinsicId::OpaquePointer:
    case IntrinsicId::NearestInteger:
    case IntrinsicId::RoundedProduct:
    case IntrinsicId::AddPair:
    case IntrinsicId::PairOf:
    case IntrinsicId::PairAt:
    case IntrinsicId::PairOfTwo:
    case IntrinsicId::PutPair: return true;
    default: return false;
    }
}

bool is_mathematics(IntrinsicId id) {
    return !kFunctions[static_cast<std::size_t>(id)].empty();
}

std::string name_of(const VectorType& vector) {
    return std::string(info(vector.element).name) + "x" + std::to_string(vector.lanes);
}

std::int64_t byte_size(const VectorType& vector) {
    return vector.lanes * byte_size(vector.element);
}

std::string name_of(const Intrinsic& intrinsic) {
    const std::string_view pattern = kNames[static_cast<std::size_t>(intrinsic.id)];
    std::string name;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] != '{') {
            name += pattern[i];
            continue;
        }
        name += hole_of(pattern[i + 1], intrinsic);
        i += 2; // the letter and the brace behind it
    }
    return name;
}

std::string scalar_name(const Intrinsic& intrinsic) {
    const bool is_root = intrinsic.id == IntrinsicId::Sqrt;
    const std::string_view function = is_root ? "sqrt" : kFunctions[static_cast<std::size_t>(intrinsic.id)];
    return function.empty() ? "" : std::string(function) + "_" + std::string(info(intrinsic.vector.element).name);
}

std::set<std::string> intrinsic_names() {
    constexpr int kTypes = static_cast<int>(ElementType::C128) + 1;
    constexpr std::int64_t kMostLanes = 64;
    std::set<std::string> names;
    const auto add = [&](const VectorType& vector) {
        for (const char* access : {"", "_at", "_to"}) names.insert(name_of(vector) + access);
        for (const char* part : {"low_", "high_", "side_by_side_"}) names.insert(part + name_of(vector));
        names.insert(name_of(Intrinsic{IntrinsicId::Transpose, vector}) + "_columns");
        for (int number = 0; number < kIntrinsics; ++number) {
            const auto id = static_cast<IntrinsicId>(number);
            if (!is_for(elements_of(id), vector.element)) continue;
            for (int memory = 0; memory < kTypes; ++memory) {
                const Intrinsic intrinsic{id, vector, static_cast<ElementType>(memory)};
                if (is_conversion(intrinsic)) names.insert(name_of(intrinsic));
            }
        }
    };
    for (int element = 0; element < kTypes; ++element)
        for (std::int64_t lanes = 2; lanes <= kMostLanes; lanes *= 2) add({static_cast<ElementType>(element), lanes});
    return names;
}

std::optional<std::int64_t> IntrinsicAccess::bytes(std::int64_t given) const {
    const auto elements = [&]() -> std::optional<std::int64_t> {
        switch (extent) {
        case AccessExtent::Nothing: return 0;
        case AccessExtent::Pair: return 2;
        case AccessExtent::Four: return 4;
        case AccessExtent::Lanes: return lanes;
        case AccessExtent::Pairs: return 2 * lanes;
        case AccessExtent::Count: return given >= lanes ? std::optional(given) : std::nullopt;
        case AccessExtent::FewerThanLanes: return given > 0 && given < lanes ? std::optional(given) : std::nullopt;
        case AccessExtent::Triples: return 3 * lanes;
        case AccessExtent::ThreeLines: return given >= lanes ? std::optional(2 * given + lanes) : std::nullopt;
        case AccessExtent::Lines: return given >= 0 ? std::optional(given + lanes) : std::nullopt;
        case AccessExtent::Square: return given >= lanes ? std::optional((lanes - 1) * given + lanes) : std::nullopt;
        }
        return std::nullopt;
    }();
    return elements ? std::optional(*elements * byte_size(element)) : std::nullopt;
}

std::vector<IntrinsicAccess> accesses_of(const Intrinsic& intrinsic) {
    ElementType element = intrinsic.vector.element;
    if (intrinsic.id == IntrinsicId::Mask) element = ElementType::Pred;
    if (is_integer(intrinsic.memory)) element = byte_type(intrinsic.memory);
    std::vector<IntrinsicAccess> accesses;
    for (const auto& [id, access] : kAccesses) {
        if (id != intrinsic.id) continue;
        accesses.push_back(access);
        accesses.back().element = element;
        accesses.back().lanes = intrinsic.vector.lanes;
    }
    return accesses;
}

ElementType bits_of(ElementType type) {
    return type == ElementType::F64 ? ElementType::U64 : ElementType::U32;
}

std::vector<ElementType> integers_of(const Intrinsic& conversion) {
    const ElementType memory = byte_type(conversion.memory);
    std::vector<ElementType> integers = {memory};
    if (info(memory).bits == 8) integers.push_back(is_signed(memory) ? ElementType::S16 : ElementType::U16);
    if (info(memory).bits < 32) integers.push_back(ElementType::S32);
    return integers;
}

VectorType loaded_by_transposition(const VectorType& square) {
    constexpr std::int64_t kBytes = 16;
    return {square.element, std::min(square.lanes, kBytes / byte_size(square.element))};
}

} // namespace hlo2cpp
