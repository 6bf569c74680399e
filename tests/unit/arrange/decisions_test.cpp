// Decisions: scalars that control flow alone reads are in no memory.
#include "arrange/decisions.h"

#include "unit/fuse/fused.h"

using namespace hlo2cpp;

namespace {

// Kind of the predicate of the only loop: computed by its condition (`handed_on` is empty), or by its body before.
ValueKind kind_of_predicate(const std::string& handed_on) {
    Kernels kernels = addressed(R"(
HloModule m
cond { p = (f32[], pred[]) parameter(0)
  x = f32[] get-tuple-element(p), index=0
  q = pred[] get-tuple-element(p), index=1
  n = f32[] constant(5)
  )" + std::string(handed_on.empty() ? "ROOT c = pred[] compare(x, n), direction=LT }" : "ROOT c = pred[] copy(q) }") +
                                R"(
body { p = (f32[], pred[]) parameter(0)
  x = f32[] get-tuple-element(p), index=0
  q = pred[] get-tuple-element(p), index=1
  y = f32[] add(x, x)
  n = f32[] constant(5)
  d = pred[] compare(y, n), direction=LT
  ROOT r = (f32[], pred[]) tuple(y, d) }
ENTRY e {
  x = f32[] parameter(0)
  q = pred[] parameter(1)
  t = (f32[], pred[]) tuple(x, q)
  l = (f32[], pred[]) while(t), condition=cond, body=body
  ROOT a = f32[] get-tuple-element(l), index=0
})");
    mark_decisions(kernels);
    for (const StepNode& step : kernels[kernels.entries[0].region].steps)
        if (const While* loop = std::get_if<While>(&step)) return kernels[loop->predicate].kind;
    throw 0;
}

} // namespace

TEST_CASE("a predicate that only the loop looks at is a decision, in no memory") {
    CHECK(kind_of_predicate("") == ValueKind::Decision);
    CHECK(kind_of_predicate("q") == ValueKind::Temporary); // its bytes live from round to round
}
