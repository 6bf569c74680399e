#include "driver/compile.h"

#include "arrange/arrange.h"
#include "bound/dimensions.h"
#include "bound/known_powers.h"
#include "bound/random_state.h"
#include "buffers/arena_limit.h"
#include "driver/measure.h"
#include "driver/self_test.h"
#include "fuse/fuse.h"
#include "fuse/kernels_verify.h"
#include "hlo/write.h"
#include "lower/lower.h"
#include "lower/lower_verify.h"
#include "program/program_verify.h"
#include "tile/address_range.h"
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

// Of a loop of `run`, written out, at most. Measured with decompositions of matrices of 3 to 12 rows.
std::int64_t unrolled_statements(const Target& target, Optimize optimize) {
    if (optimize == Optimize::Size) return 0;
    if (optimize == Optimize::Speed) return 512;
    return target.scarce_flash ? 224 : 256;
}

// Of functions of positions: 4,000 values take 16 kB, or a Cortex-M7 half a million cycles each time.
std::int64_t table_bytes(const CompileOptions& options) {
    constexpr std::int64_t kFew = 16 * 1024, kMany = 1024 * 1024;
    if (options.optimize == Optimize::Size) return 0;
    return options.target.scarce_flash ? kFew : kMany;
}

// Arrays in another order, and results in phases, take code and memory of their own.
LowerOptions lower_options(const CompileOptions& options) {
    const bool fast = options.optimize != Optimize::Size, vectors = fast && options.target.vector_bytes > 0;
    const bool in_order = options.generate.deterministic;
    return {.table_bytes = table_bytes(options),
            .batch_products = vectors,
            .features_last = true,
            .image_copies = vectors,
            .feature_bytes = options.target.vector_bytes,
            .phases = fast || in_order, // which change the order of sums
            .window_bytes = vectors ? options.target.vector_bytes : 0,
            .store_repeated = vectors,
            .line_bytes = vectors && !in_order ? options.target.vector_bytes : 0, // so does this
            .few_products = options.optimize == Optimize::Speed,
            .in_order = in_order};
}

// The tables of the file for all devices, which the file for one of them has, too: a list of groups has one number in
// the files of all devices, of which each leaves out other branches.
DeviceTables common_tables(const Module& module, CompileOptions options) {
    if (options.devices.device < 0) return {};
    options.devices.device = -1;
    options.stop_after = Stage::Program;
    options.dump.reset();
    options.progress = nullptr;
    Diagnostics ignored; // the file for one device has them as well
    return compile(module, options, ignored).program.devices.value_or(DeviceTables());
}

} // namespace

