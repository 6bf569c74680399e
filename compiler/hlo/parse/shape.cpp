#include "hlo/parse/shape.h"

#include <limits>

#include "hlo/proto/xla_data.pb.h"
#include "ir/module.h"

namespace hlo2cpp {
namespace {

using hlo2cpp_proto::LayoutProto;
using hlo2cpp_proto::ShapeProto;

constexpr std::int64_t kAny = std::numeric_limits<std::int64_t>::min(); // an unbounded dimension, a tile's "*"

void parse_nested(HloTextLexer& lexer, ShapeProto& shape, int depth);

// "(f32[4])", of a layout's physical shape or of a buffer
void parse_parenthesized_shape(HloTextLexer& lexer, ShapeProto& shape, int depth) {
    if (depth == kMaxTupleDepth)
        lexer.fail("the shape is nested more than " + std::to_string(kMaxTupleDepth) + " deep");
    lexer.expect("(", "before a shape");
    parse_nested(lexer, shape, depth + 1);
    lexer.expect(")", "after the shape");
}

ElementType array_type(HloTextLexer& lexer) {
    const std::size_t start = lexer.position();
    const std::string_view name = lexer.identifier("a shape");
    const std::optional<ElementType> type = element_type_from_name(name);
    if (!type || *type == ElementType::Tuple || *type == ElementType::Buffer)
        lexer.fail_at(start, "unknown element type '" + printable(name, 40) + "'");
    return *type;
}

void parse_dimensions(HloTextLexer& lexer, ShapeProto& shape) {
    lexer.expect("[", "after the element type");
    if (lexer.accept("]")) return;
    do {
        const bool unbounded = lexer.accept("?");
        const bool bounded = !unbounded && lexer.accept("<=");
        shape.add_is_dynamic_dimension(unbounded || bounded);
        const std::size_t start = lexer.position();
        shape.add_dimensions(unbounded ? kAny : lexer.integer("the size of a dimension"));
        if (!unbounded && *shape.dimensions().rbegin() < 0) lexer.fail_at(start, "the size of a dimension is negative");
    } while (lexer.accept(","));
    lexer.expect("]", "after the dimensions of the shape");
}

void parse_tile(HloTextLexer& lexer, LayoutProto& layout) {
    lexer.expect("(", "before a tile");
    auto& tile = *layout.add_tiles();
    if (lexer.accept(")")) return;
    do tile.add_dimensions(lexer.accept("*") ? kAny : lexer.integer("a tile size"));
    while (lexer.accept(","));
    lexer.expect(")", "after a tile");
}

std::int64_t parenthesized(HloTextLexer& lexer, std::string_view what) {
    lexer.expect("(", "before " + std::string(what));
    const std::int64_t value = lexer.integer(what);
    lexer.expect(")", "after " + std::string(what));
    return value;
}

void parse_split(HloTextLexer& lexer, LayoutProto& layout) {
    lexer.expect("(", "before a split configuration");
    do {
        auto& split = *layout.add_split_configs();
        split.set_dimension(lexer.integer("the split dimension"));
        lexer.expect(":", "after the split dimension");
        do split.add_split_indices(lexer.integer("a split index"));
        while (lexer.accept(","));
    } while (lexer.accept(")("));
    lexer.expect(")", "after a split configuration");
}

// D(D,C+~): how the dimensions of a sparse array are stored; "+": not unique, "~": not ordered.
void parse_level_types(HloTextLexer& lexer, LayoutProto& layout) {
    lexer.expect("(", "before the level types");
    do {
        constexpr std::string_view kTypes = "DCSH"; // by their number
        const std::size_t type = kTypes.find(lexer.peek());
        if (type == std::string_view::npos) lexer.fail_expected("a level type: D, C, S or H");
        lexer.accept(kTypes.substr(type, 1));
        layout.add_dim_level_types(static_cast<hlo2cpp_proto::DimLevelType>(type));
        layout.add_dim_unique(!lexer.accept("+"));
        layout.add_dim_ordered(!lexer.accept("~"));
    } while (lexer.accept(","));
    lexer.expect(")", "after the level types");
}

hlo2cpp_proto::PrimitiveType parenthesized_type(HloTextLexer& lexer) {
    lexer.expect("(", "before an integer type");
    const ElementType type = array_type(lexer);
    lexer.expect(")", "after an integer type");
    return static_cast<hlo2cpp_proto::PrimitiveType>(info(type).proto_number);
}

// Parses the details after the colon: "D(D,C)T(8,128)(2,1)L(1024)#(u32)*(u32)E(4)S(1)SC(0:3)P(f32[4])M(128)".
void parse_layout_details(HloTextLexer& lexer, LayoutProto& layout, int depth) {
    while (!lexer.next_is("}")) {
        if (lexer.accept("T")) do
                parse_tile(lexer, layout);
            while (lexer.next_is("("));
        else if (lexer.accept("L"))
            layout.set_tail_padding_alignment_in_elements(parenthesized(lexer, "the padded number of elements"));
        else if (lexer.accept("E"))
            layout.set_element_size_in_bits(parenthesized(lexer, "the bits of an element"));
        else if (lexer.accept("SC"))
            parse_split(lexer, layout);
        else if (lexer.accept("S"))
            layout.set_memory_space(parenthesized(lexer, "the memory space"));
        else if (lexer.accept("M"))
            layout.set_dynamic_shape_metadata_prefix_bytes(parenthesized(lexer, "the bytes of the prefix"));
        else if (lexer.accept("D"))
            parse_level_types(lexer, layout);
        else if (lexer.accept("#"))
            layout.set_index_primitive_type(parenthesized_type(lexer));
        else if (lexer.accept("*"))
            layout.set_pointer_primitive_type(parenthesized_type(lexer));
        else if (lexer.accept("P"))
            parse_parenthesized_shape(lexer, *layout.mutable_physical_shape(), depth);
        else
            lexer.fail_expected("a layout property: D, T, L, #, *, E, S, SC, P or M");
    }
}

// The "{" after a shape opens a layout only if a number, a colon or the closing brace follows; else a computation's
// body.
bool next_is_layout(HloTextLexer& lexer) {
    const std::size_t start = lexer.position();
    if (!lexer.accept("{")) return false;
    const char c = lexer.peek();
    lexer.rewind(start);
    return (c >= '0' && c <= '9') || c == ':' || c == '}' || c == '-';
}

// Every array gets a layout: row-major if the text has none.
void parse_layout(HloTextLexer& lexer, ShapeProto& shape, int depth) {
    if (!next_is_layout(lexer)) return set_default_layout(shape);
    const std::size_t start = lexer.position();
    lexer.accept("{");
    LayoutProto& layout = *shape.mutable_layout();
    layout.set_tail_padding_alignment_in_elements(1);
    if (!lexer.next_is(":") && !lexer.next_is("}")) do
            layout.add_minor_to_major(lexer.integer("a dimension of the layout"));
        while (lexer.accept(","));
    if (lexer.accept(":")) parse_layout_details(lexer, layout, depth);
    lexer.expect("}", "after the layout");
    const int rank = shape.dimensions_size();
    std::vector<bool> seen(static_cast<std::size_t>(rank), false);
    for (std::int64_t dim : layout.minor_to_major()) {
        if (dim < 0 || dim >= rank || seen[static_cast<std::size_t>(dim)] || layout.minor_to_major_size() != rank)
            lexer.fail_at(start,
                          "the layout is no permutation of the " + std::to_string(rank) + " dimensions of its shape");
        seen[static_cast<std::size_t>(dim)] = true;
    }
}

// "b(f32[4])": a buffer that holds an array. "b" may also be the name of an instruction.
bool next_is_buffer(HloTextLexer& lexer) {
    if (lexer.peek_identifier() != "b") return false;
    const std::size_t start = lexer.position();
    lexer.identifier("b");
    const bool found = lexer.next_is("(");
    lexer.rewind(start);
    return found;
}

void parse_array(HloTextLexer& lexer, ShapeProto& shape, int depth) {
    const ElementType type = array_type(lexer);
    shape.set_element_type(static_cast<hlo2cpp_proto::PrimitiveType>(info(type).proto_number));
    parse_dimensions(lexer, shape);
    if (is_array_type(type))
        parse_layout(lexer, shape, depth);
    else if (next_is_layout(lexer)) // "token[]{}"
        lexer.balanced("a layout");
}

void parse_nested(HloTextLexer& lexer, ShapeProto& shape, int depth) {
    if (next_is_buffer(lexer)) {
        lexer.identifier("b");
        shape.set_element_type(hlo2cpp_proto::BUFFER);
        return parse_parenthesized_shape(lexer, *shape.add_tuple_shapes(), depth);
    }
    if (!lexer.next_is("(")) return parse_array(lexer, shape, depth);
    if (depth == kMaxTupleDepth)
        lexer.fail("the tuple is nested more than " + std::to_string(kMaxTupleDepth) + " deep");
    lexer.accept("(");
    shape.set_element_type(hlo2cpp_proto::TUPLE);
    if (lexer.accept(")")) return;
    do parse_nested(lexer, *shape.add_tuple_shapes(), depth + 1);
    while (lexer.accept(","));
    lexer.expect(")", "after the elements of the tuple shape");
}

} // namespace

void set_default_layout(ShapeProto& shape) {
    LayoutProto& layout = *shape.mutable_layout();
    layout.set_tail_padding_alignment_in_elements(1);
    for (int i = shape.dimensions_size(); i-- > 0;) layout.add_minor_to_major(i);
}

bool next_is_shape(HloTextLexer& lexer) {
    if (lexer.next_is("(") || next_is_buffer(lexer)) return true;
    const std::size_t start = lexer.position();
    const std::string_view name = lexer.peek_identifier();
    if (name.empty()) return false;
    lexer.identifier("a shape");
    const bool found = lexer.next_is("[");
    lexer.rewind(start);
    return found;
}

void parse_shape(HloTextLexer& lexer, ShapeProto& shape) {
    parse_nested(lexer, shape, 0);
}

void parse_program_shape(HloTextLexer& lexer, hlo2cpp_proto::ProgramShapeProto& shape) {
    lexer.expect("(", "before the parameter shapes");
    if (!lexer.accept(")")) {
        do {
            if (!next_is_shape(lexer)) {
                shape.add_parameter_names(std::string(lexer.name("a parameter name or a shape")));
                lexer.accept(":"); // older texts have none
            }
            parse_shape(lexer, *shape.add_parameters());
        } while (lexer.accept(","));
        lexer.expect(")", "after the parameter shapes");
    }
    lexer.expect("->", "before the result shape");
    parse_shape(lexer, *shape.mutable_result());
}

} // namespace hlo2cpp
