// Phases: each result is the sum of the same products in the same order, and nothing tests for holes.
#include "layout/phases.h"

#include <map>

#include "kernel/loads.h"
#include "unit/tile/kernels_of_all_kinds.h"

using namespace hlo2cpp;

namespace {

// What a point reads: an element of an array, or the number that a constant holds.
using Read = std::pair<ValueId, std::int64_t>;
using Reads = std::vector<Read>;
using Arrays = std::map<ValueId, std::map<std::int64_t, Reads>>; // what the elements that are written so far have read

// The element of a copy is that of the array.
Read read_of(const Kernels& kernels, const Arrays& arrays, const Call& call, const Expr& load, const Point& point) {
    const Kernel& kernel = kernels[call.kernel];
    const std::int64_t element = element_at(kernel, load.argument, load.index, point);
    const Value& value = kernels[call[load.argument]];
    if (const auto copy = arrays.find(call[load.argument]); copy != arrays.end()) return copy->second.at(element).at(0);
    if (value.kind != ValueKind::Constant) return {call[load.argument], element};
    return {ValueId(), static_cast<std::int64_t>(value.literal->at<float>(element))}; // numbered literals
}

bool hold(const Kernel& kernel, const std::vector<Condition>& conditions, const Point& point) {
    return std::ranges::all_of(conditions, [&](const Condition& condition) {
        const std::int64_t value = value_at(kernel.space, condition.index, point);
        return condition.low <= value && value < condition.high;
    });
}

// All that a result reads: the terms of its sum in their order, then the loads behind the sum.
Reads reads_of(const Kernels& kernels, const Arrays& arrays, const Call& call, const Point& outer) {
    const Kernel& kernel = kernels[call.kernel];
    Reads reads;
    const std::vector<UsedLoad> loads = used_loads(kernel);
    if (kernel.reduction)
        for_all_points(kernel.reduction->dims, [&](const Point& inner) {
            Point point = outer;
            point.insert(point.end(), inner.begin(), inner.end());
            if (!hold(kernel, kernel.reduction->conditions, point)) return;
            for (const UsedLoad& load : loads)
                if (load.in_reduction) reads.push_back(read_of(kernels, arrays, call, kernel.exprs[load.expr], point));
        });
    Point point = outer;
    point.resize(static_cast<std::size_t>(kernel.space.dimensions()), 0);
    for (const UsedLoad& load : loads)
        if (!load.in_reduction) reads.push_back(read_of(kernels, arrays, call, kernel.exprs[load.expr], point));
    return reads;
}

// By element of the array that the last step of the entry writes.
std::map<std::int64_t, Reads> reads_of_results(const Kernels& kernels) {
    Arrays arrays;
    ValueId last;
    for (const Call* call : calls_of(kernels)) {
        const Kernel& kernel = kernels[call->kernel];
        const Output& output = kernel.outputs.front();
        last = (*call)[output.argument];
        if (output.updates.valid()) arrays[last] = arrays[(*call)[output.updates]];
        for_all_points(kernel.dims, [&](const Point& point) {
            Point whole = point;
            whole.resize(static_cast<std::size_t>(kernel.space.dimensions()), 0);
            arrays[last][element_at(kernel, output.argument, output.index, whole)] =
                reads_of(kernels, arrays, *call, point);
        });
    }
    return arrays[last];
}

bool tests_for_holes(const Kernels& kernels) {
    return std::ranges::any_of(kernels.kernels, [](const Kernel& kernel) {
        return kernel.reduction && std::ranges::any_of(kernel.reduction->conditions, [&](const Condition& condition) {
                   return std::ranges::any_of(condition.index.products, [&](const Index::Product& product) {
                       return kernel.space[product.term].kind == TermKind::Modulo;
                   });
               });
    });
}

constexpr Goal kBalanced = {};
const Target kLanes{.vector_bytes = 32}, kScalars{};

Kernels split(Kernels kernels, const Target& target = kScalars, const Goal& goal = kBalanced) {
    split_phases(kernels, target, goal);
    verify_kernels(kernels);
    return kernels;
}

struct Transposed {
    std::vector<std::int64_t> x, w, y;
    std::string window, labels = "b01f_01io->b01f";
};

const Transposed kOdd{{2, 4, 5, 3}, {3, 3, 3, 2}, {2, 8, 10, 2}, "size=3x3 pad=1_2x1_2 lhs_dilate=2x2"};
const Transposed kEven{{1, 3, 4, 5}, {2, 2, 5, 3}, {1, 6, 8, 3}, "size=2x2 pad=1_1x1_1 lhs_dilate=2x2"};
const Transposed kManyPoints{{1, 7, 10, 2}, {2, 2, 2, 3}, {1, 14, 20, 3}, "size=2x2 pad=1_1x1_1 lhs_dilate=2x2"};

// A biased convolution, as most transposed ones are; weights and biases are constants or arguments.
std::string biased(const Transposed& c, bool constant) {
    const auto feature = static_cast<std::int64_t>(c.labels.substr(c.labels.find('>') + 1).find('f'));
    std::int64_t next = 1000;
    const std::string features = std::to_string(c.y[static_cast<std::size_t>(feature)]);
    const std::string bias =
        constant ? "constant(" + numbered_literal({c.y[static_cast<std::size_t>(feature)]}, 0, next) + ")"
                 : "parameter(2)";
    const std::string y = array_text(c.y);
    return "HloModule m\nENTRY e {\n" + source_text("x", c.x, false, 0) + source_text("w", c.w, constant, 1) +
           "c = " + y + " convolution(x, w), window={" + c.window + "}, dim_labels=" + c.labels + "\nb = f32[" +
           features + "] " + bias + "\nbb = " + y + " broadcast(b), dimensions={" + std::to_string(feature) +
           "}\nROOT r = " + y + " add(c, bb)\n}\n";
}

// Sizes of the taps of each kernel with a sum, in order.
std::vector<std::vector<std::int64_t>> taps_of(const Kernels& kernels) {
    std::vector<std::vector<std::int64_t>> taps;
    for (const Call* call : calls_of(kernels)) {
        const Kernel& kernel = kernels[call->kernel];
        if (kernel.reduction) taps.push_back(kernel.reduction->dims);
    }
    return taps;
}

} // namespace

