#include "hlo/parse/attributes.h"

#include <unordered_map>
#include <unordered_set>

#include "hlo/parse/attribute_values.h"
#include "hlo/parse/defaults.h"
#include "hlo/parse/devices.h"
#include "hlo/parse/literal.h"
#include "hlo/parse/metadata.h"
#include "hlo/parse/origin.h"
#include "hlo/parse/shape.h"
#include "hlo/proto/hlo.pb.h"
#include "ir/module.h"

namespace hlo2cpp {
namespace {

using hlo2cpp_proto::HloInstructionProto;
using Context = AttributeContext;
using Parser = void (*)(Context&);

template <typename Repeated>
void fill(Context& c, Repeated* values) {
    for (std::int64_t value : c.lexer.integer_list("{", "}", "dimensions")) values->Add(value);
}

hlo2cpp_proto::DotDimensionNumbers& dot(Context& c) {
    if (c.opcode() == "ragged-dot")
        return *c.instruction.mutable_ragged_dot_dimension_numbers()->mutable_dot_dimension_numbers();
    return *c.instruction.mutable_dot_dimension_numbers();
}

hlo2cpp_proto::GatherDimensionNumbers& gather(Context& c) {
    return *c.instruction.mutable_gather_dimension_numbers();
}

hlo2cpp_proto::ScatterDimensionNumbers& scatter(Context& c) {
    return *c.instruction.mutable_scatter_dimension_numbers();
}

std::string text(std::string_view view) {
    return std::string(view);
}

void parse_index_vector_dim(Context& c) {
    const std::int64_t dim = c.lexer.integer("a dimension");
    if (c.opcode() == "scatter")
        scatter(c).set_index_vector_dim(dim);
    else
        gather(c).set_index_vector_dim(dim);
}

void parse_lower(Context& c) {
    const bool lower = c.lexer.boolean("lower");
    if (c.opcode() == "cholesky")
        c.instruction.mutable_cholesky_options()->set_lower(lower);
    else
        c.instruction.mutable_triangular_solve_options()->set_lower(lower);
}

void parse_algorithm(Context& c) {
    if (c.opcode() == "rng-bit-generator")
        c.instruction.set_rng_algorithm(
            parse_enum<hlo2cpp_proto::RandomAlgorithm>(c.lexer, hlo2cpp_proto::RandomAlgorithm_descriptor()));
    else
        c.instruction.mutable_precision_config()->set_algorithm(parse_enum<hlo2cpp_proto::PrecisionConfig::Algorithm>(
            c.lexer, hlo2cpp_proto::PrecisionConfig::Algorithm_descriptor(), "ALG_"));
}

// backend_config="any text" or backend_config={"json": 1}
void parse_backend_config(Context& c) {
    c.instruction.set_backend_config(parse_string_or_braced(c.lexer));
}

void parse_operand_layouts(Context& c) {
    c.instruction.set_constrain_layout(true);
    c.lexer.expect("{", "before the operand layouts");
    if (c.lexer.accept("}")) return;
    do parse_shape(c.lexer, *c.instruction.add_operand_shapes_with_layout());
    while (c.lexer.accept(","));
    c.lexer.expect("}", "after the operand layouts");
}

void parse_control_predecessors(Context& c) {
    c.lexer.expect("{", "before the control predecessors");
    if (c.lexer.accept("}")) return;
    do {
        const std::size_t position = c.lexer.position();
        c.control_predecessors.push_back({c.lexer.name("the name of an instruction"), position});
    } while (c.lexer.accept(","));
    c.lexer.expect("}", "after the control predecessors");
}

void parse_replication(Context& c) {
    c.lexer.expect("{", "before the replication of the parameter");
    if (c.lexer.accept("}")) return;
    auto& replication = *c.instruction.mutable_parameter_replication();
    do replication.add_replicated_at_leaf_buffers(c.lexer.boolean("a leaf of the parameter"));
    while (c.lexer.accept(","));
    c.lexer.expect("}", "after the replication of the parameter");
}

// Slice sizes: {1,2} for gather; {{1,2},{3,4}} for collective-permute, one list in the proto.
void parse_slice_sizes(Context& c) {
    if (!c.opcode().starts_with("collective-permute")) return fill(c, c.instruction.mutable_gather_slice_sizes());
    c.lexer.expect("{", "before the slice sizes");
    if (c.lexer.accept("}")) return;
    do fill(c, c.instruction.mutable_dynamic_slice_sizes());
    while (c.lexer.accept(","));
    c.lexer.expect("}", "after the slice sizes");
}

// domain={kind="sharding", entry={maximal device=0}, exit={replicated}}
void parse_domain(Context& c) {
    c.lexer.expect("{", "before the domain");
    c.lexer.expect("kind=", "in the domain");
    c.lexer.quoted("the kind of the domain");
    c.lexer.expect(",", "after the kind of the domain");
    c.lexer.expect("entry=", "in the domain");
    parse_sharding(c.lexer,
                   *c.instruction.mutable_domain_exit_sharding()); // XLA's proto has the two the other way round
    c.lexer.expect(",", "after the entry of the domain");
    c.lexer.expect("exit=", "in the domain");
    parse_sharding(c.lexer, *c.instruction.mutable_domain_entry_sharding());
    c.lexer.expect("}", "after the domain");
}

#define LIST(name, target)                                                                                             \
    {                                                                                                                  \
        name, [](Context& c) { fill(c, target); }                                                                      \
    }
#define INTEGER(name, target, field)                                                                                   \
    {                                                                                                                  \
        name, [](Context& c) { target set_##field(c.lexer.integer("an integer")); }                                    \
    }
#define INTEGER32(name, target, field)                                                                                 \
    {                                                                                                                  \
        name, [](Context& c) { target set_##field(static_cast<std::int32_t>(c.lexer.integer("an integer"))); }         \
    }
#define BOOLEAN(name, target, field)                                                                                   \
    {                                                                                                                  \
        name, [](Context& c) { target set_##field(c.lexer.boolean(name)); }                                            \
    }
#define WORD(name, target, field)                                                                                      \
    {                                                                                                                  \
        name, [](Context& c) { target set_##field(text(c.lexer.identifier("a word"))); }                               \
    }
#define STRING(name, target, field)                                                                                    \
    {                                                                                                                  \
        name, [](Context& c) { target set_##field(c.lexer.quoted("a string in quotes")); }                             \
    }
#define ENUM(name, target, field, type, prefix)                                                                        \
    {                                                                                                                  \
        name, [](Context& c) {                                                                                         \
            target set_##field(parse_enum<hlo2cpp_proto::type>(c.lexer, hlo2cpp_proto::type##_descriptor(), prefix));  \
        }                                                                                                              \
    }

// Every attribute of every op. A computation's name is kept for later: see kComputationAttributes.
const std::unordered_map<std::string_view, Parser> kParsers = {
#define INTEGER_FIELD(name, field) INTEGER(name, c.instruction., field),
#define INTEGER32_FIELD(name, field) INTEGER32(name, c.instruction., field),
#define BOOLEAN_FIELD(name, field) BOOLEAN(name, c.instruction., field),
#define STRING_FIELD(name, field) STRING(name, c.instruction., field),
#define DOT_FIELD(name, field) LIST(name, dot(c).mutable_##field()),
#define GATHER_FIELD(name, field) LIST(name, gather(c).mutable_##field()),
#define SCATTER_FIELD(name, field) LIST(name, scatter(c).mutable_##field()),
#include "hlo/fields.def"
    LIST("dimensions", c.instruction.mutable_dimensions()),
    LIST("fft_length", c.instruction.mutable_fft_length()),
    LIST("dynamic_slice_sizes", c.instruction.mutable_dynamic_slice_sizes()),
    {"slice_sizes", parse_slice_sizes},
    LIST("lhs_ragged_dims", c.instruction.mutable_ragged_dot_dimension_numbers()->mutable_lhs_ragged_dimensions()),
    LIST("rhs_group_dims", c.instruction.mutable_ragged_dot_dimension_numbers()->mutable_rhs_group_dimensions()),
    {"index_vector_dim", parse_index_vector_dim},
    {"inferred_dimension", [](Context& c) { c.instruction.add_dimensions(c.lexer.integer("a dimension")); }},
    {"iota_dimension", [](Context& c) { c.instruction.add_dimensions(c.lexer.integer("a dimension")); }},
    INTEGER("feature_group_count", c.instruction., feature_group_count),
    INTEGER("batch_group_count", c.instruction., batch_group_count),
    INTEGER("channel_id", c.instruction., channel_id),
    INTEGER("all_reduce_id", c.instruction., all_reduce_id),
    INTEGER32("cross_program_prefetch_index", c.instruction., cross_program_prefetch_index),
    {"epsilon", [](Context& c) { c.instruction.set_epsilon(static_cast<float>(c.lexer.real("a number"))); }},
    BOOLEAN("largest", c.instruction., largest),
    BOOLEAN("is_cross_program_prefetch", c.instruction., is_cross_program_prefetch),
    BOOLEAN("constrain_layout", c.instruction., constrain_layout),
    BOOLEAN("left_side", c.instruction.mutable_triangular_solve_options()->, left_side),
    BOOLEAN("unit_diagonal", c.instruction.mutable_triangular_solve_options()->, unit_diagonal),
    {"lower", parse_lower},
    {"is_associative",
     [](Context& c) {
         c.instruction.set_is_associative(c.lexer.boolean("is_associative") ? hlo2cpp_proto::TRI_STATE_TRUE
                                                                            : hlo2cpp_proto::TRI_STATE_FALSE);
     }},
    WORD("direction", c.instruction., comparison_direction),
    WORD("type", c.instruction., comparison_type),
    WORD("kind", c.instruction., fusion_kind),
    STRING("async_execution_thread", c.instruction., async_execution_thread),
    {"backend_config", parse_backend_config},
    ENUM("fft_type", c.instruction., fft_type, FftType, ""),
    ENUM("distribution", c.instruction., distribution, RandomDistribution, ""),
    ENUM("padding_type", c.instruction., padding_type, PaddingType, ""),
    ENUM("api_version", c.instruction., custom_call_api_version, CustomCallApiVersion, ""),
    ENUM("schedule", c.instruction., custom_call_schedule, CustomCallSchedule, ""),
    ENUM("transpose_a", c.instruction.mutable_triangular_solve_options()->, transpose_a,
         TriangularSolveOptions::Transpose, ""),
    ENUM("convolution_kind", c.instruction., conv_kind, ConvolutionKind, "CONVOLUTION_KIND_"),
    {"algorithm", parse_algorithm},
    {"operand_precision",
     [](Context& c) { parse_operand_precision(c.lexer, *c.instruction.mutable_precision_config()); }},
    {"result_accuracy", [](Context& c) { parse_result_accuracy(c.lexer, *c.instruction.mutable_result_accuracy()); }},
    {"window", [](Context& c) { parse_window(c.lexer, *c.instruction.mutable_window()); }},
    {"dim_labels",
     [](Context& c) { parse_dim_labels(c.lexer, *c.instruction.mutable_convolution_dimension_numbers()); }},
    {"slice", [](Context& c) { parse_slice(c.lexer, c.instruction); }},
    {"padding", [](Context& c) { parse_padding(c.lexer, *c.instruction.mutable_padding_config()); }},
    {"output_to_operand_aliasing", [](Context& c) { parse_operand_aliasing(c.lexer, c.instruction); }},
    {"operand_layout_constraints", parse_operand_layouts},
    {"outfeed_shape", [](Context& c) { parse_shape(c.lexer, *c.instruction.mutable_outfeed_shape()); }},
    {"literal", [](Context& c) { parse_shaped_literal(c.lexer, *c.instruction.mutable_literal()); }},
    {"control-predecessors", parse_control_predecessors},
    {"parameter_replication", parse_replication},
    {"replica_groups", [](Context& c) { parse_replica_groups(c.lexer, c.instruction); }},
    {"source_target_pairs", [](Context& c) { parse_source_target_pairs(c.lexer, c.instruction); }},
    {"sharding", [](Context& c) { parse_sharding(c.lexer, *c.instruction.mutable_sharding()); }},
    {"domain", parse_domain},
    {"metadata", [](Context& c) { parse_metadata(c.lexer, *c.instruction.mutable_metadata()); }},
    {"frontend_attributes",
     [](Context& c) { parse_frontend_attributes(c.lexer, *c.instruction.mutable_frontend_attributes()); }},
    {"statistics", [](Context& c) { parse_statistics(c.lexer, *c.instruction.mutable_statistics_viz()); }},
    {"origin", [](Context& c) { parse_original_value(c.lexer, *c.instruction.mutable_original_value()); }},
    {"sparsity_config", [](Context& c) { parse_sparsity(c.lexer, *c.instruction.mutable_sparsity_config()); }},
    {"mode", [](Context& c) { c.lexer.identifier("a mode"); }}, // follows from channel_id and use_global_device_ids
};

// True for a computation in braces, "{ p = f32[] parameter(0) ...", false for a list of names, "{%f, %g}".
bool next_is_spelled_out(HloTextLexer& lexer) {
    const std::size_t start = lexer.position();
    bool found = lexer.accept("{");
    if (found && lexer.peek_identifier() == "ROOT") lexer.identifier("ROOT");
    found = found && (lexer.next_is("%") || lexer.next_is_identifier());
    if (found) {
        lexer.name("a name");
        found = lexer.next_is("=");
    }
    lexer.rewind(start);
    return found;
}

// to_apply=%f, branch_computations={%f, %g}, to_apply={ ROOT p = f32[] parameter(0) }
void parse_computations(Context& c, std::string_view attribute) {
    std::vector<ComputationUse>& uses = c.computations[attribute];
    const bool several = !next_is_spelled_out(c.lexer) && c.lexer.accept("{");
    if (several && c.lexer.accept("}")) return;
    do {
        const std::size_t position = c.lexer.position();
        if (next_is_spelled_out(c.lexer))
            uses.push_back({.use = {{}, position}, .spelled_out = c.spell_out()});
        else
            uses.push_back({.use = {c.lexer.name("the name of a computation"), position}});
    } while (several && c.lexer.accept(","));
    if (several) c.lexer.expect("}", "after the names of the computations");
}

void parse_attribute(Context& c, std::string_view name, std::size_t position) {
    for (std::string_view attribute : kComputationAttributes)
        if (name == attribute) return parse_computations(c, attribute);
    const auto parser = kParsers.find(name);
    if (parser == kParsers.end()) c.lexer.fail_at(position, "unknown attribute '" + printable(name, 40) + "'");
    parser->second(c);
}

bool next_is_attribute(Context& c) {
    if (!c.lexer.next_is(",")) return false;
    if (!c.nested) return true;
    const std::size_t start = c.lexer.position();
    c.lexer.accept(",");
    bool found = c.lexer.next_is_identifier();
    if (found) {
        c.lexer.identifier("an attribute");
        found = c.lexer.next_is("=");
    }
    c.lexer.rewind(start);
    return found;
}

} // namespace

const std::vector<std::string_view> kComputationAttributes = {"to_apply",
                                                              "calls",
                                                              "body",
                                                              "condition",
                                                              "select",
                                                              "scatter",
                                                              "true_computation",
                                                              "false_computation",
                                                              "branch_computations",
                                                              "called_computations"};

std::string_view AttributeContext::opcode() const {
    return instruction.opcode();
}

void parse_attributes(AttributeContext& context) {
    HloTextLexer& lexer = context.lexer;
    AttributeNames seen;
    while (next_is_attribute(context)) {
        lexer.accept(",");
        const std::size_t position = lexer.position();
        const std::string_view name = lexer.identifier("the name of an attribute");
        lexer.expect("=", "after the attribute's name");
        if (!seen.insert(name).second)
            lexer.fail_at(position, "the attribute '" + printable(name, 40) + "' is there twice");
        parse_attribute(context, name, position);
    }
    if (context.repeats) return;
    complete_attributes(context.instruction, context.operands, seen);
    if (const std::string_view missing = missing_attribute(context.opcode(), seen); !missing.empty())
        lexer.fail_at(context.position,
                      std::string(context.opcode()) + " needs the attribute '" + std::string(missing) + "'");
}

} // namespace hlo2cpp
