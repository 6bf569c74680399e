#include "layout/stored_integers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <tuple>
#include <variant>

#include "arrange/additions.h"
#include "arrange/addresses.h"
#include "kernel/step_access.h"
#include "kernel/work.h"
#include "layout/stored_form.h"

namespace hlo2cpp {
namespace {

constexpr double kSmall = 2;              // bytes that one of small elements is worth
constexpr std::size_t kMostTries = 2'000; // kernels of a module that are estimated
// Bytes of code of a conversion in a kernel, about: tiles of vectors have several copies of it.
constexpr std::int64_t kConversion = 63, kConversions = 255;

// Equal constants, which lie in flash once, and what reads them.
struct StoredConstant {
    std::vector<StoredForm> forms;      // that it may have
    const StoredForm* chosen = nullptr; // once it has one of them
    ValueId scales;                     // of that, if it has some
    std::vector<ValueId> values;
    std::vector<std::pair<Call*, double>> calls; // each once, with its rounds
    bool read_elsewhere = false;                 // by what converts nothing
};

class IntegerStore {
public:
    IntegerStore(Kernels& kernels, const KernelCycles& cycles, const Target& target, const Goal& goal)
        : kernels_(kernels), given_(kernels), cycles_(cycles), target_(target), goal_(goal),
          code_bytes_(target.vector_bytes > 0 ? kConversions : kConversion), group_(kernels.values.size(), kNone) {}

    std::set<ValueId> run() {
        find_constants();
        if (constants_.empty()) return {};
        find_readers();
        for (StoredConstant& constant : constants_)
            if (!constant.read_elsewhere) choose(constant);
        for (Region& region : kernels_.regions)
            for (StepNode& step : region.steps)
                if (Call* const call = std::get_if<Call>(&step)) rewrite(*call);
        return std::move(computed_);
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
            if (value.kind != ValueKind::Constant || value.bytes() <= code_bytes_) continue;
            const std::vector<std::byte>& bytes = value.literal->bytes;
            const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
            const auto [place, fresh] = known.try_emplace({value.type, value.dims, text}, kNone);
            if (fresh) place->second = add_constant(value);
            group_[v] = place->second;
            if (group_[v] != kNone) constants_[group_[v]].values.emplace_back(v);
        }
    }

    std::size_t add_constant(const Value& value) {
        std::vector<StoredForm> forms = stored_forms(*value.literal);
        if (forms.empty()) return kNone;
        constants_.push_back({.forms = std::move(forms), .scales = {}, .values = {}, .calls = {}});
        return constants_.size() - 1;
    }

    // ---- readers

    void find_readers() {
        const std::vector<double> rounds = rounds_of_regions(kernels_);
        for (std::size_t r = 0; r < kernels_.regions.size(); ++r)
            for (StepNode& step : kernels_.regions[r].steps) {
                if (Call* const call = std::get_if<Call>(&step))
                    visit(*call, rounds[r]);
                else
                    read_elsewhere(values_of(step));
            }
        for (const Entry& entry : kernels_.entries) read_elsewhere(entry.results);
    }
    void visit(Call& call, double rounds) {
        const Kernel& kernel = given_[call.kernel];
        for (const Output& output : kernel.outputs)
            if (output.updates.valid()) read_elsewhere({call[output.updates]});
        for (const ValueId value : call.values) {
            StoredConstant* const constant = constant_of(value);
            if (constant == nullptr) continue;
            if (constant->calls.empty() || constant->calls.back().first != &call)
                constant->calls.emplace_back(&call, rounds);
        }
    }

    void read_elsewhere(const std::vector<ValueId>& values) {
        for (const ValueId value : values)
            if (StoredConstant* constant = constant_of(value)) constant->read_elsewhere = true;
    }

    StoredConstant* constant_of(ValueId value) {
        const std::size_t group = value.valid() ? group_[value.index()] : kNone;
        return group == kNone ? nullptr : &constants_[group];
    }

    // ---- choice

    // Gain and price of a form.
    struct Worth {
        double saved = 0; // bytes of flash
        double added = 0; // cycles
    };

    // Price of a byte, in cycles: nothing where flash is not scarce. But a module that has elements of a byte says
    // that memory counts, and even more so one that has them of fewer bits.
    double price(ElementType type) const {
        const bool small = is_integer(type) && info(type).bits <= 8, scarce = target_.scarce_flash;
        if (!scarce && goal_.optimize != Optimize::Size && !is_narrow_integer(type)) return 0;
        return (small ? kSmall : 1) * target_.byte_cycles(goal_.optimize);
    }

