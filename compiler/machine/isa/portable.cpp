// Any machine: vectors of GCC and Clang, and lanes one by one where these have no operator.
#include "machine/isa/isa.h"
#include "machine/transposition.h"
#include "support/embedded.h"

namespace hlo2cpp {
namespace {

constexpr std::string_view kLaneByLane = R"(static inline @vector@ @name@(@parameters@) noexcept { // @comment@
    for (int lane = 0; lane < @lanes@; ++lane) @result@[lane] = @lane@;
    return @result@;
}
)";

constexpr std::string_view kFormula = R"(static inline @vector@ @name@(@vector@ a, @vector@ b) noexcept { // @comment@
    return @formula@;
}
)";

constexpr std::string_view kWrapped =
    R"(static inline @vector@ @name@(@vector@ a, @vector@ b) noexcept { // wraps
    return reinterpret_cast<@vector@>(reinterpret_cast<@words@>(a) @operator@ reinterpret_cast<@words@>(b));
}
)";

constexpr std::string_view kToFloats = R"(static inline @vector@ @name@(@integers@ x) noexcept {
    return __builtin_convertvector(x, @vector@);
}
)";

constexpr std::string_view kLowBits = R"(static inline @result@ @name@(@vector@ integers) noexcept { // the low bits
    return @narrowed@;
}
)";

constexpr std::string_view kNearest =
    R"(// The nearest integer, ties to even, saturating at low and high, which are at most 2^22 away from 0; a NaN is 0.
static inline int32_t @name@(float x, int32_t low, int32_t high) noexcept {
    const float raised = x < static_cast<float>(low) ? static_cast<float>(low) : x;
    const float bounded = raised > static_cast<float>(high) ? static_cast<float>(high) : raised;
    const float rounded = bounded + 12582912.0f; // 1.5 * 2^23: its last bits are the integer
    int32_t bits;
    __builtin_memcpy(&bits, &rounded, sizeof bits);
    return x == x ? bits - 0x4b400000 : 0;
}
)";

constexpr std::string_view kNearestVector =
    R"(// Ties to even, saturating; a NaN is 0.
static inline @result@ @name@(@vector@ x, int32_t low, int32_t high) noexcept {
    const @vector@ least = @vector@{} + static_cast<float>(low), most = @vector@{} + static_cast<float>(high);
    x = x == x ? x : @vector@{};
    x = x < least ? least : x;
    x = x > most ? most : x;
    const @integers@ integers = reinterpret_cast<@integers@>(x + 12582912.0f) - 0x4b400000; // 1.5 * 2^23
    return @narrowed@;
}
)";

constexpr std::string_view kNearestOfTwo =
    R"(static inline @result@ @name@(@vector@ x, @vector@ y, int32_t low, int32_t high) noexcept { // see nearest_f32
    @result@ bytes;
    for (int lane = 0; lane < @lanes@; ++lane) {
        bytes[lane] = static_cast<@integer@>(nearest_f32(x[lane], low, high));
        bytes[lane + @lanes@] = static_cast<@integer@>(nearest_f32(y[lane], low, high));
    }
    return bytes;
}
)";

constexpr std::string_view kZero = R"(static inline @vector@ @name@() noexcept {
    return @vector@{};
}
)";

constexpr std::string_view kFirstLanes =
    R"(// A vector whose first lanes, so many, are these elements. No more of the memory is read.
static inline @vector@ @name@(const void* elements, int32_t lanes) noexcept {
    @vector@ x = {};
    for (int32_t lane = 0; lane < lanes; ++lane) x[lane] = static_cast<const @element@*>(elements)[lane];
    return x;
}
)";

constexpr std::string_view kSetFirstLanes =
    R"(// These elements, so many, are the first lanes of the vector. No more of the memory is written.
static inline void @name@(void* elements, @vector@ x, int32_t lanes) noexcept {
    for (int32_t lane = 0; lane < lanes; ++lane) static_cast<@element@*>(elements)[lane] = x[lane];
}
)";

