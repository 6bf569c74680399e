// Portable text of products of small integers, and of what brings these into words.
#include "machine/isa/isa.h"

namespace hlo2cpp {
namespace {

constexpr std::string_view kAddPair =
    R"(// The sum and the products of two pairs of s16.
static inline int32_t @name@(int32_t sum, uint32_t a, uint32_t b) noexcept {
    const int16_t low_a = static_cast<int16_t>(static_cast<uint16_t>(a)), high_a = static_cast<int16_t>(a >> 16);
    const int16_t low_b = static_cast<int16_t>(static_cast<uint16_t>(b)), high_b = static_cast<int16_t>(b >> 16);
    return sum + low_a * low_b + high_a * high_b;
}
)";

constexpr std::string_view kPairOf =
    R"(// The even, or odd, ones of four, as s16.
static inline uint32_t @name@(const void* integers, int32_t odd) noexcept {
    const @integer@* const from = static_cast<const @integer@*>(integers) + odd;
    return static_cast<uint16_t>(from[0]) | static_cast<uint32_t>(static_cast<uint16_t>(from[2])) << 16;
}
)";

constexpr std::string_view kPairAt = R"(static inline uint32_t @name@(const void* integers) noexcept { // of s16
    uint32_t pair;
    __builtin_memcpy(&pair, integers, sizeof pair);
    return pair;
}
)";

constexpr std::string_view kPairOfTwo =
    R"(// One of two pairs of s16, which are loaded at once.
static inline uint32_t @name@(const void* integers, int32_t second) noexcept {
    uint32_t pairs[2];
    __builtin_memcpy(pairs, integers, sizeof pairs);
    return pairs[second];
}
)";

constexpr std::string_view kPutPair =
    R"(static inline void @name@(void* integers, uint32_t pair) noexcept { // of s16
    __builtin_memcpy(integers, &pair, sizeof pair);
}
)";

constexpr std::string_view kAddPairs =
    R"(static inline @vector@ @name@(@vector@ sums, @pairs@ a, @pairs@ b) noexcept { // and the products of each pair
    const @vector@ x = reinterpret_cast<@vector@>(a), y = reinterpret_cast<@vector@>(b);
    return sums + (x >> 16) * (y >> 16) + (x << 16 >> 16) * (y << 16 >> 16);
}
)";

constexpr std::string_view kPairsOf = R"(static inline @pairs@ @name@(const void* elements) noexcept {
    return __builtin_convertvector(@memory@_at(elements)[0], @pairs@);
}
)";

constexpr std::string_view kSpreadPair =
    R"(static inline @pairs@ @name@(const void* elements) noexcept { // two, in each lane
    const @integer@* const from = static_cast<const @integer@*>(elements);
    const uint32_t pair = static_cast<uint16_t>(from[0]) | static_cast<uint32_t>(static_cast<uint16_t>(from[1])) << 16;
    return reinterpret_cast<@pairs@>(static_cast<int32_t>(pair) - @vector@{});
}
)";

constexpr std::string_view kAddMultiple =
    R"(static inline @vector@ @name@(@vector@ sums, @number@ number, @vector@ a) noexcept { // and the number times a
    return sums + number * a;
}
)";

constexpr std::string_view kOperator = R"(static inline @vector@ @name@(@vector@ a, @vector@ b) noexcept {
    return a @operator@ b;
}
)";

constexpr std::string_view kWithNumber = R"(static inline @vector@ @name@(@vector@ a, float number) noexcept {
    return a @operator@ number;
}
)";

constexpr std::string_view kMultiplyAdd =
    R"(static inline @vector@ @name@(@vector@ a, @vector@ b, float number) noexcept { // a b + number
    return a * b + number;
}
)";

constexpr std::string_view kAddDots =
    R"(// The sums and the products of four neighbours.
static inline @vector@ @name@(@vector@ sums, @bytes@ a, @bytes@ b) noexcept {
    const @vector@ x = reinterpret_cast<@vector@>(a), y = reinterpret_cast<@vector@>(b);
    sums += (x >> 24) * (y >> 24) + (x << 8 >> 24) * (y << 8 >> 24);
    return sums + (x << 16 >> 24) * (y << 16 >> 24) + (x << 24 >> 24) * (y << 24 >> 24);
}
)";

constexpr std::string_view kAddDotsOfWord =
    R"(// The sums and a word of a times each of b.
