// Names of a step that stands for several.
#pragma once

#include <map>

#include "scalarize/loop_costs.h"

namespace hlo2cpp {

// Label of the heaviest call, and origins of all.
class StepNames {
public:
    StepNames(const Kernels& kernels, LoopCosts& costs) : kernels_(kernels), costs_(costs) {}

    void add(const StepNode& node);
    // Call of the step, whose kernel and values are not known here.
    const Call& call() const { return joined_; }
    // The instruction whose result the array is.
    StoredArray source_of(ValueId value) const { return sources_.at(value); }

private:
    void add(const Call& call);
    template <typename Step>
    void add_origins(const Step& step);

    const Kernels& kernels_;
    LoopCosts& costs_;
    std::map<ValueId, StoredArray> sources_;
    Call joined_{.computes = "scalars", .origins = {}, .metadata = {}};
    double heaviest_ = -1; // cycles
};

} // namespace hlo2cpp
