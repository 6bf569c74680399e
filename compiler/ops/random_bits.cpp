#include "ops/random_bits.h"

#include <algorithm>

namespace hlo2cpp {
namespace {

constexpr std::uint64_t kThreeFryParity = 0x1bd11bda;
constexpr std::array<int, 8> kThreeFryRotations = {13, 15, 26, 6, 17, 29, 16, 24};
constexpr int kThreeFryGroups = 5; // of four rounds
constexpr std::array<std::uint64_t, 2> kPhiloxFactors = {0xd2511f53, 0xcd9e8d57};
constexpr std::array<std::uint64_t, 2> kPhiloxSteps = {0x9e3779b9, 0xbb67ae85};
constexpr int kPhiloxRounds = 10;

// Arithmetic on u32, for numbers or for instructions.
struct Numbers {
    using Word = std::uint64_t;
    static Word low(Word a) { return a & 0xffffffff; }
    Word constant(Word, std::uint64_t value) const { return value; }
    Word add(Word a, Word b) const { return low(a + b); }
    Word exclusive_or(Word a, Word b) const { return a ^ b; }
    Word rotate(Word a, int bits) const { return low(a << bits) | (a >> (32 - bits)); }
    std::array<Word, 2> product(Word a, std::uint64_t b) const { return {low(a * b), (a * b) >> 32}; } // low, high
};

struct Instructions {
    using Word = InstructionId;
    Expansion& e;
    Word constant(Word like, std::uint64_t value) const { return e.integer(e.shape_of(like), value); }
    Word add(Word a, Word b) const { return e.binary(Opcode::Add, a, b); }
    Word exclusive_or(Word a, Word b) const { return e.binary(Opcode::Xor, a, b); }
    Word rotate(Word a, int bits) const {
        const auto amount = [&](int n) { return constant(a, static_cast<std::uint64_t>(n)); };
        return e.binary(Opcode::Or, e.binary(Opcode::ShiftLeft, a, amount(bits)),
                        e.binary(Opcode::ShiftRightLogical, a, amount(32 - bits)));
    }
    std::array<Word, 2> product(Word a, std::uint64_t b) const {
        const Word factor = constant(a, b);
        return {e.binary(Opcode::Multiply, a, factor), e.binary(Opcode::Mulhi, a, factor)};
    }
};

template <typename Arithmetic, typename Word = typename Arithmetic::Word>
std::array<Word, 2> three_fry_with(const Arithmetic& with, const std::array<Word, 2>& key, std::array<Word, 2> x) {
    const Word parity = with.exclusive_or(with.constant(key[0], kThreeFryParity), with.exclusive_or(key[0], key[1]));
    const std::array<Word, 3> keys = {key[0], key[1], parity};
    x = {with.add(x[0], keys[0]), with.add(x[1], keys[1])};
    for (std::size_t group = 0; group < kThreeFryGroups; ++group) {
        for (std::size_t round = 0; round < 4; ++round) {
            x[0] = with.add(x[0], x[1]);
            x[1] = with.exclusive_or(x[0], with.rotate(x[1], kThreeFryRotations[group % 2 * 4 + round]));
        }
        x[0] = with.add(x[0], keys[(group + 1) % 3]);
        x[1] = with.add(with.add(x[1], keys[(group + 2) % 3]), with.constant(x[1], group + 1));
    }
    return x;
}

template <typename Arithmetic, typename Word = typename Arithmetic::Word>
std::array<Word, 4> philox_with(const Arithmetic& with, std::array<Word, 2> key, std::array<Word, 4> x) {
    for (int round = 0; round < kPhiloxRounds; ++round) {
        const std::array<Word, 2> a = with.product(x[0], kPhiloxFactors[0]), b = with.product(x[2], kPhiloxFactors[1]);
        x = {with.exclusive_or(with.exclusive_or(b[1], x[1]), key[0]), b[0],
             with.exclusive_or(with.exclusive_or(a[1], x[3]), key[1]), a[0]};
        for (std::size_t i = 0; i < 2; ++i) key[i] = with.add(key[i], with.constant(key[i], kPhiloxSteps[i]));
    }
    return x;
}

} // namespace

Words three_fry(const Words& key, Words counter) {
    return three_fry_with(Numbers{}, key, counter);
}

std::array<std::uint64_t, 4> philox(Words key, std::array<std::uint64_t, 4> counter) {
    return philox_with(Numbers{}, key, counter);
}

std::array<InstructionId, 2> three_fry(Expansion& e, const std::array<InstructionId, 2>& key,
                                       std::array<InstructionId, 2> counter) {
    return three_fry_with(Instructions{e}, key, counter);
}

std::array<InstructionId, 4> philox(Expansion& e, std::array<InstructionId, 2> key,
                                    std::array<InstructionId, 4> counter) {
    return philox_with(Instructions{e}, key, counter);
}

std::array<InstructionId, 2> count_on(Expansion& e, const std::array<InstructionId, 2>& count, InstructionId steps) {
    const InstructionId low = e.binary(Opcode::Add, count[0], steps);
    const InstructionId carry = e.convert(ElementType::U64, e.compare(ComparisonDirection::Lt, low, steps));
    return {low, e.binary(Opcode::Add, count[1], carry)};
}

Shape random_state_shape() {
    return Shape::array(ElementType::U64, {2});
}

// The first even dimension is halved; if there is none, the largest.
Halves halves_of(const std::vector<std::int64_t>& dims) {
    if (dims.empty()) return {.dims = {1}};
    auto halved = std::find_if(dims.begin(), dims.end(), [](std::int64_t d) { return d % 2 == 0; });
    if (halved == dims.end()) halved = std::max_element(dims.begin(), dims.end());
    Halves halves{.dims = dims, .dimension = static_cast<std::size_t>(halved - dims.begin())};
    halves.dims[halves.dimension] = (*halved + 1) / 2;
    return halves;
}

} // namespace hlo2cpp
