#include "ir/printer.h"

#include <charconv>
#include <cmath>

#include "ir/float_format.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kNameLimit = 200; // bytes

std::string list(const std::vector<std::int64_t>& values) {
    std::string text;
    for (std::int64_t value : values) text += (text.empty() ? "" : ",") + std::to_string(value);
    return "{" + text + "}";
}

template <typename T>
std::string number(T value) {
    char buffer[40];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    return {buffer, end};
}

std::uint64_t bits_of(const Literal& literal, ElementType type, std::size_t offset) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, literal.bytes.data() + offset, static_cast<std::size_t>(byte_size(type)));
    return bits;
}

// NaNs with their bits, so that equal text is equal bits.
std::string float_text(ElementType type, std::uint64_t bits) {
    const double value = decode_float(type, bits);
    if (std::isnan(value)) {
        char buffer[20];
        const auto end = std::to_chars(buffer, buffer + sizeof buffer, bits, 16).ptr;
        return "nan(0x" + std::string(buffer, end) + ")";
    }
    return type == ElementType::F32 ? number(static_cast<float>(value)) : number(value);
}

std::string element_text(const Literal& literal, std::int64_t element) {
    const ElementType type = literal.shape.type;
    const auto size = static_cast<std::size_t>(byte_size(type));
    const std::size_t offset = static_cast<std::size_t>(element) * size;
    if (is_complex(type)) {
        const ElementType part = type == ElementType::C64 ? ElementType::F32 : ElementType::F64;
        return "(" + float_text(part, bits_of(literal, part, offset)) + ", " +
               float_text(part, bits_of(literal, part, offset + size / 2)) + ")";
    }
    const std::uint64_t bits = bits_of(literal, type, offset);
    if (is_float(type)) return float_text(type, bits);
    if (!is_signed(type)) return number(bits);
    const auto unused = static_cast<unsigned>(64 - 8 * size);
    return number(static_cast<std::int64_t>(bits << unused) >> unused);
}

void add_literal(const Literal& literal, std::int64_t max_elements, std::string& text) {
    const bool tuple = literal.shape.is_tuple();
    const auto count = tuple ? static_cast<std::int64_t>(literal.tuple.size()) : literal.shape.elements();
    text += tuple ? "(" : "{";
    for (std::int64_t i = 0; i < count; ++i) {
        if (i > 0) text += ", ";
        if (tuple) {
            add_literal(literal.tuple[static_cast<std::size_t>(i)], max_elements, text);
        } else if (i == max_elements) {
            text += "... " + std::to_string(count - i) + " more";
            break;
        } else {
            text += element_text(literal, i);
        }
    }
    text += tuple ? ")" : "}";
}

std::string window_text(const Window& window) {
    std::string text;
    for (const WindowDimension& d : window) {
        text += (text.empty() ? "" : ", ") + ("size=" + std::to_string(d.size)) +
                " stride=" + std::to_string(d.stride) + " pad=" + std::to_string(d.padding_low) + "_" +
                std::to_string(d.padding_high);
        if (d.base_dilation != 1) text += " lhs_dilate=" + std::to_string(d.base_dilation);
        if (d.window_dilation != 1) text += " rhs_dilate=" + std::to_string(d.window_dilation);
        if (d.reversal) text += " rhs_reversal";
    }
    return "{" + text + "}";
}

std::string convolution_text(const ConvolutionDimensions& c) {
    const auto labels = [](std::int64_t first, char a, std::int64_t second, char b,
                           const std::vector<std::int64_t>& spatial) {
        return std::string(1, a) + "=" + std::to_string(first) + " " + b + "=" + std::to_string(second) +
               " spatial=" + list(spatial);
    };
    return "{" + labels(c.input_batch, 'b', c.input_feature, 'f', c.input_spatial) + ", " +
           labels(c.kernel_input_feature, 'i', c.kernel_output_feature, 'o', c.kernel_spatial) + ", " +
           labels(c.output_batch, 'b', c.output_feature, 'f', c.output_spatial) + "}";
}

std::string gather_text(const GatherDimensions& g) {
    return "{offset_dims=" + list(g.offset_dims) + " collapsed_slice_dims=" + list(g.collapsed_slice_dims) +
           " start_index_map=" + list(g.start_index_map) + " operand_batching_dims=" + list(g.operand_batching_dims) +
           " start_indices_batching_dims=" + list(g.start_indices_batching_dims) +
           " index_vector_dim=" + std::to_string(g.index_vector_dim) + "}";
}

std::string scatter_text(const ScatterDimensions& s) {
    return "{update_window_dims=" + list(s.update_window_dims) +
           " inserted_window_dims=" + list(s.inserted_window_dims) +
           " scatter_dims_to_operand_dims=" + list(s.scatter_dims_to_operand_dims) +
           " input_batching_dims=" + list(s.input_batching_dims) +
           " scatter_indices_batching_dims=" + list(s.scatter_indices_batching_dims) +
           " index_vector_dim=" + std::to_string(s.index_vector_dim) + "}";
}

