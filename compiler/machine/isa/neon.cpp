// Neon: vectors of 16 bytes, by the instructions of AArch64; 32-bit Arm with Neon uses the portable text.
#include "machine/isa/isa.h"

namespace hlo2cpp {
namespace {

constexpr std::string_view kFma =
    R"(static inline @vector@ @name@(@vector@ a, @vector@ b, @vector@ c) noexcept { // a b + c, rounded once
#ifdef __aarch64__
    __asm("fmla %0.@lanes@, %1.@lanes@, %2.@lanes@" : "+w"(c) : "w"(a), "w"(b));
#else
    for (int lane = 0; lane < @count@; ++lane) c[lane] = @builtin@(a[lane], b[lane], c[lane]);
#endif
    return c;
}
)";

constexpr std::string_view kSqrt = R"(static inline @vector@ @name@(@vector@ x) noexcept { // rounded correctly
    @vector@ root;
#ifdef __aarch64__
    __asm("fsqrt %0.@lanes@, %1.@lanes@" : "=w"(root) : "w"(x));
#else
    for (int lane = 0; lane < @count@; ++lane) root[lane] = @builtin@(x[lane]);
#endif
    return root;
}
)";

constexpr std::string_view kExtremum =
    R"(static inline @vector@ @name@(@vector@ a, @vector@ b) noexcept { // NaN wins, and @zero@ of two zeros
#ifdef __aarch64__
    __asm("@instruction@ %0.@lanes@, %0.@lanes@, %1.@lanes@" : "+w"(a) : "w"(b));
    return a;
#else
    return @formula@;
#endif
}
)";

constexpr std::string_view kZero =
    R"(// Made where it is needed: one for all tiles would take a register from the sums.
static inline @vector@ @name@() noexcept {
#ifdef __aarch64__
    @vector@ zero;
    __asm volatile("movi %0.2d, #0" : "=w"(zero));
    return zero;
#else
    return @vector@{};
#endif
}
)";

constexpr std::string_view kFromF16 = R"(static inline @vector@ @name@(@bits@ bits) noexcept {
    static_cast<void>(&f32_from_f16); // no warning where there is an instruction
#ifdef __aarch64__
    typedef __fp16 halves __attribute__((vector_size(8)));
#ifdef __clang__
    return __builtin_convertvector(reinterpret_cast<halves>(bits), @vector@);
#else
    return __builtin_aarch64_float_extend_lo_v4sf(reinterpret_cast<halves>(bits));
#endif
#else
    return @vector@@by_lanes@;
#endif
}
)";

constexpr std::string_view kFromBf16 = R"(static inline @vector@ @name@(@bits@ bits) noexcept {
#if defined(__clang__) || !defined(__aarch64__)
    return reinterpret_cast<@vector@>(__builtin_convertvector(bits, @words@) << 16);
#else // one instruction, which GCC does not find
    typedef unsigned short shorts __attribute__((vector_size(8)));
    return reinterpret_cast<@vector@>(__builtin_aarch64_ushll_nv4hi_uus(reinterpret_cast<shorts>(bits), 16));
#endif
}
)";

constexpr std::string_view kF16Bits =
    R"(static inline @bits@ @name@(@vector@ x) noexcept { // of the nearest numbers, ties to even
    static_cast<void>(&f16_from_f32); // no warning where there is an instruction
#ifdef __aarch64__
#ifdef __clang__
    typedef __fp16 halves __attribute__((vector_size(8)));
    return reinterpret_cast<@bits@>(__builtin_convertvector(x, halves));
#else
    return reinterpret_cast<@bits@>(__builtin_aarch64_float_truncate_lo_v4hf(x));
#endif
#else
    return @bits@@by_lanes@;
#endif
}
)";

constexpr std::string_view kNearest =
    R"(// Ties to even, saturating; a NaN is 0.
static inline @result@ @name@(@vector@ x, int32_t low, int32_t high) noexcept {
    @integers@ integers; // saturating, and 0 for a NaN, which no cast of C++ is
    __asm("fcvtns %0.4s, %1.4s" : "=w"(integers) : "w"(x));
    const @integers@ least = low - @integers@{}, most = high - @integers@{};
    integers = integers < least ? least : integers;
    integers = integers > most ? most : integers;
    return @narrowed@;
}
)";

constexpr std::string_view kNearestOfTwo =
    R"(// Eight at once, as s8x4_nearest_f32.
