#include "evaluate/host_data.h"

#include "evaluate/tensor.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

void HostData::give(const ExchangeKey&, std::vector<Tensor>, std::span<const std::int64_t>) {
    throw InputError("it exchanges arrays with other devices, and there are none");
}

std::vector<Tensor> HostData::take(const ExchangeKey&, std::int64_t) {
    throw InputError("it exchanges arrays with other devices, and there are none");
}

} // namespace hlo2cpp
