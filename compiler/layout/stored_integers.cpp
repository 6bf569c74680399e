#include "layout/stored_integers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>
#include <variant>

#include "arrange/addresses.h"
#include "ir/float_format.h"
#include "kernel/integer_ranges.h"
#include "kernel/loads.h"
#include "kernel/rebuild.h"
#include "kernel/work.h"
#include "support/index.h"
#include "tile/fixed_lanes.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kMostTries = 2'000; // kernels of a module that are estimated
constexpr std::int64_t kConversion = 63;  // bytes of code in a kernel, about
constexpr std::array kStoredTypes = {ElementType::S8, ElementType::U8, ElementType::S16, ElementType::U16};

// An element as an integer; none where it is none.
std::optional<std::int64_t> integer_at(const Literal& literal, std::size_t element) {
    const ElementType type = literal.shape.type;
    const auto bytes = at(byte_size(type));
    std::uint64_t bits = 0;
    std::memcpy(&bits, literal.bytes.data() + element * bytes, bytes);
    if (is_integer(type)) {
        const auto unused = static_cast<int>(64 - 8 * bytes);
        if (is_signed(type)) return static_cast<std::int64_t>(bits << unused) >> unused;
        return bits >> 63 == 0 ? std::optional(static_cast<std::int64_t>(bits)) : std::nullopt;
    }
    const double number = decode_float(type, bits);
    constexpr double kLimit = 1 << 24;
    if (!(std::abs(number) < kLimit) || number != std::floor(number) || (number == 0 && std::signbit(number)))
        return std::nullopt;
    return static_cast<std::int64_t>(number);
}

// The smallest range with all values; none where one is no integer.
std::optional<Range> range_of_values(const Literal& literal) {
    const auto count = at(literal.shape.elements());
    std::optional<Range> range;
    for (std::size_t i = 0; i < count; ++i) {
        const std::optional<std::int64_t> value = integer_at(literal, i);
        if (!value || *value == std::numeric_limits<std::int64_t>::max()) return std::nullopt;
        if (!range) range = Range{*value, *value + 1};
        range = Range{std::min(range->begin, *value), std::max(range->end, *value + 1)};
    }
    return range;
}

LiteralPtr stored_as(const Literal& literal, ElementType type) {
    Literal made = Literal::zeros(Shape::array(type, literal.shape.dims));
    const auto bytes = at(byte_size(type));
    for (std::size_t i = 0; i < at(literal.shape.elements()); ++i) {
        const std::int64_t value = *integer_at(literal, i);
        std::memcpy(made.bytes.data() + i * bytes, &value, bytes);
    }
    return std::make_shared<const Literal>(std::move(made));
}

// Equal constants, which lie in flash once, and what reads them.
struct StoredConstant {
    ElementType type = ElementType::F32; // that it may have
    std::int64_t saved = 0;              // bytes of flash
    std::vector<ValueId> values;
    std::vector<std::pair<Call*, double>> calls; // each once, with its rounds
    bool read_elsewhere = false;                 // by what converts nothing
};

class IntegerStore {
public:
    IntegerStore(Kernels& kernels, const KernelCycles& cycles, const Target& target, const Goal& goal)
        : kernels_(kernels), given_(kernels), cycles_(cycles), byte_cycles_(target.byte_cycles(goal.optimize)),
          in_order_(goal.in_order), group_(kernels.values.size(), kNone) {}

    void run() {
        find_constants();
        if (constants_.empty()) return;
        find_readers();
        for (const StoredConstant& constant : constants_)
            if (!constant.read_elsewhere && pays(constant)) store(constant);
        for (Region& region : kernels_.regions)
            for (StepNode& step : region.steps)
                if (Call* const call = std::get_if<Call>(&step)) call->kernel = number_of(*call);
    }

private:
    using Stored = std::map<ArgumentId, ElementType>;

    // A kernel with arguments that are stored in other types.
    struct Variant {
        Kernel kernel;
        std::optional<double> cycles; // once asked for
        KernelId number;              // once a call needs it
    };

    void find_constants() {
        std::map<std::pair<ElementType, std::string_view>, std::size_t> known;
        for (std::size_t v = 0; v < kernels_.values.size(); ++v) {
            const Value& value = kernels_.values[v];
            if (value.kind != ValueKind::Constant || value.elements() * (byte_size(value.type) - 1) <= kConversion)
                continue;
            const std::vector<std::byte>& bytes = value.literal->bytes;
            const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
            const auto [place, fresh] = known.try_emplace({value.type, text}, kNone);
            if (fresh) place->second = add(value);
            group_[v] = place->second;
            if (group_[v] != kNone) constants_[group_[v]].values.emplace_back(v);
        }
    }

    std::size_t add(const Value& value) {
        const std::optional<ElementType> type = integers_of(*value.literal);
        if (!type) return kNone;
        const std::int64_t saved = value.bytes() - value.elements() * byte_size(*type);
        if (saved <= kConversion) return kNone;
        constants_.push_back({.type = *type, .saved = saved, .values = {}, .calls = {}});
        return constants_.size() - 1;
    }

    // ---- readers

