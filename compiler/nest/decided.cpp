#include "nest/decided.h"

#include <algorithm>
#include <set>

#include "nest/walk.h"

namespace hlo2cpp::nest {
namespace {

class Deciding {
public:
    Deciding(const Kernel& kernel, const Body& body) : kernel_(kernel), space_(kernel.space), dims_(all_dims()) {
        std::vector<Index> inner = tested(body.statements); // that statements themselves evaluate
        std::vector<Condition> open = open_conditions(kernel, body);
        for (const Index& index : inner) add(index);
        std::vector<bool> bounded(dims_, false); // by a loop's own bounds
        for_each<For>(body.statements, [&](const For& loop) {
            if (const std::int64_t d = counted_dim(loop); loop.clipped && d >= 0) bounded[at(d)] = true;
        });
        for (const Condition& condition : open) {
            std::size_t left = 0; // to bounds
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
            for (const Condition& condition : test.conditions)
                if (!leaves_what_is_needed(kernel_, condition)) indices.push_back(condition.index);
        });
        for_each<For>(statements, [&](const For& loop) {
            if (!loop.clipped) return;
            for (const auto* side : {&loop.clipped->begins, &loop.clipped->ends})
                for (const LoopLimit& limit : *side) indices.push_back(limit.sum);
        });
        return indices;
    }

    const Kernel& kernel_;
    const IndexSpace& space_;
    const std::size_t dims_;
    std::set<std::size_t> more_;
};

} // namespace

std::vector<Condition> open_conditions(const Kernel& kernel, const Body& body) {
    if (!kernel.reduction || holds<CopyRows>(body.statements)) return {}; // what they exclude adds zeros
    std::vector<Condition> open = kernel.reduction->conditions;
    const Bounds bounds(kernel.space, body.box);
    std::erase_if(open, [&](const Condition& condition) { return bounds.always(condition); });
    return open;
}

bool leaves_what_is_needed(const Kernel& kernel, const Condition& condition) {
    return std::ranges::any_of(kernel.needed, [&](const Condition& need) {
        return need.index == condition.index && condition.low <= need.low && condition.high >= need.high;
    });
}

std::vector<bool> decided_dimensions(const Kernel& kernel, const Body& body) {
    return Deciding(kernel, body).deciding;
}

} // namespace hlo2cpp::nest
