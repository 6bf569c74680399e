// Which loops threads share, and which steps stay whole.
#include <set>

#include "nest/chunks.h"
#include "nest/in_place.h"
#include "nest/walk.h"
#include "tile/nests_verify.h"
#include "tile/tile.h"
#include "unit/fuse/fused.h"

using namespace hlo2cpp;

namespace {

struct Nest {
    Kernel kernel;
    LoopNest nest;
};

// The nest of the only kernel.
Nest divided(const std::string& lines, std::int64_t threads, const std::string& target = "x86-64-v3") {
    const Kernels kernels = addressed("HloModule m\n" + lines);
    const LoopNests nests = tile(kernels, *find_target(target), {.threads = threads});
    verify_nests(kernels, nests);
    REQUIRE(kernels.kernels.size() == 1);
    return {kernels.kernels[0], nests.nests[0]};
}

std::string product_of(std::int64_t rows, std::int64_t columns, std::int64_t terms) {
    const auto array = [](std::int64_t a, std::int64_t b) {
        return "f32[" + std::to_string(a) + "," + std::to_string(b) + "]";
    };
    return "ENTRY e {\n a = " + array(rows, terms) + " parameter(0)\n b = " + array(terms, columns) +
           " parameter(1)\n ROOT r = " + array(rows, columns) +
           " dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n";
}

// The dimensions that parallel loops count, each once.
std::set<std::int64_t> dimensions(const LoopNest& nest) {
    std::set<std::int64_t> found;
    for (const nest::Body& body : nest.bodies)
        nest::for_each<nest::For>(body.statements, [&](const nest::For& loop) {
            if (loop.parallel) found.insert(nest::counted_dim(loop));
        });
    return found;
}

void make_serial(nest::Statements& statements) {
    for (nest::Statement& statement : statements)
        std::visit(
            [](auto& node) {
                if constexpr (requires { node.parallel; }) node.parallel = false;
                if constexpr (requires { node.body; }) make_serial(node.body);
            },
            statement.node);
}

using Dimensions = std::set<std::int64_t>;

} // namespace

TEST_CASE("without threads, and where a step is small, no loop is parallel") {
    CHECK(divided(product_of(64, 64, 64), 1).nest.chunks == 1);
    CHECK(divided(product_of(4, 8, 8), 2).nest.chunks == 1);
}

TEST_CASE("each chunk of a product has rows of its own, which lie together") {
    const Nest of_two = divided(product_of(96, 64, 64), 2);
    CHECK(of_two.nest.chunks == 2);
    CHECK(dimensions(of_two.nest) == Dimensions{0});
}

TEST_CASE("where there is one row, its columns are divided, if each chunk has a long run of them") {
    const Nest row = divided(product_of(1, 512, 512), 2);
    CHECK(row.kernel.dims == std::vector<std::int64_t>{512}); // one row is no dimension
    CHECK(dimensions(row.nest) == Dimensions{0});
}

TEST_CASE("chunks differ by one round at most, and together have them all") {
    for (std::int64_t chunks = 1; chunks <= kMostThreads; ++chunks)
        for (const std::int64_t rounds : {1, 2, 7, 63, 64, 65, 1000}) {
            std::int64_t next = 0, least = rounds, most = 0;
            for (std::int64_t chunk = 0; chunk < chunks; ++chunk) {
                const Range part = rounds_of_chunk(rounds, chunks, chunk);
                CHECK(part.begin == next);
                next = part.end;
                least = std::min(least, part.size()), most = std::max(most, part.size());
            }
            CHECK(next == rounds);
            CHECK(most - least <= 1);
        }
}

TEST_CASE("a scan is divided across its lines, never along them") {
    const auto scan = [](const std::string& shape, std::int64_t dim) {
        const std::string window = dim == 0 ? "size=2000x1 pad=1999_0x0_0" : "size=1x2000 pad=0_0x1999_0";
        return "add { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT s = f32[] add(a, b) }\nENTRY e {\n x = " +
               shape + " parameter(0)\n z = f32[] constant(0)\n ROOT r = " + shape + " reduce-window(x, z), window={" +
               window + "}, to_apply=add\n}\n";
    };
    const Nest lines = divided(scan("f32[64,2000]", 1), 2), rows = divided(scan("f32[2000,64]", 0), 2);
    REQUIRE(lines.kernel.scan);
    REQUIRE(rows.kernel.scan);
    CHECK(dimensions(lines.nest) == Dimensions{0});
    CHECK(!dimensions(rows.nest).contains(0));
    CHECK(divided(scan("f32[1,2000]", 1), 2).nest.chunks == 1);
}

TEST_CASE("steps whose points have an order, or that sort, stay whole") {
    const Nest scatter = divided("replace { a = f32[] parameter(0)\n ROOT b = f32[] parameter(1) }\nENTRY e {\n"
                                 " x = f32[4096] parameter(0)\n i = s32[4096,1] parameter(1)\n"
                                 " u = f32[4096] parameter(2)\n ROOT r = f32[4096] scatter(x, i, u), "
                                 "update_window_dims={}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, "
                                 "index_vector_dim=1, to_apply=replace\n}\n",
                                 2);
    CHECK(scatter.kernel.in_order);
    CHECK(scatter.nest.chunks == 1);
    const Nest sort = divided("less { a = f32[] parameter(0)\n b = f32[] parameter(1)\n"
                              " ROOT l = pred[] compare(a, b), direction=LT }\nENTRY e {\n x = f32[64,512] "
                              "parameter(0)\n ROOT r = f32[64,512] sort(x), dimensions={1}, to_apply=less\n}\n",
                              2);
    CHECK(sort.kernel.sort);
    CHECK(sort.nest.chunks == 1);
}

TEST_CASE("in chunks a step overwrites an operand only where any order of points may") {
    const std::string shift = "ENTRY e {\n x = f32[65536] parameter(0)\n y = f32[4] parameter(1)\n"
                              " k = f32[65532] slice(x), slice={[4:65536]}\n"
                              " ROOT r = f32[65536] concatenate(k, y), dimensions={0}\n}\n";
    const auto overwrites = [&](std::int64_t threads) {
        const Nest one = divided(shift, threads, "generic");
        return overwrites_some_operand(one.kernel, one.nest);
    };
    CHECK(overwrites(1));
    CHECK(!overwrites(2));
}

TEST_CASE("the proof of chunks finds what two of them would store, or one of them read of another") {
    Nest good = divided(product_of(96, 64, 64), 2);
    CHECK(!wrong_chunks(good.kernel, good.nest));
    const auto fault = [&](auto&& change) {
        LoopNest nest = good.nest;
        change(nest);
        return wrong_chunks(good.kernel, nest).value_or("");
    };
    CHECK(fault([](LoopNest& nest) {
              nest.bodies.push_back(nest.bodies[0]);
              make_serial(nest.bodies.back().statements);
          }) == "chunks 0 and 1 store the same points");
    CHECK(fault([](LoopNest& nest) { nest.bodies[0].chunk = 2; }) == "a body runs in no chunk");
    CHECK(fault([](LoopNest& nest) { nest.row_copy.emplace(); }) == "its chunks use one scratch");
    Kernel ordered = good.kernel;
    ordered.in_order = true;
    CHECK(wrong_chunks(ordered, good.nest) == "the points of its chunks have an order");
}
