// Corners of reductions, windows, sorts and selections.
#include "examples/examples.h"

namespace hlo2cpp::testing {
namespace {

using builder::ConstantR0;
using builder::PaddingPairs;

Example selected(const std::string& name, Op (*select)(Op, Op, const Sizes&), const std::vector<double>& operand,
                 const std::vector<double>& result) {
    return {name,
            {f32({4}, operand), f32({2}, {10, 20})},
            [select](Builder& b, const Ops& x) {
                return SelectAndScatter(x[0], of_two(b, ElementType::F32, select), {2}, {2}, builder::Padding::Valid,
                                        x[1], ConstantR0<float>(b, 0), of_two(b, ElementType::F32, builder::Add));
            },
            {f32({4}, result)}};
}

Example sorted(const std::string& name, const Scalars& comparator, const std::vector<double>& keys,
               const std::vector<double>& sorted_keys, const std::vector<double>& sorted_values) {
    const auto count = static_cast<std::int64_t>(keys.size());
    return {name,
            {f32({count}, keys), s32({count}, count_up(count))},
            [comparator](Builder& b, const Ops& x) {
                const Shape key = Shape::scalar(ElementType::F32), value = Shape::scalar(ElementType::S32);
                return Sort(x, function(b, {key, key, value, value}, comparator));
            },
            {f32({count}, sorted_keys), s32({count}, sorted_values)}};
}

Examples top_elements() {
    const auto top = [](const std::string& name, const std::vector<double>& x, bool largest,
                        const std::vector<double>& values, const std::vector<double>& indices) {
        return Example{name,
                       {f32({static_cast<std::int64_t>(x.size())}, x)},
                       [largest](Builder&, const Ops& o) { return TopK(o[0], 3, largest); },
                       {f32({3}, values), s32({3}, indices)}};
    };
    return {
        top("NaN is the largest of the top elements", {1, kNan, 3, 2}, true, {kNan, 3, 2}, {1, 2, 3}),
        top("of equal top elements that of the lower index comes first", {5, 7, 7, 5, 7}, true, {7, 7, 7}, {1, 2, 4}),
        top("the smallest elements, of equal ones that of the lower index first", {5, 1, 7, 1, 5}, false, {1, 1, 5},
            {1, 3, 0}),
    };
}

// Whatever the comparator says, every element stays, so their sum does.
Example broken_sort() {
    return {"a comparator that always says yes loses and invents no element",
            {s32({9}, {4, 1, 8, 2, 7, 3, 9, 5, 6})},
            [](Builder& b, const Ops& x) {
                const ComputationId always =
                    function(b, {Shape::scalar(ElementType::S32), Shape::scalar(ElementType::S32)},
                             [](Builder& inside, const Ops&) { return ConstantR0<bool>(inside, true); });
                return Reduce(Mul(builder::Sort({x[0]}, always), builder::Sort({x[0]}, always)),
                              ConstantR0<std::int32_t>(b, 0), of_two(b, ElementType::S32, builder::Add), {0});
            },
            {s32({}, {285})}};
}

} // namespace

Examples corners_of_folds() {
    Examples all = top_elements();
    all.push_back(broken_sort());
    Examples more = {
        {"the initial value of a reduce counts once",
         {f32({2, 3}, {1, 2, 3, 4, 5, 6})},
         [](Builder& b, const Ops& x) {
             return Reduce(x[0], ConstantR0<float>(b, 100), of_two(b, ElementType::F32, builder::Add), {1});
         },
         {f32({2}, {106, 115})}},
        {"a reduce of nothing is its initial value",
         {f32({2, 0}, {})},
         [](Builder& b, const Ops& x) {
             return Reduce(x[0], ConstantR0<float>(b, 3), of_two(b, ElementType::F32, builder::Mul), {1});
         },
         {f32({2}, {3, 3})}},
        {"padding never meets the combiner of a window reduction",
         {f32({3}, {1, 2, 3})},
         [](Builder& b, const Ops& x) {
             return ReduceWindowWithGeneralPadding(x[0], ConstantR0<float>(b, 10),
                                                   of_two(b, ElementType::F32, builder::Add), {3}, {1}, {}, {},
                                                   PaddingPairs{{1, 1}});
         },
         {f32({3}, {13, 16, 15})}},
        selected("a selection by GE takes the first of equal elements", builder::Ge, {5, 5, 1, 2}, {10, 0, 0, 20}),
        selected("a selection by GT takes the last of equal elements", builder::Gt, {5, 5, 1, 2}, {0, 10, 0, 20}),
        selected("a selection takes NaN as its comparison says", builder::Ge, {kNan, 1, 1, kNan}, {0, 10, 0, 20}),
        sorted("equal keys keep their order", [](Builder&, const Ops& x) { return Lt(x[0], x[1]); }, {2, 1, 2, 1, 2, 1},
               {1, 1, 1, 2, 2, 2}, {1, 3, 5, 0, 2, 4}),
        sorted("a sort in total order puts NaN last", [](Builder&, const Ops& x) { return LtTotalOrder(x[0], x[1]); },
               {kNan, 1, -1, 0}, {-1, 0, 1, kNan}, {2, 3, 1, 0}),
    };
    for (Example& example : more) all.push_back(std::move(example));
    return all;
}

} // namespace hlo2cpp::testing