TEST_CASE("each result of a transposed convolution is the sum of the same products in the same order") {
    const std::vector<Transposed> all = {
        kOdd,
        kEven,
        kManyPoints,
        {{2, 4, 5, 3}, {2, 2, 3, 2}, {2, 7, 9, 2}, "size=2x2 pad=1_0x0_1 lhs_dilate=2x2"},
        {{2, 4, 5, 3}, {5, 1, 3, 2}, {2, 11, 5, 2}, "size=5x1 pad=3_2x0_0 lhs_dilate=3x1"},
        {{2, 4, 5, 3}, {3, 3, 3, 2}, {2, 8, 10, 2}, "size=3x3 pad=1_2x1_2 lhs_dilate=2x2 rhs_reversal=1x1"},
        {{1, 3, 4, 5}, {2, 2, 5, 3}, {1, 6, 8, 3}, "size=2x2 pad=1_1x1_1 lhs_dilate=2x2 rhs_reversal=1x1"},
        {{1, 3, 4, 5}, {4, 6, 5, 3}, {1, 6, 12, 3}, "size=4x6 pad=2_2x5_2 lhs_dilate=2x3"},
        {{2, 4, 5, 3}, {3, 1, 3, 2}, {2, 3, 5, 2}, "size=3x1 pad=-1_-1x0_0 lhs_dilate=2x1"},
        {{2, 4, 5, 3}, {2, 1, 3, 2}, {2, 10, 5, 2}, "size=2x1 pad=1_0x0_0 lhs_dilate=3x1"},
        {{2, 4, 5, 3}, {3, 1, 3, 2}, {2, 4, 5, 2}, "size=3x1 stride=2x1 pad=1_1x0_0 lhs_dilate=2x1"},
        {{2, 4, 5, 3}, {3, 1, 3, 2}, {2, 6, 5, 2}, "size=3x1 stride=2x1 pad=2_2x0_0 lhs_dilate=3x1"},
        {{2, 4, 5, 3}, {3, 1, 3, 2}, {2, 9, 5, 2}, "size=3x1 pad=3_3x0_0 lhs_dilate=2x1 rhs_dilate=2x1"},
        {{2, 4, 5, 3}, {3, 1, 3, 2}, {2, 9, 5, 2}, "size=3x1 pad=2_1x0_0 lhs_dilate=3x1 rhs_dilate=2x1"},
        {{1, 3, 4, 5}, {9, 3, 3, 3}, {1, 9, 8, 10}, "size=3x3 pad=1_2x1_2 lhs_dilate=2x2", "bf01_oi01->bf01"},
        {{1, 4, 2}, {4, 2, 3}, {1, 8, 3}, "size=4 pad=2_2 lhs_dilate=2", "b0f_0io->b0f"},
        {{1, 2, 3, 2, 2},
         {3, 2, 2, 2, 3},
         {1, 4, 6, 4, 3},
         "size=3x2x2 pad=1_2x1_1x1_1 lhs_dilate=2x2x2",
         "b012f_012io->b012f"},
    };
    for (const Transposed& c : all)
        for (const bool constant : {false, true}) {
            const std::string text = biased(c, constant);
            const Kernels before = fused(text);
            INFO(text << print(before));
            CHECK(tests_for_holes(before));
            for (const Target& target : {kScalars, kLanes}) {
                const Kernels after = split(before, target);
                INFO(print(after));
                CHECK_FALSE(tests_for_holes(after));
                CHECK(reads_of_results(after) == reads_of_results(before));
            }
        }
}

