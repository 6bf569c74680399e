#include "scalarize/step_names.h"

#include "support/append_new.h"

namespace hlo2cpp {

void StepNames::add(const StepNode& node) {
    if (const Call* call = std::get_if<Call>(&node)) return add(*call);
    if (const While* loop = std::get_if<While>(&node)) {
        add_origins(*loop);
        for (const While::Carried& carried : loop->carried) sources_[carried.value] = {loop->name, carried.leaf};
    }
    if (const Conditional* conditional = std::get_if<Conditional>(&node)) {
        add_origins(*conditional);
        for (std::size_t i = 0; i < conditional->results.size(); ++i)
            sources_[conditional->results[i]] = {conditional->name, i};
    }
    for (const RegionId region : regions_of(node))
        for (const StepNode& inside : kernels_[region].steps) add(inside);
}

void StepNames::add(const Call& call) {
    add_origins(call);
    joined_.name = call.name;
    for (const Output& output : kernels_[call.kernel].outputs) sources_[call[output.argument]] = {call.name, 0};
    const double cycles = costs_.cycles(call);
    if (cycles <= heaviest_) return;
    heaviest_ = cycles;
    joined_.label = call.label;
}

template <typename Step>
void StepNames::add_origins(const Step& step) {
    for (const std::string& origin : step.origins) append_new(joined_.origins, origin);
    for (const Metadata& metadata : step.metadata) append_new(joined_.metadata, metadata);
}

} // namespace hlo2cpp
