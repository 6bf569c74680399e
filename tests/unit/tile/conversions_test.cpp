// Conversions that are computed as vectors.
#include "tile/tilings.h"

#include "unit/tile/kernels_of_all_kinds.h"

using namespace hlo2cpp;

namespace {

constexpr const char* kTargets[] = {"x86-64-v3", "x86-64-v4", "cortex-a"};
constexpr const char* kIntegers[] = {"s8", "s16", "s32", "s64", "u8", "u16", "u32", "u64", "s4", "u4", "pred"};

bool is_vector(const std::string& body, const char* target) {
    const std::string text =
        "HloModule m\nc { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT s = f32[] add(a, b) }\nENTRY e {\n" +
        body + "}\n";
    return tilings(fused(text), *find_target(target), {}).back().pieces[0].tile.lanes > 1;
}

} // namespace

TEST_CASE("integers and preds in memory become floats in vectors") {
    for (const char* target : kTargets)
        for (const std::string type : kIntegers)
            for (const std::string to : {"f32", "f64", "f16", "bf16"}) {
                INFO(target << " " << type << " " << to);
                CHECK(is_vector("x = " + type + "[64] parameter(0)\n one = " + to + "[] constant(1)\n o = " + to +
                                    "[64] broadcast(one), dimensions={}\n c = " + to +
                                    "[64] convert(x)\n ROOT y = " + to + "[64] add(c, o)\n",
                                target));
            }
}

TEST_CASE("a sum of converted integers is added up in vectors, along the sum and beside it") {
    for (const char* target : kTargets)
        for (const std::string type : kIntegers) {
            INFO(target << " " << type);
            const std::string convert = "[100,64] parameter(0)\n c = f32[100,64] convert(x)\n z = f32[] constant(0)\n";
            CHECK(is_vector("x = " + type + convert + "ROOT y = f32[100] reduce(c, z), dimensions={1}, to_apply=c\n",
                            target));
            CHECK(is_vector("x = " + type + convert + "ROOT y = f32[64] reduce(c, z), dimensions={0}, to_apply=c\n",
                            target));
        }
}

TEST_CASE("floats are stored as integers of 32 bits and fewer in vectors") {
    for (const char* target : kTargets)
        for (const std::string from : {"f32", "f64", "f16", "bf16"})
            for (const std::string to : {"s8", "s16", "s32", "u8", "u16", "u32"}) {
                INFO(target << " " << from << " " << to);
                CHECK(is_vector("x = " + from + "[64] parameter(0)\n n = " + from + "[64] negate(x)\n ROOT y = " + to +
                                    "[64] convert(n)\n",
                                target));
            }
}