    void find_readers() {
        const std::vector<double> rounds = rounds_of_regions(kernels_);
        for (std::size_t r = 0; r < kernels_.regions.size(); ++r)
            for (StepNode& step : kernels_.regions[r].steps)
                std::visit([&](auto& one) { visit(one, rounds[r]); }, step);
        for (const Entry& entry : kernels_.entries) read_elsewhere(entry.results);
    }
    void visit(Call& call, double rounds) {
        const Kernel& kernel = given_[call.kernel];
        const bool fixed = reads_indices(kernel);
        for (const Output& output : kernel.outputs)
            if (output.updates.valid()) read_elsewhere({call[output.updates]});
        for (const ValueId value : call.values) {
            StoredConstant* const constant = constant_of(value);
            if (constant == nullptr) continue;
            constant->read_elsewhere = constant->read_elsewhere || fixed;
            if (constant->calls.empty() || constant->calls.back().first != &call)
                constant->calls.emplace_back(&call, rounds);
        }
    }
    void visit(const While& loop, double) {
        for (const While::Carried& carried : loop.carried) read_elsewhere({carried.initial, carried.next});
        read_elsewhere(loop.bounds());
    }
    void visit(const Conditional& conditional, double) {
        read_elsewhere({conditional.selector});
        for (const Conditional::Branch& branch : conditional.branches) read_elsewhere(branch.results);
    }
    void visit(const HostCall& call, double) { read_elsewhere(call.arguments); }
    void visit(const Copy& copy, double) { read_elsewhere({copy.from}); }

    void read_elsewhere(const std::vector<ValueId>& values) {
        for (const ValueId value : values)
            if (StoredConstant* constant = constant_of(value)) constant->read_elsewhere = true;
    }

    StoredConstant* constant_of(ValueId value) {
        const std::size_t group = value.valid() ? group_[value.index()] : kNone;
        return group == kNone ? nullptr : &constants_[group];
    }

    // ---- choice

    bool pays(const StoredConstant& constant) {
        double added = 0;
        std::set<KernelId> kernels;
        for (const auto& [call, rounds] : constant.calls) {
            kernels.insert(call->kernel);
            const Stored now = stored_arguments(*call);
            Stored then = now;
            for (std::size_t a = 0; a < call->values.size(); ++a)
                if (constant_of(call->values[a]) == &constant) then[ArgumentId(a)] = constant.type;
            if (in_order_ && is_in_fixed_lanes(call->kernel, now) != is_in_fixed_lanes(call->kernel, then))
                return false; // it would add up in another order
            if (std::isinf(byte_cycles_)) continue;
            if (tries_ >= kMostTries) return false;
            added += rounds * (cycles_of(call->kernel, then) - cycles_of(call->kernel, now));
        }
        const std::int64_t saved = constant.saved - kConversion * static_cast<std::int64_t>(kernels.size());
        return saved > 0 && added < byte_cycles_ * static_cast<double>(saved);
    }

    void store(const StoredConstant& constant) {
        LiteralPtr literal;
        for (const ValueId id : constant.values) {
            Value& value = kernels_.values[id.index()];
            if (literal == nullptr || literal->shape.dims != value.dims)
                literal = stored_as(*value.literal, constant.type);
            value.type = constant.type;
            value.literal = literal;
        }
    }

    // ---- kernels

    Stored stored_arguments(const Call& call) const {
        Stored stored;
        for (std::size_t a = 0; a < call.values.size(); ++a)
            if (call.values[a].valid() && kernels_[call.values[a]].type != given_[call.values[a]].type)
                stored.emplace(a, kernels_[call.values[a]].type);
        return stored;
    }

    Variant& variant(KernelId kernel, const Stored& stored) {
        const auto [place, fresh] = variants_.try_emplace({kernel, stored});
        if (fresh) place->second.kernel = with_stored_types(given_[kernel], stored);
        return place->second;
    }

    bool is_in_fixed_lanes(KernelId kernel, const Stored& stored) {
        return reduces_in_fixed_lanes(with_addresses(variant(kernel, stored).kernel));
    }

    double cycles_of(KernelId kernel, const Stored& stored) {
        Variant& found = variant(kernel, stored);
        if (found.cycles) return *found.cycles;
        ++tries_;
        found.cycles = cycles_(with_addresses(found.kernel));
        return *found.cycles;
    }

    KernelId number_of(const Call& call) {
        const Stored stored = stored_arguments(call);
        if (stored.empty()) return call.kernel;
        Variant& found = variant(call.kernel, stored);
        if (!found.number.valid()) {
            found.number = KernelId(kernels_.kernels.size());
            kernels_.kernels.push_back(found.kernel);
        }
        return found.number;
    }

    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

    Kernels& kernels_;
    const Kernels given_;
    const KernelCycles& cycles_;
    const double byte_cycles_;
    const bool in_order_;
    std::vector<StoredConstant> constants_;
    std::vector<std::size_t> group_; // by value: the constant
    std::map<std::pair<KernelId, Stored>, Variant> variants_;
    std::size_t tries_ = 0;
};

} // namespace

std::optional<ElementType> integers_of(const Literal& constant) {
    const ElementType type = constant.shape.type;
    if ((!is_integer(type) && !is_float(type)) || byte_size(type) < 2) return std::nullopt;
    const std::optional<Range> values = range_of_values(constant);
    if (!values) return std::nullopt;
    for (const ElementType stored : kStoredTypes) {
        const Range all = values_of(stored);
        if (byte_size(stored) < byte_size(type) && values->begin >= all.begin && values->end <= all.end) return stored;
    }
    return std::nullopt;
}

void store_integers(Kernels& kernels, const KernelCycles& cycles, const Target& target, const Goal& goal) {
    IntegerStore(kernels, cycles, target, goal).run();
}

} // namespace hlo2cpp