constexpr std::string_view kSetFirstBytes =
    R"(// These elements, so many, are the first lanes of the vector. No more of the memory is written.
static inline void @name@(void* elements, @vector@ x, int32_t lanes) noexcept {
    __builtin_memcpy(elements, &x, @size@static_cast<uint32_t>(lanes));
}
)";

constexpr std::string_view kFromF16 = R"(static inline @vector@ @name@(@bits@ bits) noexcept {
    return @vector@@by_lanes@;
}
)";

constexpr std::string_view kFromBf16 = R"(static inline @vector@ @name@(@bits@ bits) noexcept {
    return reinterpret_cast<@vector@>(__builtin_convertvector(bits, @words@) << 16);
}
)";

constexpr std::string_view kFromBits =
    R"(static inline @vector@ @name@(const void* bytes, int32_t up, int32_t down) noexcept { // some bits of each
    const @words@ bits = reinterpret_cast<@words@>(@from@(bytes)) << static_cast<uint32_t>(up);
    const @integers@ numbers = @shifted@;
    return @result@;
}
)";

constexpr std::string_view kF16Bits =
    R"(static inline @bits@ @name@(@vector@ x) noexcept { // of the nearest numbers, ties to even
    return @bits@@by_lanes@;
}
)";

constexpr std::string_view kHalf =
    R"(static inline @half@ @name@(@vector@ x, int32_t first) noexcept { // half of its lanes, from the first one on
    return @half@{@elements@};
}
)";

std::string element_of(const Intrinsic& intrinsic) {
    return std::string(info(intrinsic.vector.element).value_type);
}

std::string lanes_of(const Intrinsic& intrinsic) {
    return std::to_string(intrinsic.vector.lanes);
}

std::string words_of(const Intrinsic& intrinsic) {
    return name_of(VectorType{bits_of(intrinsic.vector.element), intrinsic.vector.lanes});
}

std::string fill_file(std::string_view file, const Intrinsic& intrinsic, TemplateValues values) {
    return fill_intrinsic(embedded_file(file), intrinsic, std::move(values));
}

std::string first_bytes_text(const Intrinsic& intrinsic) {
    const std::int64_t bytes = byte_size(intrinsic.vector.element);
    return fill_intrinsic(kSetFirstBytes, intrinsic, {{"size", bytes == 1 ? "" : std::to_string(bytes) + " * "}});
}

std::string fma_text(const Intrinsic& intrinsic) {
    const std::string vector = name_of(intrinsic.vector);
    return fill_intrinsic(
        kLaneByLane, intrinsic,
        {{"parameters", vector + " a, " + vector + " b, " + vector + " c"},
         {"comment", "a b + c, rounded once"},
         {"lanes", lanes_of(intrinsic)},
         {"result", "c"},
         {"lane", std::string("__builtin_fma") + (is_wide(intrinsic) ? "" : "f") + "(a[lane], b[lane], c[lane])"}});
}

std::string sqrt_text(const Intrinsic& intrinsic) {
    return fill_intrinsic(kLaneByLane, intrinsic,
                          {{"parameters", name_of(intrinsic.vector) + " x"},
                           {"comment", "rounded correctly"},
                           {"lanes", lanes_of(intrinsic)},
                           {"result", "x"},
                           {"lane", std::string("__builtin_sqrt") + (is_wide(intrinsic) ? "" : "f") + "(x[lane])"}});
}

std::string extremum_text(const Intrinsic& intrinsic) {
    const bool largest = intrinsic.id == IntrinsicId::Maximum;
    return fill_intrinsic(kFormula, intrinsic,
                          {{"comment", std::string("NaN wins, and ") + (largest ? "+0" : "-0") + " of two zeros"},
                           {"formula", formula_text(intrinsic)}});
}

