// What --finite would save, which `compile` tells.
#include <catch2/catch.hpp>

#include "driver/compile.h"
#include "read/reader.h"

using namespace hlo2cpp;

namespace {

double share(const std::string& matrix, bool finite = false) {
    const std::string text = "HloModule m\nENTRY e {\n x = f32[4,4] parameter(0)\n a = f32[4,4] constant(" + matrix +
                             ")\n b = f32[4,4] dot(a, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
                             " c = f32[4,4] dot(b, a), lhs_contracting_dims={1}, rhs_contracting_dims={1}\n"
                             " ROOT d = f32[4,4] add(c, x)\n}\n";
    CompileOptions options;
    options.target = *find_target("cortex-m4");
    options.generate.name = "m";
    options.generate.goal.finite = finite;
    options.finite_share = true;
    Diagnostics diagnostics;
    const Compilation compilation = compile(read_module_bytes(text), options, diagnostics);
    REQUIRE_FALSE(diagnostics.has_errors());
    return compilation.finite_share;
}

} // namespace

TEST_CASE("a model whose matrices are mostly zeros would take half of the time or less with --finite") {
    const std::string sparse = "{{1,0,0.1,0},{0,1,0,0.1},{0,0,1,0},{0,0,0,1}}";
    CHECK(share(sparse) < 0.5);
    CHECK(share(sparse, true) == 1); // it has it
}

TEST_CASE("a model without zeros would take as long with --finite") {
    CHECK(share("{{1,2,3,4},{2,3,4,5},{3,4,5,6},{4,5,6,7}}") == 1);
}
