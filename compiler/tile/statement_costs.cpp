#include "tile/statement_costs.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "arrange/library_floats.h"
#include "kernel/analysis.h"
#include "kernel/bit_field.h"
#include "kernel/dependence.h"
#include "support/append_new.h"
#include "tile/mean.h"
#include "tile/vector_form.h"

namespace hlo2cpp {
namespace {

using nest::Position;

constexpr std::int64_t kApplied = 3;            // instructions of an op behind a reduction, on average
constexpr std::int64_t kFolded = 3;             // of a sum in memory: two loads and an addition
constexpr std::int64_t kStoredAlone = 2;        // load or store of one lane, and shuffle
constexpr std::int64_t kWholeLine = 48;         // instructions of a search, or of a sort
constexpr double kBits = 3;                     // instructions that make a float of some bits of a loaded byte
constexpr double kShuffled = 4;                 // loads that a vector of every second element takes
constexpr double kAlone = 1.5;                  // loads that a lane takes whose neighbours lie apart
constexpr std::int64_t kMostOfDimension = 1024; // of an array of registers

bool is_product(const Expr& expr) {
    return expr.kind == ExprKind::Apply && expr.opcode == Opcode::Multiply;
}

std::int64_t finishing_instructions(const Kernel& kernel) {
    std::int64_t sum = 0;
    for (const Output& output : kernel.outputs) {
        for (const ExprId id : parts_of(kernel, output.expr)) {
            const ExprKind kind = kernel.exprs[id].kind;
            sum += kind == ExprKind::Apply ? kApplied : kind == ExprKind::Load ? 1 : 0;
        }
        ++sum;
    }
    return sum;
}

// Loads of a reduction's terms, each once.
std::vector<ExprId> loads_of_terms(const Kernel& kernel) {
    const std::vector<ExprId> roots =
        kernel.reduction->term ? std::vector{*kernel.reduction->term} : kernel.reduction->combined;
    std::vector<ExprId> loads;
    for (const ExprId root : roots)
        for (const ExprId load : loads_of(kernel, root)) append_new(loads, load);
    return loads;
}

// Additional loads that a 16-bit float takes which is converted, and then copied into all lanes.
double loads_in_all_lanes(ElementType type, const Target& target) {
    if (!is_half(type)) return 0;
    return target.per_cycle * (type == ElementType::F16 ? target.f16_in_all_lanes : target.bf16_in_all_lanes);
}

// True if another tile may finish vectors of results where this one finishes them one by one. Of floats, a few lanes
// at the end of a line are no reason to lie in another way.
bool finishes_lanes_alone(const Kernel& kernel, const Dependences& dependences, const nest::Body& body,
                          const Target& target) {
    if (body.lane_dim < 0) return false;
    if (is_integer(body.type)) return target.sum_vector_bytes > 0;
    return body.lanes > 1 && !finishes_sums_as_vectors(kernel, dependences, body.lane_dim, target, false);
}

} // namespace

StatementCosts::StatementCosts(const Kernel& kernel, const LoopNest& nest, const nest::Body& body, const Target& target,
                               const nest::Point& point, bool any_size)
    : kernel_(kernel), copy_(nest.row_copy), body_(body), target_(target), point_(point), any_size_(any_size),
      bounds_(kernel.space, body.box), dependences_(std::in_place, kernel, bounds_) {
    if (!kernel.reduction) return;
    term_loads_ = loads_of_terms(kernel);
    if (!kernel.reduction->term) return;
    fields_ = bit_fields(kernel, *kernel.reduction->term);
    for (const ExprId id : parts_of(kernel, *kernel.reduction->term))
        if (is_product(kernel.exprs[id])) ++factors_;
    finishing_ = finishing_instructions(kernel);
    if (finishes_lanes_alone(kernel, *dependences_, body, target))
        for (const ExprId id : lane_expressions(kernel, *dependences_, body.lane_dim))
            alone_ += instructions_of(kernel.exprs[id]);
}

void StatementCosts::assume(const std::vector<Condition>& conditions) {
    bounds_ = Bounds(kernel_.space, body_.box);
    for (const Condition& condition : conditions) bounds_.assume(condition);
    dependences_.emplace(kernel_, bounds_);
}

// ---- registers
void StatementCosts::add(StraightCode& code, const nest::Registers& registers) {
    if (registers.lanes < body_.lanes) in_memory_.insert(registers.registers);
    if (registers.start) code.add(0, 1);
}

void StatementCosts::add(StraightCode& code, const nest::Set& set) {
    const bool in_memory = in_memory_.contains(set.target.registers);
    if (std::holds_alternative<nest::CombinedTerm>(set.value)) return add_terms(code, set.target, {});
    if (std::holds_alternative<nest::Combined>(set.value) || std::holds_alternative<nest::Lowered>(set.value))
        return code.add(in_memory ? static_cast<double>(kFolded * set.target.lanes) : 1, kFolded);
    if (in_memory || set.adds) return code.add(in_memory ? kFolded : 1, kFolded);
    add_value(code, set.value);
}

// A register that starts with another value takes no time; its load does.
void StatementCosts::add_value(StraightCode& code, const nest::Value& value) {
    code.add(0, 1);
    if (const auto* steps = std::get_if<nest::Steps>(&value))
        add_load(code, steps->load, {}, steps->as_they_lie ? 0 : body_.lanes);
    if (const auto* lanes = std::get_if<nest::Lanes>(&value))
        for (const ExprId load : loads_of(kernel_, lanes->expr))
            add_load(code, load, lanes->halves ? times(lanes->vector, 2) : lanes->vector);
}

void StatementCosts::add(StraightCode& code, const nest::MultiplyLane& product) {
    add_term(code, product.target);
    if (product.halves) add_term(code, nest::next_vector(product.target));
}

// ---- terms
void StatementCosts::add_terms(StraightCode& code, const nest::Ref& target, const Position& vector, bool holds_row) {
    add_term(code, target);
    for (const BitField& field : fields_) add_bits(code, field);
    if (factors_ > 1) // the last one is added at once
        code.add(static_cast<double>(factors_ - 1) / (body_.lanes > 1 ? target_.per_cycle : 1), factors_ - 1);
    for (const ExprId load : term_loads_)
        if (!holds_row || varies_along(kernel_, load, body_.lane_dim)) add_load(code, load, vector);
}

// Shifts, of which a known one is half, and what makes a float of the integer.
void StatementCosts::add_bits(StraightCode& code, const BitField& field) {
    const bool vector = body_.lanes > 1,
               known = code.is_known(value_of(kernel_.space, point_, kernel_.exprs[field.up].index));
    const std::int64_t shifts = known && !vector ? 1 : 2, conversion = !is_float(body_.type) ? 0 : vector ? 1 : 2;
    code.add(static_cast<double>(shifts + conversion) / (vector ? target_.per_cycle : 1), shifts + conversion);
    if (is_float(body_.type)) code.add(target_.float_cycles, 0);
}

void StatementCosts::add_term(StraightCode& code, const nest::Ref& target) {
    Position element;
    for (const Position& at : target.at) element = times(std::move(element), kMostOfDimension) + point_.value(at);
    std::vector<Position> reduced;
    for (std::size_t d = kernel_.dims.size(); d < point_.dims(); ++d) reduced.push_back(point_.at(d));
    code.add_term(target.registers, element, reduced);
    if (is_float(body_.type)) code.add(2 * target_.float_cycles, 0); // a product and a sum
}

// Cost of a product of integers beside a multiply-add. One instruction takes a scalar product, or both of a pair; pairs
// in vectors take two.
void StatementCosts::add_product(StraightCode& code, const nest::Words& words) const {
    if (words.bytes && target_.dots_are_positive && !words.positive && !words.raised)
        code.add(target_.dot_product + 1 / target_.per_cycle, 2); // taken off what it is too large by
    else if (words.bytes)
        code.add(target_.dot_product, 1);
    else if (body_.lanes > 1 && words.size > 1)
        code.add(1 / target_.per_cycle, 1);
    else if (body_.lanes > 1 && target_.s32_product > 0)
        code.add(target_.s32_product, 1);
}

void StatementCosts::add(StraightCode& code, const nest::Combine& combine) {
    const nest::Words& words = combine.words;
    words_ = words;
    if (!words.shorts) {
        add_terms(code, combine.target, combine.vector, combine.row.has_value());
        if (is_integer(body_.type)) add_product(code, words);
        return;
    }
    // Each step takes a product of a vector of bytes, and two additions take all their sums.
    add_term(code, combine.target);
    code.add(static_cast<double>(words.terms + 1) / target_.per_cycle, words.terms + 1);
    for (std::int64_t step = 0; step < words.terms; ++step)
        for (const ExprId load : term_loads_) add_load(code, load, combine.vector, 1, step);
}

void StatementCosts::add(StraightCode& code, const nest::Raise& raise) {
    words_ = raise.words;
    add_term(code, raise.target);
    add_product(code, raise.words);
    for (const ExprId load : term_loads_)
        if (varies_along(kernel_, load, body_.lane_dim)) add_load(code, load, raise.vector);
}

// ---- loads
// `scalars`: lanes of the vector that are factors, each of which counts as a load. 0: one load takes them as they lie.
void StatementCosts::add_load(StraightCode& code, ExprId load, const Position& vector, std::int64_t scalars,
                              std::int64_t steps_ahead) {
    const Index* const packed = packed_index(load);
    const Index& index = packed != nullptr ? *packed : kernel_.exprs[load].index.address();
    const bool lanes = body_.lane_dim >= 0 && kernel_.space.depends_on(index, body_.lane_dim);
    Position place = value_of(kernel_.space, point_, index);
    if (steps_ahead != 0) // of the last dimension, which a kernel of one point has not
        place = std::move(place) + steps_ahead * kernel_.space.coefficient(index, kernel_.space.dimensions() - 1);
    if (lanes && body_.lanes > 1)
        place = std::move(place) +
                times(point_.value(vector), body_.lanes * kernel_.space.coefficient(index, body_.lane_dim));
    const double in_all_lanes =
        body_.lanes > 1 && scalars == 1 ? loads_in_all_lanes(kernel_.exprs[load].type, target_) : 0;
    const std::int64_t elements = lanes ? 1 : std::max<std::int64_t>(scalars, 1);
    const double loads = lanes ? loads_of_vector(load) : static_cast<double>(elements) + in_all_lanes;
    const bool is_vector = lanes && body_.lanes > 1;
    code.add_load(load, place, loads + conversions(load, elements, is_vector), is_vector ? body_.lanes : 1);
    add_addresses(code, load, index, place);
}

const Index* StatementCosts::packed_index(ExprId load) const {
    const auto packed = std::ranges::find(body_.packed, load, &std::pair<ExprId, Index>::first);
    return packed == body_.packed.end() ? nullptr : &packed->second;
}

double StatementCosts::loads_of_vector(ExprId load) const {
    constexpr std::int64_t kShuffles = 4; // that interleave the lines of a word
    if (words_.interleaved) return static_cast<double>(words_.size + kShuffles);
    if (body_.lanes == 1 || !reads_apart(kernel_, load, body_.lane_dim)) return 1;
    const bool shuffled = reads_every_second(kernel_, load, body_.lane_dim);
    return shuffled ? kShuffled : kAlone * static_cast<double>(body_.lanes);
}

// Conversions of integers that lie in memory as such, where the sum is one of floats; each counts as a load.
double StatementCosts::conversions(ExprId load, std::int64_t elements, bool vector) const {
    const Expr& expr = kernel_.exprs[load];
    const bool is_converted = packed_index(load) == nullptr || kernel_[expr.argument].constant; // else in its copy
    const bool is_field = std::ranges::find(fields_, load, &BitField::load) != fields_.end();   // which its terms take
    if (words_.raised && !kernel_.space.depends_on(expr.index.address(), body_.lane_dim)) return 1;
    if (!is_integer(expr.type) || !is_converted || words_.size > 1 || words_.shorts || is_field) return 0;
    const bool widened = body_.lanes > 1 && is_integer(body_.type) && byte_size(expr.type) < byte_size(body_.type);
    if (widened) return vector ? target_.integers_to_floats - 1 : static_cast<double>(elements); // from a register
    if (!is_float(body_.type)) return 0;
    constexpr double kScalar = 2; // to a register of floats, and to a float
    const double scalar = kScalar + static_cast<double>(factors_) * target_.float_cycles; // and scaled
    return vector ? target_.integers_to_floats : scalar * static_cast<double>(elements);
}

// Points of a tile out of reach of one base register have an address each. In a function of any size, compilers keep
// the distances of rows on the stack where taps are written out.
void StatementCosts::add_addresses(StraightCode& code, ExprId load, const Index& index, const Position& place) const {
    if (code.is_fixed(place)) return; // they stand in front of the loop
    const bool packed = packed_index(load) != nullptr;
    const std::int64_t bytes = byte_size(kernel_.exprs[load].type);
    const bool constant = kernel_[kernel_.exprs[load].argument].constant;
    const std::int64_t reach = body_.lanes > 1 && target_.issues_one() ? 0 : target_.reach; // rows have pointers there
    bool rows = false, taps = false; // several rows, and the innermost dimension written out
    for (std::size_t d = 0; d < point_.dims(); ++d) {
        const auto dim = static_cast<std::int64_t>(d);
        const std::int64_t stride = std::abs(kernel_.space.coefficient(index, dim));
        if (d >= kernel_.dims.size()) {
            if (stride != 0) taps = !code.is_counted(point_.at(d));
            continue;
        }
        const bool column = dim == body_.lane_dim; // of a packed tile: a neighbour
        const std::int64_t last = point_.inside(d).constant + code.span(point_.inside(d)),
                           distance = (column && (packed || !constant) ? 1 : stride) * last;
        if (reach > 0 && distance * bytes > reach) code.add_addresses(place, 1);
        rows = rows || (!column && distance > 0);
    }
    constexpr std::int64_t kFromStack = 2; // loads: of the distance, and of the address
    if (any_size_ && rows && taps) code.add_addresses(place, kFromStack);
}

// Sums of lanes before each lane take a shuffle and an addition for each power of two; then the state is added to all.
void StatementCosts::add(StraightCode& code, const nest::ScanLanes&) {
    const auto rounds = static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(body_.lanes)));
    const std::int64_t instructions = 2 * rounds + 2;
    code.add(static_cast<double>(instructions), instructions);
}

