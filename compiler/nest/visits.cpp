#include "nest/visits.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "nest/decided.h"
#include "nest/lane_factors.h"
#include "nest/walk.h"

namespace hlo2cpp::nest {
namespace {

struct OpenLoops {
    Rounds rounds;
    std::vector<CounterId> open; // loops of several rounds around the statement
};

// Notes the points of the statements that combine terms or store.
class Recorder {
public:
    Recorder(const Kernel& kernel, const Body& body, const Point& point, OpenLoops& loops)
        : kernel_(kernel), body_(body), point_(point), loops_(loops), boxes_(kernel, body, loops.rounds) {
        bool held = holds<MultiplyLane>(body.statements);
        for_each<Combine>(body.statements, [&](const Combine& combine) { held = held || combine.row; });
        if (held) factors_.emplace(kernel, body, loops.rounds);
    }

    Visits visits;

    void fail(const std::string& fault) {
        if (visits.fault.empty()) visits.fault = fault;
    }

    void visit(const Let& let) {
        if (const auto* numbers = std::get_if<LaneNumbers>(&let.value)) zeros_[let.registers] = numbers->zeros;
    }
    void visit(const Set& set) {
        if (factors_) factors_->set(set, point_);
        if (std::holds_alternative<CombinedTerm>(set.value)) add(visits.terms, {});
    }
    void visit(const Next&) { add(visits.terms, {}); }
    void visit(const Combine& combine) {
        const Opcode combiner = accumulation_of(kernel_)->combiner;
        const bool twice = combiner == Opcode::Maximum || combiner == Opcode::Minimum;
        const auto masked = combine.only ? zeros_.find(*combine.only) : zeros_.end();
        if (combine.repeats > 0 && !twice && (masked == zeros_.end() || masked->second != combine.repeats))
            return fail("terms count twice");
        if (combine.row && !factors_->fit(*combine.row, combine.words, point_))
            return fail("a product does not have the words of its row");
        std::map<std::size_t, Position> more =
            lanes(combine.vector, body_.lanes, combine.repeats, body_.lanes * combine.vectors());
        if (combine.words.terms > 1) more[point_.dims() - 1] = loops_.rounds.over(combine.words.terms);
        add(visits.terms, more, true);
        if (combine.words.raised) add(visits.raised, more, true);
    }
    void visit(const Raise& raise) {
        std::map<std::size_t, Position> more = lanes(raise.vector, body_.lanes, 0, body_.lanes);
        more[point_.dims() - 1] = loops_.rounds.over(raise.words.terms);
        if (raise.rows > 1) more[static_cast<std::size_t>(raise.row_dim)] = loops_.rounds.over(raise.rows);
        add(raise.of_sum ? visits.raised : visits.raises, more, true);
    }
    void visit(const ScanLanes&) { add(visits.terms, lanes({}, body_.lanes, 0, body_.lanes)); }
    void visit(const MultiplyLane& product) {
        if (!factors_->fit(product, point_)) return fail("a product does not have the factors of its term");
        add(visits.terms, lanes(product.number, body_.lanes, 0, body_.lanes * product.vectors()), true);
    }
    void visit(const Search& search) {
        add(visits.terms, {{kernel_.dims.size(), loops_.rounds.over(search.elements)}});
    }
    void visit(const StoreVector& store) {
        const std::int64_t left = store.kept.lanes;
        const bool first = store.kept.which == Kept::Which::First, last = store.kept.which == Kept::Which::Last;
        add(visits.stores,
            lanes(store.vector, store.lanes, last ? left : store.again, store.points() - (first ? left : 0)));
        visits.again = visits.again || store.again > 0;
    }
    void visit(const StoreElement&) { add(visits.stores, {}); }
    void visit(const SortLine&) { add(visits.stores, {}); }
    void visit(const Transpose& square) {
        add(visits.stores, {{static_cast<std::size_t>(square.row_dim), loops_.rounds.over(square.rows)},
                            {static_cast<std::size_t>(body_.lane_dim), loops_.rounds.over(square.lanes)}});
    }

private:
    // Lanes [begin, end) of vector number `vector`.
    std::map<std::size_t, Position> lanes(const Position& vector, std::int64_t width, std::int64_t begin,
                                          std::int64_t end) {
        if (width == 1) return {};
        const Position first = times(point_.value(vector), width) + begin;
        return {{static_cast<std::size_t>(body_.lane_dim), first + loops_.rounds.over(end - begin)}};
    }

