#include "layout/choice.h"

#include <algorithm>
#include <map>

#include "kernel/work.h"
#include "layout/image.h"
#include "layout/kernel_layout.h"
#include "layout/moves.h"
#include "layout/sum_of_costs.h"
#include "ops/strided.h"
#include "support/index.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kMostEstimates = 6'000; // kernels of a module; the arrays of further ones stay where they are
constexpr std::size_t kLargestTable = 512;    // combinations of layouts of one call

class Chooser {
public:
    Chooser(const Kernels& kernels, GivenCopies& copies, LayoutCycles& cycles)
        : kernels_(kernels), given_copies_(copies), cycles_(cycles), layouts_(kernels.values.size()),
          images_(image_orders(kernels)) {}

    LayoutChoice run() {
        for (std::size_t v = 0; v < layouts_.size(); ++v) {
            now_.push_back(row_major(kernels_.values[v].dims.size()));
            layouts_[v] = {now_[v]};
        }
        for (std::size_t v = 0; v < layouts_.size(); ++v)
            if (is_movable(given_copies_.mobility(v))) add_orders(v);
        for_each_call(kernels_.regions, [&](const Call& call) { add_lines(call); });
        for (std::size_t v = 0; v < layouts_.size(); ++v) sum_.add_variable(layouts_[v].size()); // its number: v
        const std::vector<double> rounds = rounds_of_regions(kernels_);
        for (std::size_t r = 0; r < rounds.size(); ++r)
            for (const StepNode& step : kernels_.regions[r].steps)
                if (const Call* call = std::get_if<Call>(&step)) add_costs(*call, rounds[r]);
        for (std::size_t v = 0; v < layouts_.size(); ++v)
            if (layouts_[v].size() > 1) add_copy(v);
        const std::vector<std::size_t> values = sum_.minimize();
        LayoutChoice choice{.given = sum_.total(std::vector<std::size_t>(values.size(), 0)),
                            .chosen = sum_.total(values)};
        for (std::size_t v = 0; v < layouts_.size(); ++v) choice.layouts.push_back(layouts_[v][values[v]]);
        return choice;
    }

private:
    using CallForm = std::pair<KernelId, std::vector<std::vector<ArrayLayout>>>; // layouts of each argument

    bool is_movable(Mobility mobility) const {
        const bool needs_copies = mobility == Mobility::Copied || mobility == Mobility::Reshaped;
        return mobility != Mobility::Fixed && (!needs_copies || cycles_.may_copy());
    }

    // Orders of dimensions: those of an image; of other arrays the second dimension last, or the last one second.
    void add_orders(std::size_t v) {
        if (images_[v]) {
            add(v, {images_[v]->features_last});
            add(v, {images_[v]->features_second});
            return;
        }
        const std::size_t rank = kernels_.values[v].dims.size();
        ArrayLayout later = row_major(rank), earlier = later;
        std::rotate(later.order.begin() + 1, later.order.begin() + 2, later.order.end());
        std::rotate(earlier.order.begin() + 1, earlier.order.end() - 1, earlier.order.end());
        add(v, std::move(later));
        add(v, std::move(earlier));
    }

    void add(std::size_t v, ArrayLayout layout) {
        const std::vector<std::int64_t>& dims = kernels_.values[v].dims;
        const auto lies_alike = [&](const ArrayLayout& other) {
            return other.pitch == layout.pitch && long_dims(dims, other) == long_dims(dims, layout);
        };
        if (std::ranges::none_of(layouts_[v], lies_alike)) layouts_[v].push_back(std::move(layout));
    }

    static std::vector<std::int64_t> long_dims(const std::vector<std::int64_t>& dims, const ArrayLayout& layout) {
        std::vector<std::int64_t> longer;
        for (const std::int64_t d : layout.order)
            if (dims[static_cast<std::size_t>(d)] > 1) longer.push_back(d);
        return longer;
    }

    void add_lines(const Call& call) {
        const std::size_t v = call[kernels_[call.kernel].outputs[0].argument].index();
        if (given_copies_.mobility(v) == Mobility::Fixed) return;
        for (const Staging& staging : cycles_.stagings(call.kernel))
            if (!staging.result.order.empty()) add(v, staging.result);
    }

