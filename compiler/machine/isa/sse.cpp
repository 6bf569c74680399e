// x86-64 with SSE4.2: vectors of 16 bytes. There is no fused multiply-add, and no conversion of f16.
#include "machine/isa/isa.h"

namespace hlo2cpp {
namespace {

// A product of two floats is exact in doubles. Where their sum with c is not, its last bit becomes 1, so that rounding
// it to floats is right.
constexpr std::string_view kFma =
    R"(// a b + c, rounded once: through doubles.
static inline @vector@ @name@(@vector@ a, @vector@ b, @vector@ c) noexcept {
    typedef double doubles __attribute__((vector_size(16)));
    typedef int64_t words __attribute__((vector_size(16)));
    const auto first = [](@vector@ x) { return __builtin_convertvector(__builtin_shufflevector(x, x, 0, 1), doubles); };
    const auto rounded = [first](@vector@ x, @vector@ y, @vector@ z) { // of the first two lanes
        const doubles product = first(x) * first(y), addend = first(z), sum = product + addend, rest = sum - product;
        const doubles lost = (product - (sum - rest)) + (addend - rest);
        const words bits = reinterpret_cast<words>(sum), is_even = (bits & 1) - 1;
        const words away = ((lost < 0.0) ^ (sum < 0.0)) | 1, is_inexact = (lost < 0.0) | (lost > 0.0);
        return __builtin_ia32_cvtpd2ps(reinterpret_cast<doubles>(bits + (away & is_inexact & is_even)));
    };
    const auto last = [](@vector@ x) { return __builtin_shufflevector(x, x, 2, 3, 2, 3); };
    return __builtin_shufflevector(rounded(a, b, c), rounded(last(a), last(b), last(c)), 0, 1, 4, 5);
}
)";

constexpr std::string_view kWideFma =
    R"(static inline @vector@ @name@(@vector@ a, @vector@ b, @vector@ c) noexcept { // a b + c, rounded once
    return @vector@{fma_f64(a[0], b[0], c[0]), fma_f64(a[1], b[1], c[1])};
}
)";

constexpr std::string_view kSqrt = R"(static inline @vector@ @name@(@vector@ x) noexcept { // rounded correctly
    return __builtin_ia32_sqrtp@letter@(x);
}
)";

// Words with the bits in their lower half, or upper half. GCC finds no instruction for a vector of 8 bytes.
constexpr std::string_view kHalvesOfWords = R"(typedef uint16_t shorts __attribute__((vector_size(16)));
typedef int64_t longs __attribute__((vector_size(16)));
typedef uint32_t words __attribute__((vector_size(16)));
const shorts halves = reinterpret_cast<shorts>(longs{reinterpret_cast<int64_t>(bits), 0});
const words wide = reinterpret_cast<words>(__builtin_shufflevector(@pair@, 0, 8, 1, 9, 2, 10, 3, 11));)";

constexpr std::string_view kFromF16 = R"(static inline @vector@ @name@(@bits@ bits) noexcept {
    typedef int32_t ints __attribute__((vector_size(16)));
    @wide@
    const words size = wide & 0x7fffu, sign = (wide & 0x8000u) << 16;
    const words bias = size >= 0x7c00u ? words{} + 0x70000000u : words{} + 0x38000000u; // infinities, NaN: the former
    const @vector@ units = __builtin_convertvector(reinterpret_cast<ints>(size), @vector@); // of 2^-24
    const words subnormal = reinterpret_cast<words>(units * 5.9604644775390625e-8f);
    return reinterpret_cast<@vector@>((size < 0x400u ? subnormal : (size << 13) + bias) | sign);
}
)";

constexpr std::string_view kFromBf16 = R"(static inline @vector@ @name@(@bits@ bits) noexcept {
    @wide@
    return reinterpret_cast<@vector@>(wide);
}
)";

// Below 2^-14 the last place is 2^-24, that of floats in [0.5, 1): adding 0.5 rounds to it.
constexpr std::string_view kF16Bits =
    R"(static inline @bits@ @name@(@vector@ x) noexcept { // of the nearest numbers, ties to even
    typedef uint32_t words __attribute__((vector_size(16)));
    typedef int32_t ints __attribute__((vector_size(16)));
    typedef int64_t longs __attribute__((vector_size(16)));
    const words bits = reinterpret_cast<words>(x), size = bits & 0x7fffffffu;
    const words rounded = ((size + 0xfffu + (size >> 13 & 1u)) >> 13) - 0x1c000u;
    const words normal = size < 0x477ff000u ? rounded : words{} + 0x7c00u; // 2^16 and above are infinite
    const words subnormal = reinterpret_cast<words>(reinterpret_cast<@vector@>(size) + 0.5f) & 0x7fffffu;
    const words number = size < 0x38800000u ? subnormal : normal;
    const words half = (size > 0x7f800000u ? (size >> 13 & 0x1ffu) | 0x7e00u : number) | (bits >> 16 & 0x8000u);
    const ints packed = reinterpret_cast<ints>(half);
    return reinterpret_cast<@bits@>(reinterpret_cast<longs>(__builtin_ia32_packusdw128(packed, packed))[0]);
}
)";