// ---- whole lines
void StatementCosts::add(StraightCode& code, const nest::Search& search) {
    const auto steps = static_cast<double>(search.elements / search.lanes);
    code.add(2 * steps / target_.per_cycle + target_.tile_overhead, kWholeLine);
}

void StatementCosts::add(StraightCode& code, const nest::SortLine&) {
    const auto elements = static_cast<double>(kernel_.sort->size);
    code.add(4 * elements * std::log2(elements + 1), kWholeLine);
}

void StatementCosts::add(StraightCode& code, const nest::Transpose& square) {
    const auto rounds = static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(square.lanes)));
    const std::int64_t of_a_row = square.is_square() ? 1 + rounds : 5; // a load, shuffles, a store
    const std::int64_t instructions = square.rows * of_a_row;
    code.add(static_cast<double>(instructions), instructions); // one shuffle starts in a cycle
}

// Each run takes tests and addresses, and each element that is widened a load and a store; others move by words.
void StatementCosts::add(StraightCode& code, const nest::CopyRows& rows) {
    constexpr std::int64_t kRun = 14, kWidened = 3;
    const bool moves = copy_->type == kernel_.exprs[copy_->load].type;
    const std::int64_t instructions = copy_->depth * (moves ? 1 : kWidened) + copy_->runs(kernel_) * kRun;
    const double at_once = target_.vector_bytes > 0 ? target_.per_cycle : 1; // of a machine with vectors
    code.add(static_cast<double>(rows.rows * instructions) / at_once, 3 * kRun);
}

