// A program of one device that tests a table, as if it had been generated.
#pragma once
#include "exchange.h"
#include <memory>

namespace replicas {

constexpr int32_t kTickets = 5;

// The fault of one device, halfway.
enum class Mishap {
    none,
    status,   // it returns kOwnStatus with exchanges in flight
    killed,   // its process is
    exits,    // its process ends by itself, with kOwnStatus
    disagrees // it sends more than the others expect
};
constexpr int kOwnStatus = 77;
constexpr int kWrongResult = 99;

struct Task {
    int32_t devices, rounds;
    Mishap mishap;
    int32_t victim; // the device that has the mishap
};

// Reads DEVICES ROUNDS [status|killed|exits|disagrees VICTIM].
bool read_task(int argc, char** argv, Task& task);

// Arrays in flight.
using Arrays = std::vector<std::unique_ptr<Exchange>>;

// Returns 0, a status of the table, kOwnStatus, or kWrongResult after a message. `victims` must live until the table
// knows of kOwnStatus.
int run(const Task& task, const Plan& plan, int32_t device, const hlo2cpp_collectives& table, Arrays& victims);

} // namespace replicas
