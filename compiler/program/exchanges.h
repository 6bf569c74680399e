// Exchanges between devices in the body of `run`: calls of the functions of a table.
#pragma once

#include "program/device_tables.h"
#include "program/host_calls.h"

namespace hlo2cpp {

// The call that starts an exchange or waits for one. Statements that it needs in front are added to `blocks`.
tree::Expression exchange_call(const ProgramInput& input, const HostCall& call, const ExchangeNumbers& exchanges,
                               HostCalls& host, Blocks& blocks);

} // namespace hlo2cpp
