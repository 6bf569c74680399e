// Loops, branches, calls, and regions that stand for their operations.
#include "ir/builder/control.h"

#include <algorithm>
#include <array>

#include "ir/builder/arrays.h"
#include "read/stablehlo/to_module/rules.h"
#include "read/stablehlo/to_module/shapes.h"

namespace hlo2cpp::stablehlo {
namespace {

using namespace builder;

Ops values_of(Conversion& conversion, const std::vector<ValueId>& ids) {
    Ops values;
    for (const ValueId id : ids) values.push_back(conversion.value(id));
    return values;
}

// A loop whose state is the operands, and behind them the values around it that its regions use.
Ops convert_while(const OpContext& context) {
    context.require(context.operand_count(), 2);
    Conversion& conversion = context.conversion();
    const std::vector<Region>& regions = context.operation().regions;
    const std::vector<ValueId> passed = conversion.passed(regions);
    Ops state = context.operands();
    const auto own = static_cast<std::ptrdiff_t>(state.size());
    for (const Op value : values_of(conversion, passed)) state.push_back(value);
    const Op init = pack(context.builder(), state);
    const Shape shape = init.shape();
    const auto computation = [&](const char* name, const Region& region, bool is_body) {
        return conversion.nested(name, [&] {
            const Ops inside = unpack(Parameter(conversion.builder(), 0, shape, "state"), state.size());
            const Ops extra(inside.begin() + own, inside.end());
            return conversion.with_captures(region, passed, extra, [&] {
                Ops results = conversion.convert_block(region, {inside.begin(), inside.begin() + own});
                if (is_body) results.insert(results.end(), extra.begin(), extra.end());
                return pack(conversion.builder(), results);
            });
        });
    };
    const ComputationId condition = computation("condition", regions[0], false),
                        body = computation("body", regions[1], true);
    return unpack(While(condition, body, init), state.size(), context.operand_count());
}

// Branches, each of which gets the values around it that it uses.
Ops branches(const OpContext& context, Op selector) {
    Conversion& conversion = context.conversion();
    std::vector<ComputationId> computations;
    Ops given;
    for (const Region& region : context.operation().regions) {
        const std::vector<ValueId> passed = conversion.passed({&region, 1});
        given.push_back(pack(context.builder(), values_of(conversion, passed)));
        const Shape shape = given.back().shape();
        computations.push_back(conversion.nested("branch", [&] {
            const Ops inside = unpack(Parameter(conversion.builder(), 0, shape, "values"), passed.size());
            return conversion.with_captures(region, passed, inside, [&] {
                return pack(conversion.builder(), conversion.convert_block(region, {}));
            });
        }));
    }
    return unpack(Conditional(selector, computations, given), context.operation().results.size());
}

Ops convert_if(const OpContext& context) {
    context.require(1, 2);
    return branches(context, context.operand(0));
}

Ops convert_case(const OpContext& context) {
    context.require(1, context.operation().regions.size());
    if (context.operation().regions.empty()) context.fail("it has no branches");
    return branches(context, context.operand(0));
}

Ops convert_call(const OpContext& context) {
    return context.conversion().call(context.text("callee"), context.operation().results.size(), context.operands());
}

Ops convert_composite(const OpContext& context) {
    return context.conversion().call(context.text("decomposition"), context.operation().results.size(),
                                     context.operands());
}

Ops convert_optimization_barrier(const OpContext& context) {
    if (context.operand_count() == 0) return {};
    const Op barrier = OptimizationBarrier(pack(context.builder(), context.operands()));
    return unpack(barrier, context.operand_count());
}

// The region's operations, here and now: what async_start starts is done when its async_done comes.
Ops convert_in_place(const OpContext& context) {
    context.require(context.operand_count(), 1);
    return context.conversion().convert_block(context.operation().regions[0], context.operands());
}

// On one device a manual computation is no other than its region.
Ops convert_manual_computation(const OpContext& context) {
    context.require(context.operand_count(), 1);
    const std::vector<ValueId>& arguments = context.operation().regions[0].arguments;
    for (std::size_t i = 0; i < std::min(arguments.size(), context.operand_count()); ++i)
        if (!fits(context.operand(i).shape(), context.conversion().document().type_of(arguments[i])))
            context.fail(
                "it cuts arrays into the parts of several devices, so the program is one that XLA has not partitioned "
                "yet: compile it, and take the module after that, in JAX "
                "jax.jit(f).lower(...).compile().runtime_executable().hlo_modules()[0]");
    return convert_in_place(context);
}

Ops convert_identity(const OpContext& context) {
    return context.operands();
}

Ops convert_one(const OpContext& context) {
    context.require(1);
    return context.operands();
}

constexpr auto kControlRules = std::to_array<Rule>({
    {"func.call", convert_call},
    {"sdy.manual_computation", convert_manual_computation},
    {"sdy.propagation_barrier", convert_one},
    {"sdy.reshard", convert_one},
    {"sdy.sharding_constraint", convert_one},
    {"stablehlo.async_done", convert_identity},
    {"stablehlo.async_start", convert_in_place},
    {"stablehlo.case", convert_case},
    {"stablehlo.composite", convert_composite},
    {"stablehlo.if", convert_if},
    {"stablehlo.optimization_barrier", convert_optimization_barrier},
    {"stablehlo.while", convert_while},
});

} // namespace

std::span<const Rule> control_rules() {
    return kControlRules;
}

} // namespace hlo2cpp::stablehlo