static inline @vector@ @name@(@vector@ sums, @bytes@ a, int32_t word, @bytes@ b) noexcept {
    for (int place = 0; place < 4 * @lanes@; ++place) sums[place / 4] += a[4 * word + place % 4] * b[place];
    return sums;
}
)";

constexpr std::string_view kAddPositiveDots =
    R"(// The sums and the products of four neighbours.
static inline @vector@ @name@(@vector@ sums, @row@ a, @bytes@ b) noexcept {
    const @vector@ x = reinterpret_cast<@vector@>(a), y = reinterpret_cast<@vector@>(b);
    sums += (x >> 24 & 255) * (y >> 24) + (x >> 16 & 255) * (y << 8 >> 24);
    return sums + (x >> 8 & 255) * (y << 16 >> 24) + (x & 255) * (y << 24 >> 24);
}
)";

constexpr std::string_view kAddRaise =
    R"(static inline @vector@ @name@(@vector@ sums, @bytes@ b) noexcept { // and 128 times four neighbours
    const @vector@ y = reinterpret_cast<@vector@>(b);
    return sums + 128 * ((y >> 24) + (y << 8 >> 24) + (y << 16 >> 24) + (y << 24 >> 24));
}
)";

constexpr std::string_view kRaised = R"(static inline @raised@ @name@(@bytes@ a) noexcept { // each plus 128
    return reinterpret_cast<@raised@>(a) ^ (@raised@{} + static_cast<uint8_t>(128));
}
)";

constexpr std::string_view kAddDot =
    R"(static inline int32_t @name@(int32_t sum, @vector@ a, @vector@ b) noexcept { // and the products of all lanes
    for (int lane = 0; lane < @lanes@; ++lane) sum += a[lane] * b[lane];
    return sum;
}
)";

constexpr std::string_view kShortProducts = R"(static inline @vector@ @name@(@bytes@ a, @bytes@ b) noexcept {
    return __builtin_convertvector(a, @vector@) * __builtin_convertvector(b, @vector@);
}
)";

constexpr std::string_view kAddShortProducts =
    R"(static inline @vector@ @name@(@vector@ sums, @bytes@ a, @bytes@ b) noexcept { // exact: no b is -128
    return sums + __builtin_convertvector(a, @vector@) * __builtin_convertvector(b, @vector@);
}
)";

constexpr std::string_view kAddHalf =
    R"(static inline @vector@ @name@(@vector@ sums, @shorts@ numbers) noexcept { // and half of the numbers
    for (int lane = 0; lane < @lanes@; ++lane) sums[lane] += numbers[lane@behind@];
    return sums;
}
)";

constexpr std::string_view kAddSplitDots =
    R"(// The sums and four products: two from each half.
static inline @vector@ @name@(@vector@ sums, @bytes@ a, @bytes@ b) noexcept {
    const auto product = [&](int place) { return static_cast<int32_t>(a[place]) * b[place]; };
    for (int lane = 0; lane < @lanes@; ++lane) {
        const int first = 2 * lane, second = first + 2 * @lanes@;
        sums[lane] += product(first) + product(first + 1) + product(second) + product(second + 1);
    }
    return sums;
}
)";

constexpr std::string_view kSplitWord =
    R"(static inline @bytes@ @name@(const void* elements) noexcept { // two of four in each lane, then the others
    @bytes@ words;
    for (int place = 0; place < 4 * @lanes@; ++place)
        words[place] = static_cast<const int8_t*>(elements)[place % 2 + place / (2 * @lanes@) * 2];
    return words;
}
)";

constexpr std::string_view kInterleaved =
    R"(// One of each in each lane.
static inline @words@ @name@(const void* elements, int32_t apart, int32_t lines) noexcept {
    @words@ words;
    for (int lane = 0; lane < @lanes@; ++lane)
        for (int line = 0; line < @lines@; ++line)
            words[@lines@ * lane + line] =
                static_cast<const @integer@*>(elements)[(line < lines ? line : lines - 1) * apart + lane];
    return words;
}
)";

constexpr std::string_view kSpreadWord =
    R"(static inline @bytes@ @name@(const void* elements) noexcept { // four, in each lane
    int32_t word;
    __builtin_memcpy(&word, elements, sizeof word);
    return reinterpret_cast<@bytes@>(word - @vector@{});
}
)";

constexpr std::string_view kSpreadEnd =
    R"(// The last of four, and zeros, in each lane.
