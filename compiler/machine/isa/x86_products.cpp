// x86: products of small integers and their words.
#include "machine/isa/isa.h"

namespace hlo2cpp {
namespace {

constexpr std::string_view kAddPairs =
    R"(static inline @vector@ @name@(@vector@ sums, @pairs@ a, @pairs@ b) noexcept { // and the products of each pair
#if @accumulates@
    __asm("vpdpwssd %2, %1, %0" : "+@register@"(sums) : "@register@"(a), "@register@"(b));
    return sums;
#else
    @vector@ products;
    __asm("vpmaddwd %2, %1, %0" : "=@register@"(products) : "@register@"(a), "@register@"(b));
    return sums + products;
#endif
}
)";

constexpr std::string_view kAddPositiveDots =
    R"(// The sums and the products of four neighbours.
static inline @vector@ @name@(@vector@ sums, @row@ a, @bytes@ b) noexcept {
    __asm("vpdpbusd %2, %1, %0" : "+v"(sums) : "v"(a), "v"(b)); // exact: no a is negative
    return sums;
}
)";

constexpr std::string_view kAddRaise =
    R"(static inline @vector@ @name@(@vector@ sums, @bytes@ b) noexcept { // and 128 times four neighbours
    const @bytes@ half = @bytes@{} + static_cast<int8_t>(-128); // 128 where the instruction reads it
    __asm("vpdpbusd %2, %1, %0" : "+v"(sums) : "v"(half), "v"(b));
    return sums;
}
)";

// Products of signed bytes are those of a + 128, which is not negative, less 128 times the sum of b: the same in all
// rows, so that compilers compute it once.
constexpr std::string_view kAddDots =
    R"(// The sums and the products of four neighbours.
static inline @vector@ @name@(@vector@ sums, @bytes@ a, @bytes@ b) noexcept {
    typedef uint32_t words __attribute__((vector_size(@size@)));
    const @bytes@ half = @bytes@{} + static_cast<int8_t>(-128), raised = a ^ half;
    words offset = {}, raised_sums = reinterpret_cast<words>(sums);
    __asm("vpdpbusd %2, %1, %0" : "+v"(offset) : "v"(half), "v"(b));
    __asm("vpdpbusd %2, %1, %0" : "+v"(raised_sums) : "v"(raised), "v"(b));
    return reinterpret_cast<@vector@>(raised_sums - offset);
}
)";

constexpr std::string_view kPairsOf = R"(static inline @pairs@ @name@(const void* elements) noexcept {
    @pairs@ pairs; // one instruction, which GCC does not find
    __asm("vpmov@extend@bw %1, %0" : "=@register@"(pairs) : "m"(*@memory@_at(elements)));
    return pairs;
}
)";

constexpr std::string_view kSpreadPair =
    R"(static inline @pairs@ @name@(const void* elements) noexcept { // two, in each lane
    @pairs@ pairs;
    __asm("vpbroadcastw %1, %@half@0\n\tvpmov@extend@bw %@half@0, %0"
          : "=@register@"(pairs)
          : "m"(*static_cast<const int16_t*>(elements)));
    return pairs;
}
)";

constexpr std::string_view kInterleavedPairs =
    R"(// One of each in each lane.
static inline @pairs@ @name@(const void* elements, int32_t apart, int32_t lines) noexcept {
    const @integer@* const a = static_cast<const @integer@*>(elements);
    const @integer@* const b = lines > 1 ? a + apart : a;
    const @bytes@ both =
        __builtin_shufflevector(@line@_at(a)[0], @line@_at(b)[0], @order@);
    return __builtin_convertvector(both, @pairs@);
}
)";

// Lines side by side, of which each 16 bytes then take four neighbours each, and turn these. Each statement has one
// result, so that compilers find those that are there already.
constexpr std::string_view kInterleavedWords =
    R"(// One of each in each lane.
