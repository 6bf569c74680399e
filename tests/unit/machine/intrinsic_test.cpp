// Intrinsics as values: their names, and what a file needs that uses them.
#include <catch2/catch.hpp>

#include "machine/isa/isa.h"
#include "machine/vector_text.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

constexpr VectorType kF32x8 = {ElementType::F32, 8};

// With a type in memory that it may convert.
Intrinsic example_of(int id, const VectorType& vector) {
    const auto intrinsic = static_cast<IntrinsicId>(id);
    const bool integers = intrinsic == IntrinsicId::FromIntegers || intrinsic == IntrinsicId::ToIntegers;
    return {intrinsic, vector, integers ? ElementType::S8 : ElementType::BF16};
}

VectorUse closure_with(const Intrinsic& intrinsic) {
    VectorUse use;
    use.intrinsics = {intrinsic};
    return closure_of(use);
}

} // namespace

TEST_CASE("the name of an intrinsic has its vectors, and the type in memory where it converts", "[machine]") {
    CHECK(name_of(Intrinsic{IntrinsicId::Fma, kF32x8}) == "fma_f32x8");
    CHECK(name_of(Intrinsic{IntrinsicId::FromIntegers, kF32x8, ElementType::S8}) == "f32x8_from_s8");
    CHECK(name_of(Intrinsic{IntrinsicId::ToIntegers, kF32x8, ElementType::S8}) == "s8x8_from_f32");
    CHECK(name_of(Intrinsic{IntrinsicId::SpreadHalf, kF32x8, ElementType::BF16}) == "spread_bf16_f32x8");
    CHECK(name_of(Intrinsic{IntrinsicId::OpaquePointer}) == "opaque_pointer");
    CHECK(name_of(Intrinsic{IntrinsicId::Tanh, {ElementType::F64, 4}}) == "tanh_f64x4");
}

TEST_CASE("no two intrinsics of the same vectors have one name", "[machine]") {
    std::set<std::string> names;
    for (int id = 0; id < kIntrinsics; ++id) names.insert(name_of(example_of(id, kF32x8)));
    CHECK(names.size() == static_cast<std::size_t>(kIntrinsics));
    for (const std::string& name : names) CHECK(name.find_first_of("{}") == name.npos);
}

TEST_CASE("names of intrinsics and vectors are reserved", "[machine]") {
    const std::set<std::string> names = intrinsic_names();
    for (const char* name :
         {"f32x8", "f32x8_at", "u8x16_to", "fma_f64x4", "s8x8_from_f32", "f32x4_from_s4", "low_f32x4",
          "transpose_f32x8_columns", "pow_f32x4", "spread_f16_f32x16", "mask_s32x8", "zero_f32x4"})
        CHECK(names.contains(name));
}

TEST_CASE("an intrinsic brings the types, the intrinsics and the functions that its text uses", "[machine]") {
    const VectorUse quotient = closure_with({IntrinsicId::Quotient, kF32x8});
    CHECK(quotient.intrinsics.contains(Intrinsic{IntrinsicId::Fma, kF32x8}));
    CHECK(quotient.types == std::set<VectorType>{kF32x8, {ElementType::U32, 8}});

    const VectorUse round = closure_with({IntrinsicId::RoundHalf, {ElementType::F32, 4}, ElementType::F16});
    CHECK(round.intrinsics.size() == 3);
    CHECK(helpers_of(round, *find_target("cortex-a")) == std::set<std::string>{"f16_from_f32", "f32_from_f16"});
    CHECK(helpers_of(round, *find_target("x86-64-v3")).empty());
    CHECK(unfit_of(round, *find_target("x86-64-v3")) == "!defined(__F16C__)");
    CHECK(unfit_of(round, *find_target("cortex-a")).empty());
}

TEST_CASE("every intrinsic has a text on every instruction set, which names it", "[machine]") {
    for (int id = 0; id < kIntrinsics; ++id) {
        const Intrinsic intrinsic = example_of(id, {ElementType::F32, 4});
        if (is_mathematics(intrinsic.id)) continue;
        for (const Isa* isa : {&isa::portable, &isa::neon, &isa::x86})
            CHECK_THAT(text_of(intrinsic, *isa).text, Contains(name_of(intrinsic) + "("));
    }
}
