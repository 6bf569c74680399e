#include "nest/visits.h"

#include <algorithm>
#include <map>
#include <set>

namespace hlo2cpp::nest {
namespace {

constexpr std::size_t kMostBoxes = 20000;

// ---- dimensions of conditions

// Calls visit(node) for each statement of the kind, at any depth.
template <typename Node, typename Visit>
void for_each(const Statements& statements, Visit&& visit) {
    for (const Statement& statement : statements)
        std::visit(
            [&](const auto& node) {
                if constexpr (std::is_same_v<std::decay_t<decltype(node)>, Node>) visit(node);
                if constexpr (requires { node.body; }) for_each<Node>(node.body, visit);
            },
            statement.node);
}

// The dimension that a loop counts, if its body binds it at once.
std::int64_t counted_dim(const For& loop) {
    const Bind* bind = loop.body.empty() ? nullptr : std::get_if<Bind>(&loop.body.front().node);
    const bool counts =
        bind != nullptr && bind->at.products.size() == 1 && bind->at.products[0].counter == loop.counter;
    return counts ? bind->dim : -1;
}

class Deciding {
public:
    Deciding(const Kernel& kernel, const Body& body) : space_(kernel.space), dims_(all_dims()) {
        std::vector<Index> inner = tested(body.statements); // indices that statements themselves evaluate
        std::vector<Condition> open = open_conditions(kernel, body);
        for (const Index& index : inner) add(index);
        std::vector<bool> bounded(dims_, false); // dimensions with bounds of their own in a loop
        for_each<For>(body.statements, [&](const For& loop) {
            if (const std::int64_t d = counted_dim(loop); loop.clipped && d >= 0) bounded[at(d)] = true;
        });
        for (const Condition& condition : open) {
            std::size_t left = 0; // dimensions left to bounds
            for (std::size_t d = 0; d < dims_; ++d)
                left += bounded[d] && !deciding[d] && depends(condition.index, d) ? 1U : 0U;
            for (std::size_t d = 0; d < dims_; ++d)
                if (depends(condition.index, d) && !(left == 1 && bounded[d] && !deciding[d])) more_.insert(d);
        }
        for (const std::size_t d : more_) deciding[d] = true;
    }

    std::vector<bool> deciding; // by dimension

private:
    static std::size_t at(std::int64_t d) { return static_cast<std::size_t>(d); }
    std::size_t all_dims() {
        const auto dims = static_cast<std::size_t>(space_.dimensions());
        deciding.assign(dims, false);
        return dims;
    }
    bool depends(const Index& index, std::size_t d) const {
        return space_.depends_on(index, static_cast<std::int64_t>(d));
    }
    void add(const Index& index) {
        for (std::size_t d = 0; d < dims_; ++d) deciding[d] = deciding[d] || depends(index, d);
    }
    std::vector<Index> tested(const Statements& statements) const {
        std::vector<Index> indices;
        for_each<If>(statements, [&](const If& test) {
            for (const Condition& condition : test.conditions) indices.push_back(condition.index);
        });
        for_each<For>(statements, [&](const For& loop) {
            if (!loop.clipped) return;
            for (const auto* side : {&loop.clipped->begins, &loop.clipped->ends})
                for (const LoopLimit& limit : *side) indices.push_back(limit.sum);
        });
        return indices;
    }

    const IndexSpace& space_;
    const std::size_t dims_;
    std::set<std::size_t> more_;
};

// ---- sums of counters

// Values stride * 0, stride * 1, ... of a loop.
struct Digit {
    std::int64_t loop = 0, stride = 1, count = 1;
};
struct Sum {
    std::int64_t constant = 0;
    std::vector<Digit> digits = {};
};
Sum operator+(Sum a, const Sum& b) {
    a.constant += b.constant;
    a.digits.insert(a.digits.end(), b.digits.begin(), b.digits.end());
    return a;
}
Sum scaled(Sum a, std::int64_t factor) {
    a.constant *= factor;
    for (Digit& digit : a.digits) digit.stride *= factor;
    return a;
}

class Walker {
public:
    Walker(const Kernel& kernel, const Body& body, bool tests)
        : kernel_(kernel), body_(body), tests_(tests), counters_(body.counters.size()),
          dims_(static_cast<std::size_t>(kernel.space.dimensions())) {
        if (tests) find_deciding_counters();
    }

    Visits run() {
        walk(body_.statements);
        return std::move(visits_);
    }

private:
    struct At {
        Sum base, inside;
    };

    bool stopped() const { return !visits_.fault.empty() || !visits_.known; }
    void fail(const std::string& fault) {
        if (visits_.fault.empty()) visits_.fault = fault;
    }

