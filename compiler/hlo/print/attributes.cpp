#include "hlo/print/attributes.h"

#include "hlo/parse/defaults.h"
#include "hlo/print/dimensions.h"
#include "hlo/print/notes.h"
#include "hlo/print/values.h"
#include "hlo/proto/attributes.h"
#include "hlo/proto/hlo.pb.h"
#include "ir/element_type.h"
#include "support/ascii_case.h"

namespace hlo2cpp {
namespace {

using hlo2cpp_proto::HloInstructionProto;
using hlo2cpp_proto::PrecisionConfig;

std::string boolean(bool value) {
    return value ? "true" : "false";
}

class AttributesWriter {
public:
    explicit AttributesWriter(const WrittenInstruction& written)
        : written_(written), i_(written.proto), opcode_(written.proto.opcode()) {}

    std::string write() {
        add_dimensions();
        add_fields();
        add_numbers();
        add_options();
        add_words();
        add_custom_call();
        add_devices();
        add_called();
        add_notes();
        return std::move(text_);
    }

private:
    void add(std::string_view name, const std::string& value) {
        text_.append(", ").append(name).append("=").append(value);
    }
    void add_word(std::string_view name, const std::string& word) {
        if (!word.empty()) add(name, word);
    }
    bool required(std::string_view name) const { return requires_attribute(opcode_, name); }
    bool begins(std::string_view prefix) const { return opcode_.starts_with(prefix); }
    void add_number(std::string_view name, std::int64_t value) {
        if (value != 0 || required(name)) add(name, std::to_string(value));
    }
    void add_true(std::string_view name, bool value) {
        if (value) add(name, "true");
    }
    template <typename List>
    void add_list(std::string_view name, const List& values) {
        if (!values.empty() || required(name)) add(name, number_list(values));
    }
    void add_string(std::string_view name, const std::string& value) {
        if (!value.empty() || required(name)) add(name, quoted(value));
    }

    void add_dimensions() {
        if (opcode_ == "iota")
            add("iota_dimension", std::to_string(i_.dimensions().empty() ? 0 : i_.dimensions(0)));
        else if (opcode_ == "reshape" && i_.dimensions_size() == 1)
            add("inferred_dimension", std::to_string(i_.dimensions(0)));
        else
            add_list("dimensions", i_.dimensions());
        if (i_.window().dimensions_size() > 0 || (i_.has_window() && opcode_ == "custom-call"))
            add("window", window_text(i_.window()));
        if (i_.has_convolution_dimension_numbers())
            add("dim_labels", dim_labels_text(i_.convolution_dimension_numbers()));
        if (!i_.slice_dimensions().empty() || required("slice")) add("slice", slice_text(i_));
        if (i_.has_padding_config()) add("padding", padding_text(i_.padding_config()));
        if (begins("collective-permute") && !i_.dynamic_slice_sizes().empty())
            add("slice_sizes", permuted_slices_text(i_, written_.operands));
        else
            add_list("dynamic_slice_sizes", i_.dynamic_slice_sizes());
        add_dot();
        add_gather_and_scatter();
        if (!i_.fft_length().empty() || required("fft_length")) {
            add("fft_type", hlo2cpp_proto::FftType_Name(i_.fft_type()));
            add_list("fft_length", i_.fft_length());
        }
    }

    void add_dot() {
        const bool ragged = i_.has_ragged_dot_dimension_numbers();
        if (!ragged && !i_.has_dot_dimension_numbers()) return;
        const auto& dot =
            ragged ? i_.ragged_dot_dimension_numbers().dot_dimension_numbers() : i_.dot_dimension_numbers();
#define DOT_FIELD(name, field) add_list(name, dot.field());
#include "hlo/fields.def"
        if (!ragged) return;
        add_list("lhs_ragged_dims", i_.ragged_dot_dimension_numbers().lhs_ragged_dimensions());
        add_list("rhs_group_dims", i_.ragged_dot_dimension_numbers().rhs_group_dimensions());
    }

    void add_gather_and_scatter() {
        if (i_.has_gather_dimension_numbers()) {
            const auto& g = i_.gather_dimension_numbers();
#define GATHER_FIELD(name, field) add_list(name, g.field());
#include "hlo/fields.def"
            add_number("index_vector_dim", g.index_vector_dim());
            add_list("slice_sizes", i_.gather_slice_sizes());
        }
        if (i_.has_scatter_dimension_numbers()) {
            const auto& s = i_.scatter_dimension_numbers();
#define SCATTER_FIELD(name, field) add_list(name, s.field());
#include "hlo/fields.def"
            add_number("index_vector_dim", s.index_vector_dim());
        }
    }

