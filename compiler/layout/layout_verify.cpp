#include "layout/layout_verify.h"

#include <algorithm>

#include "arrange/equal_kernels.h"
#include "kernel/print.h"
#include "kernel/step_access.h"
#include "layout/element_sources.h"
#include "support/diagnostics.h"
#include "support/index.h"

namespace hlo2cpp {
namespace {

constexpr int kSamples = 12;                     // elements of an array
constexpr std::int64_t kMostWork = 4'000'000;    // of a module, see ElementSources
constexpr std::int64_t kMostOfArray = 1000;      // more for each
constexpr std::int64_t kMostOfElement = 100'000; // on one side
constexpr std::size_t kMostOfChain = 4096;       // calls between an array and given ones that are told apart

// An array that is made in another way now.
struct ChangedArray {
    ValueId array;            // of the module
    ValueId now;              // it, or a copy of it in another layout
    std::int64_t like_it = 1; // arrays that are made alike
    int compared = 0;         // elements
    NoFingerprint fault = NoFingerprint::None;
};

class LayoutsVerifier {
public:
    LayoutsVerifier(const Kernels& given, const LaidOut& laid_out)
        : given_(given), now_(laid_out.kernels), copies_(laid_out.copies), computed_(laid_out.computed),
          before_(given_, given.values.size(), no_copies_), after_(now_, given.values.size(), copies_),
          positions_(now_.values.size(), -1) {}

    LayoutChecks run() {
        for (const Region& region : now_.regions)
            for (const StepNode& step : region.steps) stay(step);
        find_changes();
        const std::int64_t most = kMostWork + kMostOfArray * static_cast<std::int64_t>(changed_.size());
        for (int sample = 0; sample < kSamples; ++sample)
            for (ChangedArray& changed : changed_)
                if (before_.work() + after_.work() <= most) compare(changed, sample);
        LayoutChecks checks;
        for (const ChangedArray& changed : changed_) {
            const NoFingerprint why = changed.fault == NoFingerprint::None ? NoFingerprint::NoTime : changed.fault;
            (changed.compared > 0 ? checks.checked : checks.unknown[why]) += changed.like_it;
        }
        return checks;
    }

private:
    [[noreturn]] void fail(ValueId array, std::int64_t element, const std::string& what) const {
        std::string subscripts;
        for (const std::int64_t subscript : subscripts_of(element, given_[array].dims))
            subscripts += (subscripts.empty() ? "" : ", ") + std::to_string(subscript);
        throw InternalError("hlo2cpp has a bug: the layouts are wrong: element [" + subscripts + "] of " +
                            print_ref(array) + " (" + print_value(given_[array]) + ") " + what);
    }

    // Steps that are no kernels read and write arrays that lie as in the module.
    void stay(const StepNode& step) const {
        if (std::holds_alternative<Call>(step)) return;
        for (const ValueId value : values_of(step))
            if (value.index() >= given_.values.size() || now_[value].moved)
                throw InternalError("hlo2cpp has a bug: the layouts are wrong: " + print_ref(value) +
                                    " lies in another way where no kernel uses it");
    }

    void find_changes() {
        for (std::size_t v = 0; v < given_.values.size(); ++v) {
            if (given_.values[v].elements() == 0) continue;
            if (given_.values[v].kind == ValueKind::Constant) constant(ValueId(v));
            if (before_.maker(ValueId(v)).call != nullptr) add(ValueId(v), ValueId(v));
        }
        for (const auto& [copy, array] : copies_)
            if (given_[array].elements() > 0 && after_.maker(copy).call != nullptr) add(array, copy);
    }

    void constant(ValueId id) const {
        if (!now_[id].moved && now_[id].type == given_[id].type) return;
        if (computed_.contains(id)) return; // looked at where kernels compute it
        for (int sample = 0; sample < kSamples; ++sample) {
            const std::int64_t element = sampled_element(id, sample);
            if (before_.given(id, element) != after_.given(id, place_of_element(now_[id], element)))
                fail(id, element, "has another value");
        }
    }

    // Notes what is to be compared, and each only once that differs in nothing but the names of arrays.
    void add(ValueId array, ValueId now) {
        const MakingCall &was = before_.maker(array), &is = after_.maker(now);
        if (is.call == nullptr) fail(array, 0, "is made by nothing");
        if (array == now && was.call != nullptr && is_same(*was.call, *is.call)) return;
        const std::optional<std::vector<std::int64_t>> way = way_of(array, now);
        const auto [known, fresh] =
            way ? known_.try_emplace(*way, changed_.size()) : known_.try_emplace({-1, now.value}, changed_.size());
        if (fresh)
            changed_.push_back({.array = array, .now = now});
        else
            ++changed_[known->second].like_it;
    }

    bool is_same(const Call& was, const Call& is) {
        if (was.values != is.values) return false;
        for (const ValueId value : is.values)
            if (now_[value].moved) return false;
        const auto [known, fresh] = same_.try_emplace({was.kernel, is.kernel});
        if (fresh) known->second = same_function(given_[was.kernel], now_[is.kernel]);
        return known->second;
    }

