// Boxes inside which the guards of a kernel are decided.
#include "tile/peel.h"

#include "unit/tile/kernels_of_all_kinds.h"

using namespace hlo2cpp;

namespace {

constexpr std::size_t kMost = 9, kMany = 81;

using Box = std::vector<Range>;

std::vector<Box> boxes_of(const std::string& body, std::size_t most = kMost) {
    const Kernels kernels = addressed("HloModule m\nENTRY e {\n" + body + "\n}\n");
    REQUIRE(kernels.kernels.size() == 1);
    return peeled_boxes(kernels.kernels[0], most);
}

} // namespace

TEST_CASE("a kernel without guards is one box") {
    CHECK(boxes_of("x = f32[5,6] parameter(0)\n ROOT y = f32[5,6] reverse(x), dimensions={1}") ==
          std::vector<Box>{{{0, 5}, {0, 6}}});
    CHECK(boxes_of("x = f32[] parameter(0)\n ROOT y = f32[] negate(x)") == std::vector<Box>{{}});
}

TEST_CASE("a concatenate is cut between its operands") {
    CHECK(
        boxes_of(
            "x = f32[4] parameter(0)\n w = f32[3] parameter(1)\n ROOT y = f32[7] concatenate(x, w), dimensions={0}") ==
        std::vector<Box>{{{0, 4}}, {{4, 7}}});
}

TEST_CASE("a pad is cut into borders and middle") {
    CHECK(boxes_of("x = f32[4] parameter(0)\n z = f32[] constant(0)\n ROOT y = f32[9] pad(x, z), padding=2_3") ==
          std::vector<Box>{{{0, 2}}, {{2, 6}}, {{6, 9}}});
    CHECK(boxes_of("x = f32[4,5] parameter(0)\n z = f32[] constant(0)\n ROOT y = f32[6,7] pad(x, z), padding=1_1x1_1")
              .size() == 9);
}

TEST_CASE("more dimensions are cut where more boxes are allowed") {
    const char* const cube = "x = f32[4,5,6] parameter(0)\n z = f32[] constant(0)\n"
                             "ROOT y = f32[6,7,8] pad(x, z), padding=1_1x1_1x1_1";
    CHECK(boxes_of(cube, 1).size() == 1);
    CHECK(boxes_of(cube, kMost).size() == 9);
    CHECK(boxes_of(cube, kMany).size() == 27);
}

TEST_CASE("a kernel with too many cuts stays in few boxes") {
    for (const std::string& text : other_modules()) {
        const Kernels kernels = addressed(text);
        for (const Kernel& kernel : kernels.kernels)
            for (const std::size_t most : {std::size_t{1}, kMost, kMany})
                CHECK(peeled_boxes(kernel, most).size() <= most);
    }
}

TEST_CASE("boxes cover every point once, and guards of a cut dimension are decided inside each") {
    const std::size_t most = GENERATE(kMost, kMany);
    for (const std::string& text : other_modules()) {
        const Kernels kernels = addressed(text);
        for (const Kernel& kernel : kernels.kernels) {
            const std::vector<Box> boxes = peeled_boxes(kernel, most);
            bool once = true, decided = true;
            for_all_points(kernel.dims, [&](const Point& point) {
                int inside = 0;
                for (const Box& box : boxes) {
                    bool all = true;
                    for (std::size_t d = 0; d < box.size(); ++d)
                        all = all && point[d] >= box[d].begin && point[d] < box[d].end;
                    inside += all ? 1 : 0;
                }
                once = once && inside == 1;
            });
            CHECK(once);
            if (boxes.size() == 1) continue;
            for (std::size_t i = 0; i < kernel.exprs.size(); ++i)
                for (const Condition& condition : kernel.exprs[ExprId(i)].conditions) {
                    if (condition.index.products.size() != 1 ||
                        kernel.space[condition.index.products[0].term].kind != TermKind::Dimension)
                        continue; // the holes of an interior padding
                    for (const Box& box : boxes) {
                        std::vector<std::int64_t> sizes;
                        for (const Range& range : box) sizes.push_back(range.size());
                        std::int64_t total = 0, holding = 0;
                        for_all_points(sizes, [&](Point point) {
                            for (std::size_t d = 0; d < box.size(); ++d) point[d] += box[d].begin;
                            const std::int64_t value = value_at(kernel.space, condition.index, point);
                            ++total;
                            holding += value >= condition.low && value < condition.high ? 1 : 0;
                        });
                        decided = decided && (holding == 0 || holding == total);
                    }
                }
            INFO(text);
            CHECK(decided);
        }
    }
}
