#include "read/stablehlo/bytecode.h"

#include "ir/module.h"
#include "read/stablehlo/bytecode/operation_reader.h"
#include "support/diagnostics.h"

namespace hlo2cpp::stablehlo {
namespace {

// MLIR's own encoding of its dialects changes with it; a portable artifact does not.
std::string portable_hint(const bytecode::File& file) {
    if (file.is_portable()) return "";
    return "; the file is bytecode of " + printable(file.producer) +
           ", whose encoding changes from release to release: write a portable artifact instead, by jax.export or by "
           "stablehlo's serialize_portable_artifact, or StableHLO text";
}

// The file's names may hold any bytes.
std::string message_text(const bytecode::ByteError& error, std::size_t begin, const std::string& operation) {
    constexpr std::size_t kLongest = 2000;
    return "at byte " + std::to_string(begin + error.offset) +
           (operation.empty() ? "" : ", in " + printable(operation)) + ": " + printable(error.what(), kLongest);
}

} // namespace

bool is_mlir_bytecode(std::string_view file) {
    return bytecode::is_bytecode(file);
}

Document parse_stablehlo_bytecode(std::string_view bytecode, std::shared_ptr<const void> owner, std::size_t begin) {
    try {
        const bytecode::File tables = bytecode::open_file(bytecode);
        bytecode::OperationReader reader(tables, std::move(owner), begin);
        try {
            return reader.read_module();
        } catch (const bytecode::ByteError& error) {
            throw InputError(message_text(error, begin, reader.current()) + portable_hint(tables));
        }
    } catch (const bytecode::ByteError& error) {
        throw InputError(message_text(error, begin, ""));
    }
}

} // namespace hlo2cpp::stablehlo
