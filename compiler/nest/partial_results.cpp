#include "nest/partial_results.h"

#include <algorithm>
#include <map>
#include <set>

#include "nest/walk.h"

namespace hlo2cpp::nest {
namespace {

class PartialResults {
public:
    PartialResults(const Kernel& kernel, const Body& body)
        : body_(body), along_reduction_(body.lane_dim >= static_cast<std::int64_t>(kernel.dims.size())) {
        const auto parallel = static_cast<std::int64_t>(kernel.dims.size());
        for_each<Inside>(body.statements, [&](const Inside& inside) {
            if (inside.dim < parallel) add_points(inside.at);
        });
        for_each<Combine>(body.statements, [&](const Combine& combine) { add_points(combine.vector); });
        for_each<MultiplyLane>(body.statements, [&](const MultiplyLane& product) { add_points(product.number); });
        for_each<Registers>(body.statements, [&](const Registers& made) { declared_[made.registers] = &made; });
    }

    std::int64_t count() const {
        std::int64_t most = 1;
        for_each<Combine>(body_.statements, [&](const Combine& all) { most = std::max(most, count_of(all.target)); });
        for_each<Set>(body_.statements, [&](const Set& set) {
            if (std::holds_alternative<CombinedTerm>(set.value)) most = std::max(most, count_of(set.target));
        });
        return most;
    }

    // Terms of one point in the longest block in the statements. `strip`: rounds of the open strip.
    std::int64_t longest_block(const Statements& statements, std::int64_t strip) const {
        std::int64_t longest = ends_block(statements) ? terms(statements, strip) : 0;
        for (const Statement& statement : statements)
            std::visit([&](const auto& node) { longest = std::max(longest, longest_inside(node, strip)); },
                       statement.node);
        return longest;
    }

private:
    void add_points(const Position& position) {
        for (const auto& [counter, coefficient] : position.products) of_points_.insert(counter);
    }

    // The elements of the target's array that stand for one point.
    std::int64_t count_of(const Ref& target) const {
        const Registers& array = *declared_.at(target.registers);
        std::int64_t count = along_reduction_ ? array.lanes : 1;
        for (std::size_t i = 0; i < target.at.size(); ++i) {
            const std::vector<Position::Product>& counters = target.at[i].products;
            const bool points = std::ranges::any_of(
                counters, [&](const Position::Product& product) { return of_points_.contains(product.counter); });
            if (!counters.empty() && !points) count *= array.shape[i];
        }
        return count;
    }

    std::int64_t longest_inside(const Strips& strips, std::int64_t) const {
        return longest_block(strips.body, strips.size);
    }
    template <typename Node>
    std::int64_t longest_inside(const Node& node, std::int64_t strip) const {
        if constexpr (requires { node.body; }) return longest_block(node.body, strip);
        return 0;
    }

    // True if registers that begin in these statements are added to others here.
    static bool ends_block(const Statements& statements) {
        std::set<RegistersId> begun;
        for (const Statement& statement : statements)
            if (const auto* made = std::get_if<Registers>(&statement.node)) begun.insert(made->registers);
        bool adds = false;
        for_each<Set>(statements, [&](const Set& set) {
            const Combined* const combined = std::get_if<Combined>(&set.value);
            const Ref* const added = combined != nullptr ? &combined->b
                                     : set.adds          ? std::get_if<Ref>(&set.value)
                                                         : nullptr;
            adds =
                adds || (added != nullptr && begun.contains(added->registers) && !begun.contains(set.target.registers));
        });
        return adds;
    }

    // Terms of one point in the statements.
    std::int64_t terms(const Statements& statements, std::int64_t strip) const {
        std::int64_t sum = 0;
        for (const Statement& statement : statements)
            sum += std::visit([&](const auto& node) { return terms_of(node, strip); }, statement.node);
        return sum;
    }
    std::int64_t terms_of(const For& loop, std::int64_t strip) const {
        const std::int64_t inside = terms(loop.body, strip);
        if (inside == 0 || of_points_.contains(loop.counter)) return inside;
        const std::optional<Range> all = loop.begin.products.empty() ? loop.numbers() : std::nullopt;
        return inside * (all ? (all->size() + loop.step - 1) / loop.step : strip);
    }
    std::int64_t terms_of(const Strips& strips, std::int64_t) const { return terms(strips.body, strips.size); }
    std::int64_t terms_of(const Combine&, std::int64_t) const { return along_reduction_ ? body_.lanes : 1; }
    std::int64_t terms_of(const MultiplyLane&, std::int64_t) const { return 1; }
    std::int64_t terms_of(const Next&, std::int64_t) const { return 1; }
    template <typename Node>
    std::int64_t terms_of(const Node& node, std::int64_t strip) const {
        if constexpr (requires { node.body; }) return terms(node.body, strip);
        return 0;
    }

    const Body& body_;
    const bool along_reduction_;
    std::set<CounterId> of_points_; // counters of points inside a tile
    std::map<RegistersId, const Registers*> declared_;
};

} // namespace

std::int64_t partial_results(const Kernel& kernel, const Body& body) {
    return PartialResults(kernel, body).count();
}

std::int64_t terms_of_block(const Kernel& kernel, const Body& body) {
    return PartialResults(kernel, body).longest_block(body.statements, 1);
}

} // namespace hlo2cpp::nest
