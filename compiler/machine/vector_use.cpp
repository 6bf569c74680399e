#include "machine/vector_use.h"

namespace hlo2cpp {
namespace {

class Closure {
public:
    explicit Closure(VectorUse& use) : use_(use) {}

    void add(const Intrinsic& intrinsic) {
        use_.intrinsics.insert(intrinsic);
        add_vectors(intrinsic);
        const auto call = [&](IntrinsicId id) { add({id, intrinsic.vector, intrinsic.memory}); };
        const bool f16 = intrinsic.memory == ElementType::F16;
        switch (intrinsic.id) {
        case IntrinsicId::Quotient: return call(IntrinsicId::Fma);
        case IntrinsicId::NearestOfTwo: return add({IntrinsicId::NearestInteger, {ElementType::F32, 1}});
        case IntrinsicId::FromBits:
            add({IntrinsicId::FromIntegers, like(intrinsic, ElementType::S32), intrinsic.memory});
            if (is_float(intrinsic.vector.element)) add({IntrinsicId::ToFloats, intrinsic.vector});
            return;
        case IntrinsicId::SpreadHalf:
            if (f16) call(IntrinsicId::FromHalf);
            return;
        case IntrinsicId::RoundHalf:
            if (f16) call(IntrinsicId::FromHalf), call(IntrinsicId::HalfBits);
            return;
        default: return;
        }
    }

private:
    VectorType like(const Intrinsic& intrinsic, ElementType element) const { return {element, intrinsic.vector.lanes}; }

    void add_vectors(const Intrinsic& intrinsic) {
        const VectorType& vector = intrinsic.vector;
        if (is_scalar(intrinsic.id)) return;
        use_.types.insert(vector.element == ElementType::F16 ? like(intrinsic, ElementType::U16) : vector);
        if (is_mathematics(intrinsic.id)) use_.types.insert(like(intrinsic, bits_of(vector.element)));
        switch (intrinsic.id) {
        case IntrinsicId::Quotient:
        case IntrinsicId::WrappedSum:
        case IntrinsicId::WrappedDifference:
        case IntrinsicId::WrappedProduct: use_.types.insert(like(intrinsic, bits_of(vector.element))); break;
        case IntrinsicId::FirstLargest:
        case IntrinsicId::FirstSmallest:
            use_.types.insert(like(intrinsic, bits_of(vector.element)));
            use_.reads.insert(vector);
            break;
        case IntrinsicId::FromBits: use_.types.insert(like(intrinsic, ElementType::U32)); break;
        case IntrinsicId::ToFloats: use_.types.insert(like(intrinsic, ElementType::S32)); break;
        case IntrinsicId::Half: use_.types.insert({vector.element, vector.lanes / 2}); break;
        case IntrinsicId::Mask: read(like(intrinsic, ElementType::U8)); break;
        case IntrinsicId::FromIntegers:
        case IntrinsicId::ToIntegers:
        case IntrinsicId::NearestIntegers:
        case IntrinsicId::NearestBounded:
        case IntrinsicId::NearestOfTwo: add_conversion(intrinsic); break;
        case IntrinsicId::Transpose:
            read(loaded_by_transposition(vector));
            use_.writes.insert(vector);
            break;
        case IntrinsicId::Deinterleave:
            read(vector);
            use_.writes.insert(vector);
            break;
        default: add_words(intrinsic);
        }
    }

    // Floats of integers in memory, and integers of floats.
    void add_conversion(const Intrinsic& intrinsic) {
        if (intrinsic.id == IntrinsicId::NearestOfTwo) {
            use_.types.insert(like(intrinsic, ElementType::S32));
            for (const ElementType integer : {ElementType::S16, intrinsic.memory})
                use_.types.insert({integer, 2 * intrinsic.vector.lanes});
            return;
        }
        if (intrinsic.id == IntrinsicId::FromIntegers)
            read(like(intrinsic, byte_type(intrinsic.memory)));
        else
            use_.types.insert(like(intrinsic, intrinsic.memory));
        for (const ElementType integer : integers_of(intrinsic)) use_.types.insert(like(intrinsic, integer));
        if (intrinsic.id == IntrinsicId::NearestIntegers || intrinsic.id == IntrinsicId::NearestBounded)
            use_.types.insert(like(intrinsic, ElementType::S32));
    }

    // Words of two or four integers, and their products.
    void add_words(const Intrinsic& intrinsic) {
        const VectorType &vector = intrinsic.vector, bytes{intrinsic.memory, 4 * vector.lanes},
                         shorts{ElementType::S16, 2 * vector.lanes};
        switch (intrinsic.id) {
        case IntrinsicId::SpreadWord:
        case IntrinsicId::SpreadBytes:
        case IntrinsicId::SpreadEnd:
        case IntrinsicId::SplitWord:
        case IntrinsicId::AddDots:
        case IntrinsicId::AddDotsOfWord:
        case IntrinsicId::AddSplitDots:
        case IntrinsicId::AddNarrowDots: use_.types.insert(bytes); break;
        case IntrinsicId::AddPositiveDots: use_.types.insert({{ElementType::S8, 4 * vector.lanes}, bytes}); break;
        case IntrinsicId::Raised: use_.types.insert({ElementType::U8, vector.lanes}); break;
        case IntrinsicId::AddRaise: use_.types.insert({ElementType::S8, 4 * vector.lanes}); break;
        case IntrinsicId::SpreadPair:
        case IntrinsicId::AddPairs:
        case IntrinsicId::AddFirstHalf:
        case IntrinsicId::AddSecondHalf: use_.types.insert(shorts); break;
        case IntrinsicId::ShortProducts:
        case IntrinsicId::AddShortProducts: use_.types.insert(like(intrinsic, intrinsic.memory)); break;
        case IntrinsicId::PairsOf: read({intrinsic.memory, 2 * vector.lanes}); break;
        case IntrinsicId::InterleavedPairs:
            use_.types.insert({shorts, {intrinsic.memory, 2 * vector.lanes}});
            read({intrinsic.memory, vector.lanes});
            break;
        case IntrinsicId::InterleavedWords:
            use_.types.insert({{intrinsic.memory, 2 * vector.lanes}, bytes});
            read({intrinsic.memory, vector.lanes});
            break;
        default: add_halves(intrinsic);
        }
    }

    void add_halves(const Intrinsic& intrinsic) {
        const bool bf16 = intrinsic.memory == ElementType::BF16;
        switch (intrinsic.id) {
        case IntrinsicId::AddFirstProductsOfLane:
        case IntrinsicId::AddSecondProductsOfLane:
            use_.types.insert({ElementType::U16, 2 * intrinsic.vector.lanes});
            break;
        case IntrinsicId::FromHalf:
        case IntrinsicId::SpreadHalf:
        case IntrinsicId::HalfBits: use_.types.insert(like(intrinsic, ElementType::U16)); [[fallthrough]];
        case IntrinsicId::RoundHalf:
        case IntrinsicId::NearestHalf:
            if (bf16) use_.types.insert(like(intrinsic, ElementType::U32));
            break;
        default: break;
        }
    }

    void read(const VectorType& vector) {
        use_.types.insert(vector);
        use_.reads.insert(vector);
    }

    VectorUse& use_;
};

} // namespace

VectorUse closure_of(VectorUse use) {
    const std::set<Intrinsic> given = use.intrinsics;
    for (const Intrinsic& intrinsic : given) Closure(use).add(intrinsic);
    return use;
}

} // namespace hlo2cpp
