// The proof of a scan's order: what `tile` makes passes, and each damage to its order is found.
#include "nest/scan_verify.h"

#include <functional>

#include "nest/print.h"
#include "tile/tile.h"
#include "unit/fuse/fused.h"

using namespace hlo2cpp;
using namespace hlo2cpp::nest;
using Catch::Matchers::Contains;

namespace {

Kernels scan_of(const std::string& sizes, const std::string& window, const std::string& combiner = "add") {
    return addressed("HloModule m\nc { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT s = f32[] " + combiner +
                     "(a, b) }\nENTRY e { x = f32[" + sizes + "] parameter(0)\n z = f32[] constant(0)\n ROOT y = f32[" +
                     sizes + "] reduce-window(x, z), window={" + window + "}, to_apply=c }");
}

const Kernels& lines() {
    static const Kernels made = scan_of("5,75", "size=1x75 pad=0_0x74_0");
    return made;
}
const Kernels& rows() {
    static const Kernels made = scan_of("3,9,21", "size=1x9x1 pad=0_0x8_0x0_0");
    return made;
}
const Kernels& from_the_end() {
    static const Kernels made = scan_of("5,12", "size=1x12 pad=0_0x0_11");
    return made;
}

// Calls change(statements, i) for the first statement of the kind, in the list that holds it; false if there is none.
template <typename Node>
bool at_first(Statements& list, const std::function<void(Statements&, std::size_t)>& change) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (std::holds_alternative<Node>(list[i].node)) {
            change(list, i);
            return true;
        }
        const bool found = std::visit(
            [&](auto& node) {
                if constexpr (requires { node.body; }) return at_first<Node>(node.body, change);
                return false;
            },
            list[i].node);
        if (found) return true;
    }
    return false;
}

// The loop along the scan, in each body.
void for_loops(Statements& list, std::int64_t dim, const std::function<void(For&)>& change) {
    for (Statement& statement : list)
        std::visit(
            [&](auto& node) {
                if constexpr (std::is_same_v<std::decay_t<decltype(node)>, For>)
                    if (counted_dim(node) == dim) return change(node);
                if constexpr (requires { node.body; }) for_loops(node.body, dim, change);
            },
            statement.node);
}

std::string found(const Kernels& kernels, const char* target, const std::function<void(Body&, std::int64_t)>& damage) {
    const Kernel& kernel = kernels.kernels.back();
    REQUIRE(kernel.scan);
    LoopNests nests = tile(kernels, *find_target(target));
    Body body = nests.nests.back().bodies.at(0);
    CHECK_FALSE(wrong_scan(kernel, body));
    damage(body, kernel.scan->dim);
    INFO(print(kernel, body, ""));
    return wrong_scan(kernel, body).value_or("nothing");
}

constexpr std::array kTargets = {"generic", "cortex-m7", "cortex-a", "x86-64-v3"};

} // namespace

TEST_CASE("a scan that runs the other way round is found", "[validator]") {
    for (const char* target : kTargets)
        for (const Kernels* kernels : {&lines(), &rows(), &from_the_end()})
            CHECK_THAT(found(*kernels, target,
                             [](Body& body, std::int64_t dim) {
                                 for_loops(body.statements, dim, [](For& loop) {
                                     std::swap(loop.begin, loop.end);
                                     loop.step = -loop.step;
                                 });
                             }),
                       Contains("its scan does not follow its points"));
}

TEST_CASE("a scan that stops early, or begins late, is found", "[validator]") {
    for (const char* target : kTargets)
        for (const Kernels* kernels : {&lines(), &rows(), &from_the_end()}) {
            CHECK(found(*kernels, target, [](Body& body, std::int64_t dim) {
                      for_loops(body.statements, dim, [](For& loop) { loop.end.constant -= loop.step; });
                  }) != "nothing");
            CHECK(found(*kernels, target, [](Body& body, std::int64_t dim) {
                      for_loops(body.statements, dim, [](For& loop) { loop.begin.constant += loop.step; });
                  }) != "nothing");
        }
}

