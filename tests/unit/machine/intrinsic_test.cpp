// Intrinsics as values: their names, and what a file needs that uses them.
#include <optional>

#include <catch2/catch.hpp>

#include "machine/isa/isa.h"
#include "machine/vector_text.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

constexpr VectorType kF32x8 = {ElementType::F32, 8};
constexpr const Isa* kIsas[] = {
#define ISA(name) &isa::name,
#define TARGET(...)
#include "machine/targets.def"
};

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
    for (int id = 0; id < kIntrinsics; ++id) {
        const bool halves = elements_of(static_cast<IntrinsicId>(id)) == IntrinsicElements::Halves;
        names.insert(name_of(example_of(id, halves ? VectorType{ElementType::F16, 8} : kF32x8)));
    }
    CHECK(names.size() == static_cast<std::size_t>(kIntrinsics));
    for (const std::string& name : names) CHECK(name.find_first_of("{}") == name.npos);
}

TEST_CASE("vectors that an intrinsic reads are read by its text", "[machine]") {
    for (int id = 0; id < kIntrinsics; ++id) {
        const auto intrinsic = static_cast<IntrinsicId>(id);
        if (elements_of(intrinsic) != IntrinsicElements::Integers) continue;
        const VectorUse use = closure_with({intrinsic, {ElementType::S32, 8}, ElementType::S8});
        const std::string text = VectorTexts(use, *find_target("x86-64-v3")).vectors();
        for (const VectorType& type : use.reads) {
            INFO(name_of(Intrinsic{intrinsic, {ElementType::S32, 8}, ElementType::S8}) << " reads " << name_of(type));
            const std::string function = name_of(type) + "_at(", defined = function + "const void* elements)";
            CHECK((text.find(function) != text.find(defined) ||
                   text.find(function, text.find(defined) + 1) != text.npos));
        }
    }
}

TEST_CASE("names of intrinsics and vectors are reserved", "[machine]") {
    const std::set<std::string> names = intrinsic_names();
    for (const char* name : {"f32x8", "f32x8_at", "u8x16_to", "fma_f64x4", "s8x8_from_f32", "f32x4_from_s4",
                             "low_f32x4", "transpose_f32x8_columns", "pow_f32x4", "spread_f16_f32x16", "mask_s32x8",
                             "zero_f32x4", "add_f16x8", "add_first_products_of_lane_f32x4_of_f16"})
        CHECK(names.contains(name));
}

TEST_CASE("an intrinsic brings the types, the intrinsics and the functions that its text uses", "[machine]") {
    const VectorUse quotient = closure_with({IntrinsicId::Quotient, kF32x8});
    CHECK(quotient.intrinsics.contains(Intrinsic{IntrinsicId::Fma, kF32x8}));
    CHECK(quotient.types == std::set<VectorType>{kF32x8, {ElementType::U32, 8}});

    const VectorUse round = closure_with({IntrinsicId::RoundHalf, {ElementType::F32, 4}, ElementType::F16});
    CHECK(round.intrinsics.size() == 3);
    CHECK(VectorTexts(round, *find_target("cortex-a")).helpers() ==
          std::set<std::string>{"f16_from_f32", "f32_from_f16"});
    CHECK(VectorTexts(round, *find_target("x86-64-v3")).helpers().empty());
    CHECK(VectorTexts(round, *find_target("x86-64-v3")).unfit() == "!defined(__F16C__)");
    CHECK(VectorTexts(round, *find_target("cortex-a")).unfit().empty());
}

TEST_CASE("an intrinsic whose text calls a function of runtime_lib stands behind these", "[machine]") {
    const VectorUse fma = closure_with({IntrinsicId::Fma, {ElementType::F64, 2}});
    const VectorTexts called(fma, *find_target("x86-64-v2")), own(fma, *find_target("cortex-a"));
    CHECK(called.helpers() == std::set<std::string>{"fma_f64"});
    CHECK_THAT(called.vectors(), !Contains("fma_f64x2("));
    CHECK_THAT(called.behind_helpers(), Contains("fma_f64x2("));
    CHECK_THAT(own.vectors(), Contains("fma_f64x2("));
    CHECK(own.behind_helpers().empty());
}

TEST_CASE("every intrinsic has a text on every instruction set, which names it", "[machine]") {
    for (int id = 0; id < kIntrinsics; ++id) {
        const Intrinsic intrinsic = example_of(id, {ElementType::F32, 4});
        if (is_mathematics(intrinsic.id)) continue;
        for (const Isa* isa : kIsas) CHECK_THAT(text_of(intrinsic, *isa).text, Contains(name_of(intrinsic) + "("));
    }
}

TEST_CASE("the memory behind an intrinsic's pointers follows from its row", "[machine]") {
    const auto bytes = [](const Intrinsic& intrinsic, std::int64_t number) {
        return accesses_of(intrinsic).at(0).bytes(number);
    };
    constexpr std::optional<std::int64_t> kNotAllowed;
    CHECK(bytes({IntrinsicId::FirstLanes, kF32x8}, 3) == 12);
    CHECK(bytes({IntrinsicId::FirstLanes, kF32x8}, 8) == kNotAllowed);
    CHECK(bytes({IntrinsicId::FirstLanes, kF32x8}, 0) == kNotAllowed);
    CHECK(bytes({IntrinsicId::FirstLargest, kF32x8}, 8) == 32);
    CHECK(bytes({IntrinsicId::FirstLargest, kF32x8}, 7) == kNotAllowed);
    CHECK(bytes({IntrinsicId::Mask, kF32x8}, 0) == 8); // preds
    CHECK(bytes({IntrinsicId::FromIntegers, kF32x8, ElementType::S4}, 0) == 8);
    CHECK(bytes({IntrinsicId::FromIntegers, kF32x8, ElementType::U16}, 0) == 16);
    CHECK(bytes({IntrinsicId::Transpose, {ElementType::F32, 4}}, 10) == 4 * (3 * 10 + 4)); // three rows and a last one
    CHECK(bytes({IntrinsicId::Transpose, {ElementType::F32, 4}}, 3) == kNotAllowed);
    CHECK(accesses_of({IntrinsicId::Transpose, kF32x8}).size() == 2);
    CHECK(accesses_of({IntrinsicId::Fma, kF32x8}).empty());
}