    // How an array is made before and now: kernels, and where their arrays come from. None: by too many kernels, or of
    // constants of its own.
    std::optional<std::vector<std::int64_t>> way_of(ValueId array, ValueId now) {
        const MakingCall& was = before_.maker(array);
        const std::vector<ValueId> values = was.call != nullptr ? was.call->values : std::vector<ValueId>();
        for (std::size_t a = 0; a < values.size(); ++a) positions_[values[a].index()] = static_cast<std::int64_t>(a);
        std::vector<std::int64_t> way = {was.call != nullptr ? was.call->kernel.value : -1, was.argument.value,
                                         positions_[array.index()]};
        std::vector<ValueId> open = {now};
        bool fits = true;
        for (std::size_t calls = 0; !open.empty() && fits; ++calls) {
            const ValueId value = open.back();
            open.pop_back();
            fits = calls < kMostOfChain && add_to_way(way, value, array, value == now, open);
        }
        for (const ValueId value : values) positions_[value.index()] = -1;
        return fits ? std::optional(std::move(way)) : std::nullopt;
    }

    // Adds an array on the way and, in `open`, those that it is made of.
    bool add_to_way(std::vector<std::int64_t>& way, ValueId value, ValueId array, bool first,
                    std::vector<ValueId>& open) {
        const std::optional<MovedArray>& moved = now_[value].moved;
        way.push_back(moved ? layouts_.try_emplace(moved->layout, layouts_.size() + 1).first->second : 0);
        const ValueId given = after_.given_value(value);
        if (!first && given.valid() && (given != array || given == value)) {
            way.push_back(given == array ? -2 : positions_[given.index()]);
            return given == array || positions_[given.index()] >= 0;
        }
        const MakingCall& by = after_.maker(value);
        if (by.call == nullptr) return false;
        way.insert(way.end(), {-3, by.call->kernel.value, by.argument.value});
        for (const ValueId one : by.call->values)
            if (one != value) open.push_back(one);
        return true;
    }

    std::int64_t sampled_element(ValueId id, int sample) const {
        const std::vector<std::int64_t>& dims = given_[id].dims;
        std::int64_t element = 0;
        std::uint64_t number = mixed(id.index(), static_cast<std::uint64_t>(sample));
        for (const std::int64_t size : dims) {
            number = mixed(number, 1);
            const auto some = static_cast<std::int64_t>(number / 4 % static_cast<std::uint64_t>(size));
            const bool first = sample == 0 || (sample > 1 && number % 4 == 0),
                       last = sample == 1 || (sample > 1 && number % 4 == 1);
            element = element * size + (first ? 0 : last ? size - 1 : some);
        }
        return element;
    }

    void compare(ChangedArray& changed, int sample) {
        const ValueId array = changed.array;
        const MakingCall& was = before_.maker(array);
        for (ElementSources* side : {&before_, &after_}) side->limit_work(side->work() + kMostOfElement);
        std::int64_t element = sampled_element(array, sample);
        if (was.call != nullptr && sample % 2 == 1)
            if (const auto written =
                    before_.written_element(was, mixed(array.index(), static_cast<std::uint64_t>(sample))))
                element = element_of_place(given_[array], *written).value_or(element);
        const auto [before, now] = was.call != nullptr && given_[was.call->kernel].in_order
                                       ? points(changed, sample)
                                       : elements(changed, element);
        if (before.is_known() && now.fault == NoFingerprint::Undefined)
            fail(array, element, "is computed from what nothing has written");
        if (!before.is_known() || !now.is_known()) {
            changed.fault = std::max({changed.fault, before.fault, now.fault});
            return;
        }
        if (before != now) fail(array, element, "is computed from other elements than before");
        ++changed.compared;
    }

    // Both ways to make an element.
    std::pair<Fingerprint, Fingerprint> elements(const ChangedArray& changed, std::int64_t element) {
        const MakingCall& was = before_.maker(changed.array);
        ComparedTerms terms;
        if (was.call != nullptr)
            if (const std::optional<Reduction>& reduction = given_[was.call->kernel].reduction)
                terms.sizes = reduction->dims, terms.some.resize(reduction->dims.size(), true);
        const std::int64_t place = place_of_element(now_[changed.now], element);
        Fingerprint now;
        do {
            terms.changed = false;
            now = after_.computed(changed.now, place, changed.array, terms);
        } while (terms.changed);
        const std::int64_t given_place = place_of_element(given_[changed.array], element);
        return {was.call != nullptr ? before_.computed(changed.array, given_place, changed.array, terms)
                                    : before_.given(changed.array, given_place),
                now};
    }

    // Writes of a point of both calls, whose points follow each other.
    std::pair<Fingerprint, Fingerprint> points(const ChangedArray& changed, int sample) {
        const std::uint64_t number = mixed(changed.array.index(), static_cast<std::uint64_t>(sample));
        return {before_.of_point(*before_.maker(changed.array).call, number),
                after_.of_point(*after_.maker(changed.now).call, number)};
    }

    const Kernels &given_, &now_;
    const std::map<ValueId, ValueId> no_copies_;
    const std::map<ValueId, ValueId>& copies_;
    const std::set<ValueId>& computed_;
    ElementSources before_, after_;
    std::vector<std::int64_t> positions_; // by value: among those of a call
    std::vector<ChangedArray> changed_;
    std::map<std::vector<std::int64_t>, std::size_t> known_; // by how it is made: the number of the first such array
    std::map<std::pair<KernelId, KernelId>, bool> same_;
    std::map<ArrayLayout, std::int64_t> layouts_; // their numbers
};

} // namespace

LayoutChecks verify_layouts(const Kernels& given, const LaidOut& laid_out) {
    return LayoutsVerifier(given, laid_out).run();
}

} // namespace hlo2cpp
