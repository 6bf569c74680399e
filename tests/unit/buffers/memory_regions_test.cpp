// Memory regions from a module to the code: the plan, constants that are read often, and what is said where it does not
// fit.
#include <algorithm>

#include <catch2/catch.hpp>

#include "buffers/buffer_plan.h"
#include "buffers/step_costs.h"
#include "driver/compile.h"
#include "driver/memory_option.h"
#include "read/reader.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

// Two products: w is read by each row of x, and the sums between them are 256 bytes that each column of the second
// product reads again. `bias` is read once.
constexpr const char* kProducts = R"(HloModule products
add { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b) }
ENTRY e {
  x = f32[8,4] parameter(0)
  y = f32[8,64] parameter(1)
  w = f32[4,8] constant({{1,2,3,4,5,6,7,8},{2,3,4,5,6,7,8,9},{3,4,5,6,7,8,9,1},{4,5,6,7,8,9,1,2}})
  once = f32[64] constant({1,2,3,4,5,6,7,8,1,2,3,4,5,6,7,8,1,2,3,4,5,6,7,8,1,2,3,4,5,6,7,8,1,2,3,4,5,6,7,8,1,2,3,4,5,6,7,8,1,2,3,4,5,6,7,8,1,2,3,4,5,6,7,8})
  small = f32[8,8] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  large = f32[8,64] dot(small, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  zero = f32[] constant(0)
  line = f32[64] reduce(large, zero), dimensions={0}, to_apply=add
  moved = f32[64] add(line, once)
  ROOT out = f32[] reduce(moved, zero), dimensions={0}, to_apply=add
})";

Compilation compiled_with(const std::string& memory, Diagnostics& diagnostics,
                          WeightsPlace weights = WeightsPlace::Inline, Optimize optimize = Optimize::Balanced) {
    CompileOptions options{.target = *find_target("cortex-m7")};
    options.generate.name = "net";
    options.generate.goal.optimize = optimize;
    options.generate.weights = weights;
    if (!memory.empty()) options.memory = parse_memory(memory);
    return compile(read_module_bytes(kProducts), options, diagnostics);
}

Compilation compiled_with(const std::string& memory, WeightsPlace weights = WeightsPlace::Inline) {
    Diagnostics diagnostics;
    Compilation compilation = compiled_with(memory, diagnostics, weights);
    REQUIRE_FALSE(diagnostics.has_errors());
    return compilation;
}

constexpr std::string_view kAdvice = " --optimize balanced may need less: steps then hold a few rows.";

// Where steps hold whole arrays; without the advice at its end.
std::string refusal(const std::string& memory) {
    Diagnostics diagnostics;
    compiled_with(memory, diagnostics, WeightsPlace::Inline, Optimize::Speed);
    REQUIRE(diagnostics.errors().size() == 1);
    const std::string& message = diagnostics.errors()[0].message;
    REQUIRE(message.ends_with(kAdvice));
    return message.substr(0, message.size() - kAdvice.size());
}

// The region of the buffer that has the value.
std::string region_of(const Compilation& compilation, const std::string& value) {
    for (const ArenaBuffer& buffer : compilation.plan.buffers)
        for (const ValueId id : buffer.values)
            if (compilation.schedule[id].name == value) return compilation.plan.regions[buffer.region].name;
    return "none";
}

} // namespace

TEST_CASE("a region with room for all has the plan that there is without regions") {
    const Compilation plain = compiled_with(""), regions = compiled_with("dtcm=64k,sram=64k");
    REQUIRE(plain.plan.arena_bytes() == 2304);
    REQUIRE(regions.plan.buffers.size() == plain.plan.buffers.size());
    for (std::size_t b = 0; b < plain.plan.buffers.size(); ++b) {
        CHECK(regions.plan.buffers[b].region == 0);
        CHECK(regions.plan.buffers[b].offset == plain.plan.buffers[b].offset);
    }
    CHECK_THAT(regions.code.source, !Contains("sram"));
    CHECK_THAT(plain.code.source, !Contains("arena_"));
}

