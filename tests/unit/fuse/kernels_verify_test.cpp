// The validator of kernels: what is right passes, and every kind of damage is found and named.
#include "fuse/kernels_verify.h"

#include <functional>

#include "arrange/arrange.h"
#include "unit/tile/kernels_of_all_kinds.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

using Damage = std::function<void(Kernels&)>;

std::string found(const Kernels& kernels) {
    try {
        verify_kernels(kernels);
    } catch (const InternalError& error) {
        return error.what();
    }
    return "nothing";
}

// Faults of kernels with a subscript for each dimension.
std::string found_in_fused(const std::string& body, const Damage& damage) {
    Kernels kernels = fused("HloModule m\n" + body);
    damage(kernels);
    return found(kernels);
}

std::string found(const std::string& body, const Damage& damage) {
    Kernels kernels = addressed("HloModule m\n" + body);
    damage(kernels);
    return found(kernels);
}

// A kernel with a load outside of a guard, and one inside.
const std::string kPad = "ENTRY e { x = f32[4,6] parameter(0)\n z = f32[] constant(0)\n"
                         " ROOT padded = f32[8,6] pad(x, z), padding=1_3x0_0 }";
const std::string kDot =
    "ENTRY e { x = f32[4,6] parameter(0)\n w = f32[6,2] constant({{1,2},{3,4},{5,6},{7,8},{9,0},{1,2}})\n"
    " ROOT product = f32[4,2] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0} }";
const std::string kTwo = "ENTRY e { x = f32[3] parameter(0)\n r = f32[3] reverse(x), dimensions={0}\n"
                         " a = f32[3] tanh(r)\n b = f32[3] reverse(a), dimensions={0}\n"
                         " c = f32[3] add(a, b)\n d = f32[3] reverse(c), dimensions={0}\n"
                         " sum = f32[3] add(c, d)\n ROOT t = (f32[3], f32[3]) tuple(a, sum) }";
const std::string kUpdate = "ENTRY e { x = f32[9] parameter(0)\n u = f32[2] parameter(1)\n i = s32[] parameter(2)\n"
                            " ROOT y = f32[9] dynamic-update-slice(x, u, i) }";
const std::string kSort =
    "before { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT c = pred[] compare(a, b), direction=LT }\n"
    "ENTRY e { x = f32[3,7] parameter(0)\n ROOT y = f32[3,7] sort(x), dimensions={1}, to_apply=before }";
const std::string kLoop =
    "cond { p = (s32[], f32[3]) parameter(0)\n i = s32[] get-tuple-element(p), index=0\n"
    " n = s32[] constant(5)\n ROOT c = pred[] compare(i, n), direction=LT }\n"
    "body { p = (s32[], f32[3]) parameter(0)\n i = s32[] get-tuple-element(p), index=0\n"
    " x = f32[3] get-tuple-element(p), index=1\n one = s32[] constant(1)\n j = s32[] add(i, one)\n"
    " f = f32[] convert(i)\n b = f32[3] broadcast(f), dimensions={}\n y = f32[3] add(x, b)\n"
    " ROOT t = (s32[], f32[3]) tuple(j, y) }\n"
    "ENTRY e { x = f32[3] parameter(0)\n z = s32[] constant(0)\n t = (s32[], f32[3]) tuple(z, x)\n"
    " w = (s32[], f32[3]) while(t), condition=cond, body=body\n"
    " ROOT r = f32[3] get-tuple-element(w), index=1 }";