TEST_CASE("a state that each point begins again is found", "[validator]") {
    for (const char* target : kTargets)
        for (const Kernels* kernels : {&lines(), &rows(), &from_the_end()})
            CHECK_THAT(found(*kernels, target,
                             [](Body& body, std::int64_t dim) {
                                 std::optional<Statement> state;
                                 REQUIRE(at_first<Registers>(body.statements, [&](Statements& in, std::size_t i) {
                                     state = in[i];
                                     in.erase(in.begin() + static_cast<std::ptrdiff_t>(i));
                                 }));
                                 for_loops(body.statements, dim,
                                           [&](For& loop) { loop.body.insert(loop.body.begin() + 1, *state); });
                             }),
                       Contains("its scan does not go on with its state"));
}

TEST_CASE("a state that goes on from line to line is found", "[validator]") {
    for (const char* target : kTargets)
        for (const Kernels* kernels : {&lines(), &rows(), &from_the_end()})
            CHECK_THAT(found(*kernels, target,
                             [](Body& body, std::int64_t) {
                                 std::optional<Statement> state;
                                 REQUIRE(at_first<Registers>(body.statements, [&](Statements& in, std::size_t i) {
                                     state = in[i];
                                     in.erase(in.begin() + static_cast<std::ptrdiff_t>(i));
                                 }));
                                 body.statements.insert(body.statements.begin(), *state);
                             }),
                       Contains("its scan does not go on with its state"));
}

TEST_CASE("a test inside a scan, and a state that is left out, are found", "[validator]") {
    for (const char* target : kTargets)
        CHECK_THAT(found(from_the_end(), target,
                         [](Body& body, std::int64_t dim) {
                             for_loops(body.statements, dim, [](For& loop) {
                                 If test{.conditions = {}, .body = Statements(loop.body.begin() + 1, loop.body.end())};
                                 loop.body.resize(1, loop.body.front());
                                 loop.body.emplace_back(std::move(test));
                             });
                         }),
                   Contains("a test leaves out points of its scan"));
    CHECK_THAT(found(from_the_end(), "generic",
                     [](Body& body, std::int64_t) {
                         at_first<Next>(body.statements,
                                        [](Statements& in, std::size_t i) { std::get<Next>(in[i].node).states = {}; });
                     }),
               Contains("its scan has other states than its kernel"));
}

TEST_CASE("a point that is stored before its term is combined is found", "[validator]") {
    const auto first = [](Body& body, std::int64_t dim) {
        for_loops(body.statements, dim, [](For& loop) {
            std::optional<Statement> stored;
            const auto take = [&](Statements& in, std::size_t i) {
                stored = in[i];
                in.erase(in.begin() + static_cast<std::ptrdiff_t>(i));
            };
            if (!at_first<StoreVector>(loop.body, take)) REQUIRE(at_first<StoreElement>(loop.body, take));
            loop.body.insert(loop.body.begin() + 1, *stored);
        });
    };
    for (const char* target : kTargets)
        for (const Kernels* kernels : {&lines(), &rows(), &from_the_end()})
            CHECK_THAT(found(*kernels, target, first), Contains("stores a point before it combines its term"));
}

TEST_CASE("a term that is combined before the point in front is stored is found", "[validator]") {
    for (const char* target : kTargets)
        for (const Kernels* kernels : {&lines(), &rows(), &from_the_end()})
            CHECK_THAT(found(*kernels, target,
                             [](Body& body, std::int64_t dim) {
                                 for_loops(body.statements, dim, [](For& loop) {
                                     const auto twice = [](Statements& in, std::size_t i) {
                                         const Statement copy = in[i];
                                         in.insert(in.begin() + static_cast<std::ptrdiff_t>(i), copy);
                                     };
                                     if (at_first<ScanLanes>(loop.body, twice)) return;
                                     if (!at_first<Combine>(loop.body, twice))
                                         REQUIRE(at_first<Next>(loop.body, twice));
                                 });
                             }),
                       Contains("combines two points before it stores the first"));
}