IntrinsicText nearest_text(const Intrinsic& conversion) {
    const std::int64_t lanes = conversion.vector.lanes;
    const std::string result = name_of(VectorType{conversion.memory, lanes});
    const bool words = conversion.memory == ElementType::U32;
    return {fill_intrinsic(
        kNearestVector, conversion,
        {{"result", result},
         {"integers", name_of(VectorType{ElementType::S32, lanes})},
         {"narrowed", words ? "reinterpret_cast<" + result + ">(integers)" : narrowed_integers(conversion)}})};
}

IntrinsicText nearest_of_two_text(const Intrinsic& conversion) {
    const std::int64_t lanes = conversion.vector.lanes;
    return {fill_intrinsic(kNearestOfTwo, conversion,
                           {{"result", name_of(VectorType{conversion.memory, 2 * lanes})},
                            {"lanes", std::to_string(lanes)},
                            {"integer", std::string(info(conversion.memory).value_type)}})};
}

IntrinsicText wrapped_text(const Intrinsic& intrinsic, const char* infix) {
    return {fill_intrinsic(kWrapped, intrinsic, {{"words", words_of(intrinsic)}, {"operator", infix}})};
}

IntrinsicText to_floats_text(const Intrinsic& intrinsic) {
    return {fill_intrinsic(kToFloats, intrinsic,
                           {{"integers", name_of(VectorType{ElementType::S32, intrinsic.vector.lanes})}})};
}

IntrinsicText from_bits_text(const Intrinsic& conversion) {
    const VectorType integers{ElementType::S32, conversion.vector.lanes};
    const bool floats = is_float(conversion.vector.element);
    return {fill_intrinsic(
        kFromBits, conversion,
        {{"integers", name_of(integers)},
         {"words", name_of(VectorType{ElementType::U32, integers.lanes})},
         {"from", name_of(Intrinsic{IntrinsicId::FromIntegers, integers, conversion.memory})},
         {"shifted", is_signed(conversion.memory)
                         ? "reinterpret_cast<" + name_of(integers) + ">(bits) >> down"
                         : "reinterpret_cast<" + name_of(integers) + ">(bits >> static_cast<uint32_t>(down))"},
         {"result", floats ? name_of(Intrinsic{IntrinsicId::ToFloats, conversion.vector}) + "(numbers)" : "numbers"}})};
}

// Adds lanes at a distance of 1, 2, 4, ... A sum with -0 is the other term.
std::string running_sums_text(const Intrinsic& intrinsic) {
    const auto& [vector, lanes] = std::pair(name_of(intrinsic.vector), intrinsic.vector.lanes);
    std::string steps;
    for (std::int64_t step = 1; step < lanes; step *= 2) {
        std::string moved;
        for (std::int64_t lane = 0; lane < lanes; ++lane)
            moved += (lane == 0 ? "" : ", ") + (lane < step ? std::string(is_wide(intrinsic) ? "-0.0" : "-0.0f")
                                                            : "x[" + std::to_string(lane - step) + "]");
        steps += (steps.empty() ? "" : "\n") + ("x = x + " + vector) + "{" + moved + "};";
    }
    return fill_file("vector_running_sums.tmpl", intrinsic, {{"steps", steps}});
}

std::string search_text(const Intrinsic& intrinsic) {
    const bool largest = intrinsic.id == IntrinsicId::FirstLargest;
    return fill_file("vector_first_extremum.tmpl", intrinsic,
                     {{"element", element_of(intrinsic)},
                      {"places", words_of(intrinsic)},
                      {"integer", is_wide(intrinsic) ? "uint64_t" : "uint32_t"},
                      {"lanes", lanes_of(intrinsic)},
                      {"most", largest ? "largest" : "smallest"},
                      {"wins", largest ? ">" : "<"}});
}

std::string mask_text(const Intrinsic& intrinsic) {
    return fill_template("vector_mask.tmpl", {{"name", name_of(intrinsic)},
                                              {"mask", name_of(intrinsic.vector)},
                                              {"preds", name_of(VectorType{ElementType::U8, intrinsic.vector.lanes})}});
}