// Packing saturates. Numbers above all integers are cut before: their conversion gives the least integer.
constexpr std::string_view kToIntegers =
    R"(static inline @result@ @name@(@vector@ x) noexcept { // towards zero, saturating; a NaN is 0
    typedef @word@ words __attribute__((vector_size(16)));
    const @vector@ cut = __builtin_ia32_minps(x == x ? x : @vector@{}, @vector@{} + @most@.0f);
    const auto integers = __builtin_convertvector(cut, @integers@);
    const auto shorts = __builtin_ia32_pack@signs@dw128(integers, integers);
    return reinterpret_cast<@result@>(reinterpret_cast<words>(@packed@)[0]);
}
)";

IntrinsicText fma_text(const Intrinsic& intrinsic) {
    if (is_wide(intrinsic)) return {.text = fill_intrinsic(kWideFma, intrinsic, {}), .helpers = {"fma_f64"}};
    return {fill_intrinsic(kFma, intrinsic, {})};
}

IntrinsicText from_half_text(const Intrinsic& intrinsic) {
    const bool f16 = intrinsic.memory == ElementType::F16;
    const std::string wide = fill_text(kHalvesOfWords, {{"pair", f16 ? "halves, shorts{}" : "shorts{}, halves"}});
    return {fill_intrinsic(f16 ? kFromF16 : kFromBf16, intrinsic,
                           {{"bits", half_values(intrinsic).at("bits")}, {"wide", wide}})};
}

std::optional<IntrinsicText> from_integers_text(const Intrinsic& conversion) {
    const ElementType memory = byte_type(conversion.memory);
    if (info(memory).bits >= 32 || conversion.vector.lanes < 4) return std::nullopt;
    return from_integers(conversion, Widening{.portable = "defined(__clang__)",
                                              .instructions = std::string("pmov") + (is_signed(memory) ? "sx" : "zx") +
                                                              (info(memory).bits == 8 ? "bd" : "wd") + " %1, %0",
                                              .register_class = "x"});
}

std::optional<IntrinsicText> to_integers_text(const Intrinsic& conversion) {
    const std::int64_t bits = info(conversion.memory).bits;
    if (conversion.vector.element != ElementType::F32 || (bits != 8 && bits != 16)) return std::nullopt;
    const bool narrow = bits == 8, sign = is_signed(conversion.memory);
    const std::string signs = sign ? "ss" : "us";
    const std::int64_t lanes = conversion.vector.lanes;
    return IntrinsicText{
        fill_intrinsic(kToIntegers, conversion,
                       {{"result", name_of(VectorType{conversion.memory, lanes})},
                        {"integers", name_of(VectorType{integers_of(conversion).back(), lanes})},
                        {"word", narrow ? "int32_t" : "int64_t"},
                        {"most", std::to_string((std::int64_t{1} << (sign ? bits - 1 : bits)) - 1)},
                        {"signs", narrow ? "ss" : signs},
                        {"packed", narrow ? "__builtin_ia32_pack" + signs + "wb128(shorts, shorts)" : "shorts"}})};
}

std::optional<IntrinsicText> text(const Intrinsic& intrinsic) {
    switch (intrinsic.id) {
    case IntrinsicId::Fma: return fma_text(intrinsic);
    case IntrinsicId::Sqrt:
        return IntrinsicText{fill_intrinsic(kSqrt, intrinsic, {{"letter", is_wide(intrinsic) ? "d" : "s"}})};
    case IntrinsicId::FromIntegers: return from_integers_text(intrinsic);
    case IntrinsicId::ToIntegers: return to_integers_text(intrinsic);
    case IntrinsicId::FromHalf: return from_half_text(intrinsic);
    case IntrinsicId::HalfBits:
        if (intrinsic.memory != ElementType::F16) return std::nullopt;
        return IntrinsicText{fill_intrinsic(kF16Bits, intrinsic, {{"bits", half_values(intrinsic).at("bits")}})};
    default: return std::nullopt;
    }
}

} // namespace

const Isa isa::sse = {.text = text};

} // namespace hlo2cpp
