// x86-64 with AVX2, FMA and F16C, or AVX-512: vectors of 16, 32 and 64 bytes.
#include <array>

#include "machine/isa/isa.h"

namespace hlo2cpp {
namespace {

constexpr std::string_view kFma =
    R"(static inline @vector@ @name@(@vector@ a, @vector@ b, @vector@ c) noexcept { // a b + c, rounded once
    @body@
}
)";

constexpr std::string_view kSqrt = R"(static inline @vector@ @name@(@vector@ x) noexcept { // rounded correctly
    @vector@ root;
    __asm("vsqrtp@letter@ %1, %0" : "=@register@"(root) : "@register@"(x));
    return root;
}
)";

constexpr std::string_view kFirstLanes =
    R"(// A vector whose first lanes, so many, are these elements. No more of the memory is read.
static inline @vector@ @name@(const void* elements, int32_t lanes) noexcept {
    @vector@ x;
    __asm("" : "+r"(elements)); // compilers warn of whole vectors in arrays that they know to be shorter
    __asm("vmovup@letter@ %1, %0%{%2%}%{z%}"
          : "=v"(x)
          : "m"(*static_cast<const @vector@*>(elements)), "Yk"(static_cast<uint16_t>((1u << lanes) - 1u)));
    return x;
}
)";

constexpr std::string_view kSetFirstLanes =
    R"(// These elements, so many, are the first lanes of the vector. No more of the memory is written.
static inline void @name@(void* elements, @vector@ x, int32_t lanes) noexcept {
    __asm("" : "+r"(elements)); // compilers warn of whole vectors in arrays that they know to be shorter
    __asm("vmovup@letter@ %1, %0%{%2%}"
          : "+m"(*static_cast<@vector@*>(elements))
          : "v"(x), "Yk"(static_cast<uint16_t>((1u << lanes) - 1u)));
}
)";

constexpr std::string_view kFromF16 = R"(static inline @vector@ @name@(@bits@ bits) noexcept {
    @types@
    return @converted@;
}
)";

constexpr std::string_view kFromBf16 = R"(static inline @vector@ @name@(@bits@ bits) noexcept {
#ifdef __clang__
    return reinterpret_cast<@vector@>(__builtin_convertvector(bits, @words@) << 16);
#else // one instruction, which GCC does not find
    @types@
    const @words@ wide = reinterpret_cast<@words@>(@widened@);
    return reinterpret_cast<@vector@>(wide << 16);
#endif
}
)";

constexpr std::string_view kF16Bits =
    R"(static inline @bits@ @name@(@vector@ x) noexcept { // of the nearest numbers, ties to even
    @types@
    return reinterpret_cast<@bits@>(@converted@);
}
)";

// The instruction that narrows integers saturates, too; a long one takes a negative integer as a large one where the
// result has no sign.
constexpr std::string_view kNearest =
    R"(static inline @result@ @name@(@vector@ x, int32_t low, int32_t high) noexcept { // ties to even@numbers@
    @converted@
    const @integers@ least = low - @integers@{};
    if (low > @lowest@) integers = integers < least ? least : integers;
    @narrowed@
}
)";

constexpr std::string_view kTestedLong = R"(const @vector@ most = @vector@{} + static_cast<float>(high);
@integers@ integers;
__asm("vcmpordps %1, %1, %%k1\n\tvminps %1, %2, %0\n\tvcvtps2dq %0, %0%{%%k1%}%{z%}"
      : "=&v"(integers)
      : "v"(x), "v"(most)
      : "k1");)";

constexpr std::string_view kTested = R"(const @vector@ most = @vector@{} + static_cast<float>(high);
@integers@ integers, numbers;
__asm("vminps %1, %2, %0\n\tvcvtps2dq %0, %0" : "=&x"(integers) : "x"(x), "x"(most));
__asm("vcmpordps %1, %1, %0" : "=x"(numbers) : "x"(x));
integers &= numbers;)";

constexpr std::string_view kBounded = R"(@integers@ integers;
__asm("vcvtps2dq %1, %0" : "=@register@"(integers) : "@register@"(x));
const @integers@ most = high - @integers@{};
if (high < @highest@) integers = integers > most ? most : integers;)";

constexpr std::string_view kNarrowedLong = R"(@result@ narrow;
__asm("@narrow@ %1, %0" : "=v"(narrow) : "v"(integers));
return narrow;)";

constexpr std::string_view kNarrowed = R"(typedef @whole@ parts __attribute__((vector_size(16)));
parts narrow;
__asm("@narrow@" : "=&x"(narrow) : "x"(integers));
return reinterpret_cast<@result@>(narrow@first@);)";