std::string half_of_lanes_text(const Intrinsic& intrinsic) {
    const std::int64_t lanes = intrinsic.vector.lanes / 2;
    std::string elements;
    for (std::int64_t lane = 0; lane < lanes; ++lane)
        elements += lane == 0 ? "x[first]" : ", x[first + " + std::to_string(lane) + "]";
    return fill_intrinsic(kHalf, intrinsic,
                          {{"half", name_of(VectorType{intrinsic.vector.element, lanes})}, {"elements", elements}});
}

std::string quotient_text(const Intrinsic& intrinsic) {
    return fill_file("vector_quotient.tmpl", intrinsic,
                     {{"words", words_of(intrinsic)},
                      {"number", element_of(intrinsic)},
                      {"fma", name_of(Intrinsic{IntrinsicId::Fma, intrinsic.vector})},
                      {"mask", is_wide(intrinsic) ? "0x8000000000000000u" : "0x80000000u"},
                      {"letter", is_wide(intrinsic) ? "" : "f"}});
}

// Rounds towards zero, saturating. The largest integer of 32 bits is no f32, but the next one is.
std::string to_integers_text(const Intrinsic& conversion) {
    const std::vector<ElementType> integers = integers_of(conversion);
    const ElementType type = conversion.memory;
    const std::int64_t lanes = conversion.vector.lanes;
    const bool single = !is_wide(conversion), words = single && info(type).bits == 32;
    const std::int64_t half = std::int64_t{1} << (info(type).bits - 1);
    const std::int64_t low = is_signed(type) ? -half : 0, end = is_signed(type) ? half : 2 * half;
    const auto number = [&](std::int64_t value) { return std::to_string(value) + (single ? ".0f" : ".0"); };
    const std::string wide = name_of(VectorType{integers.back(), lanes});
    const std::string narrowed = narrowed_integers(conversion);
    const std::string result = name_of(VectorType{type, lanes});
    if (conversion.vector.element == ElementType::S32)
        return fill_intrinsic(kLowBits, conversion, {{"result", result}, {"narrowed", narrowed}});
    TemplateValues values = {{"result", result}, {"integers", wide}, {"low", number(low)}};
    if (!words) {
        values.insert({{"high", number(end - 1)}, {"narrowed", narrowed}});
        return fill_file("vector_to_integers.tmpl", conversion, std::move(values));
    }
    const std::string largest = "reinterpret_cast<" + wide + (is_signed(type) ? ">(above & 0x7fffffff)" : ">(above)");
    values.insert({{"end", number(end)}, {"largest", largest}});
    return fill_file("vector_to_words.tmpl", conversion, std::move(values));
}

IntrinsicText half_text(const Intrinsic& intrinsic) {
    const bool f16 = intrinsic.memory == ElementType::F16;
    TemplateValues values = half_values(intrinsic);
    const std::string from = name_of(Intrinsic{IntrinsicId::FromHalf, intrinsic.vector, intrinsic.memory});
    switch (intrinsic.id) {
    case IntrinsicId::FromHalf:
        if (!f16) return {fill_intrinsic(kFromBf16, intrinsic, std::move(values))};
        values.insert({"by_lanes", by_lanes(intrinsic, "f32_from_f16(bits[#])")});
        return {.text = fill_intrinsic(kFromF16, intrinsic, std::move(values)), .helpers = {"f32_from_f16"}};
    case IntrinsicId::HalfBits:
        if (!f16) return {fill_file("vector_bits_bf16.tmpl", intrinsic, std::move(values))};
        values.insert({"by_lanes", by_lanes(intrinsic, "f16_from_f32(x[#])")});
        return {.text = fill_intrinsic(kF16Bits, intrinsic, std::move(values)), .helpers = {"f16_from_f32"}};
    case IntrinsicId::SpreadHalf:
        if (f16) return {fill_file("vector_spread_f16.tmpl", intrinsic, {{"bits", values.at("bits")}, {"from", from}})};
        return {fill_file("vector_spread_bf16.tmpl", intrinsic,
                          {{"words", values.at("words")}, {"bytes", std::to_string(byte_size(intrinsic.vector))}})};
    case IntrinsicId::RoundHalf:
        if (!f16) return {fill_file("vector_round_bf16.tmpl", intrinsic, {{"words", values.at("words")}})};
        return {fill_file(
            "vector_round_f16.tmpl", intrinsic,
            {{"from", from}, {"to", name_of(Intrinsic{IntrinsicId::HalfBits, intrinsic.vector, intrinsic.memory})}})};
    default: return {fill_file("vector_nearest_bf16.tmpl", intrinsic, {{"words", values.at("words")}})};
    }
}

