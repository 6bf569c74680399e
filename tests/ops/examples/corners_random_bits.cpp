// Random bits are the same everywhere, bit for bit.
#include "examples/examples.h"

namespace hlo2cpp::testing {
namespace {

Example generated(const std::string& name, RandomAlgorithm algorithm, const std::vector<std::int64_t>& next_state,
                  const std::vector<double>& bits) {
    return {name,
            {integers(ElementType::U64, {2}, {1, 2})},
            [algorithm](Builder&, const Ops& x) {
                return RngBitGenerator(algorithm, x[0], Shape::array(ElementType::U32, {2, 2}));
            },
            {integers(ElementType::U64, {2}, next_state), u32({2, 2}, bits)}};
}

Op constant(Builder& b, std::uint32_t value) {
    return builder::ConstantR0<std::uint32_t>(b, value);
}

Op rotated(Op x, std::uint32_t distance) {
    return Or(ShiftLeft(x, constant(x.builder(), distance)),
              ShiftRightLogical(x, constant(x.builder(), 32 - distance)));
}

// Threefry-2x32 with 20 rounds under the key 0, 0 of the counts 0, i, as jax.random.bits(PRNGKey(0)) has it.
Op threefry(Builder& b, const Ops& counts) {
    const std::uint32_t distances[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
    const std::uint32_t keys[3] = {0, 0, 0x1BD11BDA};
    Op high = Broadcast(constant(b, 0), {3}), low = counts[0];
    for (std::uint32_t group = 0; group < 5; ++group) {
        for (const std::uint32_t distance : distances[group % 2]) {
            high = Add(high, low);
            low = Xor(rotated(low, distance), high);
        }
        high = Add(high, constant(b, keys[(group + 1) % 3]));
        low = Add(low, constant(b, keys[(group + 2) % 3] + group + 1));
    }
    return Xor(high, low);
}

} // namespace

Examples corners_of_random_bits() {
    const std::vector<double> philox = {2100602697, 2847456232, 2074354647, 800269529};
    return {
        generated("rng-bit-generator gives the bits of three_fry", RandomAlgorithm::ThreeFry, {1, 4},
                  {43444564, 3979645651, 2150618427, 3745730563}),
        generated("rng-bit-generator gives the bits of philox", RandomAlgorithm::Philox, {1, 3}, philox),
        generated("the default of rng-bit-generator is philox", RandomAlgorithm::Default, {1, 3}, philox),
        {"threefry of integer ops gives the bits of jax.random",
         {u32({3}, {0, 1, 2})},
         threefry,
         {u32({3}, {4070199207, 4202968722, 1427181096})}},
    };
}

} // namespace hlo2cpp::testing
