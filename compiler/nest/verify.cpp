#include "nest/verify.h"

#include <algorithm>

#include "kernel/loads.h"
#include "kernel/word_factors.h"
#include "nest/cover.h"
#include "nest/decided.h"
#include "nest/scan_verify.h"
#include "nest/visits.h"

namespace hlo2cpp::nest {
namespace {

using Fault = std::optional<std::string>;

// The terms that the reduction has at a box of parallel points: boxes of all dimensions.
class WantedTerms {
public:
    WantedTerms(const Kernel& kernel, const Body& body)
        : kernel_(kernel), conditions_(open_conditions(kernel, body)), decided_(decided_dimensions(kernel, body)),
          bounds_(kernel.space, body.box) {}

    // Adds the terms at a box of points. False if they are too many, or if run-time values decide.
    bool add(const Box& points) {
        Box box = points;
        for (std::size_t i = 0; i < kernel_.reduction->dims.size(); ++i)
            box[kernel_.dims.size() + i] = {0, kernel_.reduction->dims[i]};
        bounds_ = Bounds(kernel_.space, box);
        return add_from(0, std::move(box));
    }
    const std::vector<Box>& boxes() const { return boxes_; }

private:
    bool add_from(std::size_t d, Box box) {
        if (boxes_.size() > Boxes::kMost) return false;
        if (d == box.size()) return add_box(std::move(box));
        if (!decided_[d]) return add_from(d + 1, std::move(box));
        const Range all = box[d];
        for (std::int64_t at = all.begin; at < all.end; ++at) {
            box[d] = only(at);
            bounds_.limit(static_cast<std::int64_t>(d), only(at));
            if (!add_from(d + 1, box)) return false;
        }
        bounds_.limit(static_cast<std::int64_t>(d), all);
        return true;
    }

    bool add_box(Box box) {
        for (const Condition& condition : conditions_) {
            const std::optional<bool> holds = bounds_.decided(condition);
            if (holds == false) return true;
            if (!holds && !cut(condition, box)) return false;
        }
        boxes_.push_back(std::move(box));
        return true;
    }

    // Cuts the box by low <= c*d + rest < high; false if the rest is no number.
    bool cut(const Condition& condition, Box& box) const {
        for (std::size_t d = 0; d < box.size(); ++d) {
            const auto dim = static_cast<std::int64_t>(d);
            const std::int64_t c = kernel_.space.coefficient(condition.index, dim);
            if (decided_[d] || c == 0) continue;
            const auto rest = bounds_.range(condition.index - kernel_.space.dimension(dim) * c).single();
            if (!rest) return false;
            const std::int64_t low = condition.low - *rest, high = condition.high - *rest;
            const Range inside = c > 0 ? Range{-floor_divide(-low, c), -floor_divide(-high, c)}
                                       : Range{floor_divide(high, c) + 1, floor_divide(low, c) + 1};
            box[d] = common_part(box[d], inside);
            return true;
        }
        return false;
    }