TEST_CASE("a phase has the taps that meet elements, and the one with the most is the last") {
    const auto taps = [](const Transposed& c) { return taps_of(split(fused(biased(c, false)))); };
    using Taps = std::vector<std::vector<std::int64_t>>;
    CHECK(taps(kOdd) == Taps{{1, 1, 3}, {1, 2, 3}, {2, 1, 3}, {2, 2, 3}});
    CHECK(taps({{1, 4, 1, 3}, {5, 1, 3, 2}, {1, 8, 1, 2}, "size=5x1 pad=1_1x0_0 lhs_dilate=3x1"}) ==
          Taps{{1, 1, 3}, {2, 1, 3}, {2, 1, 3}});
}

TEST_CASE("a phase counts the products that it adds up as its work") {
    std::vector<std::int64_t> work; // 2 images of 4 x 5 results, 2 features, 3 channels and the taps of the phase
    const Kernels kernels = split(fused(biased(kOdd, false)));
    for (const Call* call : calls_of(kernels))
        if (kernels[call->kernel].reduction) work.push_back(call->multiply_adds);
    CHECK(work == std::vector<std::int64_t>{240, 480, 480, 960});
}

TEST_CASE("a phase whose taps are all holes adds up nothing") {
    const Kernels kernels =
        split(fused(biased({{2, 4, 5, 3}, {2, 1, 3, 2}, {2, 10, 5, 2}, "size=2x1 pad=1_0x0_0 lhs_dilate=3x1"}, false)));
    CHECK(taps_of(kernels).size() == 2);
    CHECK(calls_of(kernels).size() == 4); // the first fills the array, the second writes the bias alone
    CHECK(names_of(kernels).back() == "r");
}

TEST_CASE("phases that see the same elements are more features where lanes are idle") {
    const auto sums = [](std::int64_t features, bool constant, const Target& target, const Goal& goal = kBalanced) {
        Transposed c = kEven;
        c.w.back() = c.y.back() = features;
        return taps_of(split(fused(biased(c, constant)), target, goal)).size();
    };
    CHECK(sums(3, true, kLanes) == 2);
    CHECK(sums(8, true, kLanes) == 4);
    CHECK(sums(8, true, kScalars) == 2);
    CHECK(sums(3, false, kLanes) == 4); // a copy of the weights would take its time
    CHECK(taps_of(split(fused(biased(kManyPoints, false)), kLanes)).size() == 2);
    CHECK(sums(8, true, kLanes, {.in_order = true}) == sums(8, true, kScalars, {.in_order = true}));
}

TEST_CASE("phases of a result that updates an array go on with that array") {
    const Kernels kernels =
        split(fused("HloModule m\nENTRY e {\n x = f32[1,4,1,3] parameter(0)\n w = f32[3,1,3,2] parameter(1)\n"
                    " a = f32[3,8,1,2] parameter(2)\n one = s32[] constant(1)\n zero = s32[] constant(0)\n"
                    " c = f32[1,8,1,2] convolution(x, w), window={size=3x1 pad=1_2x0_0 lhs_dilate=2x1}, "
                    "dim_labels=b01f_01io->b01f\n"
                    " ROOT r = f32[3,8,1,2] dynamic-update-slice(a, c, one, zero, zero, zero)\n}\n"));
    CHECK(taps_of(kernels).size() == 2);
    CHECK(calls_of(kernels).size() == 2); // nothing is filled first
    const Call& first = *calls_of(kernels)[0];
    CHECK(is_parameter(kernels[first[kernels[first.kernel].outputs[0].updates]]));
}

TEST_CASE("only the last phase has the name of the result, which is complete then") {
    const Kernels kernels = split(fused(biased(kOdd, false)));
    CHECK(names_of(kernels) == std::vector<std::string>{"", "", "", "", "r"});
}

TEST_CASE("many phases and those of small code stay one kernel, but sums in the module's order are the same") {
    const std::string many = biased({{2, 4, 5, 3}, {1, 1, 3, 2}, {2, 61, 5, 2}, "size=1x1 lhs_dilate=20x1"}, false);
    CHECK(taps_of(split(fused(many))).size() == 1);
    const Kernels odd = fused(biased(kOdd, false));
    CHECK(taps_of(split(odd, kScalars, {.optimize = Optimize::Size})).size() == 1);
    CHECK(taps_of(split(odd, kScalars, {.in_order = true, .optimize = Optimize::Size})).size() == 4);
}