    // The boxes are added; lanes behind the end of the body's box hold no point if they are `idle`.
    void add(std::vector<Box>& all, const std::map<std::size_t, Position>& more, bool idle = false) {
        for (Box& box : boxes_.of(point_, more, loops_.open)) {
            if (idle) drop_idle_lanes(box);
            all.push_back(std::move(box));
        }
        if (!boxes_.fault().empty()) fail(boxes_.fault());
        if (boxes_.too_many() || all.size() > Boxes::kMost) visits.known = false;
    }
    void drop_idle_lanes(Box& box) const {
        if (body_.lanes == 1 || body_.lane_dim >= static_cast<std::int64_t>(kernel_.dims.size())) return;
        const auto d = static_cast<std::size_t>(body_.lane_dim);
        if (box[d].end - body_.box[d].end < body_.lanes) box[d].end = std::min(box[d].end, body_.box[d].end);
    }

    const Kernel& kernel_;
    const Body& body_;
    const Point& point_;
    OpenLoops& loops_;
    Boxes boxes_;
    std::optional<LaneFactors> factors_;        // of products by what registers hold, if there are some
    std::map<RegistersId, std::int64_t> zeros_; // lanes of a mask
};

class Walker {
public:
    Walker(const Kernel& kernel, const Body& body, bool tests)
        : kernel_(kernel), body_(body), tests_(tests), point_(kernel, body), recorder_(kernel, body, point_, loops_) {
        if (tests) find_deciding_counters();
    }

    Visits run() {
        walk(body_.statements);
        return std::move(recorder_.visits);
    }

private:
    bool stopped() const { return !recorder_.visits.fault.empty() || !recorder_.visits.known; }
    void find_deciding_counters() {
        const std::vector<bool> deciding = decided_dimensions(kernel_, body_);
        std::map<CounterId, Position> counts;
        for_each<Count>(body_.statements, [&](const Count& count) { counts[count.counter] = count.value; });
        std::vector<CounterId> pending;
        const auto add = [&](std::int64_t dim, const Position& at) {
            if (!deciding[static_cast<std::size_t>(dim)]) return;
            for (const auto& [counter, coefficient] : at.products) pending.push_back(counter);
        };
        for_each<Bind>(body_.statements, [&](const Bind& bind) { add(bind.dim, bind.at); });
        for_each<Inside>(body_.statements, [&](const Inside& inside) { add(inside.dim, inside.at); });
        while (!pending.empty()) {
            const CounterId counter = pending.back();
            pending.pop_back();
            if (!deciding_.insert(counter).second || !counts.contains(counter)) continue;
            for (const auto& [other, coefficient] : counts[counter].products) pending.push_back(other);
        }
        for_each<For>(body_.statements, [&](const For& loop) {
            const std::int64_t d = counted_dim(loop);
            const bool parallel = d >= 0 && d < static_cast<std::int64_t>(kernel_.dims.size());
            told_apart_ += parallel && deciding_.contains(loop.counter) ? 1 : 0;
        });
    }

    // ---- statements
    void walk(const Statements& statements) {
        for (const Statement& statement : statements) {
            if (stopped()) return;
            std::visit([&](const auto& node) { visit(node); }, statement.node);
        }
    }
    // Bindings of the body end with it.
    void walk_inside(const Statements& statements) {
        const Point outer = point_;
        walk(statements);
        point_ = outer;
    }

    template <typename Node>
    void visit(const Node& node) {
        if constexpr (requires { recorder_.visit(node); }) recorder_.visit(node);
        if constexpr (requires { node.body; }) walk_inside(node.body);
    }

    void visit(const For& loop) {
        Position begin = point_.value(loop.begin);
        std::int64_t rounds = 0;
        if (loop.clipped && tests_) {
            const auto [first, last] = clipped(*loop.clipped);
            begin = first, rounds = (last - first) / loop.step;
            if (last > first && (last - first) % loop.step != 0) recorder_.fail("a loop leaves a rest");
        } else if (loop.clipped) {
            return visit_round(loop, loops_.rounds.over(1));
        } else if (strip_ && !begin.products.empty()) { // the strips together
            begin = 0, rounds = strip_->steps.end;
        } else {
            const std::int64_t distance = point_.value(loop.end).constant - begin.constant;
            rounds = loop.step < 0 ? distance / loop.step + 1 : (distance + loop.step - 1) / loop.step;
            if (loop.step > 0 && distance % loop.step != 0) recorder_.fail("a loop leaves a rest");
        }
        if (rounds <= 0 || stopped()) return;
        if (deciding_.contains(loop.counter)) return visit_rounds(loop, begin.constant, rounds);
        if (loop.step < 0) begin.constant += (rounds - 1) * loop.step;
        const Position round = loops_.rounds.over(rounds, std::abs(loop.step));
        if (rounds > 1) loops_.open.push_back(round.products[0].counter);
        visit_round(loop, begin + round);
        if (rounds > 1) loops_.open.pop_back();
    }