    void add_fields() {
#define INTEGER_FIELD(name, field) add_number(name, i_.field());
#define INTEGER32_FIELD(name, field) add_number(name, i_.field());
#define BOOLEAN_FIELD(name, field) add_true(name, i_.field());
#define STRING_FIELD(name, field) add_string(name, i_.field());
#include "hlo/fields.def"
    }

    void add_numbers() {
        if (i_.feature_group_count() > 1) add_number("feature_group_count", i_.feature_group_count());
        if (i_.batch_group_count() > 1) add_number("batch_group_count", i_.batch_group_count());
        if (i_.epsilon() != 0 || required("epsilon")) add("epsilon", decimal(i_.epsilon()));
        if (opcode_ == "topk") add("largest", boolean(i_.largest()));
        add_true("is_associative", i_.is_associative() == hlo2cpp_proto::TRI_STATE_TRUE);
        if (i_.optional_cross_program_prefetch_index_case() == HloInstructionProto::kCrossProgramPrefetchIndex)
            add("cross_program_prefetch_index", std::to_string(i_.cross_program_prefetch_index()));
    }

    void add_options() {
        if (i_.has_triangular_solve_options()) {
            const auto& options = i_.triangular_solve_options();
            add("left_side", boolean(options.left_side()));
            add("lower", boolean(options.lower()));
            add("unit_diagonal", boolean(options.unit_diagonal()));
            add("transpose_a", hlo2cpp_proto::TriangularSolveOptions::Transpose_Name(options.transpose_a()));
        }
        if (i_.has_cholesky_options()) add("lower", boolean(i_.cholesky_options().lower()));
        bool precise = false;
        for (const int precision : i_.precision_config().operand_precision())
            precise |= precision != PrecisionConfig::DEFAULT;
        if (precise) {
            std::string list;
            for (const int precision : i_.precision_config().operand_precision())
                list += (list.empty() ? "" : ",") +
                        lower_case(PrecisionConfig::Precision_Name(static_cast<PrecisionConfig::Precision>(precision)));
            add("operand_precision", "{" + list + "}");
        }
        if (const auto algorithm = i_.precision_config().algorithm(); algorithm != PrecisionConfig::ALG_UNSET)
            add_word("algorithm", word_behind("ALG_", PrecisionConfig::Algorithm_Name(algorithm)));
        if (i_.conv_kind() != hlo2cpp_proto::CONVOLUTION_KIND_UNSET)
            add_word("convolution_kind",
                     word_behind("CONVOLUTION_KIND_", hlo2cpp_proto::ConvolutionKind_Name(i_.conv_kind())));
        if (i_.has_sparsity_config()) add("sparsity_config", sparsity_text(i_.sparsity_config()));
        add_accuracy();
    }

    void add_accuracy() {
        const auto& accuracy = i_.result_accuracy();
        if (accuracy.has_tolerance())
            add("result_accuracy", "{tolerance={atol=" + decimal(accuracy.tolerance().atol()) +
                                       ",rtol=" + decimal(accuracy.tolerance().rtol()) +
                                       ",ulps=" + std::to_string(accuracy.tolerance().ulps()) + "}}");
        else if (accuracy.mode() == hlo2cpp_proto::ResultAccuracy::HIGHEST)
            add("result_accuracy", "{mode=highest}");
    }

    void add_words() {
        if (!i_.comparison_direction().empty()) add("direction", i_.comparison_direction());
        const bool usual =
            !written_.operands.empty() && i_.comparison_type() == default_comparison_type(*written_.operands[0]);
        if (!i_.comparison_type().empty() && !usual) add("type", sanitized_name(i_.comparison_type()));
        if (!i_.fusion_kind().empty()) add("kind", sanitized_name(i_.fusion_kind()));
        if (required("distribution"))
            add("distribution", lower_case(hlo2cpp_proto::RandomDistribution_Name(i_.distribution())));
        if (opcode_ == "rng-bit-generator")
            add("algorithm", lower_case(hlo2cpp_proto::RandomAlgorithm_Name(i_.rng_algorithm())));
        if (i_.has_outfeed_shape() && opcode_ == "outfeed") add("outfeed_shape", shape_text(i_.outfeed_shape()));
    }

