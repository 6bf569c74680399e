// Neon: vectors of 16 bytes, by the instructions of AArch64; 32-bit Arm with Neon uses the portable text.
#include "machine/isa/isa.h"

namespace hlo2cpp {
namespace {

constexpr std::string_view kFma =
    R"(static inline @vector@ @name@(@vector@ a, @vector@ b, @vector@ c) { // a b + c, rounded once
#ifdef __aarch64__
    __asm("fmla %0.@lanes@, %1.@lanes@, %2.@lanes@" : "+w"(c) : "w"(a), "w"(b));
#else
    for (int lane = 0; lane < @count@; ++lane) c[lane] = @builtin@(a[lane], b[lane], c[lane]);
#endif
    return c;
}
)";

constexpr std::string_view kSqrt = R"(static inline @vector@ @name@(@vector@ x) { // rounded correctly
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
    R"(static inline @vector@ @name@(@vector@ a, @vector@ b) { // NaN wins, and @zero@ of two zeros
#ifdef __aarch64__
    __asm("@instruction@ %0.@lanes@, %0.@lanes@, %1.@lanes@" : "+w"(a) : "w"(b));
    return a;
#else
    return @formula@;
#endif
}
)";

constexpr std::string_view kZero =
    R"(static inline @vector@ @name@() { // made where it is needed: one for all tiles would take a register from the sums
#ifdef __aarch64__
    @vector@ zero;
    __asm volatile("movi %0.2d, #0" : "=w"(zero));
    return zero;
#else
    return @vector@{};
#endif
}
)";

constexpr std::string_view kFromF16 = R"(static inline @vector@ @name@(@bits@ bits) {
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

constexpr std::string_view kFromBf16 = R"(static inline @vector@ @name@(@bits@ bits) {
#if defined(__clang__) || !defined(__aarch64__)
    return reinterpret_cast<@vector@>(__builtin_convertvector(bits, @words@) << 16);
#else // one instruction, which GCC does not find
    typedef unsigned short shorts __attribute__((vector_size(8)));
    return reinterpret_cast<@vector@>(__builtin_aarch64_ushll_nv4hi_uus(reinterpret_cast<shorts>(bits), 16));
#endif
}
)";

constexpr std::string_view kF16Bits =
    R"(static inline @bits@ @name@(@vector@ x) { // of the nearest numbers, ties to even
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

std::optional<IntrinsicText> text(const Intrinsic& intrinsic) {
    const bool f16 = intrinsic.memory == ElementType::F16;
    switch (intrinsic.id) {
    case IntrinsicId::Fma: return by_builtin(kFma, intrinsic, "__builtin_fma");
    case IntrinsicId::Sqrt: return by_builtin(kSqrt, intrinsic, "__builtin_sqrt");
    case IntrinsicId::Maximum: return extremum(intrinsic, "+0", "fmax");
    case IntrinsicId::Minimum: return extremum(intrinsic, "-0", "fmin");
    case IntrinsicId::Zero: return IntrinsicText{fill_intrinsic(kZero, intrinsic, {})};
    case IntrinsicId::FromIntegers: return from_integers_text(intrinsic);
    case IntrinsicId::FromHalf:
        if (f16) return half_text(kFromF16, intrinsic, "f32_from_f16", "f32_from_f16(bits[#])");
        return IntrinsicText{fill_intrinsic(kFromBf16, intrinsic, half_values(intrinsic))};
    case IntrinsicId::HalfBits:
        if (f16) return half_text(kF16Bits, intrinsic, "f16_from_f32", "f16_from_f32(x[#])");
        return std::nullopt;
    default: return std::nullopt;
    }
}

} // namespace

const Isa isa::neon = {.text = text};

} // namespace hlo2cpp
