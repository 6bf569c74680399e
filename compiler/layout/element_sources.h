// Sources of an element: what it is computed from, found by following the calls that make it to given arrays.
#pragma once

#include <map>

#include "layout/fingerprint.h"
#include "layout/written_point.h"

namespace hlo2cpp {

// Terms of long sums that are compared: at some places of each dimension that has as many of them on both sides.
struct ComparedTerms {
    std::vector<std::int64_t> sizes; // of the reduction that is compared with
    std::vector<bool> some;          // by dimension: some of its places, or all
    bool changed = false;            // to more places, since `some` was set: what was found before does not count
};

// The number in memory of an element of the module's array, and the reverse: none for a place between its rows.
std::int64_t place_of_element(const Value& value, std::int64_t element);
std::optional<std::int64_t> element_of_place(const Value& value, std::int64_t place);
// The subscripts of an element.
std::vector<std::int64_t> subscripts_of(std::int64_t element, const std::vector<std::int64_t>& dims);

// The call that makes a value, its argument there.
struct MakingCall {
    const Call* call = nullptr; // null: no call makes it
    ArgumentId argument;
};

class ElementSources {
public:
    // Values from number `given` on are new. Some of them are a given one in another layout.
    ElementSources(const Kernels& kernels, std::size_t given, const std::map<ValueId, ValueId>& copies);

    const MakingCall& maker(ValueId value) const { return makers_[value.index()]; }
    // Source of the element at this place of a value, as the call that makes it computes it; copies of `root` are
    // followed.
    Fingerprint computed(ValueId value, std::int64_t place, ValueId root, ComparedTerms& terms);
    // Source that is the element of a given value itself.
    Fingerprint given(ValueId value, std::int64_t place) const;
    // Writes of a point of a call, and where: of a kernel whose points follow each other. Which one depends on the
    // number.
    Fingerprint of_point(const Call& call, std::uint64_t number);
    // An element that the call writes itself, where it updates an array; which one depends on the number.
    std::optional<std::int64_t> written_element(const MakingCall& by, std::uint64_t number);
    // The given value that this one is, if any.
    ValueId given_value(ValueId value) const;
    // Terms, expressions and elements that were evaluated until now; after `most` of them nothing is known.
    std::int64_t work() const { return work_; }
    void limit_work(std::int64_t most) { most_work_ = most; }

private:
    // A kernel's orders of evaluation.
    struct KnownKernel {
        std::vector<std::optional<OutputInverse>> inverses; // by output, once asked for
        std::vector<EvaluationOrder> results;
        EvaluationOrder initial, conditions, terms;
    };

    const KnownKernel& known(KernelId kernel, std::size_t output);
    static void add_accumulation(KnownKernel& orders, const Kernel& kernel);
    PointEvaluation evaluation(const Call& call);
    // At a point that depends on the number; none without points.
    std::optional<PointEvaluation> evaluation_somewhere(const Call& call, std::uint64_t number);
    Fingerprint read(ValueId value, std::int64_t place);
    Fingerprint made(ValueId value, std::int64_t place);
    // None: the point search goes on with the array that the kernel updates.
    std::optional<Fingerprint> at_output(const Call& call, std::size_t output, const std::vector<std::int64_t>& element,
                                         NoFingerprint& why);
    std::vector<Fingerprint> reduced(const Kernel& kernel, const KnownKernel& orders, PointEvaluation& at);
    std::vector<Fingerprint> scanned(const Kernel& kernel, const KnownKernel& orders, PointEvaluation& at);
    std::vector<std::vector<std::int64_t>> compared_places(const Reduction& reduction);
    void run(PointEvaluation& at, const EvaluationOrder& order) {
        work_ += static_cast<std::int64_t>(order.size());
        at.run(order);
    }

    const Kernels& kernels_;
    const std::size_t given_;
    const std::map<ValueId, ValueId>& copies_;
    std::vector<MakingCall> makers_;                  // by value
    std::vector<std::unique_ptr<KnownKernel>> known_; // by kernel, once asked for
    ValueId root_;
    ComparedTerms* compared_ = nullptr;
    int depth_ = 0; // arrays after each other
    std::int64_t work_ = 0, most_work_ = 0;
};

} // namespace hlo2cpp