// ---- stores
void StatementCosts::add_store(StraightCode& code, std::int64_t lanes, std::int64_t dim) {
    // All candidates finish as many results, some of them one by one.
    if (kernel_.reduction) return code.add(lanes == 1 ? static_cast<double>(1 + alone_) : 1, finishing_);
    const std::int64_t instructions = instructions_of_element(lanes, dim);
    code.add(static_cast<double>(instructions) / (lanes > 1 ? target_.per_cycle : 1), instructions);
    for (const ExprId id : lane_expressions(kernel_, *dependences_, dim))
        code.add(library_cycles(kernel_, kernel_.exprs[id], target_), 0);
}

// Instructions of an element or a vector without a reduction, as far as the dimension changes it. Lanes that are not
// adjacent are loaded and stored one by one.
std::int64_t StatementCosts::instructions_of_element(std::int64_t lanes, std::int64_t dim) const {
    const auto tests = [&](const std::vector<Condition>& conditions) { // a comparison and a jump each
        return 2 * static_cast<std::int64_t>(to_be_tested(bounds_, conditions).size());
    };
    const auto accesses = [&](const Index& index) {
        return lanes > 1 && kernel_.space.coefficient(index, dim) != 1 ? kStoredAlone * lanes : 1;
    };
    std::int64_t sum = 0;
    for (const ExprId id : lane_expressions(kernel_, *dependences_, dim)) {
        const Expr& expr = kernel_.exprs[id];
        sum += expr.kind == ExprKind::Load ? accesses(expr.index) : instructions_of(expr) + tests(expr.conditions);
    }
    for (const Output& output : kernel_.outputs) sum += accesses(output.index) + tests(output.conditions);
    return sum;
}

} // namespace hlo2cpp
