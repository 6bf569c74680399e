// The proof on the statements of nests: what `tile` makes passes, and each damage to a loop, a point, a term or a store
// is found.
#include "nest/verify.h"

#include <functional>
#include <map>
#include <set>

#include "nest/print.h"
#include "nest/visits.h"
#include "nest/walk.h"
#include "tile/tile.h"
#include "unit/tile/kernels_of_all_kinds.h"

using namespace hlo2cpp;
using namespace hlo2cpp::nest;

namespace {

template <typename Node>
constexpr bool kCombines = std::is_same_v<Node, Combine> || std::is_same_v<Node, Next> ||
                           std::is_same_v<Node, ScanLanes> || std::is_same_v<Node, MultiplyLane>;
template <typename Node>
constexpr bool kStores =
    std::is_same_v<Node, StoreVector> || std::is_same_v<Node, StoreElement> || std::is_same_v<Node, Transpose>;

struct Holds {
    bool terms = false, stores = false;
    bool any() const { return terms || stores; }
};
Holds holds(const Statement& statement) {
    return std::visit(
        [](const auto& node) {
            using Node = std::decay_t<decltype(node)>;
            Holds all{kCombines<Node>, kStores<Node>};
            if constexpr (requires { node.body; })
                for (const Statement& inner : node.body) {
                    all.terms = all.terms || holds(inner).terms;
                    all.stores = all.stores || holds(inner).stores;
                }
            return all;
        },
        statement.node);
}

using Damage = std::function<void(Statements&, std::size_t)>;

void erase(Statements& in, std::size_t at) {
    in.erase(in.begin() + static_cast<std::ptrdiff_t>(at));
}

// A body before it is damaged.
struct Whole {
    Whole(const Kernel& of, const Body& one) : kernel(of), body(one) {
        for_each<MultiplyLane>(body.statements, [&](const MultiplyLane& product) {
            factors.insert(product.scalars.registers);
            factors.insert(product.vector.registers);
        });
    }
    const Kernel& kernel;
    const Body& body;
    std::set<RegistersId> factors; // registers that products by a lane read

