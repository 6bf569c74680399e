// Computations that nothing calls may hold anything.
#include <catch2/catch.hpp>

#include "lowering.h"

using namespace hlo2cpp;
using namespace hlo2cpp::passes;

TEST_CASE("a computation that nothing calls is left out, whatever it holds") {
    const Module module = lowered("HloModule m\nunused { p = c64[2] parameter(0)  ROOT r = f32[2] imag(p) }\n"
                                  "ENTRY e { x = f32[2] parameter(0)  ROOT r = f32[2] negate(x) }");
    CHECK(module.computations.size() == 1);
    CHECK(count(module, Opcode::Negate) == 1);
}
