// Corners of ops that take indices, and of negative padding.
#include "examples/examples.h"

namespace hlo2cpp::testing {
namespace {

using builder::ConstantR0;

Op second(Op, Op y, const Sizes&) {
    return y;
}

Example slice_at(const std::string& name, ElementType type, double index, const std::vector<double>& result) {
    return {name,
            {f32({5}, count_up(5)), array(type, {}, {index})},
            [](Builder&, const Ops& x) { return DynamicSlice(x[0], {x[1]}, {2}); },
            {f32({2}, result)}};
}

// Windows of two elements into six.
Example windows_scattered(const std::string& name, const std::vector<double>& starts, Op (*op)(Op, Op, const Sizes&),
                          const std::vector<double>& result) {
    const auto count = static_cast<std::int64_t>(starts.size());
    return {name,
            {f32({6}, count_up(6, 10)), s32({count, 1}, starts), f32({count, 2}, count_up(2 * count, 1))},
            [op](Builder& b, const Ops& x) {
                return Scatter(x[0], x[1], x[2], of_two(b, ElementType::F32, op),
                               {.update_window_dims = {1}, .scatter_dims_to_operand_dims = {0}, .index_vector_dim = 1});
            },
            {f32({6}, result)}};
}

} // namespace

Examples corners_of_indices() {
    return {
        slice_at("the start of a dynamic slice is clamped so that the slice fits", ElementType::S32, 7, {3, 4}),
        slice_at("a negative start of a dynamic slice is 0", ElementType::S32, -3, {0, 1}),
        slice_at("the start of a dynamic slice is read in its own type: 250 in u8", ElementType::U8, 250, {3, 4}),
        slice_at("the start of a dynamic slice is read in its own type: -6 in s8", ElementType::S8, -6, {0, 1}),
        {"the start of a dynamic update is clamped so that the update fits",
         {f32({5}, count_up(5)), f32({2}, {8, 9}), s32({}, {4})},
         [](Builder&, const Ops& x) { return DynamicUpdateSlice(x[0], x[1], {x[2]}); },
         {f32({5}, {0, 1, 2, 8, 9})}},
        {"the start of a gathered window is clamped so that the whole window fits",
         {f32({5}, count_up(5)), s32({3, 1}, {4, -2, 100})},
         [](Builder&, const Ops& x) {
             return Gather(x[0], x[1], {.offset_dims = {1}, .start_index_map = {0}, .index_vector_dim = 1}, {2});
         },
         {f32({3, 2}, {3, 4, 0, 1, 3, 4})}},
        windows_scattered("a scattered window that is partly outside is dropped whole", {5, -1, 0}, builder::Add,
                          {15, 17, 12, 13, 14, 15}),
        windows_scattered("of scattered windows on the same place the last one wins", {1, 2, 1}, second,
                          {10, 5, 6, 4, 14, 15}),
        {"negative padding cuts, also where there is interior padding",
         {f32({4}, {1, 2, 3, 4}), f32({}, {9})},
         [](Builder& b, const Ops& x) {
             return Tuple(b, {Pad(x[0], x[1], {{.low = -1, .high = -2}}),
                              Pad(x[0], x[1], {{.low = -1, .high = 1, .interior = 1}})});
         },
         {f32({1}, {2}), f32({7}, {9, 2, 9, 3, 9, 4, 9})}},
        {"negative padding of a convolution cuts its input",
         {f32({1, 1, 5}, {1, 2, 3, 4, 5}), f32({1, 1, 2}, {1, 10})},
         [](Builder&, const Ops& x) {
             return ConvWithGeneralPadding(x[0], x[1], {1}, {{-1, -1}});
         },
         {f32({1, 1, 2}, {32, 43})}},
        {"negative padding of a convolution cuts its dilated input",
         {f32({1, 1, 3}, {1, 2, 3}), f32({1, 1, 2}, {1, 10})},
         [](Builder&, const Ops& x) {
             return ConvGeneralDilated(x[0], x[1], {1}, {{-1, 0}}, {2}, {},
                                       builder::CreateDefaultConvDimensionNumbers(1));
         },
         {f32({1, 1, 3}, {20, 2, 30})}},
        {"negative padding of a window reduction cuts its operand",
         {f32({5}, {1, 2, 3, 4, 5})},
         [](Builder& b, const Ops& x) {
             return ReduceWindowWithGeneralPadding(x[0], ConstantR0<float>(b, 0),
                                                   of_two(b, ElementType::F32, builder::Add), {2}, {1}, {2}, {},
                                                   {{-2, -1}});
         },
         {f32({5}, {2, 3, 3, 4, 4})}},
    };
}

} // namespace hlo2cpp::testing
