// libFuzzer's input as a file of jax.export: made a module, or refused by an InputError.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "read/stablehlo/jax_export.h"
#include "read/stablehlo/stablehlo.h"
#include "support/diagnostics.h"

using namespace hlo2cpp;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view file(static_cast<const char*>(static_cast<const void*>(data)), size);
    try {
        if (stablehlo::parse_jax_export(file)) read_stablehlo(file, {});
    } catch (const InputError&) { // as it should
    }
    return 0;
}