    // A load that is not this one; none if there is no other.
    ExprId other_load(ExprId one) const {
        for (std::size_t i = 0; i < kernel.exprs.size(); ++i)
            if (kernel.exprs[ExprId(i)].kind == ExprKind::Load && ExprId(i) != one) return ExprId(i);
        return {};
    }
};

// True if a term or a store stands behind tests that may hold inside the bounds.
bool reaches(const Statements& statements, const Bounds& bounds) {
    return std::ranges::any_of(statements, [&](const Statement& statement) {
        if (const auto* test = std::get_if<If>(&statement.node))
            if (std::ranges::any_of(test->conditions, [&](const Condition& c) { return bounds.never(c); }))
                return false;
        return std::visit(
            [&](const auto& node) {
                if constexpr (requires { node.body; }) return reaches(node.body, bounds);
                return holds(statement).any();
            },
            statement.node);
    });
}

// True if the loop does something in a round that it has, or would have.
bool does_something(const Whole& whole, const For& loop, std::int64_t round) {
    Bounds bounds(whole.kernel.space, whole.body.box);
    if (counted_dim(loop) >= 0) bounds.limit(counted_dim(loop), only(round));
    return reaches(loop.body, bounds);
}

// True if statements behind number i of the list set factors of products by a lane.
bool sets_factors(const Whole& whole, const Statements& list, std::size_t i) {
    bool found = false;
    const Statements behind(list.begin() + static_cast<std::ptrdiff_t>(i) + 1, list.end());
    for_each<Set>(behind, [&](const Set& set) { found = found || whole.factors.contains(set.target.registers); });
    return found;
}

// Damages to statement i of the list, each with what it is.
std::vector<std::pair<std::string, Damage>> damages(const Whole& whole, const Statements& list, std::size_t i) {
    std::vector<std::pair<std::string, Damage>> all;
    const auto add = [&](const char* what, auto damage) {
        all.emplace_back(what, [damage](Statements& in, std::size_t at) { damage(in, at); });
    };
    bool later = false; // what is bound here matters
    for (std::size_t k = i; k < list.size(); ++k) later = later || holds(list[k]).any();
    const Statement& one = list[i];
    const bool counts = std::holds_alternative<For>(one.node) && !std::get<For>(one.node).clipped &&
                        std::get<For>(one.node).begin.products.empty();
    if (counts && holds(one).any()) {
        const For& loop = std::get<For>(one.node);
        const std::int64_t next = loop.step < 0 ? loop.end.constant + loop.step : loop.end.constant;
        if (does_something(whole, loop, next))
            add("a round more", [](Statements& in, std::size_t at) {
                For& longer = std::get<For>(in[at].node);
                longer.end.constant += longer.step;
            });
        if (does_something(whole, loop, next - loop.step))
            add("a round less", [](Statements& in, std::size_t at) {
                For& shorter = std::get<For>(in[at].node);
                shorter.end.constant -= shorter.step;
            });
    }
    if (std::holds_alternative<If>(one.node) && holds(one).terms && !holds(one).stores)
        add("no test", [](Statements& in, std::size_t at) {
            Statements body = std::get<If>(in[at].node).body;
            in[at] = Scope{std::move(body)};
        });
    if (std::holds_alternative<Bind>(one.node) && later)
        add(sets_factors(whole, list, i) ? "another point of factors" : "another point",
            [](Statements& in, std::size_t at) { std::get<Bind>(in[at].node).at.constant += 1; });
    if (std::holds_alternative<Inside>(one.node) && later)
        add("another point of the tile",
            [](Statements& in, std::size_t at) { std::get<Inside>(in[at].node).at.constant += 1; });
    if (const auto* set = std::get_if<Set>(&one.node);
        set != nullptr && whole.factors.contains(set->target.registers)) {
        add("no factor", erase);
        if (!set->target.at.empty())
            add("a factor in another register",
                [](Statements& in, std::size_t at) { std::get<Set>(in[at].node).target.at[0].constant += 1; });
        const auto* const steps = std::get_if<Steps>(&set->value);
        const auto* const lanes = std::get_if<Lanes>(&set->value);
        if (const ExprId other = whole.other_load(steps != nullptr ? steps->load : lanes->expr); other.valid())
            add("another load", [other, in_steps = steps != nullptr](Statements& in, std::size_t at) {
                nest::Value& value = std::get<Set>(in[at].node).value;
                (in_steps ? std::get<Steps>(value).load : std::get<Lanes>(value).expr) = other;
            });
        if (lanes != nullptr)
            add("a factor of another vector", [](Statements& in, std::size_t at) {
                std::get<Lanes>(std::get<Set>(in[at].node).value).vector.constant += 1;
            });
    }
    if (std::holds_alternative<MultiplyLane>(one.node)) {
        add("another lane",
            [](Statements& in, std::size_t at) { std::get<MultiplyLane>(in[at].node).lane.constant += 1; });
        add("another vector",
            [](Statements& in, std::size_t at) { std::get<MultiplyLane>(in[at].node).number.constant += 1; });
        if (!std::get<MultiplyLane>(one.node).scalars.at.empty())
            add("another row's factor", [](Statements& in, std::size_t at) {
                std::get<MultiplyLane>(in[at].node).scalars.at[0].constant += 1;
            });
    }
    const bool visits = std::visit(
        [](const auto& node) {
            using Node = std::decay_t<decltype(node)>;
            return kCombines<Node> || kStores<Node>;
        },
        one.node);
    if (!visits) return all;
    add("nothing", erase);
    add("twice", [](Statements& in, std::size_t at) {
        const Statement copy = in[at];
        in.insert(in.begin() + static_cast<std::ptrdiff_t>(at), copy);
    });
    return all;
}

// Calls visit(list, i, path) for each statement, where the path leads to it from the body.
void for_each_statement(const Statements& list, std::vector<std::size_t>& path,
                        const std::function<void(const Statements&, std::size_t)>& visit) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        path.push_back(i);
        visit(list, i);
        std::visit(
            [&](const auto& node) {
                if constexpr (requires { node.body; }) for_each_statement(node.body, path, visit);
            },
            list[i].node);
        path.pop_back();
    }
}
Statements& list_at(Statements& list, const std::vector<std::size_t>& path) {
    Statements* found = &list;
    for (std::size_t depth = 0; depth + 1 < path.size(); ++depth)
        std::visit(
            [&](auto& node) {
                if constexpr (requires { node.body; }) found = &node.body;
            },
            (*found)[path[depth]].node);
    return *found;
}