static inline @result@ @name@(@vector@ x, @vector@ y, int32_t low, int32_t high) noexcept {
    @integers@ first, second;
    @shorts@ both;
    @result@ bytes;
    __asm("fcvtns %0.4s, %1.4s" : "=w"(first) : "w"(x));
    __asm("fcvtns %0.4s, %1.4s" : "=w"(second) : "w"(y));
    __asm("sqxtn %0.4h, %1.4s" : "=w"(both) : "w"(first)); // saturating, too
    __asm("sqxtn2 %0.8h, %1.4s" : "+w"(both) : "w"(second));
    __asm("@narrow@ %0.8b, %1.8h" : "=w"(bytes) : "w"(both));
    const @result@ least = static_cast<@integer@>(low) - @result@{}, most = static_cast<@integer@>(high) - @result@{};
    if (low > @low@) bytes = bytes < least ? least : bytes;
    if (high < @high@) bytes = bytes > most ? most : bytes;
    return bytes;
}
)";

// The instruction spreads a word of its second factor over the lanes, so that one word in a register is enough.
constexpr std::string_view kAddDots =
    R"(// The sums and the products of four neighbours.
static inline @vector@ @name@(@vector@ sums, @bytes@ a, @bytes@ b) noexcept {
    __asm("sdot %0.4s, %2.16b, %1.4b[0]" : "+w"(sums) : "w"(a), "w"(b)); // each lane of a has the same word
    return sums;
}
)";

// The number of the word is known where loops are unrolled. Compilers would load the vectors of all words first, for
// which there are no registers: volatile keeps the order.
constexpr std::string_view kAddDotsOfWord =
    R"(// The sums and a word of a times each of b.
static inline @vector@ @name@(@vector@ sums, @bytes@ a, int32_t word, @bytes@ b) noexcept {
    if (word == 0) __asm volatile("sdot %0.4s, %2.16b, %1.4b[0]" : "+w"(sums) : "w"(a), "w"(b));
    if (word == 1) __asm volatile("sdot %0.4s, %2.16b, %1.4b[1]" : "+w"(sums) : "w"(a), "w"(b));
    if (word == 2) __asm volatile("sdot %0.4s, %2.16b, %1.4b[2]" : "+w"(sums) : "w"(a), "w"(b));
    if (word == 3) __asm volatile("sdot %0.4s, %2.16b, %1.4b[3]" : "+w"(sums) : "w"(a), "w"(b));
    return sums;
}
)";

constexpr std::string_view kSpreadWord = R"(static inline @bytes@ @name@(const void* elements) noexcept { // four
    int32_t word;
    __builtin_memcpy(&word, elements, sizeof word);
    @bytes@ words; // sums take the first one for all lanes
    __asm("" : "=w"(words) : "0"(word));
    return words;
}
)";

// Sums of two products leave 16 bits only where all four factors are -128. Instructions of dot products take four
// neighbours, into which vectors and not their products are put in order: once for all rows.
constexpr std::string_view kAddSplitDots =
    R"(// The sums and four products: two from each half.
static inline @vector@ @name@(@vector@ sums, @bytes@ a, @bytes@ b) noexcept {
#ifdef __ARM_FEATURE_DOTPROD
    const @bytes@ ordered = __builtin_shufflevector(b, b, 0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
    __asm("sdot %0.4s, %1.16b, %2.16b" : "+w"(sums) : "w"(a), "w"(ordered));
#else
@products@
#endif
    return sums;
}
)";

constexpr std::string_view kNarrow =
    R"(    @bytes@ products;
    __asm("smull %0.8h, %1.8b, %2.8b" : "=w"(products) : "w"(a), "w"(b));
    __asm("smlal2 %0.8h, %1.16b, %2.16b" : "+w"(products) : "w"(a), "w"(b)); // exact: no b is -128
    __asm("sadalp %0.4s, %1.8h" : "+w"(sums) : "w"(products));)";

constexpr std::string_view kAny =
    R"(    @bytes@ low, high;
    __asm("smull %0.8h, %1.8b, %2.8b" : "=w"(low) : "w"(a), "w"(b));
    __asm("smull2 %0.8h, %1.16b, %2.16b" : "=w"(high) : "w"(a), "w"(b));
    __asm("sadalp %0.4s, %1.8h" : "+w"(sums) : "w"(low));
    __asm("sadalp %0.4s, %1.8h" : "+w"(sums) : "w"(high));)";

constexpr std::string_view kShortProducts = R"(static inline @vector@ @name@(@bytes@ a, @bytes@ b) noexcept {
    @vector@ products;
    __asm("smull %0.8h, %1.8b, %2.8b" : "=w"(products) : "w"(a), "w"(b));
    return products;
}
)";

constexpr std::string_view kAddShortProducts =
    R"(static inline @vector@ @name@(@vector@ sums, @bytes@ a, @bytes@ b) noexcept { // exact: no b is -128
    __asm("smlal %0.8h, %1.8b, %2.8b" : "+w"(sums) : "w"(a), "w"(b));
    return sums;
}
)";

