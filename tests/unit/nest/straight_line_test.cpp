// Which elements straight-line code may write over: those that it has loaded, for it loads where the first output
// needs.
#include <catch2/catch.hpp>

#include "buffers/overwrite_verify.h"
#include "kernel/loads.h"

using namespace hlo2cpp;

namespace {

// A kernel of one point, of x with two elements to r with two.
class Pair {
public:
    explicit Pair(ElementType type) : type_(type) {
        kernel_.arguments = {{.type = type, .dims = {2}}, {.type = type, .dims = {2}, .written = true}};
    }

    ExprId load(const Index& index) {
        return kernel_.exprs.add({.kind = ExprKind::Load, .type = type_, .argument = kX, .index = {index}});
    }
    ExprId sum(ExprId a, ExprId b) {
        return kernel_.exprs.add({.kind = ExprKind::Apply, .type = type_, .operands = {a, b}, .opcode = Opcode::Add});
    }
    void store(std::int64_t element, ExprId value) {
        kernel_.outputs.push_back({.argument = kR, .index = {Index(element)}, .expr = value});
    }
    Kernel& kernel() { return kernel_; }

    // The answer, which the proof gives too.
    bool runs_in_place() {
        const bool found = hlo2cpp::runs_in_place(kernel_, used_loads(kernel_), kX, 0);
        CHECK(reads_before_it_writes(kernel_, kX, kR) == found);
        return found;
    }

private:
    const ArgumentId kX{std::size_t{0}}, kR{std::size_t{1}};
    ElementType type_;
    Kernel kernel_;
};

} // namespace

TEST_CASE("straight-line code runs in place where the first output needs all that later ones need of it") {
    Pair pair(ElementType::F32);
    const ExprId first = pair.load(Index(0)), second = pair.load(Index(1));
    pair.store(0, pair.sum(first, second));
    pair.store(1, first);
    CHECK(pair.runs_in_place());
}

TEST_CASE("straight-line code that swaps two elements does not run in place") {
    Pair pair(ElementType::F32);
    pair.store(0, pair.load(Index(1)));
    pair.store(1, pair.load(Index(0)));
    CHECK_FALSE(pair.runs_in_place());
}

TEST_CASE("straight-line code runs in place from the last element to the first where it moves elements there") {
    Pair pair(ElementType::F32);
    pair.store(1, pair.load(Index(0)));
    pair.store(0, pair.sum(pair.load(Index(0)), pair.load(Index(0))));
    CHECK(pair.runs_in_place());
}

TEST_CASE("a narrow float that is moved is loaded where it is stored, though an earlier output needs it") {
    Pair pair(ElementType::BF16);
    const ExprId first = pair.load(Index(0));
    pair.store(0, pair.sum(first, first));
    pair.store(1, first);
    CHECK_FALSE(pair.runs_in_place());
}

TEST_CASE("straight-line code loads elements at places of run time before its first store, or does not run in place") {
    for (const bool early : {true, false}) {
        Pair pair(ElementType::F32);
        const Index place = pair.kernel().space.variable(ArgumentId(std::size_t{2}), {0, 2});
        pair.kernel().arguments.push_back({.type = ElementType::S32, .range = Range{0, 2}});
        const ExprId somewhere = pair.load(place), first = pair.load(Index(0));
        pair.store(0, early ? pair.sum(first, somewhere) : first);
        pair.store(1, somewhere);
        CHECK(pair.runs_in_place() == early);
    }
}
