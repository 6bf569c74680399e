// Ranges and conditions over boxes, against all of their points.
#include "kernel/analysis.h"

#include "kernel/bounds.h"

#include "unit/tile/kernels_of_all_kinds.h"

using namespace hlo2cpp;

namespace {

bool holds(const Kernel& kernel, const Condition& condition, const Point& point) {
    const std::int64_t value = value_at(kernel.space, condition.index, point);
    return value >= condition.low && value < condition.high;
}

std::vector<std::int64_t> all_sizes(const Kernel& kernel) {
    std::vector<std::int64_t> sizes = kernel.dims;
    if (kernel.reduction) sizes.insert(sizes.end(), kernel.reduction->dims.begin(), kernel.reduction->dims.end());
    return sizes;
}

// Calls check(kernel) for all kernels of convolutions and poolings that have conditions.
template <typename Check>
void for_conditional_kernels(Check&& check) {
    for (const FusedModule& module : all_fused())
        for (const Kernel& kernel : module.kernels.kernels)
            if (kernel.reduction && !kernel.reduction->conditions.empty()) check(kernel);
}

} // namespace

TEST_CASE("a condition that always or never holds in a box does so at all its points") {
    std::size_t always = 0, never = 0;
    for_conditional_kernels([&](const Kernel& kernel) {
        for (std::size_t d = 0; d < kernel.dims.size(); ++d) {
            for (const std::int64_t at : {std::int64_t{0}, kernel.dims[d] / 2, kernel.dims[d] - 1}) {
                std::vector<Range> box = whole_box(kernel);
                box[d] = {at, at + 1};
                for (const Condition& condition : kernel.reduction->conditions) {
                    const Bounds bounds(kernel.space, box);
                    const bool all = bounds.always(condition), none = bounds.never(condition);
                    if (!all && !none) continue;
                    ++(all ? always : never);
                    const Range range = bounds.range(condition.index);
                    bool right = true;
                    std::vector<std::int64_t> sizes = all_sizes(kernel);
                    sizes[d] = 1;
                    for_all_points(sizes, [&](Point point) {
                        point[d] = at;
                        const std::int64_t value = value_at(kernel.space, condition.index, point);
                        right = right && range.contains(value) && holds(kernel, condition, point) == all;
                    });
                    REQUIRE(right);
                }
            }
        }
    });
    CHECK(always > 0);
}

TEST_CASE("inside its interior, no dimension's conditions fail") {
    std::size_t cut = 0;
    for_conditional_kernels([&](const Kernel& kernel) {
        for (std::int64_t d = 0; d < static_cast<std::int64_t>(kernel.dims.size()); ++d) {
            const Range interior = interior_of(kernel, kernel.reduction->conditions, d);
            REQUIRE((interior.begin >= 0 && interior.end <= size_of_dim(kernel, d)));
            if (interior.size() > 0 && interior.size() < size_of_dim(kernel, d)) ++cut;
            bool right = true;
            for_all_points(all_sizes(kernel), [&](const Point& point) {
                const std::int64_t at = point[static_cast<std::size_t>(d)];
                if (at < interior.begin || at >= interior.end) return;
                for (const Condition& condition : kernel.reduction->conditions)
                    if (kernel.space.depends_on(condition.index, d)) right = right && holds(kernel, condition, point);
            });
            REQUIRE(right);
        }
    });
    CHECK(cut > 0);
}

TEST_CASE("an index is affine in a dimension that stands in no quotient or remainder") {
    IndexSpace space;
    for (const std::int64_t size : {4, 6, 5}) space.add_dimension(size);
    const Index index =
        space.dimension(0) * 3 + space.floor_divide(space.dimension(1) + space.dimension(2), 4) + space.dimension(2);
    CHECK(affine_in(space, index, 0));
    CHECK(!affine_in(space, index, 1));
    CHECK(!affine_in(space, index, 2));
}

TEST_CASE("an index is affine only where what it looks up stays the same") {
    // e0 = a0[d1], e1 = a1[d0 + 9*e0], e2 = a1[4*d0 + e1]
    Kernel kernel{.dims = {4, 6}};
    for (const std::int64_t size : kernel.dims) kernel.space.add_dimension(size);
    const Index d0 = kernel.space.dimension(0), d1 = kernel.space.dimension(1);
    const ExprId e0 = kernel.exprs.add({.kind = ExprKind::Load, .type = ElementType::S32, .index = d1});
    const Index first = d0 + kernel.space.dynamic(e0, {0, 4}) * 9;
    const ExprId e1 = kernel.exprs.add({.kind = ExprKind::Load, .type = ElementType::S32, .index = first});
    const Index second = d0 * 4 + kernel.space.dynamic(e1, {0, 4});
    CHECK(affine_in(kernel, first, 0));
    CHECK(!affine_in(kernel, first, 1));
    CHECK(!affine_in(kernel, second, 0));
    CHECK(!affine_in(kernel, second, 1));
    CHECK(affine_in(kernel, d0 + d1, 0));
}

TEST_CASE("several sums of floats start at zero and at no other number") {
    const auto may_start = [](const std::string& type, const std::string& initial) {
        const Kernels kernels =
            addressed("HloModule m\nadd {\n  a = " + type + "[] parameter(0)\n  b = " + type +
                      "[] parameter(1)\n  ROOT s = " + type + "[] add(a, b)\n}\nENTRY e {\n  x = " + type +
                      "[4,9] parameter(0)\n  i = " + type + "[] constant(" + initial + ")\n  ROOT r = " + type +
                      "[4] reduce(x, i), dimensions={1}, to_apply=add\n}\n");
        return may_start_often(kernels.kernels.back());
    };
    for (const char* type : {"f32", "f64"}) {
        INFO(type);
        CHECK(may_start(type, "0"));
        CHECK_FALSE(may_start(type, "7"));
    }
    for (const char* type : {"s8", "s32", "u32", "s64"}) CHECK_FALSE(may_start(type, "0")); // they have one
}