Kernel& first(Kernels& kernels) {
    return kernels.kernels[0];
}
// The expressions again, each changed.
void change_exprs(Kernel& kernel, const std::function<void(Expr&)>& change) {
    ExprGraph exprs;
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i) {
        Expr expr = kernel.exprs[ExprId(i)];
        expr.name += std::to_string(i); // no two alike
        change(expr);
        exprs.add(expr);
    }
    kernel.exprs = exprs;
}
Damage in_exprs(ExprKind kind, const std::function<void(Expr&)>& change) {
    return [=](Kernels& kernels) {
        change_exprs(first(kernels), [&](Expr& expr) {
            if (expr.kind == kind) change(expr);
        });
    };
}
std::function<void(Expr&)> in_address(const std::function<void(Index&)>& change) {
    return [=](Expr& expr) {
        Index address = expr.index;
        change(address);
        expr.index = address;
    };
}
Call& first_call(Kernels& kernels) {
    for (Region& region : kernels.regions)
        for (StepNode& step : region.steps)
            if (Call* call = std::get_if<Call>(&step)) return *call;
    throw 0;
}
While& loop_of(Kernels& kernels) {
    for (Region& region : kernels.regions)
        for (StepNode& step : region.steps)
            if (While* loop = std::get_if<While>(&step)) return *loop;
    throw 0;
}

} // namespace

TEST_CASE("kernels of all kinds are right, before and after equal ones are one", "[validator]") {
    for (const std::string& text : all_modules()) {
        const Kernels kernels = fused(text);
        INFO(text.substr(0, 1000) << "\n" << print(kernels));
        CHECK(found(kernels) == "nothing");
        CHECK(found(arrange(kernels, *find_target("generic"))) == "nothing");
    }
    for (const std::string& body : {kPad, kDot, kTwo, kUpdate, kSort, kLoop})
        CHECK(found(body, [](Kernels&) {}) == "nothing");
}

TEST_CASE("the validator names the kernel and its call", "[validator]") {
    const std::string text = found(kDot, [](Kernels& k) { first(k).dims[0] = 5; });
    CHECK_THAT(text, Contains("hlo2cpp has a bug: the kernels are wrong: kernel 0 (product): "));
}

TEST_CASE("ids that are out of order are found", "[validator]") {
    CHECK_THAT(found(kDot, in_exprs(ExprKind::Apply, [](Expr& e) { e.operands[0] = ExprId(std::size_t{90}); })),
               Contains("uses e90 before its value"));
    CHECK_THAT(found(kDot, in_exprs(ExprKind::Load, [](Expr& e) { e.argument = {}; })),
               Contains("loads from no argument"));
    CHECK_THAT(found(kDot, in_exprs(ExprKind::Load,
                                    in_address([](Index& i) { i.products[0].term = TermId(std::size_t{50}); }))),
               Contains("an index uses a term before it is there"));
    CHECK_THAT(found(kDot, in_exprs(ExprKind::Load, in_address([](Index& i) { i.products[0].coefficient = 0; }))),
               Contains("holds a term 0 times"));
    CHECK_THAT(
        found(kDot, in_exprs(ExprKind::Load, in_address([](Index& i) { std::swap(i.products[0], i.products[1]); }))),
        Contains("the terms of an index are not in order"));
    CHECK_THAT(found(kDot, [](Kernels& k) { first(k).space.add_dimension(3); }),
               Contains("other dimensions than its index space"));
    CHECK_THAT(found(kDot, [](Kernels& k) { first(k).dims[0] = 5; }), Contains("has another range than its dimension"));
    CHECK_THAT(found(kDot, [](Kernels& k) { first(k).outputs[0].argument = {}; }),
               Contains("it stores to no argument"));
    CHECK_THAT(found(kDot, [](Kernels& k) { first(k).outputs[0].expr = {}; }), Contains("gets no value"));
    CHECK_THAT(found(kDot, [](Kernels& k) { first(k).outputs.clear(); }), Contains("it has no output"));
}

