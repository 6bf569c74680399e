// Which strategy is chosen.
#include "tile/strategies.h"

#include "tile/nests_verify.h"
#include "tile/tile.h"
#include "unit/tile/tilings_of_all_kinds.h"

using namespace hlo2cpp;

TEST_CASE("with --deterministic, a sum in eight lanes is one on every target, even where one by one is faster") {
    // Divisions take so long that vectors of two f64 gain nothing.
    const Kernels kernels = addressed(R"(HloModule m
c { a = f64[] parameter(0)  b = f64[] parameter(1)  ROOT s = f64[] add(a, b) }
ENTRY e {
  zero = f64[] constant(0)
  one = f64[] constant(1)
  ones = f64[3,23] broadcast(one), dimensions={}
  three = f64[] constant(3)
  threes = f64[3,23] broadcast(three), dimensions={}
  x = f64[3,23] parameter(0)
  more = f64[3,23] add(x, threes)
  part = f64[3,23] divide(ones, more)
  ROOT y = f64[3] reduce(part, zero), dimensions={1}, to_apply=c
}
)");
    for (const Target& target : all_targets()) {
        INFO(target.name);
        CHECK_NOTHROW(verify_nests(kernels, tile(kernels, target, {.in_order = true})));
    }
}