constexpr std::string_view kAddHalf =
    R"(static inline @vector@ @name@(@vector@ sums, @shorts@ numbers) noexcept { // and half of the numbers
    __asm("@instruction@" : "+w"(sums) : "w"(numbers));
    return sums;
}
)";

constexpr std::string_view kSplitWord =
    R"(static inline @bytes@ @name@(const void* elements) noexcept { // two of four in each lane, then the others
#ifdef __ARM_FEATURE_DOTPROD // which takes all four in each lane
    const @bytes@ places = {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3};
#else
    const @bytes@ places = {0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, 2, 3};
#endif
    @bytes@ words;
    int32_t word;
    __builtin_memcpy(&word, elements, sizeof word);
    __asm("tbl %0.16b, {%1.16b}, %2.16b" : "=w"(words) : "w"(word), "w"(places));
    return words;
}
)";

// Operands in assembly: "4s", "2d".
std::string lanes_of(const Intrinsic& intrinsic) {
    return std::to_string(intrinsic.vector.lanes) + (is_wide(intrinsic) ? "d" : "s");
}

IntrinsicText by_builtin(std::string_view text, const Intrinsic& intrinsic, const char* builtin) {
    return {fill_intrinsic(text, intrinsic,
                           {{"lanes", lanes_of(intrinsic)},
                            {"count", std::to_string(intrinsic.vector.lanes)},
                            {"builtin", std::string(builtin) + (is_wide(intrinsic) ? "" : "f")}})};
}

IntrinsicText extremum(const Intrinsic& intrinsic, const char* zero, const char* instruction) {
    return {fill_intrinsic(kExtremum, intrinsic,
                           {{"zero", zero},
                            {"instruction", instruction},
                            {"lanes", lanes_of(intrinsic)},
                            {"formula", formula_text(intrinsic)}})};
}

IntrinsicText half_text(std::string_view text, const Intrinsic& intrinsic, const char* helper, const char* lane) {
    TemplateValues values = half_values(intrinsic);
    values.insert({"by_lanes", by_lanes(intrinsic, lane)});
    return {.text = fill_intrinsic(text, intrinsic, std::move(values)), .helpers = {helper}};
}

std::optional<IntrinsicText> from_integers_text(const Intrinsic& conversion) {
    const ElementType memory = byte_type(conversion.memory);
    const std::int64_t bits = info(memory).bits;
    if (bits >= 32 || conversion.vector.lanes != 4) return std::nullopt;
    const std::string widen = std::string(is_signed(memory) ? "sshll" : "ushll") + " %0.";
    return from_integers(conversion, Widening{.portable = "defined(__clang__) || !defined(__aarch64__)",
                                              .instructions = (bits == 8 ? "ldr %s0, %1; " + widen + "8h, %0.8b, #0; "
                                                                         : "ldr %d0, %1; ") +
                                                              widen + "4s, %0.4h, #0",
                                              .register_class = "w"});
}

std::optional<IntrinsicText> nearest_text(const Intrinsic& conversion) {
    if (conversion.vector.lanes != 4 || conversion.memory == ElementType::U32) return std::nullopt;
    const TemplateValues values = {{"result", name_of(VectorType{conversion.memory, 4})},
                                   {"integers", name_of(VectorType{ElementType::S32, 4})},
                                   {"narrowed", narrowed_integers(conversion)}};
    return own_or_portable(conversion, "defined(__aarch64__)", fill_intrinsic(kNearest, conversion, values));
}

std::optional<IntrinsicText> nearest_of_two_text(const Intrinsic& conversion) {
    const bool is_s8 = conversion.memory == ElementType::S8;
    if (conversion.vector.lanes != 4 || (!is_s8 && conversion.memory != ElementType::U8)) return std::nullopt;
    const TemplateValues values = {{"result", name_of(VectorType{conversion.memory, 8})},
                                   {"shorts", name_of(VectorType{ElementType::S16, 8})},
                                   {"integers", name_of(VectorType{ElementType::S32, 4})},
                                   {"integer", std::string(info(conversion.memory).value_type)},
                                   {"narrow", is_s8 ? "sqxtn" : "sqxtun"},
                                   {"low", is_s8 ? "-128" : "0"},
                                   {"high", is_s8 ? "127" : "255"}};
    return own_or_portable(conversion, "defined(__aarch64__)", fill_intrinsic(kNearestOfTwo, conversion, values));
}