    void visit_rounds(const For& loop, std::int64_t begin, std::int64_t rounds) {
        const std::int64_t d = counted_dim(loop);
        const bool parallel = d >= 0 && d < static_cast<std::int64_t>(kernel_.dims.size());
        if (parallel)
            for (const std::int64_t round : some_rounds(rounds)) visit_round(loop, begin + round * loop.step);
        else
            for (std::int64_t round = 0; round < rounds && !stopped(); ++round)
                visit_round(loop, begin + round * loop.step);
    }

    // The ends of a loop and some rounds between, fewer the more such loops there are.
    std::set<std::int64_t> some_rounds(std::int64_t rounds) const {
        std::vector<std::int64_t> wanted = {0, rounds - 1};
        if (told_apart_ <= 5) wanted.push_back(rounds / 2);
        if (told_apart_ <= 3) wanted.insert(wanted.end(), {1, rounds - 2});
        if (told_apart_ > 10) wanted = {0};
        std::set<std::int64_t> some;
        for (const std::int64_t round : wanted) some.insert(std::clamp<std::int64_t>(round, 0, rounds - 1));
        return some;
    }

    void visit_round(const For& loop, const Position& value) {
        point_.count(loop.counter, value);
        walk_inside(loop.body);
    }

    std::pair<std::int64_t, std::int64_t> clipped(const Clipped& clipped) {
        const Bounds here = point_.bounds();
        const auto value = [&](const LoopLimit& limit) {
            if (limit.number()) return *limit.number();
            const std::optional<std::int64_t> dividend = here.range(limit.dividend()).single();
            if (!dividend) recorder_.visits.known = false;
            const std::int64_t known = dividend.value_or(0);
            return limit.divisor == 1 ? known : floor_divide(known, limit.divisor) + limit.extra;
        };
        std::int64_t first = -kFar, last = kFar;
        for (const LoopLimit& limit : clipped.begins) first = std::max(first, value(limit));
        for (const LoopLimit& limit : clipped.ends) last = std::min(last, value(limit));
        return {first, last};
    }

    void visit(const Strips& strips) {
        const Strips* const outer = std::exchange(strip_, &strips);
        const Position steps = loops_.rounds.over(strips.steps.end);
        point_.count(strips.begin, steps);
        point_.count(strips.end, steps);
        walk_inside(strips.body);
        strip_ = outer;
    }

    void visit(const If& test) {
        if (tests_) {
            const Bounds here = point_.bounds();
            for (const Condition& condition : test.conditions) {
                if (leaves_what_is_needed(kernel_, condition)) continue;
                const std::optional<bool> holds = here.decided(condition);
                if (!holds) recorder_.visits.known = false;
                if (holds == false) return;
            }
        }
        walk_inside(test.body);
    }

    void visit(const Walk& walks) { walk(walks.body); }
    void visit(const Epilogue& epilogue) { walk(epilogue.body); }
    void visit(const Bind& bind) { point_.bind(bind); }
    void visit(const Inside& inside) { point_.bind(inside); }
    void visit(const Count& count) { point_.count(count.counter, point_.value(count.value)); }
    const Kernel& kernel_;
    const Body& body_;
    const bool tests_;
    Point point_;
    OpenLoops loops_;
    Recorder recorder_;
    std::set<CounterId> deciding_;
    const Strips* strip_ = nullptr;
    int told_apart_ = 0; // loops over parallel points whose rounds are told apart
};

} // namespace

bool visits_in_order(const Kernel& kernel, const Body& body) {
    const auto parallel = static_cast<std::int64_t>(kernel.dims.size());
    std::int64_t last = -1;
    bool ascends = body.lanes == 1;
    for_each<For>(body.statements, [&](const For& loop) {
        const std::int64_t d = counted_dim(loop);
        if (d < 0 || d >= parallel) return;
        ascends = ascends && d > last && loop.step == 1;
        last = d;
    });
    for_each<Inside>(body.statements, [&](const Inside&) { ascends = false; });
    return ascends;
}

Visits tested_visits(const Kernel& kernel, const Body& body) {
    return Walker(kernel, body, true).run();
}

Visits all_visits(const Kernel& kernel, const Body& body) {
    return Walker(kernel, body, false).run();
}

} // namespace hlo2cpp::nest