    void find_deciding_counters() {
        const std::vector<bool> deciding = Deciding(kernel_, body_).deciding;
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
    }

    // ---- positions
    Sum sum(const Position& position) const {
        Sum all{position.constant};
        for (const auto& [counter, coefficient] : position.products)
            all = std::move(all) + scaled(counters_[counter.index()], coefficient);
        return all;
    }
    Sum at(std::size_t d) const { return dims_[d].base + dims_[d].inside; }

    // Bounds of indices at the point, as far as its dimensions are numbers.
    Bounds bounds() const {
        Bounds bounds(kernel_.space);
        for (std::size_t d = 0; d < dims_.size(); ++d)
            if (const Sum here = at(d); here.digits.empty())
                bounds.limit(static_cast<std::int64_t>(d), only(here.constant));
        return bounds;
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
        const std::vector<At> dims = dims_;
        walk(statements);
        dims_ = dims;
    }

    template <typename Node>
    void visit(const Node& node) {
        if constexpr (requires { node.body; }) walk_inside(node.body);
    }

    void visit(const For& loop) {
        Sum begin = sum(loop.begin);
        std::int64_t rounds = 0;
        if (loop.clipped && tests_) {
            const auto [first, last] = clipped(*loop.clipped);
            begin = {first}, rounds = last - first;
        } else if (loop.clipped) {
            return visit_round(loop, {0, {{next_loop_++, 1, 1}}});
        } else if (strip_ && !begin.digits.empty()) { // the strips together
            begin = {0}, rounds = strip_->steps.end;
        } else {
            const std::int64_t distance = sum(loop.end).constant - begin.constant;
            rounds = loop.step < 0 ? distance / loop.step + 1 : (distance + loop.step - 1) / loop.step;
            if (loop.step > 0 && distance % loop.step != 0) fail("a loop leaves a rest");
        }
        if (rounds <= 0 || stopped()) return;
        if (deciding_.contains(loop.counter)) return visit_rounds(loop, begin.constant, rounds);
        if (loop.step < 0) begin.constant += (rounds - 1) * loop.step;
        if (rounds > 1) open_.push_back(next_loop_);
        visit_round(loop, begin + Sum{0, {{next_loop_++, std::abs(loop.step), rounds}}});
        if (rounds > 1) open_.pop_back();
    }

    void visit_rounds(const For& loop, std::int64_t begin, std::int64_t rounds) {
        const std::int64_t d = counted_dim(loop);
        const bool parallel = d >= 0 && d < static_cast<std::int64_t>(kernel_.dims.size());
        std::set<std::int64_t> some;
        if (parallel)
            for (const std::int64_t round : {std::int64_t{0}, std::int64_t{1}, rounds / 2, rounds - 2, rounds - 1})
                some.insert(std::clamp<std::int64_t>(round, 0, rounds - 1));
        if (parallel)
            for (const std::int64_t round : some) visit_round(loop, {begin + round * loop.step});
        else
            for (std::int64_t round = 0; round < rounds && !stopped(); ++round)
                visit_round(loop, {begin + round * loop.step});
    }

    void visit_round(const For& loop, const Sum& value) {
        counters_[loop.counter.index()] = value;
        walk_inside(loop.body);
    }