std::optional<IntrinsicText> split_text(const Intrinsic& intrinsic) {
    if (intrinsic.vector.lanes != 4 || intrinsic.memory != ElementType::S8) return std::nullopt;
    TemplateValues values = dots_values(intrinsic);
    if (intrinsic.id == IntrinsicId::SplitWord)
        return own_or_portable(intrinsic, "defined(__aarch64__)", fill_text(kSplitWord, values));
    const std::string_view products = intrinsic.id == IntrinsicId::AddSplitDots ? kAny : kNarrow;
    values.insert({"products", fill_text(products, {{"bytes", values.at("bytes")}})});
    return own_or_portable(intrinsic, "defined(__aarch64__)", fill_text(kAddSplitDots, values));
}

std::optional<IntrinsicText> short_text(const Intrinsic& intrinsic) {
    constexpr std::string_view kCondition = "defined(__aarch64__)";
    const bool adds = intrinsic.id == IntrinsicId::AddShortProducts;
    if (adds || intrinsic.id == IntrinsicId::ShortProducts) {
        if (intrinsic.vector.lanes != 8 || intrinsic.memory != ElementType::S8) return std::nullopt;
        return own_or_portable(
            intrinsic, std::string(kCondition),
            fill_intrinsic(adds ? kAddShortProducts : kShortProducts, intrinsic, short_values(intrinsic)));
    }
    if (intrinsic.vector.lanes != 4) return std::nullopt;
    const bool second = intrinsic.id == IntrinsicId::AddSecondHalf;
    return own_or_portable(
        intrinsic, std::string(kCondition),
        fill_intrinsic(kAddHalf, intrinsic,
                       {{"shorts", name_of(VectorType{ElementType::S16, 8})},
                        {"instruction", second ? "saddw2 %0.4s, %0.4s, %1.8h" : "saddw %0.4s, %0.4s, %1.4h"}}));
}

std::optional<IntrinsicText> text(const Intrinsic& intrinsic) {
    const bool f16 = intrinsic.memory == ElementType::F16;
    switch (intrinsic.id) {
    case IntrinsicId::Fma: return by_builtin(kFma, intrinsic, "__builtin_fma");
    case IntrinsicId::Sqrt: return by_builtin(kSqrt, intrinsic, "__builtin_sqrt");
    case IntrinsicId::Maximum: return extremum(intrinsic, "+0", "fmax");
    case IntrinsicId::Minimum: return extremum(intrinsic, "-0", "fmin");
    case IntrinsicId::Zero: return IntrinsicText{fill_intrinsic(kZero, intrinsic, {})};
    case IntrinsicId::FromIntegers: return from_integers_text(intrinsic);
    case IntrinsicId::NearestIntegers: return nearest_text(intrinsic);
    case IntrinsicId::NearestOfTwo: return nearest_of_two_text(intrinsic);
    case IntrinsicId::RoundedProduct:
    case IntrinsicId::RoundedProducts: return rounded_product(intrinsic, "defined(__aarch64__)", "w");
    case IntrinsicId::AddDots:
    case IntrinsicId::AddDotsOfWord:
        return own_or_portable(
            intrinsic, "defined(__ARM_FEATURE_DOTPROD)",
            fill_text(intrinsic.id == IntrinsicId::AddDots ? kAddDots : kAddDotsOfWord, dots_values(intrinsic)));
    case IntrinsicId::SpreadWord:
        if (intrinsic.vector.lanes != 4) return std::nullopt;
        return own_or_portable(
            intrinsic, "defined(__ARM_FEATURE_DOTPROD) && !defined(__clang__)",
            fill_text(kSpreadWord, {{"name", name_of(intrinsic)}, {"bytes", dots_values(intrinsic).at("bytes")}}));
    case IntrinsicId::AddSplitDots:
    case IntrinsicId::AddNarrowDots:
    case IntrinsicId::SplitWord: return split_text(intrinsic);
    case IntrinsicId::ShortProducts:
    case IntrinsicId::AddShortProducts:
    case IntrinsicId::AddFirstHalf:
    case IntrinsicId::AddSecondHalf: return short_text(intrinsic);
    case IntrinsicId::FromHalf:
        if (f16) return half_text(kFromF16, intrinsic, "f32_from_f16", "f32_from_f16(bits[#])");
        return IntrinsicText{fill_intrinsic(kFromBf16, intrinsic, half_values(intrinsic))};
    case IntrinsicId::HalfBits:
        if (f16) return half_text(kF16Bits, intrinsic, "f16_from_f32", "f16_from_f32(x[#])");
        return std::nullopt;
    default: return neon_halves(intrinsic);
    }
}

} // namespace

const Isa isa::neon = {.text = text};

} // namespace hlo2cpp