TEST_CASE("types that do not fit are found", "[validator]") {
    CHECK_THAT(found(kDot, in_exprs(ExprKind::Load, [](Expr& e) { e.type = ElementType::S32; })),
               Contains("loads from elements of another type"));
    CHECK_THAT(found(kDot, in_exprs(ExprKind::Apply, [](Expr& e) { e.type = ElementType::F64; })),
               Contains("makes f32[]"));
    CHECK_THAT(found(kDot, in_exprs(ExprKind::Apply, [](Expr& e) { e.opcode = Opcode::Not; })), Contains("not: "));
    CHECK_THAT(found(kDot, in_exprs(ExprKind::Apply, [](Expr& e) { e.opcode = Opcode::Dot; })),
               Contains("dot is no op of scalars"));
    CHECK_THAT(found(kDot, in_exprs(ExprKind::Constant, [](Expr& e) { e.bits.resize(2); })),
               Contains("its bits are not its type's"));
    CHECK_THAT(found(kPad, in_exprs(ExprKind::Guard, [](Expr& e) { e.type = ElementType::S32; })),
               Contains("it chooses another type"));
    CHECK_THAT(found(kDot, in_exprs(ExprKind::Accumulator, [](Expr& e) { e.type = ElementType::F64; })),
               Contains("the slot has another type"));
    CHECK_THAT(found(kDot, in_exprs(ExprKind::Accumulator, [](Expr& e) { e.slot = 1; })),
               Contains("there is no such slot"));
    CHECK_THAT(found(kSort, [](Kernels& k) { first(k).sort->before = first(k).outputs[0].expr; }),
               Contains("its comparison is no pred"));
}

TEST_CASE("what is used where it is not known is found", "[validator]") {
    CHECK_THAT(found(kDot, [](Kernels& k) { first(k).reduction->initial[0] = *first(k).reduction->term; }),
               Contains("the first value of slot 0 needs a point of the reduction"));
    CHECK_THAT(found(kDot, [](Kernels& k) { first(k).reduction->initial[0] = first(k).outputs[0].expr; }),
               Contains("the first value of slot 0 needs the state itself"));
    CHECK_THAT(found(kDot, [](Kernels& k) { first(k).outputs[0].expr = *first(k).reduction->term; }),
               Contains("gets needs a point of the reduction"));
    CHECK_THAT(found(kDot, [](Kernels& k) { first(k).outputs[0].index = first(k).space.dimension(2); }),
               Contains("needs a point of the reduction"));
    CHECK_THAT(found(kDot,
                     [](Kernels& k) {
                         first(k).conditions = {{first(k).space.dimension(2), 0, 3}};
                     }),
               Contains("a condition of the kernel needs a point of the reduction"));
    CHECK_THAT(found(kDot, [](Kernels& k) { first(k).reduction->combiner = Opcode::Maximum; }),
               Contains("its term is not what its slot adds up"));
    CHECK_THAT(found(kDot, [](Kernels& k) { first(k).reduction->initial.push_back(ExprId(std::size_t{0})); }),
               Contains("has other slots at first than later"));
}

TEST_CASE("a scan without its order is found", "[validator]") {
    const std::string scan = "c { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT s = f32[] add(a, b) }\n"
                             "ENTRY e { x = f32[9,12] parameter(0)\n z = f32[] constant(0)\n"
                             " ROOT y = f32[9,12] reduce-window(x, z), window={size=9x1 pad=8_0x0_0}, to_apply=c }";
    CHECK(found(scan, [](Kernels&) {}) == "nothing");
    CHECK_THAT(found(scan, [](Kernels& k) { first(k).scan->dim = 2; }),
               Contains("it scans along no parallel dimension"));
    CHECK_THAT(found(scan, [](Kernels& k) { first(k).in_order = true; }), Contains("its points have two orders"));
    CHECK_THAT(found(scan, [](Kernels& k) { first(k).scan->initial[0] = *first(k).scan->term; }),
               Contains("the first value of slot 0 needs a point of the scan"));
    CHECK_THAT(found(scan, [](Kernels& k) { first(k).scan->combiner = Opcode::Maximum; }),
               Contains("its term is not what its slot adds up"));
    CHECK_THAT(found(scan, [](Kernels& k) { first(k).scan->initial.push_back(ExprId(std::size_t{0})); }),
               Contains("has other slots at first than later"));
    CHECK_THAT(found(scan, [](Kernels& k) { first(k).scan.reset(); }), Contains("there is no such slot"));
    CHECK_THAT(found(scan,
                     [](Kernels& k) {
                         first(k).conditions = {{first(k).space.dimension(0), 0, 3}};
                     }),
               Contains("a condition leaves out points of its scan"));
}

