// Elements that are moved keep their bits. Signaling NaNs show it: to convert one makes it quiet.
#include "examples/examples.h"

namespace hlo2cpp::testing {
namespace {

using Bits = std::vector<std::int64_t>;

ElementType bits_type(ElementType type) {
    return unsigned_type(info(type).bits);
}

// An array of floats or complex numbers; `bits` are those of the parts.
Literal of_bits(ElementType type, const Bits& bits) {
    const Literal words = integers(bits_type(part_type(type)), {static_cast<std::int64_t>(bits.size())}, bits);
    const std::int64_t parts = is_complex(type) ? 2 : 1;
    Literal literal = Literal::zeros(Shape::array(type, {words.shape.elements() / parts}));
    literal.bytes = words.bytes;
    return literal;
}

// Nothing is fused or folded across the barrier.
Op shown(Op x) {
    return BitcastConvertType(OptimizationBarrier(x), bits_type(part_type(x.shape().type)));
}

// Four elements in all ways in which elements move; what a constant holds moves like what is given.
Ops moved(Builder& b, const Ops& x, const Literal& literal) {
    const Op given = x[0], chosen = x[1], constant = ConstantLiteral(b, literal);
    const Shape key = Shape::scalar(ElementType::S32), element = Shape::scalar(literal.shape.type);
    const ComputationId larger_first =
        function(b, {key, key, element, element}, [](Builder&, const Ops& of) { return Gt(of[0], of[1]); });
    const Op edge = Reshape(SliceInDim(given, 1, 2, 1, 0), {});
    return {Copy(given),
            Rev(given, {0}),
            Select(chosen, given, constant),
            Select(chosen, Rev(constant, {0}), given),
            DynamicSlice(given, {x[2]}, {2}),
            DynamicUpdateSlice(given, SliceInDim(constant, 0, 2, 1, 0), {x[2]}),
            ConcatInDim(b, {SliceInDim(given, 2, 4, 1, 0), constant}, 0),
            PadInDim(given, edge, 0, 1, 0),
            Broadcast(edge, {2}),
            builder::GetTupleElement(builder::Sort({Iota(b, ElementType::S32, 4), given}, larger_first), 1)};
}

// The same by number of the element. The third argument of `moved` is 1, the second {true, false, true, false}.
const std::vector<std::vector<std::size_t>> kMoved = {
    {0, 1, 2, 3}, {3, 2, 1, 0},       {0, 1, 2, 3},    {3, 1, 1, 3}, {1, 2},
    {0, 0, 1, 3}, {2, 3, 0, 1, 2, 3}, {1, 0, 1, 2, 3}, {1, 1},       {3, 2, 1, 0},
};

std::vector<Literal> results(ElementType type, const Bits& bits) {
    std::vector<Literal> all;
    const std::size_t parts = is_complex(type) ? 2 : 1;
    for (const std::vector<std::size_t>& numbers : kMoved) {
        for (std::size_t part = 0; part < parts; ++part) {
            Bits moved;
            for (const std::size_t number : numbers) moved.push_back(bits[number * parts + part]);
            const auto size = static_cast<std::int64_t>(moved.size());
            all.push_back(integers(bits_type(part_type(type)), {size}, moved));
        }
    }
    return all;
}

Example moves(ElementType type, const Bits& bits) {
    const Literal numbers = of_bits(type, bits);
    const auto build = [numbers](Builder& b, const Ops& x) {
        Ops all;
        for (const Op& op : moved(b, x, numbers)) {
            if (is_complex(numbers.shape.type))
                all.insert(all.end(), {shown(Real(op)), shown(Imag(op))});
            else
                all.push_back(shown(op));
        }
        return Tuple(b, all);
    };
    return {"signaling NaNs of " + std::string(info(type).name) + " keep their bits where elements are moved",
            {numbers, pred({4}, {1, 0, 1, 0}), s32({}, {1})},
            build,
            results(type, bits)};
}

} // namespace

Examples corners_of_moves() {
    const Bits f32 = {0x7f800001, 0xffa00000, 0x7fc12345, 0x3f800000};
    const Bits f64 = {0x7ff0000000000001, 0x7ff4000000000000, -1, 0x3ff0000000000000};
    const auto twice = [](const Bits& bits) {
        Bits all = bits;
        all.insert(all.end(), bits.rbegin(), bits.rend());
        return all;
    };
    return {
        moves(ElementType::F16, {0x7c01, 0xfd00, 0x7e42, 0x3c00}),
        moves(ElementType::BF16, {0x7f81, 0xffa0, 0x7fc5, 0x3f80}),
        moves(ElementType::F8E5M2, {0x7d, 0xff, 0xfd, 0x3c}),
        moves(ElementType::F32, f32),
        moves(ElementType::F64, f64),
        moves(ElementType::C64, twice(f32)),
        moves(ElementType::C128, twice(f64)),
        {"the bits of a c128 are two of c64, and of those one c128",
         {of_bits(ElementType::C128, {0x0123456789abcdef, 0x1122334455667788}),
          of_bits(ElementType::C64, {0x00000001, 0x7f800001, 0x3f800000, 0x40000000})},
         [](Builder& b, const Ops& x) {
             const Op narrow = BitcastConvertType(x[0], ElementType::C64);
             const Op wide = BitcastConvertType(Reshape(x[1], {1, 2}), ElementType::C128);
             return Tuple(b, {shown(Real(narrow)), shown(Imag(narrow)), shown(Real(wide)), shown(Imag(wide))});
         },
         {integers(ElementType::U32, {1, 2}, {0x89abcdef, 0x55667788}),
          integers(ElementType::U32, {1, 2}, {0x01234567, 0x11223344}),
          integers(ElementType::U64, {1}, {0x7f80000100000001}),
          integers(ElementType::U64, {1}, {0x400000003f800000})}},
    };
}

} // namespace hlo2cpp::testing