std::optional<IntrinsicText> text(const Intrinsic& intrinsic) {
    switch (intrinsic.id) {
    case IntrinsicId::Fma: return IntrinsicText{fma_text(intrinsic)};
    case IntrinsicId::Sqrt: return IntrinsicText{sqrt_text(intrinsic)};
    case IntrinsicId::Maximum:
    case IntrinsicId::Minimum: return IntrinsicText{extremum_text(intrinsic)};
    case IntrinsicId::Quotient: return IntrinsicText{quotient_text(intrinsic)};
    case IntrinsicId::RunningSums: return IntrinsicText{running_sums_text(intrinsic)};
    case IntrinsicId::Zero: return IntrinsicText{fill_intrinsic(kZero, intrinsic, {})};
    case IntrinsicId::FirstLanes:
        return IntrinsicText{fill_intrinsic(kFirstLanes, intrinsic,
                                            {{"element", std::string(info(intrinsic.vector.element).value_type)}})};
    case IntrinsicId::SetFirstLanes:
        if (info(intrinsic.vector.element).bits < 32) return IntrinsicText{first_bytes_text(intrinsic)};
        return IntrinsicText{fill_intrinsic(kSetFirstLanes, intrinsic, {{"element", element_of(intrinsic)}})};
    case IntrinsicId::Half: return IntrinsicText{half_of_lanes_text(intrinsic)};
    case IntrinsicId::Mask: return IntrinsicText{mask_text(intrinsic)};
    case IntrinsicId::FirstLargest:
    case IntrinsicId::FirstSmallest: return IntrinsicText{search_text(intrinsic)};
    case IntrinsicId::Transpose: return IntrinsicText{transposition_text(intrinsic)};
    case IntrinsicId::Deinterleave: return IntrinsicText{deinterleaving_text(intrinsic)};
    case IntrinsicId::NearestInteger: return IntrinsicText{fill_text(kNearest, {{"name", name_of(intrinsic)}})};

    case IntrinsicId::NearestIntegers:
    case IntrinsicId::NearestBounded: return nearest_text(intrinsic);
    case IntrinsicId::NearestOfTwo: return nearest_of_two_text(intrinsic);
    case IntrinsicId::WrappedSum: return wrapped_text(intrinsic, "+");
    case IntrinsicId::WrappedDifference: return wrapped_text(intrinsic, "-");
    case IntrinsicId::WrappedProduct: return wrapped_text(intrinsic, "*");
    case IntrinsicId::ToFloats: return to_floats_text(intrinsic);
    case IntrinsicId::OpaquePointer: return IntrinsicText{fill_template("opaque_pointer.tmpl", {})};
    case IntrinsicId::FromIntegers: return from_integers(intrinsic, std::nullopt);
    case IntrinsicId::FromBits: return from_bits_text(intrinsic);
    case IntrinsicId::ToIntegers: return IntrinsicText{to_integers_text(intrinsic)};
    case IntrinsicId::FromHalf:
    case IntrinsicId::SpreadHalf:
    case IntrinsicId::HalfBits:
    case IntrinsicId::RoundHalf:
    case IntrinsicId::NearestHalf: return half_text(intrinsic);
    default: return portable_products(intrinsic);
    }
}

} // namespace

const Isa isa::portable = {.text = text};

} // namespace hlo2cpp