    static bool is_better(const Worth& a, const Worth& b, double price) {
        if (std::isinf(price)) return std::pair(a.saved, -a.added) > std::pair(b.saved, -b.added);
        return price * a.saved - a.added > price * b.saved - b.added;
    }

    // Elements of fewer bits are read as the bytes that they are anyway, and other forms are compared with that.
    void choose(StoredConstant& constant) {
        const double byte = price(given_[constant.values[0]].type);
        Worth best;
        const StoredForm& first = constant.forms[0];
        if (first.bytes() == given_[constant.values[0]].bytes() && worth_of(constant, first)) constant.chosen = &first;
        const StoredForm* chosen = constant.chosen;
        for (const StoredForm& form : constant.forms) {
            const std::optional<Worth> worth = worth_of(constant, form);
            if (!worth || worth->saved <= 0 || !is_better(*worth, best, byte)) continue;
            best = *worth;
            chosen = &form;
        }
        constant.chosen = chosen;
        if (chosen != nullptr) store(constant);
    }

    // None where it cannot be.
    std::optional<Worth> worth_of(const StoredConstant& constant, const StoredForm& form) {
        Worth worth{.saved = static_cast<double>(given_[constant.values[0]].bytes() - form.bytes())};
        std::set<KernelId> kernels;
        for (const auto& [call, rounds] : constant.calls) {
            kernels.insert(call->kernel);
            const Stored now = stored_arguments(*call);
            Stored then = now;
            for (std::size_t a = 0; a < call->values.size(); ++a)
                if (constant_of(call->values[a]) == &constant) then[ArgumentId(a)] = form.elements;
            if (goal_.in_order && !adds_up_alike(with_addresses(variant(call->kernel, now).kernel),
                                                 with_addresses(variant(call->kernel, then).kernel)))
                return std::nullopt;
            if (tries_ >= kMostTries && goal_.optimize != Optimize::Size) return std::nullopt;
            if (tries_ < kMostTries)
                worth.added += rounds * (cycles_of(call->kernel, then) - cycles_of(call->kernel, now));
        }
        const std::int64_t steps = form.elements.packed_along ? 2 : 1; // that are code: unpacked, and converted
        worth.saved -= static_cast<double>(steps * code_bytes_ * static_cast<std::int64_t>(kernels.size()));
        return worth;
    }

    void store(StoredConstant& constant) {
        const StoredForm& form = *constant.chosen;
        const LiteralPtr literal = form.in_memory();
        if (form.scales != nullptr) constant.scales = add_scales(constant);
        for (const ValueId id : constant.values) {
            Value& value = kernels_.values[id.index()];
            value.type = literal->shape.type;
            value.literal = literal;
            if (!form.elements.packed_along && form.scales == nullptr) continue;
            if (form.elements.packed_along)
                value.packed = {form.elements.type, value.dims, *form.elements.packed_along};
            value.dims = literal->shape.dims;
            value.moved.reset();
            computed_.insert(id);
        }
    }

    ValueId add_scales(const StoredConstant& constant) {
        const Value& first = kernels_[constant.values[0]];
        const LiteralPtr& scales = constant.chosen->scales;
        return add(kernels_, Value{.kind = ValueKind::Constant,
                                   .type = scales->shape.type,
                                   .dims = scales->shape.dims,
                                   .literal = scales,
                                   .name = first.name.empty() ? "" : first.name + "_scale"});
    }

    // ---- kernels

    Stored stored_arguments(const Call& call) {
        Stored stored;
        for (std::size_t a = 0; a < call.values.size(); ++a) {
            const StoredConstant* const constant = constant_of(call.values[a]);
            if (constant != nullptr && constant->chosen != nullptr) stored.emplace(a, constant->chosen->elements);
        }
        return stored;
    }

    Variant& variant(KernelId kernel, const Stored& stored) {
        const auto [place, fresh] = variants_.try_emplace({kernel, stored});
        if (fresh) place->second.kernel = with_stored_elements(given_[kernel], stored);
        return place->second;
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
            if (!elements.scale_blocks.empty()) call.values.push_back(constant_of(call[argument])->scales);
    }

    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

    Kernels& kernels_;
    const Kernels given_;
    const KernelCycles& cycles_;
    const Target& target_;
    const Goal goal_;
    const std::int64_t code_bytes_;
    std::vector<StoredConstant> constants_;
    std::vector<std::size_t> group_; // by value: the constant
    std::set<ValueId> computed_;
    std::map<std::pair<KernelId, Stored>, Variant> variants_;
    std::size_t tries_ = 0;
};

} // namespace

std::set<ValueId> store_integers(Kernels& kernels, const KernelCycles& cycles, const Target& target, const Goal& goal) {
    return IntegerStore(kernels, cycles, target, goal).run();
}

} // namespace hlo2cpp
