#include "fuse/value_ranges.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <variant>

#include "ops/integer_ranges.h"

namespace hlo2cpp {
namespace {

// Range of all elements of a literal, coarse: the first of -2^bits < value < 2^bits that holds them; of 0 bits, from 0
// on.
template <typename Integer>
std::optional<Range> coarse_values(const Literal& literal, const std::vector<int>& bits) {
    std::int64_t least = 0, most = 0;
    for (std::size_t at = 0; at < literal.bytes.size(); at += sizeof(Integer)) {
        Integer value = 0;
        std::memcpy(&value, literal.bytes.data() + at, sizeof value);
        least = std::min<std::int64_t>(least, value);
        most = std::max<std::int64_t>(most, value);
    }
    for (const int size : bits) {
        const std::int64_t end = std::int64_t{1} << (size == 0 ? 8 * sizeof(Integer) - 1 : static_cast<unsigned>(size));
        const Range values = size == 0 ? Range{0, end} : Range{1 - end, end};
        if (values.contains(least) && values.contains(most)) return values;
    }
    return std::nullopt;
}

// The range of numbers of which none is further from 0 than 1: scales of quantised results.
std::optional<Range> range_of_scales(const Literal& literal) {
    for (std::size_t at = 0; at < literal.bytes.size(); at += sizeof(float)) {
        float value = 0;
        std::memcpy(&value, literal.bytes.data() + at, sizeof value);
        if (!(std::abs(value) <= 1)) return std::nullopt;
    }
    return Range{-1, 2};
}

// Range of a constant's elements, see KernelArgument::values.
std::optional<Range> values_of_constant(const Value& value) {
    if (value.type == ElementType::S8) return coarse_values<std::int8_t>(*value.literal, {0, 7});
    if (value.type == ElementType::S32) return coarse_values<std::int32_t>(*value.literal, {15, 23, 30});
    if (value.type == ElementType::F32) return range_of_scales(*value.literal);
    return std::nullopt;
}

bool has_nearest_integers(const Kernel& kernel) {
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i)
        if (kernel.exprs[ExprId(i)].nearest) return true;
    return false;
}

// Number of writers of each value; any that is no plain kernel counts as two.
std::vector<int> writers_of(const Kernels& kernels) {
    std::vector<int> writers(kernels.values.size(), 0);
    const auto add = [&](ValueId id, int count) {
        if (id.valid()) writers[id.index()] += count;
    };
    for (const Region& region : kernels.regions)
        for (const StepNode& step : region.steps) {
            if (const auto* call = std::get_if<Call>(&step)) {
                for (const Output& output : kernels[call->kernel].outputs)
                    add((*call)[output.argument], output.updates.valid() ? 2 : 1);
            } else if (const auto* loop = std::get_if<While>(&step)) {
                for (const While::Carried& carried : loop->carried) add(carried.value, 2);
            } else if (const auto* choice = std::get_if<Conditional>(&step)) {
                for (const ValueId result : choice->results) add(result, 2);
            } else if (const auto* copy = std::get_if<Copy>(&step)) {
                add(copy->to, 2);
            } else {
                for (const ValueId result : std::get<HostCall>(step).results) add(result, 2);
            }
        }
    return writers;
}

} // namespace

void note_value_ranges(Kernels& kernels) {
    const std::vector<int> writers = writers_of(kernels);
    std::vector<std::optional<Range>> ranges(kernels.values.size());
    for (std::size_t i = 0; i < ranges.size(); ++i)
        if (kernels.values[i].kind == ValueKind::Constant) ranges[i] = values_of_constant(kernels.values[i]);
    for_each_call(kernels.regions, [&](const Call& call) {
        const Kernel& kernel = kernels[call.kernel];
        std::optional<IntegerRanges> known; // once for all outputs
        for (const Output& output : kernel.outputs) {
            const ValueId id = call[output.argument];
            const Value& value = kernels[id];
            if (value.kind != ValueKind::Temporary || value.type != ElementType::S8 || writers[id.index()] != 1)
                continue;
            if (!known) known.emplace(kernel);
            const Range& range = known->of(output.expr);
            if (range.size() > 0 && range.begin >= 0) ranges[id.index()] = Range{0, 128};
        }
    });
    for_each_call(kernels.regions, [&](const Call& call) {
        Kernel& kernel = kernels.kernels[call.kernel.index()];
        const bool scales = has_nearest_integers(kernel);
        for (std::size_t i = 0; i < kernel.arguments.size(); ++i)
            if (const auto& range = ranges[call.values[i].index()];
                range && !kernel.arguments[i].written && (scales || is_integer(kernel.arguments[i].type)))
                kernel.arguments[i].values = range;
    });
}

} // namespace hlo2cpp