static inline @bytes@ @name@(const void* elements, int32_t apart, int32_t lines) noexcept {
    const @integer@* const a = static_cast<const @integer@*>(elements);
    const @integer@* const b = lines > 1 ? a + apart : a;
    const @integer@* const c = lines > 2 ? b + apart : b;
    const @integer@* const d = lines > 3 ? c + apart : c;
    @joined@
    const @vector@ columns = {
        @columns@};
    __asm("vpshufb %1, %0, %0" : "+@register@"(words) : "@register@"(columns));
    return words;
}
)";

constexpr std::string_view kFour = R"(@bytes@ words;
__asm("vmovd %1, %0\n\tvpinsrd $1, %2, %0, %0\n\tvpinsrd $2, %3, %0, %0\n\tvpinsrd $3, %4, %0, %0"
      : "=&x"(words)
      : "m"(*@line@_at(a)), "m"(*@line@_at(b)), "m"(*@line@_at(c)), "m"(*@line@_at(d)));)";

constexpr std::string_view kEight = R"(@half@ low, high;
@bytes@ words;
__asm("vmovq %1, %0\n\tvmovhps %2, %0, %0" : "=&x"(low) : "m"(*@line@_at(a)), "m"(*@line@_at(b)));
__asm("vmovq %1, %0\n\tvmovhps %2, %0, %0" : "=&x"(high) : "m"(*@line@_at(c)), "m"(*@line@_at(d)));
__asm("vinserti128 $1, %2, %t1, %0" : "=x"(words) : "x"(low), "x"(high));
const @vector@ fours = {0, 2, 4, 6, 1, 3, 5, 7};
__asm("vpermd %0, %1, %0" : "+x"(words) : "x"(fours));)";

constexpr std::string_view kSixteen = R"(@bytes@ words;
__asm("vbroadcasti32x4 %1, %0\n\tvinserti32x4 $1, %2, %0, %0\n\tvinserti32x4 $2, %3, %0, %0\n\tvinserti32x4 $3, %4, %0, %0"
      : "=&v"(words)
      : "m"(*@line@_at(a)), "m"(*@line@_at(b)), "m"(*@line@_at(c)), "m"(*@line@_at(d)));
const @vector@ fours = {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15};
__asm("vpermd %0, %1, %0" : "+v"(words) : "v"(fours));)";

std::optional<IntrinsicText> pairs_text(const Intrinsic& intrinsic) {
    const std::int64_t elements = 2 * intrinsic.vector.lanes, bytes = byte_size(intrinsic.vector);
    if (bytes < 16) return std::nullopt;
    TemplateValues values = {{"name", name_of(intrinsic)},
                             {"pairs", name_of(VectorType{ElementType::S16, elements})},
                             {"register", bytes == 64 ? "v" : "x"}};
    const std::string extend = is_signed(intrinsic.memory) ? "sx" : "zx";
    switch (intrinsic.id) {
    case IntrinsicId::AddPairs:
        values.insert({"vector", name_of(intrinsic.vector)});
        values.insert({"accumulates",
                       bytes == 64 ? "defined(__AVX512VNNI__)" : "defined(__AVX512VNNI__) && defined(__AVX512VL__)"});
        return IntrinsicText{fill_text(kAddPairs, values)};
    case IntrinsicId::PairsOf:
        values.insert({{"extend", extend}, {"memory", name_of(VectorType{intrinsic.memory, elements})}});
        return IntrinsicText{fill_text(kPairsOf, values)};
    default:
        values.insert({{"extend", extend}, {"half", bytes == 64 ? "t" : "x"}});
        return IntrinsicText{fill_text(kSpreadPair, values)};
    }
}

// "0, 8, 1, 9, ...": the lanes of two vectors by turns.
std::string lanes_by_turns(std::int64_t lanes) {
    std::string text;
    for (std::int64_t lane = 0; lane < lanes; ++lane)
        text += (lane == 0 ? "" : ", ") + std::to_string(lane) + ", " + std::to_string(lanes + lane);
    return text;
}

