#include "layout/element_sources.h"

#include <algorithm>
#include <numeric>

#include "kernel/analysis.h"
#include "ops/strided.h"
#include "rewrite/combiner_algebra.h"
#include "support/index.h"

namespace hlo2cpp {
namespace {

constexpr int kMostArrays = 24;           // after each other, between an element and given ones
constexpr int kMostUpdates = 1024;        // of one array
constexpr std::int64_t kMostTerms = 8192; // of one element
constexpr std::int64_t kLongDim = 8;      // of a sum, of which some places do

// Sizes of the dimensions as they follow each other in memory, the rows with what lies between them.
std::vector<std::int64_t> sizes_in_memory(const MovedArray& array) {
    std::vector<std::int64_t> sizes;
    for (const std::int64_t d : array.layout.order) sizes.push_back(array.dims[at(d)]);
    if (array.layout.pitch > 0) sizes.back() = array.layout.pitch;
    return sizes;
}

std::int64_t number_of(const std::vector<std::int64_t>& subscripts, const std::vector<std::int64_t>& dims) {
    std::int64_t number = 0;
    for (std::size_t d = 0; d < dims.size(); ++d) number = number * dims[d] + subscripts[d];
    return number;
}

// Places of a long dimension: its ends and one between.
std::vector<std::int64_t> some_places(std::int64_t size) {
    return {0, 1, size / 2, size - 1};
}

std::vector<std::int64_t> all_places(std::int64_t size) {
    std::vector<std::int64_t> places(at(size));
    std::iota(places.begin(), places.end(), 0);
    return places;
}

bool depends_on_order(const Kernel& kernel) {
    return kernel.sort || kernel.in_order; // each line, each point
}

// True if the terms count, and not their order.
bool is_extreme(const Accumulation& accumulation) {
    return accumulation.term && is_idempotent(accumulation.combiner);
}
bool is_sum(const Accumulation& accumulation) {
    return accumulation.term && accumulation.combiner == Opcode::Add;
}

} // namespace

std::vector<std::int64_t> subscripts_of(std::int64_t element, const std::vector<std::int64_t>& dims) {
    std::vector<std::int64_t> subscripts(dims.size());
    for (std::size_t d = dims.size(); d-- > 0;) {
        subscripts[d] = element % dims[d];
        element /= dims[d];
    }
    return subscripts;
}

std::int64_t place_of_element(const Value& value, std::int64_t element) {
    if (!value.moved) return element;
    const std::vector<std::int64_t> subscripts = subscripts_of(element, value.moved->dims);
    std::vector<std::int64_t> place;
    for (const std::int64_t d : value.moved->layout.order) place.push_back(subscripts[at(d)]);
    return number_of(place, sizes_in_memory(*value.moved));
}

std::optional<std::int64_t> element_of_place(const Value& value, std::int64_t place) {
    if (!value.moved) return place;
    const std::vector<std::int64_t>&order = value.moved->layout.order, &dims = value.moved->dims;
    const std::vector<std::int64_t> in_memory = subscripts_of(place, sizes_in_memory(*value.moved));
    std::vector<std::int64_t> subscripts(dims.size());
    for (std::size_t d = 0; d < order.size(); ++d) {
        if (in_memory[d] >= dims[at(order[d])]) return std::nullopt;
        subscripts[at(order[d])] = in_memory[d];
    }
    return number_of(subscripts, dims);
}

ElementSources::ElementSources(const Kernels& kernels, std::size_t given, const std::map<ValueId, ValueId>& copies)
    : kernels_(kernels), given_(given), copies_(copies), makers_(kernels.values.size()),
      known_(kernels.kernels.size()) {
    for_each_call(kernels.regions, [&](const Call& call) {
        const Kernel& kernel = kernels[call.kernel];
        for (std::size_t a = 0; a < call.values.size(); ++a)
            if (kernel.arguments[a].written) makers_[call.values[a].index()] = {&call, ArgumentId(a)};
    });
}

ValueId ElementSources::given_value(ValueId value) const {
    if (value.index() < given_) return value;
    const auto copy = copies_.find(value);
    return copy == copies_.end() ? ValueId() : copy->second;
}

Fingerprint ElementSources::given(ValueId value, std::int64_t place) const {
    const Value& array = kernels_[value];
    if (array.kind == ValueKind::Constant) {
        const auto bytes = at(byte_size(array.type));
        return of_constant_element(array.type, std::span(array.literal->bytes).subspan(at(place) * bytes, bytes));
    }
    const std::optional<std::int64_t> element = element_of_place(array, place);
    return element ? of_element(given_value(value), *element) : without_fingerprint(NoFingerprint::Undefined);
}

Fingerprint ElementSources::computed(ValueId value, std::int64_t place, ValueId root, ComparedTerms& terms) {
    root_ = root;
    compared_ = &terms;
    return made(value, place);
}

Fingerprint ElementSources::read(ValueId value, std::int64_t place) {
    const Value& array = kernels_[value];
    if (place < 0 || place >= array.elements()) return without_fingerprint(NoFingerprint::Undefined);
    const ValueId given_one = given_value(value);
    const bool follow = !given_one.valid() || (value.index() >= given_ && given_one == root_);
    return follow && array.kind != ValueKind::Constant ? made(value, place) : given(value, place);
}

Fingerprint ElementSources::made(ValueId value, std::int64_t place) {
    if (work_ > most_work_) return without_fingerprint(NoFingerprint::NoTime);
    if (depth_ >= kMostArrays) return without_fingerprint(NoFingerprint::TooMany);
    for (int updates = 0; updates < kMostUpdates; ++updates) {
        const auto& [call, argument] = maker(value);
        if (call == nullptr) return without_fingerprint(NoFingerprint::NotFound);
        const Kernel& kernel = kernels_[call->kernel];
        if (depends_on_order(kernel)) return without_fingerprint(NoFingerprint::InOrder);
        const std::vector<std::int64_t> element = subscripts_of(place, kernel[argument].dims);
        NoFingerprint why = NoFingerprint::None;
        ArgumentId before;
        for (std::size_t o = 0; o < kernel.outputs.size(); ++o) {
            if (kernel.outputs[o].argument != argument) continue;
            before = kernel.outputs[o].updates;
            if (std::optional<Fingerprint> print = at_output(*call, o, element, why)) return *print;
        }
        if (why != NoFingerprint::None) return without_fingerprint(why);
        if (!before.valid()) return without_fingerprint(NoFingerprint::Undefined);
        value = (*call)[before];
        if (given_value(value).valid()) return read(value, place);
    }
    return without_fingerprint(NoFingerprint::TooMany);
}

std::optional<Fingerprint> ElementSources::at_output(const Call& call, std::size_t output,
                                                     const std::vector<std::int64_t>& element, NoFingerprint& why) {
    const Kernel& kernel = kernels_[call.kernel];
    const KnownKernel& orders = known(call.kernel, output);
    const OutputInverse& inverse = *orders.inverses[output];
    PointEvaluation at = evaluation(call);
    ++depth_;
    work_ += static_cast<std::int64_t>(2 * inverse.order.size());
    const PointSearch search = find_point(kernel, kernel.outputs[output], inverse, element, at);
    std::optional<Fingerprint> print;
    if (search == PointSearch::Unknown) why = NoFingerprint::NotFound;
    if (search == PointSearch::Found) {
        if (kernel.reduction) at.accumulators = reduced(kernel, orders, at);
        if (kernel.scan) at.accumulators = scanned(kernel, orders, at);
        run(at, orders.results[output]);
        print = at[kernel.outputs[output].expr];
    }
    --depth_;
    return print;
}

std::vector<Fingerprint> ElementSources::reduced(const Kernel& kernel, const KnownKernel& orders, PointEvaluation& at) {
    const Reduction& reduction = *kernel.reduction;
    run(at, orders.initial);
    std::vector<Fingerprint> state;
    for (const ExprId initial : reduction.initial) state.push_back(at[initial]);
    const std::vector<std::vector<std::int64_t>> places = compared_places(reduction);
    std::int64_t count = 1;
    std::vector<std::int64_t> counts, which(places.size());
    for (const std::vector<std::int64_t>& dim : places) {
        counts.push_back(static_cast<std::int64_t>(dim.size()));
        count = std::min(count * counts.back(), kMostTerms + 1);
    }
    if (count == 0) return state;
    const auto failed = [&](NoFingerprint why) {
        return std::vector<Fingerprint>(state.size(), without_fingerprint(why));
    };
    if (count > kMostTerms) return failed(NoFingerprint::TooMany);
    const bool extreme = is_extreme(reduction), sum = is_sum(reduction);
    ExtremeOfTerms found(reduction.combiner, state[0]);
    SumOfTerms added(state[0]);
    do {
        if (work_ > most_work_) return failed(NoFingerprint::NoTime);
        for (std::size_t d = 0; d < places.size(); ++d)
            at.point[kernel.dims.size() + d] = places[d][hlo2cpp::at(which[d])];
        run(at, orders.conditions);
        const auto [holds, fault] = at.hold(reduction.conditions);
        if (fault != NoFingerprint::None) return failed(fault);
        if (!holds) continue;
        at.accumulators = state;
        run(at, orders.terms);
        if (extreme)
            found.add(at[*reduction.term]);
        else if (sum)
            added.add(at[*reduction.term]);
        else
            for (std::size_t slot = 0; slot < state.size(); ++slot) state[slot] = at[reduction.combined[slot]];
    } while (next_index(which, counts));
    return extreme ? std::vector{found.result()} : sum ? std::vector{added.result()} : state;
}

std::vector<Fingerprint> ElementSources::scanned(const Kernel& kernel, const KnownKernel& orders, PointEvaluation& at) {
    const Scan& scan = *kernel.scan;
    std::int64_t& place = at.point[static_cast<std::size_t>(scan.dim)];
    const std::int64_t point = place, size = kernel.dims[static_cast<std::size_t>(scan.dim)],
                       step = scan.reverse ? -1 : 1;
    run(at, orders.initial);
    for (const ExprId initial : scan.initial) at.accumulators.push_back(at[initial]);
    for (place = scan.reverse ? size - 1 : 0;; place += step) {
        run(at, orders.terms);
        std::vector<Fingerprint> state;
        for (const ExprId combined : scan.combined) state.push_back(at[combined]);
        at.accumulators = std::move(state);
        if (work_ > most_work_)
            at.accumulators.assign(scan.combined.size(), without_fingerprint(NoFingerprint::NoTime));
        if (place == point || work_ > most_work_) break;
    }
    place = point;
    return std::move(at.accumulators);
}

std::vector<std::vector<std::int64_t>> ElementSources::compared_places(const Reduction& reduction) {
    const bool alike = reduction.dims.size() == compared_->sizes.size();
    const bool some = !is_extreme(reduction);
    std::vector<std::vector<std::int64_t>> places;
    for (std::size_t d = 0; d < compared_->some.size(); ++d) {
        if (!some || !compared_->some[d] || (alike && reduction.dims[d] == compared_->sizes[d])) continue;
        compared_->some[d] = false;
        compared_->changed = true;
    }
    for (std::size_t d = 0; d < reduction.dims.size(); ++d) {
        const bool few = some && alike && compared_->some[d] && reduction.dims[d] > kLongDim;
        if (!few && reduction.dims[d] > kMostTerms) return {std::vector<std::int64_t>(at(kMostTerms) + 1)};
        places.push_back(few ? some_places(reduction.dims[d]) : all_places(reduction.dims[d]));
    }
    return places;
}

const ElementSources::KnownKernel& ElementSources::known(KernelId id, std::size_t output) {
    const Kernel& kernel = kernels_[id];
    std::unique_ptr<KnownKernel>& known = known_[id.index()];
    if (!known) {
        known = std::make_unique<KnownKernel>();
        known->inverses.resize(kernel.outputs.size());
        known->results.resize(kernel.outputs.size());
        if (accumulation_of(kernel) != nullptr) add_accumulation(*known, kernel);
    }
    if (!known->inverses[output]) {
        work_ += static_cast<std::int64_t>(kernel.exprs.size() + kernel.space.term_count());
        known->inverses[output] = output_inverse(kernel, kernel.outputs[output]);
        known->results[output] = evaluation_order(kernel, {kernel.outputs[output].expr}, {});
    }
    return *known;
}

void ElementSources::add_accumulation(KnownKernel& orders, const Kernel& kernel) {
    const Accumulation& accumulation = *accumulation_of(kernel);
    std::vector<Index> conditions;
    if (kernel.reduction) add_indices(conditions, kernel.reduction->conditions);
    std::vector<ExprId> terms = accumulation.combined;
    if (kernel.reduction && (is_extreme(accumulation) || is_sum(accumulation))) terms = {*accumulation.term};
    orders.initial = evaluation_order(kernel, accumulation.initial, {});
    orders.conditions = evaluation_order(kernel, {}, conditions);
    orders.terms = evaluation_order(kernel, terms, {});
}

std::optional<std::int64_t> ElementSources::written_element(const MakingCall& by, std::uint64_t number) {
    const Kernel& kernel = kernels_[by.call->kernel];
    std::vector<std::size_t> outputs;
    for (std::size_t o = 0; o < kernel.outputs.size(); ++o)
        if (kernel.outputs[o].argument == by.argument && kernel.outputs[o].updates.valid()) outputs.push_back(o);
    if (outputs.empty() || depends_on_order(kernel)) return std::nullopt;
    const std::size_t output = outputs[number % outputs.size()];
    const KnownKernel& orders = known(by.call->kernel, output);
    std::optional<PointEvaluation> somewhere = evaluation_somewhere(*by.call, number);
    if (!somewhere) return std::nullopt;
    PointEvaluation& at = *somewhere;
    run(at, orders.inverses[output]->order);
    NoFingerprint why = NoFingerprint::None;
    if (!at.hold(kernel.conditions).holds || !at.hold(kernel.outputs[output].conditions).holds) return std::nullopt;
    return at.element(by.argument, kernel.outputs[output].index, why);
}

Fingerprint ElementSources::of_point(const Call& call, std::uint64_t number) {
    const Kernel& kernel = kernels_[call.kernel];
    std::optional<PointEvaluation> at = evaluation_somewhere(call, number);
    if (!at || kernel.sort || kernel.scan) return without_fingerprint(NoFingerprint::InOrder);
    ComparedTerms all;
    root_ = {};
    compared_ = &all;
    Fingerprint print = of_index(0);
    for (std::size_t o = 0; o < kernel.outputs.size(); ++o) {
        const Output& output = kernel.outputs[o];
        const KnownKernel& orders = known(call.kernel, o);
        if (kernel.reduction) at->accumulators = reduced(kernel, orders, *at);
        run(*at, orders.inverses[o]->order);
        run(*at, orders.results[o]);
        const auto point = at->hold(kernel.conditions), own = at->hold(output.conditions);
        NoFingerprint why = NoFingerprint::None;
        const std::optional<std::int64_t> place = at->element(output.argument, output.index, why);
        if (const NoFingerprint worse = std::max(point.fault, own.fault); worse != NoFingerprint::None)
            return without_fingerprint(worse);
        if (!point.holds || !own.holds) continue;
        const Fingerprint& value = (*at)[output.expr];
        if (!place || !value.is_known()) return without_fingerprint(std::max(why, value.fault));
        print.hash = mixed(mixed(print.hash, given(call[output.argument], *place).hash), value.hash);
    }
    return print;
}

std::optional<PointEvaluation> ElementSources::evaluation_somewhere(const Call& call, std::uint64_t number) {
    const Kernel& kernel = kernels_[call.kernel];
    PointEvaluation at = evaluation(call);
    for (std::size_t d = 0; d < kernel.dims.size(); ++d) {
        if (kernel.dims[d] == 0) return std::nullopt;
        number = mixed(number, d);
        at.point[d] = static_cast<std::int64_t>(number % static_cast<std::uint64_t>(kernel.dims[d]));
    }
    return at;
}

PointEvaluation ElementSources::evaluation(const Call& call) {
    const Kernel& kernel = kernels_[call.kernel];
    work_ += static_cast<std::int64_t>((kernel.exprs.size() + kernel.space.term_count()) / 4);
    return {kernel, call, [&](ArgumentId argument, std::int64_t place) {
                work_ += 4;
                // Loads of an array that the kernel writes find what is there before: the array itself.
                const ValueId value = call[argument];
                if (!kernel[argument].written) return read(value, place);
                return given_value(value).valid() ? given(value, place) : without_fingerprint(NoFingerprint::InOrder);
            }};
}

} // namespace hlo2cpp