// Conversions of so many halves: "bits" are 16-bit integers, "x" are floats.
struct HalfForm {
    std::int64_t lanes;
    const char *types, *more_types, *widened, *made_of_f16, *from_f16, *to_types, *to_f16;
};
constexpr auto kHalfForms = std::to_array<HalfForm>({
    {4,
     "typedef short shorts __attribute__((vector_size(16)));\n"
     "typedef long long longs __attribute__((vector_size(16)));\n"
     "const shorts halves = reinterpret_cast<shorts>(longs{reinterpret_cast<long long>(bits), 0});",
     "", "__builtin_ia32_pmovzxwd128(halves)", "", "__builtin_ia32_vcvtph2ps(halves)",
     "typedef long long longs __attribute__((vector_size(16)));",
     "reinterpret_cast<longs>(__builtin_ia32_vcvtps2ph(x, 0))[0]"},
    {8,
     "typedef short shorts __attribute__((vector_size(16)));\n"
     "const shorts halves = reinterpret_cast<shorts>(bits);",
     "", "__builtin_ia32_pmovzxwd256(halves)", "", "__builtin_ia32_vcvtph2ps256(halves)", "",
     "__builtin_ia32_vcvtps2ph256(x, 0)"},
    {16,
     "typedef short shorts __attribute__((vector_size(32)));\n"
     "const shorts halves = reinterpret_cast<shorts>(bits);",
     "\ntypedef int ints __attribute__((vector_size(64)));",
     "__builtin_ia32_pmovzxwd512_mask(halves, ints{}, static_cast<uint16_t>(-1))",
     "\nf32x16 numbers; // the builtin's mask has one type in GCC, and another one in Clang\n"
     "__asm(\"vcvtph2ps %1, %0\" : \"=v\"(numbers) : \"v\"(halves));",
     "numbers",
     "u16x16 bits; // the builtin's mask has one type in GCC, and another one in Clang\n"
     "__asm(\"vcvtps2ph $0, %1, %0\" : \"=v\"(bits) : \"v\"(x));",
     "bits"},
});

std::string letter_of(const Intrinsic& intrinsic) {
    return is_wide(intrinsic) ? "d" : "s";
}

std::string fma_text(const Intrinsic& intrinsic) {
    const std::int64_t bytes = byte_size(intrinsic.vector);
    const std::string letter = letter_of(intrinsic);
    const std::string body = // the builtin takes any register
        bytes == 64 ? "__asm(\"vfmadd231p" + letter + " %2, %1, %0\" : \"+v\"(c) : \"v\"(a), \"v\"(b));\nreturn c;"
                    : "return __builtin_ia32_vfmaddp" + letter + (bytes == 32 ? "256" : "") + "(a, b, c);";
    return fill_intrinsic(kFma, intrinsic, {{"body", body}});
}

std::optional<IntrinsicText> half_text(const Intrinsic& intrinsic) {
    const bool f16 = intrinsic.memory == ElementType::F16;
    const std::string unfit = f16 ? "!defined(__F16C__)" : "";
    for (const HalfForm& form : kHalfForms) {
        if (form.lanes != intrinsic.vector.lanes) continue;
        TemplateValues values = half_values(intrinsic);
        const std::string types = form.types;
        if (intrinsic.id == IntrinsicId::FromHalf && f16) {
            values.insert({{"types", types + form.made_of_f16}, {"converted", form.from_f16}});
            return IntrinsicText{.text = fill_intrinsic(kFromF16, intrinsic, std::move(values)), .unfit = unfit};
        }
        if (intrinsic.id == IntrinsicId::FromHalf) {
            values.insert({{"types", types + form.more_types}, {"widened", form.widened}});
            return IntrinsicText{.text = fill_intrinsic(kFromBf16, intrinsic, std::move(values))};
        }
        if (!f16) return std::nullopt;
        values.insert({{"types", form.to_types}, {"converted", form.to_f16}});
        return IntrinsicText{.text = fill_intrinsic(kF16Bits, intrinsic, std::move(values)), .unfit = unfit};
    }
    return std::nullopt;
}

std::optional<IntrinsicText> from_integers_text(const Intrinsic& conversion) {
    const ElementType memory = byte_type(conversion.memory);
    const std::int64_t lanes = conversion.vector.lanes;
    if (info(memory).bits >= 32 || lanes < 4) return std::nullopt;
    return from_integers(conversion, Widening{.portable = "defined(__clang__)",
                                              .instructions = std::string("vpmov") + (is_signed(memory) ? "sx" : "zx") +
                                                              (info(memory).bits == 8 ? "bd" : "wd") + " %1, %0",
                                              .register_class = lanes == 16 ? "v" : "x"});
}

