#include "read/stablehlo/stablehlo.h"

#include "read/stablehlo/bytecode.h"
#include "read/stablehlo/jax_export.h"
#include "read/stablehlo/text.h"
#include "read/stablehlo/to_module.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

using namespace stablehlo;

Document parsed(std::string_view file, const std::optional<JaxExport>& exported) {
    if (exported)
        return parse_stablehlo_bytecode(exported->module, nullptr,
                                        static_cast<std::size_t>(exported->module.data() - file.data()));
    return is_mlir_bytecode(file) ? parse_stablehlo_bytecode(file, nullptr) : parse_stablehlo_text(file);
}

// Constants of the document refer to the file; those of its module do not.
Document document_of(std::string_view file, const std::optional<JaxExport>& exported, const Forget& forget) {
    Document document = parsed(file, exported);
    document.forget = forget;
    if (forget) forget();
    return document;
}

// The platform whose code is taken.
std::int64_t platform_of(const JaxExport& file) {
    if (file.platforms.size() < 2) return 0;
    const std::optional<std::size_t> index = file.index_of_platform("cpu");
    if (index) return static_cast<std::int64_t>(*index);
    std::string names;
    for (const std::string& name : file.platforms) names += (names.empty() ? "" : ", ") + name;
    throw InputError("the function was exported for " + names + "; export it for platforms=[\"cpu\"]");
}

} // namespace

bool is_stablehlo(std::string_view file) {
    return is_mlir_bytecode(file) || is_stablehlo_text(file) || parse_jax_export(file).has_value();
}

ModelFile read_stablehlo(std::string_view file, const ReadOptions& options, const Forget& forget) {
    const std::optional<JaxExport> exported = is_mlir_bytecode(file) ? std::nullopt : parse_jax_export(file);
    if (!exported)
        return to_module(document_of(file, exported, forget),
                         {.options = options, .argument_names = {}, .platform = {}});
    return to_module(
        document_of(file, exported, forget),
        {.options = options, .argument_names = exported->argument_names, .platform = platform_of(*exported)});
}

} // namespace hlo2cpp