TEST_CASE("elements that nobody writes, or two points write, are found", "[validator]") {
    const auto output = [](Kernels& k) -> Output& { return first(k).outputs[0]; };
    const char* const through = "does not count through all elements, each once";
    CHECK_THAT(found(kDot, [&](Kernels& k) { output(k).index = first(k).space.dimension(0) * 2; }), Contains(through));
    CHECK_THAT(found(kDot, [&](Kernels& k) { output(k).index = output(k).index + Index(1); }),
               Contains("it stores element"));
    CHECK_THAT(
        found(kDot, [&](Kernels& k) { output(k).index = first(k).space.dimension(0) + first(k).space.dimension(1); }),
        Contains(through));
    CHECK_THAT(found(kDot, [&](Kernels& k) { first(k).arguments[output(k).argument.index()].dims = {12}; }),
               Contains(through));
    CHECK_THAT(found(kDot,
                     [&](Kernels& k) {
                         first(k).conditions = {{first(k).space.dimension(0), 0, 3}};
                     }),
               Contains("is written at some points only"));
    CHECK_THAT(found(kUpdate, [&](Kernels& k) { first(k).outputs[0].index = Index(3); }),
               Contains("may write an element twice"));
    CHECK(found(kUpdate, [&](Kernels& k) {
              first(k).outputs[0].index = Index(3);
              first(k).in_order = true;
          }) == "nothing");
    CHECK_THAT(found(kSort, [](Kernels& k) { first(k).sort->stride = 3; }), Contains("it stores element"));
    CHECK_THAT(found(kSort, [](Kernels& k) { first(k).sort->size = first(k).sort->first = 6; }), Contains(through));
    for (const std::int64_t count : {0, 1000})
        CHECK_THAT(found(kSort, [&](Kernels& k) { first(k).sort->first = count; }), Contains("it sorts none"));
}

TEST_CASE("loads and stores outside of their arrays are found", "[validator]") {
    CHECK_THAT(found(kDot, in_exprs(ExprKind::Load, [](Expr& e) { e.index = e.index + Index(1); })),
               Contains("loads element [1, 25) of a1, which has 24"));
    CHECK_THAT(found(kPad, in_exprs(ExprKind::Guard, [](Expr& e) { e.conditions[0].high += 1; })),
               Contains("loads element"));
    CHECK_THAT(found(kPad, in_exprs(ExprKind::Guard, [](Expr& e) { std::swap(e.operands[0], e.operands[1]); })),
               Contains("loads element [-6, 42) of a0, which has 24"));
    CHECK_THAT(found(kUpdate, [](Kernels& k) { first(k).outputs[0].index = first(k).outputs[0].index + Index(1); }),
               Contains("it stores element [1, 10)"));
}

TEST_CASE("a subscript outside of its dimension is found, also where the element is one of the array", "[validator]") {
    const auto change = [](std::size_t dim, std::int64_t by) {
        return in_exprs(ExprKind::Load, [=](Expr& e) {
            std::vector<Index> index(e.index.begin(), e.index.end());
            index.at(dim) = index.at(dim) + Index(by);
            e.index = index;
        });
    };
    CHECK(found_in_fused(kPad, change(1, 0)) == "nothing");
    CHECK_THAT(found_in_fused(kPad, change(0, 1)),
               Contains("loads element [1, 5) along dimension 0 of a0, which has 4"));
    CHECK_THAT(found_in_fused(kPad, change(1, -1)),
               Contains("loads element [-1, 5) along dimension 1 of a0, which has 6"));
    CHECK_THAT(found_in_fused(kSort, [](Kernels& k) { first(k).sort->size = first(k).sort->first = 8; }),
               Contains("it stores element [0, 8) along dimension 1"));
}

TEST_CASE("a value of other dimensions than its argument is found, unless the argument is flat", "[validator]") {
    CHECK_THAT(found_in_fused(kPad,
                              [](Kernels& k) {
                                  k.values[first_call(k)[ArgumentId(0)].index()].dims = {6, 4};
                              }),
               Contains("which differ in dimensions"));
    CHECK(found(kPad, [](Kernels& k) { k.values[first_call(k)[ArgumentId(0)].index()].dims = {6, 4}; }) == "nothing");
}