std::string lines_of(std::string_view text, const TemplateValues& values) {
    std::string lines = fill_text(text, values);
    lines.pop_back(); // the end of the last one
    return lines;
}

// Integers of 8 and 16 bits, in so many lanes, of the s32 that the variable `integers` has.
std::string narrowed(ElementType type, std::int64_t lanes) {
    const bool sign = is_signed(type), bytes = byte_size(type) == 1;
    const std::string result = name_of(VectorType{type, lanes});
    if (lanes == 16)
        return lines_of(
            kNarrowedLong,
            {{"result", result}, {"narrow", std::string("vpmov") + (sign ? "s" : "us") + "d" + (bytes ? "b" : "w")}});
    const std::string in_words = std::string("vpack") + (sign || bytes ? "s" : "u") + "sdw ",
                      in_bytes = std::string("\\n\\tvpack") + (sign ? "s" : "u") + "swb %0, %0, %0";
    const std::string words =
        lanes == 8 ? "vextracti128 $1, %1, %0\\n\\t" + in_words + "%0, %x1, %0" : in_words + "%1, %1, %0";
    const std::int64_t size = lanes * byte_size(type);
    return lines_of(kNarrowed, {{"result", result},
                                {"narrow", words + (bytes ? in_bytes : "")},
                                {"whole", size == 4 ? "int32_t" : "int64_t"},
                                {"first", size == 16 ? "" : "[0]"}});
}

// Conversions to integers of 8 and 16 bits.
std::optional<IntrinsicText> nearest_text(const Intrinsic& conversion) {
    const auto [element, lanes] = conversion.vector;
    const std::int64_t bits = info(conversion.memory).bits;
    if ((bits != 8 && bits != 16) || lanes < 4) return std::nullopt;
    const bool sign = is_signed(conversion.memory), wide = lanes == 16;
    const std::string vector = name_of(conversion.vector), integers = name_of(VectorType{ElementType::S32, lanes}),
                      lowest = std::to_string(sign   ? -(1 << (bits - 1))
                                              : wide ? -1
                                                     : 0),
                      highest = std::to_string((1 << (sign ? bits - 1 : bits)) - 1);
    const bool bounded = conversion.id == IntrinsicId::NearestBounded;
    const std::string converted =
        bounded ? lines_of(kBounded, {{"integers", integers}, {"register", wide ? "v" : "x"}, {"highest", highest}})
                : lines_of(wide ? kTestedLong : kTested, {{"vector", vector}, {"integers", integers}});
    return IntrinsicText{fill_intrinsic(kNearest, conversion,
                                        {{"result", name_of(VectorType{conversion.memory, lanes})},
                                         {"numbers", bounded ? "; |x| <= 2^30" : ", saturating; a NaN is 0"},
                                         {"converted", converted},
                                         {"integers", integers},
                                         {"lowest", lowest},
                                         {"narrowed", narrowed(conversion.memory, lanes)}})};
}

std::optional<IntrinsicText> text(const Intrinsic& intrinsic) {
    switch (intrinsic.id) {
    case IntrinsicId::Fma: return IntrinsicText{fma_text(intrinsic)};
    case IntrinsicId::Sqrt:
        return IntrinsicText{fill_intrinsic(
            kSqrt, intrinsic,
            {{"letter", letter_of(intrinsic)}, {"register", byte_size(intrinsic.vector) == 64 ? "v" : "x"}})};
    case IntrinsicId::FirstLanes:
        return IntrinsicText{fill_intrinsic(kFirstLanes, intrinsic, {{"letter", letter_of(intrinsic)}})};
    case IntrinsicId::SetFirstLanes:
        if (info(intrinsic.vector.element).bits < 32) return std::nullopt; // masked stores of bytes take longer
        return IntrinsicText{fill_intrinsic(kSetFirstLanes, intrinsic, {{"letter", letter_of(intrinsic)}})};
    case IntrinsicId::FromIntegers: return from_integers_text(intrinsic);
    case IntrinsicId::NearestIntegers:
    case IntrinsicId::NearestBounded: return nearest_text(intrinsic);
    case IntrinsicId::RoundedProduct:
    case IntrinsicId::RoundedProducts: return rounded_product(intrinsic, "defined(__FMA__)", "v");
    case IntrinsicId::FromHalf:
    case IntrinsicId::HalfBits: return half_text(intrinsic);
    default: return x86_products(intrinsic);
    }
}

} // namespace

const Isa isa::x86 = {.text = text};

} // namespace hlo2cpp