static inline @bytes@ @name@(const void* elements, int32_t count) noexcept {
    uint32_t word;
    __builtin_memcpy(&word, elements, sizeof word);
    return reinterpret_cast<@bytes@>(static_cast<int32_t>(word >> (32 - 8 * count)) - @vector@{});
}
)";

constexpr std::string_view kSpreadBytes =
    R"(// Fewer than four, and zeros, in each lane.
static inline @bytes@ @name@(const void* elements, int32_t count) noexcept {
    const uint8_t* const from = static_cast<const uint8_t*>(elements);
    uint32_t word = from[0];
    if (count > 1) word |= static_cast<uint32_t>(from[1]) << 8;
    if (count > 2) word |= static_cast<uint32_t>(from[2]) << 16;
    return reinterpret_cast<@bytes@>(static_cast<int32_t>(word) - @vector@{});
}
)";

// The product itself: the machine has no fused multiply-add, or nobody knows how to keep its compiler from using it.
std::string rounded_text(const Intrinsic& intrinsic, const std::string& barrier) {
    const bool vector = intrinsic.id == IntrinsicId::RoundedProducts;
    const std::string type = vector ? name_of(intrinsic.vector) : "float";
    return "static inline " + type + " " + name_of(intrinsic) + "(" + type + " x) noexcept {" +
           (barrier.empty() ? " return x; }\n" : "\n    " + barrier + "\n    return x;\n}\n");
}

IntrinsicText pairs_text(std::string_view text, const Intrinsic& intrinsic) {
    const std::int64_t elements = 2 * intrinsic.vector.lanes;
    TemplateValues values = {{"name", name_of(intrinsic)}, {"pairs", name_of(VectorType{ElementType::S16, elements})}};
    if (text != kPairsOf) values.insert({"vector", name_of(intrinsic.vector)});
    if (text == kPairsOf) values.insert({"memory", name_of(VectorType{intrinsic.memory, elements})});
    if (text == kSpreadPair) values.insert({"integer", std::string(info(intrinsic.memory).value_type)});
    return {fill_text(text, values)};
}

IntrinsicText interleaved_text(const Intrinsic& intrinsic, ElementType element, std::int64_t lines) {
    return {fill_text(kInterleaved, {{"name", name_of(intrinsic)},
                                     {"words", name_of(VectorType{element, lines * intrinsic.vector.lanes})},
                                     {"lanes", std::to_string(intrinsic.vector.lanes)},
                                     {"lines", std::to_string(lines)},
                                     {"integer", std::string(info(intrinsic.memory).value_type)}})};
}

IntrinsicText half_text(const Intrinsic& intrinsic) {
    const std::int64_t lanes = intrinsic.vector.lanes;
    const bool second = intrinsic.id == IntrinsicId::AddSecondHalf;
    return {fill_intrinsic(kAddHalf, intrinsic,
                           {{"shorts", name_of(VectorType{ElementType::S16, 2 * lanes})},
                            {"lanes", std::to_string(lanes)},
                            {"behind", second ? " + " + std::to_string(lanes) : ""}})};
}

std::string dots_of_word_text(const Intrinsic& intrinsic) {
    TemplateValues values = dots_values(intrinsic);
    values.insert({"lanes", std::to_string(intrinsic.vector.lanes)});
    return fill_text(kAddDotsOfWord, values);
}

std::string split_text(const Intrinsic& intrinsic) {
    TemplateValues values = dots_values(intrinsic);
    values.insert({"lanes", std::to_string(intrinsic.vector.lanes)});
    const bool spreads = intrinsic.id == IntrinsicId::SplitWord;
    return fill_text(spreads ? kSplitWord : kAddSplitDots, values);
}

} // namespace

IntrinsicText rounded_product(const Intrinsic& intrinsic, const std::string& condition, const std::string& constraint) {
    const std::string barrier = "__asm(\"\" : \"+" + constraint + "\"(x)); // no product any more: sums round it first";
    return own_or_portable(intrinsic, condition + " && defined(__GNUC__)", rounded_text(intrinsic, barrier));
}

