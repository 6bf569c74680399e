// Loads behind random guards: what leaves its array at some point is never let pass, and what cannot is seen to stay.
#include "kernel/accesses_verify.h"

#include <random>

#include <catch2/catch.hpp>

#include "kernel/print.h"
#include "unit/kernel/at_points.h"

using namespace hlo2cpp;

namespace {

class RandomKernel {
public:
    explicit RandomKernel(std::uint32_t seed) : random_(seed) {
        const std::int64_t elements = 1 + below(12);
        kernel.arguments = {{.dims = {1 + below(30)}, .written = true}, {.dims = {elements}}};
        for (std::int64_t rank = 1 + below(3); rank > 0; --rank) kernel.dims.push_back(1 + below(5));
        for (const std::int64_t size : kernel.dims) kernel.space.add_dimension(size);
        std::vector<ExprId> made;
        for (int i = 0; i < 3; ++i)
            made.push_back(
                kernel.exprs.add({.kind = ExprKind::Load, .argument = ArgumentId(std::size_t{1}), .index = index()}));
        made.push_back(kernel.exprs.add({.kind = ExprKind::Constant, .bits = std::vector<std::byte>(4)}));
        for (int i = 0; i < 6; ++i) {
            const auto any = [&] {
                return made[static_cast<std::size_t>(below(static_cast<std::int64_t>(made.size())))];
            };
            if (below(4) == 0)
                made.push_back(kernel.exprs.add({.kind = ExprKind::Apply, .operands = {any(), any()}}));
            else
                made.push_back(kernel.exprs.add(
                    {.kind = ExprKind::Guard, .operands = {any(), any()}, .conditions = conditions()}));
        }
        if (below(3) == 0) kernel.conditions = conditions();
        kernel.outputs = {{.argument = ArgumentId(std::size_t{0}), .index = Index(0), .expr = made.back()}};
    }

    Kernel kernel;

private:
    std::int64_t below(std::int64_t n) { return static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(n)); }

    Index index() {
        Index sum = below(7) - 3;
        for (std::size_t d = 0; d < kernel.dims.size(); ++d)
            sum = sum + kernel.space.dimension(static_cast<std::int64_t>(d)) * (below(5) - 1);
        if (below(4) == 0) sum = kernel.space.floor_divide(sum, 1 + below(3));
        if (below(5) == 0) sum = kernel.space.modulo(sum, 2 + below(4));
        return sum;
    }
    // Some are about a load's own index: as guards are.
    std::vector<Condition> conditions() {
        std::vector<Condition> list;
        for (std::int64_t count = 1 + below(2); count > 0; --count) {
            const auto load = ExprId(static_cast<std::size_t>(
                below(std::min<std::int64_t>(3, static_cast<std::int64_t>(kernel.exprs.size())))));
            const bool own = below(3) > 0 && kernel.exprs[load].kind == ExprKind::Load;
            const std::int64_t low = below(5) - 2;
            list.push_back(
                {.index = own ? kernel.exprs[load].index.address() : index(), .low = low, .high = low + 1 + below(12)});
        }
        return list;
    }

    std::mt19937 random_;
};

bool hold(const Kernel& kernel, const std::vector<Condition>& conditions, const Point& point) {
    return std::ranges::all_of(conditions, [&](const Condition& condition) {
        const std::int64_t value = value_at(kernel.space, condition.index, point);
        return value >= condition.low && value < condition.high;
    });
}

bool leaves(const Kernel& kernel, ExprId id, const Point& point) {
    const Expr& expr = kernel.exprs[id];
    if (expr.kind == ExprKind::Load) {
        const std::int64_t at = value_at(kernel.space, expr.index, point);
        return at < 0 || at >= kernel[expr.argument].elements();
    }
    if (expr.kind == ExprKind::Guard)
        return leaves(kernel, expr.operands[hold(kernel, expr.conditions, point) ? 0 : 1], point);
    return std::ranges::any_of(expr.operands, [&](ExprId operand) { return leaves(kernel, operand, point); });
}

} // namespace

TEST_CASE("a load that leaves its array at some point is found, whatever stands around it", "[validator]") {
    int outside = 0, inside = 0, seen = 0;
    for (std::uint32_t seed = 0; seed < 30000; ++seed) {
        const Kernel kernel = RandomKernel(seed).kernel;
        bool truth = false;
        for_all_points(kernel.dims, [&](const Point& point) {
            truth = truth || (hold(kernel, kernel.conditions, point) && leaves(kernel, kernel.outputs[0].expr, point));
        });
        const bool found = access_outside(kernel).has_value();
        if (truth && !found) FAIL("seed " << seed << "\n" << print_kernel(kernel, ""));
        outside += truth ? 1 : 0;
        inside += truth ? 0 : 1;
        seen += truth || found ? 0 : 1;
    }
    CHECK(outside > 3000);
    CHECK(inside > 3000);
    CHECK(seen * 3 > inside); // the rest takes more than intervals
}