// Damages so far, by what they are and by kind of statement.
using Counts = std::map<std::pair<std::string, std::size_t>, int>;

// Damages one body of a kernel: the first damage of each kind in all kernels, and every kApart-th. Returns their
// number.
int check_damages(const Kernel& kernel, const std::vector<Body>& bodies, std::size_t number, Counts& counts) {
    constexpr int kApart = 17;
    int done = 0;
    const Whole whole(kernel, bodies[number]);
    std::vector<std::size_t> path;
    for_each_statement(bodies[number].statements, path, [&](const Statements& list, std::size_t i) {
        for (const auto& [what, damage] : damages(whole, list, i)) {
            if (counts[{what, list[i].node.index()}]++ % kApart != 0) continue;
            std::vector<Body> damaged = bodies;
            damage(list_at(damaged[number].statements, path), i);
            ++done;
            if (!wrong_bodies(kernel, damaged))
                FAIL_CHECK("not found: " << what << " at statement " << i << " of\n"
                                         << print(kernel, damaged[number], "") << "in place of\n"
                                         << print(kernel, bodies[number], ""));
        }
    });
    return done;
}

bool is_proven(const Kernel& kernel, const Body& body) {
    return !kernel.sort && (!kernel.reduction || tested_visits(kernel, body).known);
}

} // namespace

TEST_CASE("each damage to a statement of a nest is found", "[sweep][validator]") {
    Counts counts;
    std::set<const Kernel*> seen, damaged;
    int done = 0, proven = 0, all = 0;
    for (const auto& [text, kernels] : all_fused())
        for (const char* target : {"generic", "cortex-m7", "cortex-a", "x86-64-v3"}) {
            const LoopNests nests = tile(kernels, *find_target(target));
            for (std::size_t k = 0; k < kernels.kernels.size(); ++k) {
                const Kernel& kernel = kernels.kernels[k];
                const std::vector<Body>& bodies = nests.nests[k].bodies;
                for (std::size_t number = 0; number < bodies.size(); ++number) {
                    ++all;
                    if (!is_proven(kernel, bodies[number])) continue;
                    ++proven;
                    seen.insert(&kernel);
                    const int more = check_damages(kernel, bodies, number, counts);
                    done += more;
                    if (more > 0) damaged.insert(&kernel);
                }
            }
        }
    CHECK(damaged.size() >= seen.size() * 9 / 10);
    CHECK(done > 1000);
    CHECK(proven >= all * 9 / 10); // values at run time decide in the others
}

TEST_CASE("the proof of a nest grows with its statements, not with the product of its dimensions",
          "[sweep][validator]") {
    const Kernels kernels =
        addressed("HloModule m\nadd { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT c = f32[] add(a, b) }\n"
                  "ENTRY e { x = f32[6,6,6,6,6,6,6] parameter(0)\n z = f32[] constant(0)\n"
                  " ROOT y = f32[6,6,6,6,6,6,6] reduce-window(x, z), window={size=3x3x3x3x3x3x3 "
                  "pad=1_1x1_1x1_1x1_1x1_1x1_1x1_1}, "
                  "to_apply=add }");
    for (const char* target : {"generic", "cortex-m7", "x86-64-v3"}) {
        const LoopNests nests = tile(kernels, *find_target(target));
        for (const Body& body : nests.nests.back().bodies)
            CHECK(tested_visits(kernels.kernels.back(), body).terms.size() <= nest::Boxes::kMost);
        CHECK_FALSE(wrong_bodies(kernels.kernels.back(), nests.nests.back().bodies));
    }
}
