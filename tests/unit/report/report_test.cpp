#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>

#include "report/inspect.h"
#include "report/report.h"

namespace hlo2cpp {
namespace {

using Catch::Matchers::Contains;

// A loop of three rounds around one kernel of ten multiply-adds, and a kernel of its own before it.
struct Example {
    Module module;
    Kernels kernels;
    Schedule schedule;
    BufferPlan plan;
    Program program;
    Target target = *find_target("generic");
    GenerateOptions options{.name = "example", .module_file = "example.hlo", .command_line = "--trace"};
    std::optional<TimeEstimate> time;
    std::optional<Measured> measured;
    std::optional<SelfTest> self_test;

    Example() {
        module.name = "jit_f";
        module.result_shape = Shape::array(ElementType::F32, {2});
        module.computations.emplace_back();
        module.entry = ComputationId(std::size_t{0});
        add_value("first");
        add_value("second");
        // One kernel, called twice.
        kernels.kernels.emplace_back().arguments.push_back({.dims = {2}, .written = true});
        const ExprId zero = kernels.kernels[0].exprs.add({.bits = std::vector<std::byte>(4)});
        kernels.kernels[0].outputs.push_back({.argument = ArgumentId(std::size_t{0}), .index = {}, .expr = zero});
        const Call first = call("first", 4, ValueId(std::size_t{0}));
        Call second = call("second\xff", 10, ValueId(std::size_t{1}));
        second.metadata = {{.op_name = "jit(f)/dot", .source_file = "f.py", .source_line = 7}};
        second.origins = {"dot.1", "add.2"};
        schedule.values = kernels.values;
        schedule.entries = {Entry{.region = RegionId(std::size_t{0}), .results = {ValueId(std::size_t{1})}}};
        schedule.order = "proved";
        While loop;
        loop.condition = RegionId(std::size_t{1});
        loop.body = RegionId(std::size_t{2});
        loop.trip_count = 3;
        loop.name = "while.5";
        schedule.regions.resize(3);
        schedule.regions[0].steps = {first, loop};
        schedule.regions[2].steps = {second};
        plan.locations.resize(2);
        plan.buffers = {{{ValueId(std::size_t{0})}, 0, 8, 0, 5}, {{ValueId(std::size_t{1})}, 8, 16, 3, 3}};
        plan.regions[0].arena_bytes = 24;
        plan.max_live_bytes = 24;
        plan.results_bytes = 8;
        program.constants.push_back(
            {.literal = std::make_shared<Literal>(Literal::zeros(Shape::array(ElementType::U8, {1234567}))),
             .name = "w",
             .comment = {}});
        const tree::Declare tile{.type = tree::value_type(ElementType::F32), .name = "acc", .sizes = {4, 6}};
        program.steps.push_back({.name = "first", .body = {tile}});
    }

