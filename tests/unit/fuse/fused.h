// What tests of the stages from `fuse` on share: HLO text in, kernels out, checked for what holds of all of them.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arrange/addresses.h"
#include "fuse/fuse.h"
#include "fuse/kernels_verify.h"
#include "lower/lower.h"
#include "lower/lower_verify.h"
#include "read/reader.h"
#include "support/diagnostics.h"
#include "unit/kernel/at_points.h"
#include "verify/verify.h"

namespace hlo2cpp {

// The row-major number of the element with these subscripts.
inline std::int64_t element_at(const Kernel& kernel, ArgumentId argument, const Subscripts& index, const Point& point) {
    return value_at(kernel.space, row_major_address(index, kernel[argument].dims), point);
}

// Each output that is no update writes every element of its argument once. Outputs without run-time indices only.
inline bool covers_its_outputs(const Kernel& kernel) {
    for (const Output& output : kernel.outputs) {
        if (output.updates.valid()) continue;
        std::vector<int> written(static_cast<std::size_t>(kernel[output.argument].elements()), 0);
        for_all_points(kernel.dims, [&](const Point& point) {
            ++written.at(static_cast<std::size_t>(element_at(kernel, output.argument, output.index, point)));
        });
        if (std::any_of(written.begin(), written.end(), [](int times) { return times != 1; })) return false;
    }
    return true;
}

inline Kernels fused(const std::string& text) {
    const Module module = read_module_bytes(text);
    Diagnostics diagnostics;
    verify(module, diagnostics);
    INFO(diagnostics.render("m"));
    REQUIRE(!diagnostics.has_errors());
    const Module simple = lower(module);
    verify_lowering(simple);
    Kernels kernels = fuse(simple);
    verify_kernels(kernels);
    for (const Kernel& kernel : kernels.kernels) CHECK(covers_its_outputs(kernel));
    return kernels;
}

// The same on flat arrays, as the stages from `tile` on read them.
inline Kernels addressed(const std::string& text) {
    Kernels kernels = fused(text);
    use_addresses(kernels);
    verify_kernels(kernels);
    return kernels;
}

// The calls of a region, in order.
inline std::vector<const Call*> calls_of(const Kernels& kernels, RegionId region) {
    std::vector<const Call*> list;
    for (const StepNode& step : kernels[region].steps)
        if (const Call* call = std::get_if<Call>(&step)) list.push_back(call);
    return list;
}
inline std::vector<const Call*> calls_of(const Kernels& kernels) {
    return calls_of(kernels, kernels.entries[0].region);
}

// Their names: those of the stored instructions.
inline std::vector<std::string> names_of(const Kernels& kernels, RegionId region) {
    std::vector<std::string> names;
    for (const Call* call : calls_of(kernels, region)) names.push_back(call->name);
    return names;
}
inline std::vector<std::string> names_of(const Kernels& kernels) {
    return names_of(kernels, kernels.entries[0].region);
}

inline const While& only_while(const Kernels& kernels, RegionId region) {
    for (const StepNode& step : kernels[region].steps)
        if (const While* loop = std::get_if<While>(&step)) return *loop;
    FAIL("no while");
    throw 0; // FAIL has thrown
}

inline const While& only_while(const Kernels& kernels) {
    return only_while(kernels, kernels.entries[0].region);
}

// How often an op stands in a kernel.
inline std::size_t count(const Kernel& kernel, Opcode opcode) {
    std::size_t number = 0;
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i) {
        const Expr& expr = kernel.exprs[ExprId(i)];
        number += expr.kind == ExprKind::Apply && expr.opcode == opcode ? 1 : 0;
    }
    return number;
}

} // namespace hlo2cpp