TEST_CASE("an index with other subscripts than its array has dimensions is found", "[validator]") {
    const auto first_alone = [](Expr& e) { e.index = e.index[0]; };
    CHECK_THAT(found_in_fused(kPad, in_exprs(ExprKind::Load, first_alone)),
               Contains("it has 1 subscripts for the 2 dimensions of a0"));
    CHECK_THAT(found_in_fused(kPad, [](Kernels& k) { first(k).outputs[0].index = Subscripts(); }),
               Contains("it has 0 subscripts for the 2 dimensions of a1"));
    CHECK_THAT(found_in_fused(kSort, [](Kernels& k) { first(k).sort->dimension = 2; }),
               Contains("its lines lie along no dimension"));
}

TEST_CASE("arguments that are not what they are called are found", "[validator]") {
    CHECK_THAT(found(kDot, [](Kernels& k) { first(k).arguments[0].written = true; }), Contains("a0 is called written"));
    CHECK_THAT(
        found(kDot, [](Kernels& k) { first(k).arguments[first(k).outputs[0].argument.index()].written = false; }),
        Contains("is stored to and not called written"));
    CHECK_THAT(found(kTwo, in_exprs(ExprKind::Load, [](Expr& e) { e.argument = ArgumentId(std::size_t{1}); })),
               Contains("which is only being made"));
    CHECK_THAT(found(kUpdate, [](Kernels& k) { first(k).outputs[0].updates = first(k).outputs[0].argument; }),
               Contains("is written and updated"));
    CHECK_THAT(found(kDot, [](Kernels& k) { first(k).outputs.push_back(first(k).outputs[0]); }),
               Contains("does not count through all elements, each once"));
}

TEST_CASE("calls that do not pass what their kernel expects are found", "[validator]") {
    CHECK_THAT(found(kDot, [](Kernels& k) { first_call(k).values.pop_back(); }),
               Contains("it passes 2 values for 3 arguments"));
    CHECK_THAT(found(kDot, [](Kernels& k) { std::swap(first_call(k).values[0], first_call(k).values[1]); }),
               Contains("which differ in the number of elements"));
    CHECK_THAT(found(kDot, [](Kernels& k) { k.values[first_call(k).values[1].index()].type = ElementType::S32; }),
               Contains("which differ in type"));
    CHECK_THAT(found(kDot, [](Kernels& k) { first(k).arguments[0].constant = false; }),
               Contains("which differ in being constant"));
    CHECK_THAT(found(kDot, [](Kernels& k) { first_call(k).kernel = KernelId(std::size_t{7}); }),
               Contains("nothing calls it"));
    CHECK_THAT(found(kTwo, [](Kernels& k) { std::get<Call>(k.regions[0].steps[1]).values = first_call(k).values; }),
               Contains("is made twice"));
    CHECK_THAT(found(kTwo, [](Kernels& k) { std::swap(k.regions[0].steps[0], k.regions[0].steps[1]); }),
               Contains("is used before it is made"));
    CHECK_THAT(found(kDot, [](Kernels& k) { k.values[first_call(k).values[0].index()].literal = nullptr; }),
               Contains("it is a constant without elements"));
    CHECK_THAT(found(kTwo, [](Kernels& k) { k.entries[0].results[0] = ValueId(std::size_t{99}); }),
               Contains("it uses a value that is none"));
}

TEST_CASE("regions and loops that are not put together right are found", "[validator]") {
    CHECK_THAT(found(kLoop, [](Kernels& k) { loop_of(k).body = loop_of(k).condition; }), Contains("belongs to two"));
    CHECK_THAT(found(kLoop, [](Kernels& k) { k.regions.emplace_back(); }), Contains("belongs to nothing"));
    CHECK_THAT(found(kLoop, [](Kernels& k) { loop_of(k).body = {}; }), Contains("its region is none"));
    CHECK_THAT(found(kLoop, [](Kernels& k) { loop_of(k).trip_count = 6; }), Contains("its variable has another range"));
    CHECK_THAT(found(kLoop, [](Kernels& k) { loop_of(k).carried[0].next = loop_of(k).variable; }),
               Contains("are not of one kind"));
    CHECK_THAT(found(kLoop, [](Kernels& k) { loop_of(k).variable = {}; }), Contains("is used before it is made"));
    CHECK_THAT(found(kLoop, [](Kernels& k) { k.entries[0].results[0] = loop_of(k).carried[0].next; }),
               Contains("where it is no more"));
}