TEST_CASE("an array that is used often is in the first region, a large one in the second, each with its arena") {
    const Compilation regions = compiled_with("dtcm=512,sram=4k");
    CHECK(region_of(regions, "small") == "dtcm");
    CHECK(region_of(regions, "large") == "sram");
    CHECK(regions.plan.regions[1].arena_bytes == 2048);
    CHECK_THAT(regions.code.header,
               Contains("#define NET_ARENA_DTCM_BYTES " + std::to_string(regions.plan.regions[0].arena_bytes)));
    CHECK_THAT(regions.code.header, Contains("#define NET_ARENA_SRAM_BYTES 2048"));
    CHECK_THAT(regions.code.header,
               Contains("void* arena_dtcm;") && Contains("void* arena_sram;") && !Contains("void* arena;"));
    CHECK_THAT(regions.code.source, Contains("NET_ARENA_SRAM static unsigned char static_arena_sram"));
    CHECK_THAT(regions.code.source, Contains("if (context == nullptr || context->arena_dtcm == nullptr)") &&
                                        Contains("if (context->arena_sram == nullptr) return NET_NO_ARENA;"));
}

TEST_CASE(
    "a constant that is read more than once lies in the bytes that the arena leaves, one that is read once does not") {
    const Compilation regions = compiled_with("dtcm=512,sram=4k");
    CHECK_THAT(regions.code.source, Contains("NET_WEIGHTS_DTCM constexpr float small_weights[32]"));
    const std::map<std::string, std::int64_t> weights = regions.program.weights_by_region();
    CHECK(weights == std::map<std::string, std::int64_t>{{"dtcm", 128}});
    CHECK(regions.program.weights_bytes() > 128);
    verify_constants(regions.constants, regions.plan);
    // 256 bytes of arena leave too few of 300; the second region takes it.
    CHECK(compiled_with("dtcm=300,sram=4k").program.weights_by_region().contains("sram"));
}

TEST_CASE("constants stay where they are if no macro can place them") {
    for (const WeightsPlace place : {WeightsPlace::Incbin, WeightsPlace::External})
        CHECK(compiled_with("dtcm=512,sram=4k", place).program.weights_by_region().empty());
    CHECK_FALSE(compiled_with("dtcm=512,sram=4k", WeightsPlace::Source).program.weights_by_region().empty());
}

TEST_CASE("too little memory is refused with what is missing, the step at the peak, and the least that is enough") {
    CHECK(refusal("dtcm=512,sram=1k") ==
          "--memory: the arena does not fit. The arena needs at least 2304 bytes at once, while step large runs; the "
          "regions have 1536 bytes together, 768 too few. Its array large alone has 2048 bytes; the largest region, "
          "sram, has 1024. It fits with sram=2048, 1024 bytes more.");
    CHECK(refusal("a=1k,b=1k,c=1k") ==
          "--memory: the arena does not fit. The arena needs at least 2304 bytes at once, while step large runs; the "
          "regions have 3072 bytes together, but an array is in one of them as a whole. Its array large alone has 2048 "
          "bytes; the largest region, a, has 1024. It fits with c=2048, 1024 bytes more.");
    CHECK(refusal("ram=2303") ==
          "--memory: the arena does not fit. The arena needs at least 2304 bytes at once, while step large runs; the "
          "region has 2303 bytes, 1 too few. It fits with ram=2304, 1 byte more.");
    compiled_with("a=1k,b=1k,c=2048");
    compiled_with("ram=2304");
}

TEST_CASE("steps hold a few rows where whole arrays take more than the stated memory") {
    compiled_with("dtcm=512,sram=1k");
    compiled_with("ram=2303");
    Diagnostics diagnostics;
    CompileOptions options{.target = *find_target("generic"), .memory = parse_memory("ram=2303")};
    options.generate.name = "net";
    compile(read_module_bytes(kProducts), options, diagnostics);
    CHECK_FALSE(diagnostics.has_errors());
}

TEST_CASE("the loop around steps that hold a few rows is called by the guide's word") {
    const Compilation c = compiled_with("ram=2303");
    const std::vector<StepCost> steps = list_steps(c.kernels, c.schedule, c.plan);
    CHECK(std::ranges::count(steps, "row streaming", &StepCost::name) == 1);
}

TEST_CASE("the plan's validator finds a region above its budget, and values outside of it") {
    const Compilation good = compiled_with("dtcm=512,sram=4k");
    const auto fails = [&](BufferPlan plan, const char* why) {
        CHECK_THROWS_WITH(verify_plan(good.kernels, good.nests, good.schedule, plan), Contains(why));
    };
    BufferPlan plan = good.plan;
    plan.regions[0].budget = plan.regions[0].arena_bytes - 1;
    fails(plan, "is above its budget");
    plan = good.plan;
    plan.regions[1].arena_bytes = 100;
    fails(plan, "is not inside the arena");
    plan = good.plan;
    plan.regions[1].name = plan.regions[0].name;
    fails(plan, "is there twice");
    plan = good.plan;
    for (Location& location : plan.locations)
        if (location.place == Place::Arena) location.region = 7;
    fails(plan, "is in no memory region");
}