    void add_value(const std::string& value_name) {
        kernels.values.push_back({.type = ElementType::F32, .dims = {2}, .literal = nullptr, .name = value_name});
    }
    static Call call(const std::string& call_name, std::int64_t work, ValueId writes) {
        Call made{.kernel = KernelId(std::size_t{0}), .values = {writes}, .name = call_name, .label = call_name};
        made.multiply_adds = work;
        return made;
    }
    While& loop() { return std::get<While>(schedule.regions[0].steps[1]); }
    ReportInput input() const {
        return {options, "balanced", module, 1, kernels, schedule, plan, program, target, time, measured, self_test};
    }
};

TEST_CASE("steps are listed as they run") {
    const Example example;
    const std::vector<StepCost> steps = list_steps(example.kernels, example.schedule, example.plan);
    REQUIRE(steps.size() == 3);
    CHECK(steps[0].name == "first");
    CHECK(steps[0].bytes_live == 8);
    CHECK(steps[1].name == "while.5");
    CHECK(steps[1].depth == 0);
    CHECK(steps[2].depth == 1);
    CHECK(steps[2].runs == 3);
    CHECK(steps[2].bytes_live == 24);
    CHECK(steps[2].operations.multiply_adds == 30);
    CHECK(steps[2].shapes == std::vector<std::string>{"f32[2]"});
    CHECK(total_work(steps).fixed.multiply_adds == 34);
    CHECK(total_work(steps).loops.empty());
    CHECK(total_work({{.operations = {.others = INT64_MAX}}, {.operations = {.others = 1}}}).fixed.others ==
          INT64_MAX); // or more
}

TEST_CASE("the work of a loop that data ends is that of a round, never counted as one") {
    Example example;
    example.loop().trip_count = -1;
    const std::vector<StepCost> steps = list_steps(example.kernels, example.schedule, example.plan);
    CHECK(steps[1].data_ends);
    CHECK(steps[1].runs == 1);
    CHECK_FALSE(steps[2].runs);
    CHECK(steps[2].loop == 1);
    CHECK(steps[2].operations.multiply_adds == 10);
    const Work work = total_work(steps);
    CHECK(work.fixed.multiply_adds == 4);
    REQUIRE(work.loops.size() == 1);
    CHECK(work.loops[0].step == 1);
    CHECK(work.loops[0].operations.multiply_adds == 10);
    CHECK_FALSE(work.at_most);

    const nlohmann::json report = nlohmann::json::parse(report_json(example.input()));
    CHECK(report["multiply_adds"].is_null());
    CHECK(report["multiply_adds_fixed"] == 4);
    REQUIRE(report["time_depends_on"].size() == 1);
    CHECK(report["time_depends_on"][0]["loop"] == "while.5");
    CHECK(report["time_depends_on"][0]["multiply_adds_a_round"] == 10);
    CHECK(report["steps"][1]["max_trips"].is_null());
    CHECK(report["steps"][2]["runs"].is_null());
    CHECK(report["steps"][2]["round_of"] == 1);
    const std::string text = inspect_compiled(example.input());
    CHECK_THAT(text, Contains("depends on data: while.5, operations a round"));
    CHECK_THAT(text, Contains("10 a round"));
}

TEST_CASE("the work of a loop that is stopped is at most that of its rounds") {
    Example example;
    example.loop().trip_count = -1;
    example.loop().max_trips = 500;
    example.loop().stopped = true;
    const std::vector<StepCost> steps = list_steps(example.kernels, example.schedule, example.plan);
    CHECK(steps[1].max_trips == 500);
    CHECK(steps[2].runs == 500);
    CHECK(steps[2].operations.multiply_adds == 5000);
    CHECK(total_work(steps).fixed.multiply_adds == 5004);
    CHECK(total_work(steps).at_most);
    CHECK(total_work(steps).loops.empty());
    const nlohmann::json report = nlohmann::json::parse(report_json(example.input()));
    CHECK(report["multiply_adds"] == 5004);
    CHECK(report["time_depends_on"].empty());
    CHECK(report["steps"][1]["max_trips"] == 500);
    CHECK_THAT(inspect_compiled(example.input()), Contains("while.5, rounds at most, then it is stopped"));
}

TEST_CASE("the report is JSON, whatever bytes the names hold") {
    const nlohmann::json report = nlohmann::json::parse(report_json(Example().input()));
    CHECK(report["name"] == "example");
    CHECK(report["options"]["target"] == "generic");
    CHECK(report["options"]["host_flags"] == "");
    CHECK(report["options"]["command_line"] == "--trace");
    CHECK(report["hash"].get<std::string>().size() == 8);
    CHECK(report["arena_bytes"] == 24);
    CHECK(report["results_bytes"] == 8);
    CHECK(report["max_live_bytes"] == 24);
    CHECK(report["order"] == "proved");
    CHECK(report["weights_bytes"] == 1234567);
    CHECK(report["state_bytes"] == 0);
    CHECK(report["locals_bytes"] == 96);
    CHECK_FALSE(report.contains("stack_bytes"));
    CHECK(report["multiply_adds"] == 34);
    REQUIRE(report["steps"].size() == 3);
    CHECK(report["steps"][2]["instructions"] == nlohmann::json({"dot.1", "add.2"}));
    CHECK(report["steps"][2]["op_name"] == "jit(f)/dot");
    CHECK(report["steps"][2]["source"] == "f.py:7");
}

TEST_CASE("measured figures are in the report, and in what inspect shows") {
    Example example;
    example.measured = {.compiler = "g++ (Debian) 12.2.0",
                        .name = "g++ 12.2.0",
                        .flags = "-O2",
                        .stack_bytes = 1208,
                        .chain = {"n_run", "first"},
                        .outside = {"memcpy", "memset"},
                        .text_bytes = 900,
                        .rodata_bytes = 80,
                        .bss_bytes = 24,
                        .functions = {{.name = "step", .code_bytes = 96, .stack_bytes = 40}}};
    const nlohmann::json report = nlohmann::json::parse(report_json(example.input()));
    CHECK(report["stack_bytes"] == 1208);
    CHECK(report["stack_chain"] == nlohmann::json({"n_run", "first"}));
    CHECK(report["outside_functions"] == nlohmann::json({"memcpy", "memset"}));
    CHECK(report["text_bytes"] == 900);
    CHECK(report["rodata_bytes"] == 80);
    CHECK(report["bss_bytes"] == 24);
    CHECK(report["code"][0]["function"] == "step");
    CHECK(report["code"][0]["code_bytes"] == 96);
    CHECK(report["code"][0]["stack_bytes"] == 40);
    CHECK(report["compiler"] == "g++ (Debian) 12.2.0");
    CHECK(report["compiler_flags"] == "-O2");
    const std::string text = inspect_compiled(example.input());
    CHECK_THAT(text, Catch::Contains("1,208  bytes, without memcpy, memset; measured: g++ 12.2.0 -O2"));
    CHECK_THAT(text, Catch::Contains("900  bytes of code"));
}

TEST_CASE("inspect shows memory and steps") {
    const std::string text = inspect_compiled(Example().input());
    CHECK_THAT(text, Catch::Contains("weights  1,234,567  bytes of flash"));
    CHECK_THAT(text, Catch::Contains("second\\xff"));
    CHECK_THAT(text, Catch::Contains("jit(f)/dot, f.py:7"));
}

} // namespace
} // namespace hlo2cpp
