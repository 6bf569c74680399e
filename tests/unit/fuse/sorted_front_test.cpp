// Sorts of whose lines only the first elements are read.
#include <catch2/catch.hpp>

#include "unit/fuse/fused.h"

using namespace hlo2cpp;

namespace {

// How many elements of its lines the only sort of the module puts in order; 0: all.
std::int64_t sorted_first(const std::string& entry) {
    const Kernels kernels = fused("HloModule m\n"
                                  "before { a = f32[] parameter(0)\n b = f32[] parameter(1)\n"
                                  "ROOT c = pred[] compare(a, b), direction=LT }\n"
                                  "ENTRY e {\n x = f32[3,40] parameter(0)\n" +
                                  entry + "\n}\n");
    for (const Kernel& kernel : kernels.kernels)
        if (kernel.sort) return kernel.sort->first < kernel.sort->size ? kernel.sort->first : 0;
    FAIL("nothing is sorted");
    return 0;
}

const std::string kWholeSort = "s = f32[3,40] sort(x), dimensions={1}, to_apply=before\n";

} // namespace

TEST_CASE("a sort puts only those elements in order that are read") {
    CHECK(sorted_first(kWholeSort + "ROOT r = f32[3,5] slice(s), slice={[0:3], [0:5]}") == 5);
    CHECK(sorted_first(kWholeSort + "ROOT m = f32[3,1] slice(s), slice={[0:3], [20:21]}") == 21);
    CHECK(sorted_first("t = (f32[3,6], s32[3,6]) topk(x), k=6, largest=true\n"
                       "ROOT i = s32[3,6] get-tuple-element(t), index=1") == 6);
    CHECK(sorted_first(kWholeSort +
                       "a = f32[3,2] slice(s), slice={[0:3], [3:5]}\n b = f32[3,2] slice(s), slice={[0:3], [6:8]}\n"
                       "ROOT r = f32[3,2] add(a, b)") == 8);
}

TEST_CASE("a sort of which something reads all, or much, puts all in order") {
    CHECK(sorted_first(kWholeSort + "ROOT n = f32[3,40] negate(s)") == 0);
    CHECK(sorted_first(kWholeSort + "ROOT r = f32[3,39] slice(s), slice={[0:3], [0:39]}") == 0);
    CHECK(sorted_first(kWholeSort + "f = f32[3,5] slice(s), slice={[0:3], [0:5]}\n"
                                    "ROOT r = (f32[3,5], f32[3,40]) tuple(f, s)") == 0);
    CHECK(sorted_first("s = f32[3,40] sort(x), dimensions={0}, to_apply=before\n"
                       "ROOT r = f32[3,5] slice(s), slice={[0:3], [0:5]}") == 0);
}
