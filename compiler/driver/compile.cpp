#include "driver/compile.h"

#include <algorithm>

#include "arrange/addresses.h"
#include "arrange/arrange.h"
#include "arrange/equal_kernels.h"
#include "bound/dimensions.h"
#include "bound/known_powers.h"
#include "bound/random_state.h"
#include "buffers/arena_limit.h"
#include "driver/example_call.h"
#include "driver/measure.h"
#include "driver/self_test.h"
#include "driver/within_memory.h"
#include "fuse/fuse.h"
#include "fuse/kernels_verify.h"
#include "hlo/write.h"
#include "layout/boundary.h"
#include "layout/layout.h"
#include "layout/layout_verify.h"
#include "lower/lower.h"
#include "lower/lower_verify.h"
#include "ops/op.h"
#include "precompute/precompute.h"
#include "program/program_verify.h"
#include "scalarize/finite_share.h"
#include "scalarize/scalarize.h"
#include "tile/address_range.h"
#include "tile/best_cycles.h"
#include "tile/nests_verify.h"
#include "tile/tile.h"
#include "verify/devices.h"
#include "verify/verify.h"

namespace hlo2cpp {
namespace {

// Shows a stage that is finished; true: go on.
class Stages {
public:
    explicit Stages(const CompileOptions& options) : options_(options) {}
    template <typename Print>
    bool done(Stage stage, Print&& print) const {
        if (options_.dump == stage) options_.dump_to(print());
        return options_.stop_after != stage;
    }
    void begin(const char* name) const {
        if (options_.progress) options_.progress(name);
    }

private:
    const CompileOptions& options_;
};

bool has_barriers(const Module& module) {
    return std::ranges::any_of(module.computations, [](const Computation& computation) {
        return std::ranges::any_of(computation.instructions,
                                   [](const Instruction& one) { return is_barrier(one.opcode); });
    });
}

// Tables of the program for all devices. The file for one device has the same tables: a list of groups must have one
// number in the files of all devices, although each file leaves out other branches. They follow from the schedule.
DeviceTables common_tables(Module module, CompileOptions options) {
    options.devices.device = -1;
    options.stop_after = Stage::Schedule;
    options.dump.reset();
    options.progress = nullptr;
    Diagnostics ignored; // the file for one device has them as well
    return number_exchanges(compile(std::move(module), options, ignored).schedule).tables;
}

} // namespace

Compilation compile(Module module, const CompileOptions& options, Diagnostics& diagnostics) {
    Compilation c;
    const Stages stages(options);
    const Goal& goal = options.generate.goal;
    const bool for_one_device = options.devices.device >= 0;
    Module for_all = for_one_device ? module : Module();
    c.module = std::move(module);
    if (!stages.done(Stage::Read, [&] { return write_text(c.module); })) return c;

    stages.begin("verify");
    resolve_devices(c.module, options.devices, diagnostics); // the shapes of collectives depend on their number
    if (diagnostics.has_errors()) return c;
    verify(c.module, diagnostics); // all that is wrong or not supported, at once
    if (diagnostics.has_errors() || !stages.done(Stage::Verify, [&] { return write_text(c.module); })) return c;

    stages.begin("bound");
    c.module = bound_dimensions(std::move(c.module)); // dynamic ones become their bounds, with sizes beside them
    fold_known_powers(c.module);                      // f8e8m0fnu has no 0
    c.state = resolve_state(c.module, options.state, diagnostics); // which arguments are kept from call to call
    for_each_leaf(c.module.result_shape, [&](const Shape&) { ++c.own_results; });
    if (add_random_state(c.module)) // the state of random numbers is such an argument
        c.state.push_back(random_state(c.module, options.seed));
    if (diagnostics.has_errors() || !stages.done(Stage::Bound, [&] { return write_text(c.module); })) return c;

    stages.begin("lower");
    c.lowered = lower(c.module); // calls inlined, tuples gone, row-major arrays
    verify_lowering(c.lowered);
    if (!stages.done(Stage::Lower, [&] { return write_text(c.lowered); })) return c;

    stages.begin("precompute");
    c.lowered = precompute(std::move(c.lowered), options.target, goal); // tables, products in front of loops
    verify_lowering(c.lowered);
    if (!stages.done(Stage::Precompute, [&] { return write_text(c.lowered); })) return c;

    stages.begin("fuse");
    c.kernels = with_max_trips(fuse(c.lowered, c.state), // fused kernels, and the loops that are stopped
                               options.max_trips, diagnostics);
    if (diagnostics.has_errors()) return c;
    verify_kernels(c.kernels);
    if (!stages.done(Stage::Fuse, [&] { return print(c.kernels); })) return c;

    stages.begin("scalarize");
    const auto cycles = [estimate = kernel_cycles(options.target.with_fpu(), goal)](const Kernel& kernel) {
        return estimate(with_addresses(kernel));
    };
    if (!has_barriers(c.lowered)) { // nothing is joined across one
        if (options.finite_share) c.finite_share = finite_share(c.kernels, cycles, options.target, goal);
        c.kernels = scalarize(std::move(c.kernels), cycles, options.target, goal, fewest_calls(goal)); // into scalars
    }
    merge_equal_kernels(c.kernels); // each is laid out and verified once
    verify_kernels(c.kernels);
    if (!stages.done(Stage::Scalarize, [&] { return print(c.kernels); })) return c;

    stages.begin("layout");
    const bool any_arguments = options.any_arguments && c.module.devices.count() == 1; // devices exchange them
    LaidOut laid_out = lay_out(c.kernels,                                              // how arrays lie in memory
                               with_winograd(kernel_cycles(options.target, goal), options.target, goal), options.target,
                               goal, any_arguments ? &c.module : nullptr);
    verify_kernels(laid_out.kernels);
    verify_layouts(c.kernels, laid_out);
    if (!stages.done(Stage::Layout, [&] { return print(laid_out); })) return c;
    c.kernels = std::move(laid_out.kernels);
    if (any_arguments) set_boundary(c.module, c.kernels);

    stages.begin("arrange");
    const Target target = target_within_memory(c.kernels, options);
    c.kernels = arrange(std::move(c.kernels), target, goal,  // row streaming, flat arrays, Winograd,
                        kernel_cycles(options.target, goal), // equal kernels once
                        best_cycles(options.target, goal));
    verify_kernels(c.kernels);
    if (!stages.done(Stage::Arrange, [&] { return print(c.kernels); })) return c;

    stages.begin("tile");
    check_address_range(c.kernels, options.target, diagnostics);
    if (diagnostics.has_errors()) return c;
    c.nests = tile(c.kernels, options.target, goal); // loops, registers, vectors, packed weights
    verify_nests(c.kernels, c.nests);
    if (!stages.done(Stage::Tile, [&] { return print(c.kernels, c.nests); })) return c;

    stages.begin("schedule");
    c.schedule = schedule(c.kernels, c.nests); // the order of steps
    verify_schedule(c.kernels, c.schedule);
    if (!stages.done(Stage::Schedule, [&] { return print(c.kernels, c.schedule); })) return c;

    stages.begin("buffers");
    c.plan = assign_buffers(c.kernels, c.nests, c.schedule, options.target.vector_bytes, options.memory); // which bytes
    check_arena_limit(c.plan, options.target, diagnostics);
    check_budgets(c.kernels, c.schedule, c.plan, goal, diagnostics);
    if (diagnostics.has_errors()) return c;
    verify_plan(c.kernels, c.nests, c.schedule, c.plan);
    c.constants = plan_constants(c.kernels, c.nests, c.schedule, c.plan);      // which arrays lie in flash
    if (!options.memory.empty() && has_place_macros(options.generate.weights)) // and which of them in fast memory
        place_constants(c.constants, c.kernels, c.nests, c.schedule, c.plan, options.target.constant_alignment());
    verify_constants(c.constants, c.plan);
    if (!stages.done(Stage::Buffers, [&] { return print(c.kernels, c.schedule, c.plan) + print(c.constants, c.plan); }))
        return c;

    stages.begin("program");
    const DeviceTables common = for_one_device ? common_tables(std::move(for_all), options) : DeviceTables();
    c.program = build_program(c.module, c.kernels, c.nests, c.schedule, c.plan, c.constants, options.generate,
                              common); // the statements
    verify_program(c.program);
    if (options.core) c.time = estimate_time(c.program, options.target, *options.core);
    if (!stages.done(Stage::Program, [&] { return print(c.program); })) return c;

    if (options.generate.self_test) {
        stages.begin("evaluate");
        if (c.program.has_feeds() || c.program.devices)
            diagnostics.error(std::string(options.example ? "--project" : "--self-test") +
                              ": the model exchanges data with " + (c.program.devices ? "other devices" : "its host") +
                              ", which a test on the target has not");
        if (diagnostics.has_errors()) return c;
        const auto arguments = [&](const std::vector<std::string>& inputs) {
            return read_or_made_up_arguments(c.module, c.state, inputs);
        };
        const Arguments tested = arguments(options.self_test_inputs);
        c.self_test = self_test_of(c.module, c.state, tested); // arguments and results to embed
        if (options.example) {
            const bool same = options.example_inputs == options.self_test_inputs;
            c.example = example_call_of(c.module, c.state, same ? tested : arguments(options.example_inputs));
        }
    }
    stages.begin("generate");
    const auto text = [&] {
        return generate({c.module, c.kernels, options.target, c.schedule, c.plan, c.program, options.generate, c.time,
                         c.measured, c.self_test});
    };
    c.code = text();
    if (!options.measure.empty()) {
        stages.begin("measure");
        c.measured = measure(c.code, options.generate.name, options.target, options.measure, options.generate.language);
        if (c.program.devices && c.program.devices->tickets > 0) // called by way of pointers
            c.measured->outside.emplace_back(kCollectivesType);
        if (c.program.divided_steps > 0) c.measured->outside.emplace_back("parallel_for");
        c.code = text(); // with the figures
    }
    stages.done(Stage::Generate, [&] { return c.code.header + c.code.source; });
    return c;
}

} // namespace hlo2cpp
