#include "tile/module_loops.h"

#include "tile/counted_loops.h"
#include "tile/loop_vectors.h"
#include "tile/unrolled_loops.h"

namespace hlo2cpp {
namespace {

// Puts loops into vectors.
class VectorWalk {
public:
    VectorWalk(const Kernels& kernels, LoopNests& nests) : kernels_(kernels), nests_(nests), around_(kernels) {}

    void visit(RegionId region) {
        for (const StepNode& step : kernels_[region].steps) {
            if (const While* const loop = std::get_if<While>(&step)) visit(*loop);
            if (const Conditional* const choice = std::get_if<Conditional>(&step))
                for (const Conditional::Branch& branch : choice->branches) visit(branch.region);
        }
    }

private:
    void visit(const While& loop) {
        const bool counts = loop.variable.valid() && loop.trip_count != 1;
        if (counts)
            if (auto vectors = loop_in_vectors(kernels_, loop, around_.rounds_of(loop), nests_.target))
                nests_.loops[loop.body] = std::move(*vectors);
        if (counts) around_.enter(loop);
        visit(loop.body);
        if (counts) around_.leave();
    }

    const Kernels& kernels_;
    LoopNests& nests_;
    CountedLoops around_;
};

} // namespace

void add_module_loops(const Kernels& kernels, const Goal& goal, LoopNests& nests) {
    VectorWalk walk(kernels, nests);
    for (const Entry& entry : kernels.entries) walk.visit(entry.region);
    unroll_small_loops(kernels, nests.target.unrolling(goal.optimize).statements, nests);
}

} // namespace hlo2cpp