    std::pair<std::int64_t, std::int64_t> clipped(const Clipped& clipped) {
        const Bounds here = bounds();
        const auto value = [&](const LoopLimit& limit) {
            if (limit.number()) return *limit.number();
            const std::optional<std::int64_t> dividend = here.range(limit.dividend()).single();
            if (!dividend) visits_.known = false;
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
        counters_[strips.begin.index()] = counters_[strips.end.index()] = {0, {{next_loop_++, 1, strips.steps.end}}};
        walk_inside(strips.body);
        strip_ = outer;
    }

    void visit(const If& test) {
        if (tests_) {
            const Bounds here = bounds();
            for (const Condition& condition : test.conditions) {
                const std::optional<bool> holds = here.decided(condition);
                if (!holds) visits_.known = false;
                if (holds == false) return;
            }
        }
        walk_inside(test.body);
    }

    void visit(const Walk& walks) { walk(walks.body); }
    void visit(const Epilogue& epilogue) { walk(epilogue.body); }
    void visit(const Bind& bind) { dims_[static_cast<std::size_t>(bind.dim)] = {sum(bind.at), {}}; }
    void visit(const Inside& inside) { dims_[static_cast<std::size_t>(inside.dim)].inside = sum(inside.at); }
    void visit(const Count& count) { counters_[count.counter.index()] = sum(count.value); }
    void visit(const Let& let) {
        if (const auto* numbers = std::get_if<LaneNumbers>(&let.value)) zeros_[let.registers] = numbers->zeros;
    }

    // ---- visits
    void visit(const Set& set) {
        if (std::holds_alternative<CombinedTerm>(set.value)) add(visits_.terms, {});
    }
    void visit(const Next&) { add(visits_.terms, {}); }
    void visit(const Combine& combine) {
        const Opcode combiner = kernel_.reduction->combiner;
        const bool twice = combiner == Opcode::Maximum || combiner == Opcode::Minimum;
        const auto masked = combine.only ? zeros_.find(*combine.only) : zeros_.end();
        if (combine.repeats > 0 && !twice && (masked == zeros_.end() || masked->second != combine.repeats))
            return fail("terms count twice");
        add(visits_.terms, lanes(combine.vector, body_.lanes, combine.repeats, body_.lanes));
        drop_idle_lanes();
    }
    void visit(const MultiplyLane& product) {
        add(visits_.terms, lanes(product.number, body_.lanes, 0, body_.lanes));
        drop_idle_lanes();
    }
    // The last lanes of the last vector may lie behind the box: they hold no point.
    void drop_idle_lanes() {
        if (body_.lanes == 1 || body_.lane_dim >= static_cast<std::int64_t>(kernel_.dims.size())) return;
        const auto d = static_cast<std::size_t>(body_.lane_dim);
        for (Box& box : visits_.terms)
            if (box[d].end - body_.box[d].end < body_.lanes) box[d].end = std::min(box[d].end, body_.box[d].end);
    }
    void visit(const Search& search) {
        std::map<std::size_t, Sum> line;
        line[kernel_.dims.size()] = {0, {{next_loop_++, 1, search.elements}}};
        add(visits_.terms, line);
    }
    void visit(const StoreVector& store) {
        const std::int64_t left = store.kept.lanes;
        const bool first = store.kept.which == Kept::Which::First, last = store.kept.which == Kept::Which::Last;
        add(visits_.stores, lanes(store.vector, store.lanes, last ? left : 0, store.lanes - (first ? left : 0)));
    }
    void visit(const StoreElement&) { add(visits_.stores, {}); }
    void visit(const SortLine&) { add(visits_.stores, {}); }
    void visit(const Transpose& square) {
        std::map<std::size_t, Sum> sides;
        for (const std::int64_t dim : {square.row_dim, body_.lane_dim})
            sides[static_cast<std::size_t>(dim)] = {0, {{next_loop_++, 1, square.lanes}}};
        add(visits_.stores, sides);
    }

    // Lanes [begin, end) of vector number `vector`.
    std::map<std::size_t, Sum> lanes(const Position& vector, std::int64_t width, std::int64_t begin, std::int64_t end) {
        if (width == 1) return {};
        Sum line = scaled(sum(vector), width);
        line.constant += begin;
        line.digits.push_back({next_loop_++, 1, end - begin});
        return {{static_cast<std::size_t>(body_.lane_dim), line}};
    }

    void add(std::vector<Box>& boxes, const std::map<std::size_t, Sum>& more) {
        std::vector<Box> found = {{}};
        std::set<std::int64_t> loops;
        for (std::size_t d = 0; d < dims_.size() && !stopped(); ++d) {
            const auto here = more.find(d);
            const Sum all = here == more.end() ? at(d) : at(d) + here->second;
            for (const Digit& digit : all.digits)
                if (!loops.insert(digit.loop).second) fail("two dimensions count one loop");
            std::vector<Box> longer;
            for (const Range& side : ranges_of(d, all))
                for (const Box& box : found) longer.push_back(box), longer.back().push_back(side);
            found = std::move(longer);
        }
        if (stopped()) return;
        if (!std::ranges::all_of(open_, [&](std::int64_t loop) { return loops.contains(loop); }))
            fail("a loop visits its points again");
        for (Box& box : spread_joined(std::move(found))) boxes.push_back(std::move(box));
        if (boxes.size() > kMostBoxes) visits_.known = false;
    }

    // Ranges of the digits of one number: each digit counts the range of those below it, or leaves gaps that other
    // statements fill.
    std::vector<Range> ranges_of(std::size_t d, Sum all) {
        for (Digit& digit : all.digits)
            if (digit.stride < 0) {
                all.constant += digit.stride * (digit.count - 1);
                digit.stride = -digit.stride;
            }
        std::erase_if(all.digits, [](const Digit& digit) { return digit.count == 1; });
        std::ranges::sort(all.digits, {}, &Digit::stride);
        std::int64_t size = 1;
        std::vector<std::int64_t> starts = {all.constant};
        for (const Digit& digit : all.digits) {
            if (digit.stride < size) fail("its steps along d" + std::to_string(d) + " overlap");
            if (digit.stride == size && starts.size() == 1) {
                size *= digit.count;
                continue;
            }
            if (static_cast<std::size_t>(digit.count) * starts.size() > kMostBoxes) visits_.known = false;
            if (stopped()) return {};
            std::vector<std::int64_t> more;
            for (std::int64_t k = 0; k < digit.count; ++k)
                for (const std::int64_t start : starts) more.push_back(start + k * digit.stride);
            starts = std::move(more);
        }
        std::vector<Range> ranges;
        for (const std::int64_t start : starts) ranges.push_back({start, start + size});
        return ranges;
    }

    // A loop that joins several dimensions of the reduction is bound to the last one: its steps fill lines of that
    // dimension; the first line and the last may be partial.
    std::vector<Box> spread_joined(std::vector<Box> boxes) {
        const std::size_t parallel = kernel_.dims.size();
        for (std::size_t d = dims_.size(); d-- > parallel + 1;) {
            std::vector<Box> spread;
            for (Box& box : boxes) {
                const std::int64_t size = kernel_.reduction->dims[d - parallel];
                if (box[d].begin >= 0 && box[d].end <= size)
                    spread.push_back(std::move(box));
                else
                    add_lines(box, d, size, spread);
            }
            boxes = std::move(spread);
        }
        return boxes;
    }

    void add_lines(const Box& box, std::size_t d, std::int64_t size, std::vector<Box>& lines) {
        const std::optional<std::int64_t> first = box[d - 1].single();
        const std::string steps = "its steps along d" + std::to_string(d);
        if (!first || size == 0 || box[d].begin < 0) return fail(steps + " leave it");
        if (!is_one_walk(static_cast<std::int64_t>(d) - 1, static_cast<std::int64_t>(d), size))
            return fail(steps + " are no walk through what it loads");
        for (std::int64_t at = box[d].begin; at < box[d].end;) {
            const std::int64_t line = at / size, whole = at % size == 0 ? (box[d].end - at) / size : 0;
            Box part = box;
            part[d - 1] = {*first + line, *first + line + std::max<std::int64_t>(whole, 1)};
            part[d] = {at % size, whole > 0 ? size : std::min(size, at % size + box[d].end - at)};
            at += std::max<std::int64_t>(whole, 1) * part[d].size();
            lines.push_back(std::move(part));
        }
    }

    bool is_one_walk(std::int64_t outer, std::int64_t inner, std::int64_t size) const {
        for (std::size_t i = 0; i < kernel_.exprs.size(); ++i) {
            const ExprId id(i);
            const Index& index = kernel_.exprs[id].index;
            if (kernel_.exprs[id].kind != ExprKind::Load || !kernel_.space.depends_on(index, inner)) continue;
            const bool packed = std::ranges::any_of(body_.packed, [&](const auto& load) { return load.first == id; });
            const bool line = is_linear(index, outer) && is_linear(index, inner) &&
                              kernel_.space.coefficient(index, outer) == size * kernel_.space.coefficient(index, inner);
            if (!packed && !line) return false;
        }
        return true;
    }

    bool is_linear(const Index& index, std::int64_t dim) const {
        const Index rest = index - kernel_.space.dimension(dim) * kernel_.space.coefficient(index, dim);
        return !kernel_.space.depends_on(rest, dim);
    }

    const Kernel& kernel_;
    const Body& body_;
    const bool tests_;
    std::vector<Sum> counters_;
    std::vector<At> dims_;
    std::set<CounterId> deciding_;
    std::map<RegistersId, std::int64_t> zeros_; // lanes of a mask
    const Strips* strip_ = nullptr;
    std::int64_t next_loop_ = 0;
    std::vector<std::int64_t> open_; // loops of several rounds around the statement
    Visits visits_;
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

std::vector<Condition> open_conditions(const Kernel& kernel, const Body& body) {
    if (!kernel.reduction) return {};
    std::vector<Condition> open = kernel.reduction->conditions;
    const Bounds bounds(kernel.space, body.box);
    std::erase_if(open, [&](const Condition& condition) { return bounds.always(condition); });
    return open;
}

std::vector<bool> decided_dimensions(const Kernel& kernel, const Body& body) {
    return Deciding(kernel, body).deciding;
}

Visits tested_visits(const Kernel& kernel, const Body& body) {
    return Walker(kernel, body, true).run();
}

Visits all_visits(const Kernel& kernel, const Body& body) {
    return Walker(kernel, body, false).run();
}

} // namespace hlo2cpp::nest