    std::vector<std::size_t> movable_values(const Call& call) const {
        std::vector<std::size_t> movable;
        for (const ValueId value : call.values)
            if (layouts_[value.index()].size() > 1) movable.push_back(value.index());
        return movable;
    }

    void add_costs(const Call& call, double rounds) {
        const std::vector<std::size_t> movable = movable_values(call);
        if (movable.empty()) return;
        std::size_t size = 1;
        for (const std::size_t v : movable) size = std::min(size * layouts_[v].size(), kLargestTable + 1);
        if (size > kLargestTable || cycles_.estimated() + size > kMostEstimates) {
            for (const std::size_t v : movable) keep(v);
            return;
        }
        std::vector<double> table = cycles_of(call, movable);
        for (double& cycles : table) cycles *= rounds;
        add_preference(call, *std::ranges::min_element(table));
        sum_.add(movable, std::move(table));
    }

    // Cycles of a call for all combinations of its arrays' layouts; the same table for all calls like it.
    const std::vector<double>& cycles_of(const Call& call, const std::vector<std::size_t>& movable) {
        CallForm form{call.kernel, {}};
        for (const ValueId value : call.values) form.second.push_back(layouts_[value.index()]);
        const auto [place, fresh] = tables_.try_emplace(std::move(form));
        if (!fresh) return place->second;
        std::vector<std::int64_t> counts;
        for (const std::size_t v : movable) counts.push_back(static_cast<std::int64_t>(layouts_[v].size()));
        for_each_index(counts, [&](const std::vector<std::int64_t>& which) {
            for (std::size_t i = 0; i < movable.size(); ++i) now_[movable[i]] = layouts_[movable[i]][at(which[i])];
            place->second.push_back(cycles_.cycles(call.kernel, given_copies_.layouts_of_call(call, now_)));
        });
        return place->second;
    }

    // An image whose features do not lie last counts as a share of its writer's time: its rows are streamed
    // (arrange/bands.h) where memory is scarce, and loops over a row need fewer tests at its ends than the estimate
    // knows.
    void add_preference(const Call& call, double cycles) {
        const double share = cycles_.may_copy() ? 0.07 : 100;
        for_each_stored(kernels_[call.kernel], [&](const Output& output) {
            const std::size_t v = call[output.argument].index();
            if (!images_[v] || given_copies_.mobility(v) != Mobility::Free || layouts_[v].size() < 2) return;
            std::vector<double> table;
            for (const ArrayLayout& layout : layouts_[v])
                table.push_back(long_dims(kernels_.values[v].dims, layout) ==
                                        long_dims(kernels_.values[v].dims, {images_[v]->features_last})
                                    ? 0
                                    : share * cycles);
            sum_.add({v}, std::move(table));
        });
    }

    // The array lies as in the module.
    void keep(std::size_t v) {
        std::vector<double> table(layouts_[v].size(), 1e30);
        table[0] = 0;
        sum_.add({v}, std::move(table));
    }

    void add_copy(std::size_t v) {
        std::vector<double> table;
        for (const ArrayLayout& layout : layouts_[v])
            table.push_back(!given_copies_.made(v, layout)     ? 0
                            : is_parameter(kernels_.values[v]) ? given_copies_.cycles_to(v, layout)
                                                               : given_copies_.cycles_from(v, layout));
        if (std::ranges::find_if(table, [](double cycles) { return cycles != 0; }) != table.end())
            sum_.add({v}, std::move(table));
    }

    const Kernels& kernels_;
    GivenCopies& given_copies_;
    LayoutCycles& cycles_;
    std::vector<std::vector<ArrayLayout>> layouts_; // by value: that it may have, the module's first
    std::vector<ArrayLayout> now_;                  // by value: in the combination that is looked at
    std::map<CallForm, std::vector<double>> tables_;
    const std::vector<std::optional<ImageOrders>> images_; // by value
    SumOfCosts sum_;
};

} // namespace

LayoutChoice chosen_layouts(const Kernels& kernels, GivenCopies& copies, LayoutCycles& cycles) {
    return Chooser(kernels, copies, cycles).run();
}

} // namespace hlo2cpp