Compilation compile(Module module, const CompileOptions& options, Diagnostics& diagnostics) {
    Compilation c;
    const Stages stages(options);
    const DeviceTables tables = common_tables(module, options);
    c.module = std::move(module);
    if (!stages.done(Stage::Read, [&] { return write_text(c.module); })) return c;

    stages.begin("verify");
    resolve_devices(c.module, options.devices, diagnostics); // on whose number the shapes of collectives depend
    if (diagnostics.has_errors()) return c;
    verify(c.module, diagnostics); // all that is wrong or not supported, at once
    if (diagnostics.has_errors() || !stages.done(Stage::Verify, [&] { return write_text(c.module); })) return c;

    stages.begin("bound");
    c.module = bound_dimensions(std::move(c.module)); // dynamic ones become their bounds, with sizes beside them
    fold_known_powers(c.module);                      // f8e8m0fnu has no 0
    c.state = resolve_state(c.module, options.state, diagnostics); // which arguments are kept from call to call
    for_each_leaf(c.module.result_shape, [&](const Shape&) { ++c.own_results; });
    if (add_random_state(c.module)) // what random numbers are drawn from is such an argument
        c.state.push_back(random_state(c.module, options.seed));
    if (diagnostics.has_errors() || !stages.done(Stage::Bound, [&] { return write_text(c.module); })) return c;

    stages.begin("lower");
    c.lowered = lower(c.module, // calls inlined, tuples gone, row-major arrays
                      lower_options(options));
    verify_lowering(c.lowered);
    if (!stages.done(Stage::Lower, [&] { return write_text(c.lowered); })) return c;

    stages.begin("fuse");
    c.kernels = with_max_trips(fuse(c.lowered, c.state), // what is computed together, and which loops are stopped
                               options.max_trips, diagnostics);
    if (diagnostics.has_errors()) return c;
    verify_kernels(c.kernels);
    if (!stages.done(Stage::Fuse, [&] { return print(c.kernels); })) return c;

    stages.begin("arrange");
    c.kernels = arrange(std::move(c.kernels), options.target, // equal kernels are one function
                        {.in_order = options.generate.deterministic,
                         .bands = options.optimize != Optimize::Speed,
                         .copies = options.optimize != Optimize::Size});
    verify_kernels(c.kernels);
    if (!stages.done(Stage::Arrange, [&] { return print(c.kernels); })) return c;

    stages.begin("tile");
    check_address_range(c.kernels, options.target, diagnostics);
    if (diagnostics.has_errors()) return c;
    c.nests = tile(c.kernels, options.target, // loops, registers, vectors, packed weights
                   {.in_order = options.generate.deterministic, .optimize = options.optimize});
    verify_nests(c.kernels, c.nests);
    if (!stages.done(Stage::Tile, [&] { return print(c.kernels, c.nests); })) return c;

    stages.begin("schedule");
    c.schedule = schedule(c.kernels, c.nests); // the order of steps
    verify_schedule(c.kernels, c.schedule);
    if (!stages.done(Stage::Schedule, [&] { return print(c.kernels, c.schedule); })) return c;

    stages.begin("buffers");
    c.plan = assign_buffers(c.kernels, c.nests, c.schedule, options.target.vector_bytes); // which bytes
    verify_plan(c.kernels, c.nests, c.schedule, c.plan);
    check_arena_limit(c.plan, options.target, diagnostics);
    if (diagnostics.has_errors()) return c;
    c.constants = plan_constants(c.kernels, c.nests, c.schedule, c.plan); // which arrays lie in flash
    if (!stages.done(Stage::Buffers, [&] { return print(c.kernels, c.schedule, c.plan) + print(c.constants); }))
        return c;

    stages.begin("program");
    GenerateOptions generate_options = options.generate;
    generate_options.share_sizes = options.target.scarce_flash || options.optimize == Optimize::Size;
    generate_options.unrolled = unrolled_statements(options.target, options.optimize);
    c.program = build_program(c.module, c.kernels, c.nests, c.schedule, c.plan, c.constants, generate_options,
                              tables); // the statements
    verify_program(c.program);
    if (!stages.done(Stage::Program, [&] { return print(c.program); })) return c;

    if (generate_options.self_test) {
        stages.begin("evaluate");
        if (c.program.has_feeds() || c.program.devices)
            diagnostics.error(std::string("--self-test: the model exchanges data with ") +
                              (c.program.devices ? "other devices" : "its host") +
                              ", which a test on the target has not");
        if (diagnostics.has_errors()) return c;
        c.self_test = self_test_of(c.module, c.state, options.self_test_inputs); // arguments and results to embed
    }
    stages.begin("generate");
    const auto text = [&] {
        return generate({c.module, c.kernels, options.target, c.schedule, c.plan, c.program, generate_options,
                         c.measured, c.self_test});
    };
    c.code = text();
    if (!options.measure.empty()) {
        stages.begin("measure");
        c.measured = measure(c.code, generate_options.name, options.target, options.measure);
        if (c.program.devices && c.program.devices->tickets > 0) // called by way of pointers
            c.measured->outside.emplace_back(kCollectivesType);
        c.code = text(); // with the figures
    }
    stages.done(Stage::Generate, [&] { return c.code.header + c.code.source; });
    return c;
}

} // namespace hlo2cpp