std::optional<IntrinsicText> portable_products(const Intrinsic& intrinsic) {
    switch (intrinsic.id) {
    case IntrinsicId::AddPair: return IntrinsicText{fill_text(kAddPair, {{"name", name_of(intrinsic)}})};
    case IntrinsicId::PairOf:
        return IntrinsicText{fill_text(
            kPairOf, {{"name", name_of(intrinsic)}, {"integer", std::string(info(intrinsic.memory).value_type)}})};
    case IntrinsicId::PairAt: return IntrinsicText{fill_text(kPairAt, {{"name", name_of(intrinsic)}})};
    case IntrinsicId::PutPair: return IntrinsicText{fill_text(kPutPair, {{"name", name_of(intrinsic)}})};
    case IntrinsicId::PairOfTwo: return IntrinsicText{fill_text(kPairOfTwo, {{"name", name_of(intrinsic)}})};
    case IntrinsicId::RoundedProduct:
    case IntrinsicId::RoundedProducts: return IntrinsicText{rounded_text(intrinsic, "")};
    case IntrinsicId::AddMultiple:
        return IntrinsicText{fill_intrinsic(kAddMultiple, intrinsic,
                                            {{"number", std::string(info(intrinsic.vector.element).value_type)}})};
    case IntrinsicId::Sum: return IntrinsicText{fill_intrinsic(kOperator, intrinsic, {{"operator", "+"}})};
    case IntrinsicId::Difference: return IntrinsicText{fill_intrinsic(kOperator, intrinsic, {{"operator", "-"}})};
    case IntrinsicId::Product: return IntrinsicText{fill_intrinsic(kOperator, intrinsic, {{"operator", "*"}})};
    case IntrinsicId::Ratio: return IntrinsicText{fill_intrinsic(kOperator, intrinsic, {{"operator", "/"}})};
    case IntrinsicId::AddNumber: return IntrinsicText{fill_intrinsic(kWithNumber, intrinsic, {{"operator", "+"}})};
    case IntrinsicId::MultiplyNumber: return IntrinsicText{fill_intrinsic(kWithNumber, intrinsic, {{"operator", "*"}})};
    case IntrinsicId::MultiplyAdd: return IntrinsicText{fill_intrinsic(kMultiplyAdd, intrinsic, {})};
    case IntrinsicId::AddPairs: return pairs_text(kAddPairs, intrinsic);
    case IntrinsicId::PairsOf: return pairs_text(kPairsOf, intrinsic);
    case IntrinsicId::SpreadPair: return pairs_text(kSpreadPair, intrinsic);
    case IntrinsicId::InterleavedPairs: return interleaved_text(intrinsic, ElementType::S16, 2);
    case IntrinsicId::InterleavedWords: return interleaved_text(intrinsic, intrinsic.memory, 4);
    case IntrinsicId::AddDot:
        return IntrinsicText{fill_intrinsic(kAddDot, intrinsic, {{"lanes", std::to_string(intrinsic.vector.lanes)}})};
    case IntrinsicId::AddDots: return IntrinsicText{fill_text(kAddDots, dots_values(intrinsic))};
    case IntrinsicId::AddDotsOfWord: return IntrinsicText{dots_of_word_text(intrinsic)};
    case IntrinsicId::AddPositiveDots: return IntrinsicText{fill_text(kAddPositiveDots, dots_values(intrinsic))};
    case IntrinsicId::AddRaise: return IntrinsicText{fill_text(kAddRaise, raise_values(intrinsic))};
    case IntrinsicId::Raised:
        return IntrinsicText{
            fill_text(kRaised, {{"name", name_of(intrinsic)},
                                {"bytes", name_of(intrinsic.vector)},
                                {"raised", name_of(VectorType{ElementType::U8, intrinsic.vector.lanes})}})};
    case IntrinsicId::ShortProducts:
        return IntrinsicText{fill_intrinsic(kShortProducts, intrinsic, short_values(intrinsic))};
    case IntrinsicId::AddShortProducts:
        return IntrinsicText{fill_intrinsic(kAddShortProducts, intrinsic, short_values(intrinsic))};
    case IntrinsicId::AddFirstHalf:
    case IntrinsicId::AddSecondHalf: return half_text(intrinsic);
    case IntrinsicId::SpreadWord: return IntrinsicText{fill_text(kSpreadWord, dots_values(intrinsic))};
    case IntrinsicId::SpreadEnd: return IntrinsicText{fill_text(kSpreadEnd, dots_values(intrinsic))};
    case IntrinsicId::SpreadBytes: return IntrinsicText{fill_text(kSpreadBytes, dots_values(intrinsic))};
    case IntrinsicId::AddSplitDots:
    case IntrinsicId::AddNarrowDots:
    case IntrinsicId::SplitWord: return IntrinsicText{split_text(intrinsic)};
    default: return portable_halves(intrinsic);
    }
}

} // namespace hlo2cpp