    const Kernel& kernel_;
    const std::vector<Condition> conditions_;
    const std::vector<bool> decided_;
    Bounds bounds_;
    std::vector<Box> boxes_;
};

bool share_points(const Box& a, const Box& b, std::size_t dims) {
    for (std::size_t d = 0; d < dims; ++d)
        if (common_part(a[d], b[d]).size() <= 0) return false;
    return true;
}

// True if terms of one point come one after the other: the terms of a later box lie behind those of the earlier boxes.
bool in_order(const std::vector<Box>& terms, std::size_t parallel) {
    constexpr std::size_t kMostTold = 500;
    if (terms.size() > kMostTold) return true;
    for (std::size_t i = 1; i < terms.size(); ++i)
        for (std::size_t k = i; k-- > 0;) {
            if (!share_points(terms[i], terms[k], parallel)) continue;
            const auto begins = [&](const Box& box) {
                std::vector<std::int64_t> first;
                for (std::size_t d = parallel; d < box.size(); ++d) first.push_back(box[d].begin);
                return first;
            };
            if (begins(terms[i]) <= begins(terms[k])) return false;
            break;
        }
    return true;
}

// True if rows that share what their sums are too large by have the same columns.
bool shares_columns(const Kernel& kernel, const Body& body) {
    bool same = true;
    for_each<Raise>(body.statements, [&](const Raise& raise) {
        const auto factors = factors_of_words(kernel);
        const auto moves = [&](ExprId load) {
            return kernel.space.depends_on(kernel.exprs[load].index, body.lane_dim) &&
                   kernel.space.depends_on(kernel.exprs[load].index, raise.row_dim);
        };
        if (raise.rows > 1 && (!factors || moves(factors->first) || moves(factors->second))) same = false;
    });
    return same;
}

// True if the registers of raised terms are those that are lowered by what is too much.
bool lowers_sums(const Body& body) {
    std::set<RegistersId> sums, raises;
    for_each<Combine>(body.statements, [&](const Combine& combine) {
        if (combine.words.raised) sums.insert(combine.target.registers);
    });
    for_each<Raise>(body.statements,
                    [&](const Raise& raise) { (raise.of_sum ? sums : raises).insert(raise.target.registers); });
    for_each<Set>(body.statements, [&](const Set& set) {
        const auto* const less = std::get_if<Lowered>(&set.value);
        if (less == nullptr || set.target.registers != less->sum.registers) return;
        sums.erase(less->sum.registers), raises.erase(less->raise.registers);
    });
    return sums.empty() && raises.empty();
}

constexpr std::size_t kMostCorners = 200000; // of boxes that are compared

Fault wrong_terms(const Kernel& kernel, const Body& body) {
    const Visits visits = tested_visits(kernel, body);
    if (!visits.fault.empty()) return visits.fault;
    if (!visits.known) return std::nullopt;
    WantedTerms wanted(kernel, body);
    for (const Box& points : visits.stores)
        if (!wanted.add(points)) return std::nullopt;
    const std::optional<bool> alike = cover_alike(visits.terms, wanted.boxes(), kMostCorners);
    if (!alike) return std::nullopt;
    if (!*alike) return "its points do not combine each term once";
    if (!shares_columns(kernel, body)) return "its rows of raised factors have different columns";
    if (cover_alike(visits.raised, visits.raises, kMostCorners) == false || !lowers_sums(body))
        return "its sums of raised factors are not lowered";
    if (!in_order(visits.terms, kernel.dims.size())) return "its terms are not in order";
    return std::nullopt;
}

} // namespace

Fault wrong_bodies(const Kernel& kernel, const std::vector<Body>& bodies) {
    const std::size_t parallel = kernel.dims.size();
    if (kernel.in_order && (bodies.size() != 1 || !visits_in_order(kernel, bodies[0])))
        return "its points do not follow each other";
    std::vector<Box> stored;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const std::string name = "body " + std::to_string(i) + ": ";
        const Visits visits = all_visits(kernel, bodies[i]);
        if (!visits.fault.empty()) return name + visits.fault;
        std::vector<Range> box = bodies[i].box;
        for (const Overlap& overlap : bodies[i].overlaps) {
            box[static_cast<std::size_t>(overlap.dim)].begin += overlap.points;
            if (overlap.stored && !may_run_again(kernel))
                return name + "it computes points again that may not hold what they are made of any more";
        }
        if (visits.again && !may_run_again(kernel))
            return name + "it stores points again that may not hold what they are made of any more";
        for (Box points : visits.stores) {
            points.resize(parallel);
            for (std::size_t d = 0; d < parallel; ++d) points[d].begin = std::max(points[d].begin, box[d].begin);
            stored.push_back(std::move(points));
        }
        if (kernel.scan) {
            if (const Fault fault = wrong_scan(kernel, bodies[i])) return name + *fault;
            if (cover_alike(visits.terms, visits.stores, kMostCorners) == false)
                return name + "its points do not combine each term once";
        }
        if (!kernel.reduction || kernel.sort) continue;
        if (const Fault fault = wrong_terms(kernel, bodies[i])) return name + *fault;
    }
    std::erase_if(stored, [](const Box& box) {
        return std::ranges::any_of(box, [](const Range& side) { return side.size() <= 0; });
    });
    if (!boxes_cover(stored, kernel.dims)) return "its bodies do not store each point once";
    return std::nullopt;
}

} // namespace hlo2cpp::nest