TEST_CASE("lines without elements beside them are sorted by doing nothing", "[validator]") {
    const Kernels kernels =
        fused("HloModule m\nless { a = f32[] parameter(0)\n b = f32[] parameter(1)\n"
              " ROOT c = pred[] compare(a, b), direction=LT }\n"
              "ENTRY e { x = f32[4,3,0] parameter(0)\n ROOT r = f32[4,3,0] sort(x), dimensions={0}, to_apply=less }");
    CHECK_NOTHROW(verify_kernels(kernels));
}

namespace {

// y = -x, six elements, whose even and odd ones are an output each.
std::string found_in_pairs(const std::function<void(Kernel&)>& damage) {
    Kernels kernels = addressed("HloModule m\nENTRY e { x = f32[6] parameter(0)\n ROOT y = f32[6] negate(x) }");
    Kernel& kernel = first(kernels);
    const ArgumentId y = kernel.outputs[0].argument, x = kernel.exprs[ExprId(std::size_t{0})].argument;
    Kernel pairs{.arguments = kernel.arguments, .dims = {3}};
    pairs.space.add_dimension(3);
    for (const std::int64_t number : {0, 1}) {
        const Index at = pairs.space.dimension(0) * 2 + Index(number);
        const ExprId load = pairs.exprs.add({.kind = ExprKind::Load, .argument = x, .index = at});
        const ExprId minus = pairs.exprs.add({.kind = ExprKind::Apply, .operands = {load}, .opcode = Opcode::Negate});
        pairs.outputs.push_back({.argument = y, .index = at, .expr = minus});
    }
    damage(pairs);
    kernel = pairs;
    return found(kernels);
}

} // namespace

TEST_CASE("outputs that share an array write each element once", "[validator]") {
    CHECK(found_in_pairs([](Kernel&) {}) == "nothing");
    CHECK_THAT(found_in_pairs([](Kernel& kernel) { kernel.outputs[1].index = kernel.outputs[0].index; }),
               Contains("does not count through all elements, each once"));
    CHECK_THAT(found_in_pairs([](Kernel& kernel) { kernel.outputs.pop_back(); }),
               Contains("does not count through all elements, each once"));
    CHECK_THAT(found_in_pairs([](Kernel& kernel) {
                   kernel.outputs[1].conditions = {{.index = kernel.space.dimension(0), .low = 0, .high = 2}};
               }),
               Contains("is written at some points only"));
    CHECK_THAT(found_in_pairs(
                   [](Kernel& kernel) { kernel.outputs[1].updates = kernel.exprs[ExprId(std::size_t{0})].argument; }),
               Contains("updated by one of its outputs alone"));
    CHECK_THAT(found_in_pairs([](Kernel& kernel) {
                   const ArgumentId y = kernel.outputs[0].argument, x = kernel.exprs[ExprId(std::size_t{0})].argument;
                   for (Output& output : kernel.outputs) output.updates = x;
                   kernel.exprs.add({.kind = ExprKind::Load, .argument = y, .index = Index(0)});
               }),
               Contains("loaded while several outputs store to it"));
    // Behind the end of the array, where a condition does not leave the point out.
    const auto far = [](std::int64_t high) {
        return [high](Kernel& kernel) {
            for (Output& output : kernel.outputs) {
                output.updates = kernel.exprs[ExprId(std::size_t{0})].argument;
                output.conditions = {{.index = kernel.space.dimension(0), .low = 0, .high = high}};
                output.index = output.index.address() + Index(2);
            }
        };
    };
    CHECK(found_in_pairs(far(2)) == "nothing");
    CHECK_THAT(found_in_pairs(far(3)), Contains("it stores element"));
}