    void add_custom_call() {
        if (i_.padding_type() != hlo2cpp_proto::PADDING_INVALID)
            add("padding_type", hlo2cpp_proto::PaddingType_Name(i_.padding_type()));
        if (i_.custom_call_schedule() != hlo2cpp_proto::SCHEDULE_NONE)
            add("schedule", hlo2cpp_proto::CustomCallSchedule_Name(i_.custom_call_schedule()));
        if (i_.custom_call_api_version() > hlo2cpp_proto::API_VERSION_ORIGINAL)
            add("api_version", hlo2cpp_proto::CustomCallApiVersion_Name(i_.custom_call_api_version()));
        if (opcode_ != "constant" && i_.has_literal()) add("literal", shaped_literal_text(i_.literal()));
        if (i_.constrain_layout() && opcode_ == "custom-call") {
            std::string shapes;
            for (const auto& shape : i_.operand_shapes_with_layout())
                shapes += (shapes.empty() ? "" : ", ") + shape_text(shape);
            add("operand_layout_constraints", "{" + shapes + "}");
        } else {
            add_true("constrain_layout", i_.constrain_layout());
        }
        if (!i_.output_operand_aliasing().empty()) add("output_to_operand_aliasing", operand_aliasing_text(i_));
    }

    void add_devices() {
        if (i_.channel_id() > 0 || i_.all_reduce_id() > 0) // old files call channel_id all_reduce_id
            add("channel_id", std::to_string(i_.channel_id() > 0 ? i_.channel_id() : i_.all_reduce_id()));
        if (const std::string groups = replica_groups_text(i_); !groups.empty()) add("replica_groups", groups);
        if (!i_.source_target_pairs().empty() || required("source_target_pairs")) {
            std::string pairs;
            for (const auto& pair : i_.source_target_pairs())
                pairs += (pairs.empty() ? "{" : ",{") + std::to_string(pair.source()) + "," +
                         std::to_string(pair.target()) + "}";
            add("source_target_pairs", "{" + pairs + "}");
        }
        if (!i_.async_execution_thread().empty()) add("async_execution_thread", quoted(i_.async_execution_thread()));
        if (i_.has_sharding()) add("sharding", sharding_text(i_.sharding()));
        if (i_.has_domain_entry_sharding() ||
            i_.has_domain_exit_sharding()) // XLA's proto has the two the other way round
            add("domain", "{kind=\"sharding\", entry=" + sharding_text(i_.domain_exit_sharding()) +
                              ", exit=" + sharding_text(i_.domain_entry_sharding()) + "}");
        if (i_.has_parameter_replication()) {
            std::string leaves;
            for (const bool leaf : i_.parameter_replication().replicated_at_leaf_buffers())
                leaves += (leaves.empty() ? "" : ",") + boolean(leaf);
            add("parameter_replication", "{" + leaves + "}");
        }
    }

    std::string names(std::span<const std::string> list) const {
        std::string text;
        for (const std::string& name : list) text += (text.empty() ? "" : ", ") + name;
        return "{" + text + "}";
    }

    // Adds one attribute per called computation, or all of them in one list.
    void add_called() {
        const std::span<const std::string> called = written_.called;
        const std::vector<std::string_view> attributes = called_attributes(i_, written_.operands);
        if (attributes.size() == called.size())
            for (std::size_t k = 0; k < called.size(); ++k) add(attributes[k], called[k]);
        else if (!called.empty())
            add(opcode_ == "conditional" ? "branch_computations" : "called_computations", names(called));
    }

    void add_notes() {
        if (!written_.control_predecessors.empty()) add("control-predecessors", names(written_.control_predecessors));
        if (const std::string text = metadata_text(i_.metadata()); text != "{}") add("metadata", text);
        if (!i_.frontend_attributes().map().empty())
            add("frontend_attributes", frontend_attributes_text(i_.frontend_attributes()));
        if (!i_.statistics_viz().statistics().empty()) add("statistics", statistics_text(i_.statistics_viz()));
        if (i_.has_original_value()) add("origin", original_value_text(i_.original_value()));
        if (!config_of(i_).empty()) add("backend_config", backend_config_text(config_of(i_)));
    }

    const WrittenInstruction& written_;
    const HloInstructionProto& i_;
    std::string_view opcode_;
    std::string text_;
};

} // namespace

std::string attributes_text(const WrittenInstruction& instruction) {
    return AttributesWriter(instruction).write();
}

} // namespace hlo2cpp