std::optional<IntrinsicText> interleaved_pairs_text(const Intrinsic& intrinsic) {
    const auto [element, lanes] = intrinsic.vector;
    return IntrinsicText{fill_text(kInterleavedPairs, {{"name", name_of(intrinsic)},
                                                       {"pairs", name_of(VectorType{ElementType::S16, 2 * lanes})},
                                                       {"bytes", name_of(VectorType{intrinsic.memory, 2 * lanes})},
                                                       {"line", name_of(VectorType{intrinsic.memory, lanes})},
                                                       {"integer", std::string(info(intrinsic.memory).value_type)},
                                                       {"order", lanes_by_turns(lanes)}})};
}

std::optional<IntrinsicText> interleaved_words_text(const Intrinsic& intrinsic) {
    constexpr std::int64_t kLines = 4;
    const auto [element, lanes] = intrinsic.vector;
    const auto bytes = [&](std::int64_t count) { return name_of(VectorType{intrinsic.memory, count}); };
    if (lanes < kLines) return std::nullopt;
    const TemplateValues lines = {{"bytes", bytes(kLines * lanes)}, {"line", bytes(lanes)}};
    TemplateValues vectors = lines;
    vectors.insert({"vector", name_of(intrinsic.vector)});
    TemplateValues halves = vectors;
    halves.insert({"half", bytes(2 * lanes)});
    std::string joined = lanes == 16  ? fill_text(kSixteen, vectors)
                         : lanes == 8 ? fill_text(kEight, halves)
                                      : fill_text(kFour, lines);
    joined.pop_back(); // the end of the last line
    const std::string four_columns = "0x0c080400, 0x0d090501, 0x0e0a0602, 0x0f0b0703";
    std::string columns = four_columns;
    for (std::int64_t lane = kLines; lane < lanes; lane += kLines) columns += ",\n" + four_columns;
    return IntrinsicText{fill_text(kInterleavedWords, {{"name", name_of(intrinsic)},
                                                       {"vector", name_of(intrinsic.vector)},
                                                       {"bytes", bytes(kLines * lanes)},
                                                       {"integer", std::string(info(intrinsic.memory).value_type)},
                                                       {"register", lanes == 16 ? "v" : "x"},
                                                       {"joined", joined},
                                                       {"columns", columns}})};
}

std::optional<IntrinsicText> dots_text(const Intrinsic& intrinsic) {
    const bool long_vectors = byte_size(intrinsic.vector) == 64;
    if (byte_size(intrinsic.vector) < 16) return std::nullopt;
    const bool raises = intrinsic.id == IntrinsicId::AddRaise;
    TemplateValues values = raises ? raise_values(intrinsic) : dots_values(intrinsic);
    const std::string condition =
        std::string("defined(__AVX512VNNI__)") + (long_vectors ? "" : " && defined(__AVX512VL__)");
    if (raises) return own_or_portable(intrinsic, condition, fill_text(kAddRaise, values));
    const bool positive = intrinsic.id == IntrinsicId::AddPositiveDots;
    if (!positive) values.insert({"size", std::to_string(byte_size(intrinsic.vector))});
    return own_or_portable(intrinsic, condition, fill_text(positive ? kAddPositiveDots : kAddDots, values));
}

} // namespace

std::optional<IntrinsicText> x86_products(const Intrinsic& intrinsic) {
    switch (intrinsic.id) {
    case IntrinsicId::InterleavedPairs: return interleaved_pairs_text(intrinsic);
    case IntrinsicId::InterleavedWords: return interleaved_words_text(intrinsic);
    case IntrinsicId::AddDots:
    case IntrinsicId::AddRaise:
    case IntrinsicId::AddPositiveDots: return dots_text(intrinsic);
    case IntrinsicId::AddPairs:
    case IntrinsicId::PairsOf:
    case IntrinsicId::SpreadPair: return pairs_text(intrinsic);
    default: return std::nullopt;
    }
}

} // namespace hlo2cpp