// What differs from its default; ", name=value" each.
std::string attributes_text(const Attributes& a) {
    static constexpr const char* kDirections[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};
    const Attributes none;
    std::string text;
    const auto add = [&](const char* name, const std::string& value) {
        text += std::string(", ") + name + "=" + value;
    };
    const auto add_number = [&](const char* name, std::int64_t value, std::int64_t usual) {
        if (value != usual) add(name, std::to_string(value));
    };
    if (!a.dimensions.empty()) add("dimensions", list(a.dimensions));
    if (!a.window.empty()) add("window", window_text(a.window));
    if (a.dot)
        add("dot", "{lhs_contracting=" + list(a.dot->lhs_contracting) +
                       " rhs_contracting=" + list(a.dot->rhs_contracting) + " lhs_batch=" + list(a.dot->lhs_batch) +
                       " rhs_batch=" + list(a.dot->rhs_batch) + "}");
    if (a.convolution) add("dim_labels", convolution_text(*a.convolution));
    if (a.gather) add("gather", gather_text(*a.gather));
    if (a.scatter) add("scatter", scatter_text(*a.scatter));
    for (const SliceDimension& d : a.slice)
        add("slice",
            "[" + std::to_string(d.start) + ":" + std::to_string(d.limit) + ":" + std::to_string(d.stride) + "]");
    for (const PaddingDimension& d : a.padding)
        add("padding", std::to_string(d.low) + "_" + std::to_string(d.high) + "_" + std::to_string(d.interior));
    if (!a.slice_sizes.empty()) add("slice_sizes", list(a.slice_sizes));
    if (a.direction) add("direction", kDirections[static_cast<std::size_t>(*a.direction)]);
    if (a.total_order) add("type", "TOTALORDER");
    add_number("feature_group_count", a.feature_group_count, none.feature_group_count);
    add_number("batch_group_count", a.batch_group_count, none.batch_group_count);
    if (a.epsilon != none.epsilon) add("epsilon", number(a.epsilon));
    add_number("feature_index", a.feature_index, none.feature_index);
    add_number("index", a.tuple_index, none.tuple_index);
    if (a.is_stable) add("is_stable", "true");
    add_number("exponent_bits", a.exponent_bits, none.exponent_bits);
    add_number("mantissa_bits", a.mantissa_bits, none.mantissa_bits);
    add_number("known_trip_count", a.known_trip_count, none.known_trip_count);
    if (!a.custom_call_target.empty())
        add("custom_call_target", "\"" + printable(a.custom_call_target, SIZE_MAX) + "\"");
    if (!a.custom_call_opaque.empty()) add("opaque", "\"" + printable(a.custom_call_opaque, SIZE_MAX) + "\"");
    return text;
}

std::string shape_text(const Shape& shape) {
    if (shape.is_tuple()) {
        std::string text;
        for (const Shape& element : shape.tuple) text += (text.empty() ? "" : ", ") + shape_text(element);
        return "(" + text + ")";
    }
    std::string text = to_string(shape, true);
    if (!shape.layout.tiles.empty()) text += ":T";
    if (!shape.layout.padded_dims.empty()) text += " /*" + padding_text(shape) + "*/";
    if (shape.layout.memory_space != 0) text += ":S(" + std::to_string(shape.layout.memory_space) + ")";
    return text;
}

void add_instruction(const Module& module, const Computation& computation, InstructionId id,
                     const PrintOptions& options, std::string& text) {
    const Instruction& i = computation[id];
    text += id == computation.root ? "  ROOT " : "  ";
    text += printable(i.name, kNameLimit) + " = " + shape_text(i.shape) + " " + std::string(name_of(i.opcode)) + "(";
    const auto add_names = [&](const std::vector<InstructionId>& ids) {
        for (std::size_t k = 0; k < ids.size(); ++k)
            text += (k == 0 ? "" : ", ") + printable(computation[ids[k]].name, kNameLimit);
    };
    add_names(i.operands);
    if (i.opcode == Opcode::Parameter) text += std::to_string(i.attributes.parameter_number);
    if (i.literal) add_literal(*i.literal, options.max_elements, text);
    text += ")" + attributes_text(i.attributes);
    for (std::size_t k = 0; k < i.called.size(); ++k)
        text += (k == 0 ? ", calls={" : ", ") + printable(module[i.called[k]].name, kNameLimit) +
                (k + 1 == i.called.size() ? "}" : "");
    if (!i.control_predecessors.empty()) {
        text += ", control-predecessors={";
        add_names(i.control_predecessors);
        text += "}";
    }
    for (std::size_t k = 0; k < i.origins.size(); ++k)
        text += (k == 0 ? ", origins={" : ", ") + printable(i.origins[k], kNameLimit) +
                (k + 1 == i.origins.size() ? "}" : "");
    const std::string origin = options.metadata ? describe_origin(i.metadata) : "";
    text += origin.empty() ? "\n" : "  // " + origin + "\n";
}

void add_computation(const Module& module, const Computation& computation, const PrintOptions& options,
                     std::string& text) {
    text += printable(computation.name, kNameLimit) + " {\n";
    for (std::size_t i = 0; i < computation.instructions.size(); ++i)
        add_instruction(module, computation, InstructionId(i), options, text);
    text += "}\n";
}

} // namespace

std::string print(const Literal& literal, std::int64_t max_elements) {
    std::string text;
    add_literal(literal, max_elements, text);
    return text;
}

std::string print(const Module& module, const Computation& computation, const PrintOptions& options) {
    std::string text;
    add_computation(module, computation, options, text);
    return text;
}

std::string print(const Module& module, const PrintOptions& options) {
    std::string text = "HloModule " + printable(module.name, kNameLimit) + "\n";
    for (std::size_t i = 0; i < module.parameter_shapes.size(); ++i)
        text += "  parameter " + std::to_string(i) + ": " + shape_text(module.parameter_shapes[i]) + "\n";
    text += "  result: " + shape_text(module.result_shape) + "\n";
    for (const Alias& alias : module.aliases)
        text += "  alias: result leaf " + std::to_string(alias.output_leaf) + " in parameter leaf " +
                std::to_string(alias.parameter_leaf) + (alias.must ? ", must\n" : "\n");
    for (std::size_t i = 0; i < module.computations.size(); ++i) {
        text += module.entry == ComputationId(i) ? "\nENTRY " : "\n";
        add_computation(module, module.computations[i], options, text);
    }
    return text;
}

} // namespace hlo2cpp
