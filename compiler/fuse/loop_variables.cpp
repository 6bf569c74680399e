#include "fuse/loop_variables.h"

#include <algorithm>

#include "fuse/counting.h"

namespace hlo2cpp {
namespace {

void add_variable(Kernels& kernels, const Progression& counter, const Range& range, ElementType type, While& step) {
    step.first = counter.first;
    step.step = counter.step;
    step.variable = ValueId(kernels.values.size());
    kernels.values.push_back({.kind = ValueKind::Counter,
                              .type = type,
                              .counts = {.variable = step.variable, .range = range},
                              .name = "trip"});
}

} // namespace

void count_rounds(Kernels& kernels, const CountedLoop& counted, While& step) {
    const Progression& counter = *counted.leaves[counted.counter];
    const std::int64_t last = value_after(counter, counted.rounds - 1), end = value_after(counter, counted.rounds);
    const Range range = from_to(std::min(counter.first, last), std::max(counter.first, last));
    const auto is_narrow = [](std::int64_t x) { return x < INT32_MAX && x > INT32_MIN; };
    add_variable(kernels, counter, range,
                 is_narrow(counter.first) && is_narrow(end) ? ElementType::S32 : ElementType::S64, step);
}

bool count_between(Kernels& kernels, ValueId start, const CountLimit& limit, const std::vector<ValueId>& operands,
                   While& step) {
    const Range first = numbers_of(kernels[start]);
    const Range end = limit.leaf ? numbers_of(kernels[operands[*limit.leaf]]) : only(limit.number);
    if (first.begin >= end.last()) return false;
    if (limit.leaf) step.limit = operands[*limit.leaf];
    if (!first.single()) step.start = start;
    add_variable(kernels, {.first = first.begin, .step = 1}, {first.begin, end.last()}, ElementType::S32, step);
    if (step.bounds().empty()) { // the value is that of a loop that runs once
        step.trip_count = end.last() - first.begin;
        step.max_trips = -1;
        return true;
    }
    const bool known = first.begin > INT32_MIN && end.last() < INT32_MAX;
    if (step.max_trips < 0 && known) step.max_trips = end.last() - first.begin;
    return true;
}

ValueId counter_of(FusedKernels& fused, const CountedLoop& counted, const While& step, const Instruction& loop,
                   std::size_t leaf) {
    if (counted.limit && leaf == counted.counter)
        return fused.add_counter(loop, leaf, fused.kernels[step.variable].counts);
    if (leaf >= counted.leaves.size() || !counted.leaves[leaf]) return {};
    const Progression& own = *counted.leaves[leaf];
    if (counted.rounds == 1) return fused.add_number(loop, leaf, own.first);
    const Progression variable{.first = step.first, .step = step.step};
    const auto counts = counting_beside(own, variable, fused.kernels[step.variable]);
    return counts ? fused.add_counter(loop, leaf, *counts) : ValueId();
}

} // namespace hlo2cpp
