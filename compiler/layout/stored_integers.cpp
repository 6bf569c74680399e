#include "layout/stored_integers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>
#include <tuple>
#include <variant>

#include "arrange/additions.h"
#include "arrange/addresses.h"
#include "kernel/loads.h"
#include "kernel/rebuild.h"
#include "kernel/work.h"
#include "layout/stored_form.h"
#include "tile/fixed_lanes.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kMostTries = 2'000; // kernels of a module that are estimated
// Bytes of code of a conversion in a kernel, about: tiles of vectors have several copies of it.
constexpr std::int64_t kConversion = 63, kConversions = 255;

// Equal constants, which lie in flash once, and what reads them.
struct StoredConstant {
    StoredForm form;        // that it may have
    std::int64_t saved = 0; // bytes of flash
    ValueId scales;         // once it has the form, if that has scales
    std::vector<ValueId> values;
    std::vector<std::pair<Call*, double>> calls; // each once, with its rounds
    bool read_elsewhere = false;                 // by what converts nothing
};

class IntegerStore {
public:
    IntegerStore(Kernels& kernels, const KernelCycles& cycles, const Target& target, const Goal& goal)
        : kernels_(kernels), given_(kernels), cycles_(cycles), byte_cycles_(price(target, goal.optimize)),
          code_bytes_(target.vector_bytes > 0 ? kConversions : kConversion), in_order_(goal.in_order),
          group_(kernels.values.size(), kNone) {}

    // Of a byte. Where flash is not scarce, none is worth time.
    static double price(const Target& target, Optimize optimize) {
        return target.scarce_flash || optimize == Optimize::Size ? target.byte_cycles(optimize) : 0;
    }

    std::map<ValueId, ValueId> run() {
        find_constants();
        if (constants_.empty()) return {};
        find_readers();
        for (StoredConstant& constant : constants_)
            if (!constant.read_elsewhere && pays(constant)) store(constant);
        for (Region& region : kernels_.regions)
            for (StepNode& step : region.steps)
                if (Call* const call = std::get_if<Call>(&step)) rewrite(*call);
        return std::move(scales_);
    }

private:
    using Stored = std::map<ArgumentId, StoredElements>;

    // A kernel with arguments that are stored in other types.
    struct Variant {
        Kernel kernel;
        std::optional<double> cycles; // once asked for
        KernelId number;              // once a call needs it
    };

    void find_constants() {
        std::map<std::tuple<ElementType, std::vector<std::int64_t>, std::string_view>, std::size_t> known;
        for (std::size_t v = 0; v < kernels_.values.size(); ++v) {
            const Value& value = kernels_.values[v];
            if (value.kind != ValueKind::Constant || value.elements() * (byte_size(value.type) - 1) <= code_bytes_)
                continue;
            const std::vector<std::byte>& bytes = value.literal->bytes;
            const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
            const auto [place, fresh] = known.try_emplace({value.type, value.dims, text}, kNone);
            if (fresh) place->second = add_constant(value);
            group_[v] = place->second;
            if (group_[v] != kNone) constants_[group_[v]].values.emplace_back(v);
        }
    }

    std::size_t add_constant(const Value& value) {
        std::optional<StoredForm> form = stored_form(*value.literal);
        if (!form) return kNone;
        const std::int64_t saved = value.bytes() - form->bytes();
        if (saved <= code_bytes_) return kNone;
        constants_.push_back({.form = std::move(*form), .saved = saved, .scales = {}, .values = {}, .calls = {}});
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
                if (constant_of(call->values[a]) == &constant) then[ArgumentId(a)] = constant.form.elements;
            if (in_order_ && is_in_fixed_lanes(call->kernel, now) != is_in_fixed_lanes(call->kernel, then))
                return false; // it would add up in another order
            if (std::isinf(byte_cycles_)) continue;
            if (tries_ >= kMostTries) return false;
            added += rounds * (cycles_of(call->kernel, then) - cycles_of(call->kernel, now));
        }
        const std::int64_t saved = constant.saved - code_bytes_ * static_cast<std::int64_t>(kernels.size());
        return saved > 0 && added < byte_cycles_ * static_cast<double>(saved);
    }

    void store(StoredConstant& constant) {
        for (const ValueId id : constant.values) {
            kernels_.values[id.index()].type = constant.form.elements.type;
            kernels_.values[id.index()].literal = constant.form.integers;
        }
        if (constant.form.scales == nullptr) return;
        const Value& first = kernels_[constant.values[0]];
        Value scales{.kind = ValueKind::Constant,
                     .type = constant.form.scales->shape.type,
                     .dims = constant.form.scales->shape.dims,
                     .literal = constant.form.scales,
                     .name = first.name.empty() ? "" : first.name + "_scale"};
        constant.scales = add(kernels_, std::move(scales));
        for (const ValueId id : constant.values) scales_.emplace(id, constant.scales);
    }

    // ---- kernels

    Stored stored_arguments(const Call& call) {
        Stored stored;
        for (std::size_t a = 0; a < call.values.size(); ++a) {
            const StoredConstant* const constant = constant_of(call.values[a]);
            if (constant != nullptr && kernels_[call.values[a]].literal == constant->form.integers)
                stored.emplace(a, constant->form.elements);
        }
        return stored;
    }

    Variant& variant(KernelId kernel, const Stored& stored) {
        const auto [place, fresh] = variants_.try_emplace({kernel, stored});
        if (fresh) place->second.kernel = with_stored_elements(given_[kernel], stored);
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

    void rewrite(Call& call) {
        const Stored stored = stored_arguments(call);
        if (stored.empty()) return;
        Variant& found = variant(call.kernel, stored);
        if (!found.number.valid()) found.number = add(kernels_, found.kernel);
        call.kernel = found.number;
        for (const auto& [argument, elements] : stored)
            if (elements.scaled_along) call.values.push_back(constant_of(call[argument])->scales);
    }

    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

    Kernels& kernels_;
    const Kernels given_;
    const KernelCycles& cycles_;
    const double byte_cycles_;
    const std::int64_t code_bytes_;
    const bool in_order_;
    std::vector<StoredConstant> constants_;
    std::vector<std::size_t> group_; // by value: the constant
    std::map<ValueId, ValueId> scales_;
    std::map<std::pair<KernelId, Stored>, Variant> variants_;
    std::size_t tries_ = 0;
};

} // namespace

std::map<ValueId, ValueId> store_integers(Kernels& kernels, const KernelCycles& cycles, const Target& target,
                                          const Goal& goal) {
    return IntegerStore(kernels, cycles, target, goal).run();
}

} // namespace hlo2cpp
