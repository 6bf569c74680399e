#include "program.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

namespace replicas {
namespace {

// Random numbers, the same for the same seed.
class Random {
public:
    explicit Random(uint64_t seed) : state_(seed) {}
    uint64_t below(uint64_t end) {
        state_ = mix(state_, 1);
        return state_ % end;
    }
    std::vector<int32_t> order(int32_t count) {
        std::vector<int32_t> order;
        for (int32_t i = 0; i < count; ++i) order.push_back(i);
        for (size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[below(i)]);
        return order;
    }

private:
    uint64_t state_;
};

struct Device {
    const Plan& plan;
    int32_t device;
    const hlo2cpp_collectives& table;
    Random random; // differs between devices

    void delay() {
        const uint64_t length = random.below(400);
        if (length == 0)
            usleep(200);
        else if (length < 40)
            for (uint64_t i = 0; i < length; ++i) sched_yield();
    }
    int wait(int32_t ticket) { return table.wait(table.self, ticket); }
};

// The size of a part in bytes, rarely one that makes an array of a megabyte.
size_t some_size(Random& common, size_t parts) {
    const size_t sizes[] = {0, 1, 3, 16, 255, 1000, 4099};
    const uint64_t chance = common.below(1000);
    if (chance < 5) return (size_t(1) << 20) / parts;
    return chance < 15 ? 70001 / parts : sizes[chance % 7];
}

int wrong(int32_t device, uint64_t number, const char* where) {
    fprintf(stderr, "FAILED: device %d, exchange %llu, %s\n", device, static_cast<unsigned long long>(number), where);
    return kWrongResult;
}

// Up to kTickets exchanges in flight. Devices start them in one order, and wait for them each in its own.
int run_side_by_side(Device& self, Random& common, uint64_t number) {
    const int32_t count = 1 + static_cast<int32_t>(common.below(kTickets));
    std::vector<std::unique_ptr<Exchange>> exchanges(static_cast<size_t>(kTickets));
    std::vector<int32_t> tickets = common.order(kTickets);
    tickets.resize(static_cast<size_t>(count));
    for (const int32_t ticket : tickets) {
        const Kind kind = static_cast<Kind>(common.below(kKinds));
        const hlo2cpp_devices& facts = self.plan.table;
        const int32_t lists = kind == Kind::permute ? facts.permutations : facts.group_lists;
        const int32_t list = static_cast<int32_t>(common.below(static_cast<uint64_t>(lists)));
        const bool is_whole = kind == Kind::permute || kind == Kind::broadcast;
        const size_t bytes = some_size(common, is_whole ? 1 : static_cast<size_t>(facts.devices));
        auto& exchange = exchanges[static_cast<size_t>(ticket)];
        exchange.reset(new Exchange(self.plan, self.device, number + static_cast<uint64_t>(ticket), kind, list, bytes));
        if (!exchange->takes_part()) {
            exchange.reset();
            continue;
        }
        self.delay();
        if (const int status = exchange->start(self.table, ticket)) return status;
    }
    for (const int32_t ticket : self.random.order(kTickets)) {
        const auto& exchange = exchanges[static_cast<size_t>(ticket)];
        if (!exchange) continue;
        self.delay();
        if (const int status = self.wait(ticket)) return status;
        if (!exchange->is_right()) return wrong(self.device, number, "side by side");
    }
    return 0;
}

// The groups of a list make different numbers of exchanges while one of all devices is in flight.
int run_groups(Device& self, uint64_t number) {
    Exchange all(self.plan, self.device, number, Kind::all_gather, kWhole, 40);
    if (const int status = all.start(self.table, 1)) return status;
    const int32_t group = self.plan.table.group_of[kPairs * self.plan.table.devices + self.device];
    const uint64_t count = mix(number, static_cast<uint64_t>(group)) % 5;
    for (uint64_t i = 0; i < count; ++i) {
        Exchange pair(self.plan, self.device, mix(number, i), Kind::all_to_all, kPairs, 24);
        if (const int status = pair.start(self.table, 0)) return status;
        if (const int status = self.wait(0)) return status;
        if (!pair.is_right()) return wrong(self.device, number, "in a group");
        self.delay();
    }
    if (const int status = self.wait(1)) return status;
    return all.is_right() ? 0 : wrong(self.device, number, "around groups");
}

// All tickets are in flight when the victim leaves. Only its arrays outlive its program: the table knows when the
// others return.
int meet_mishap(Device& self, const Task& task, Arrays& victims) {
    const bool is_victim = self.device == task.victim;
    Arrays own;
    Arrays& arrays = is_victim ? victims : own;
    if (is_victim && task.mishap == Mishap::killed) raise(SIGKILL);
    if (is_victim && task.mishap == Mishap::exits) _exit(kOwnStatus);
    const size_t bytes = is_victim && task.mishap == Mishap::disagrees ? 5001 : 5000;
    for (int32_t ticket = 0; ticket < kTickets; ++ticket) {
        arrays.emplace_back(
            new Exchange(self.plan, self.device, static_cast<uint64_t>(ticket), Kind::all_gather, kWhole, bytes));
        if (const int status = arrays.back()->start(self.table, ticket)) return status;
    }
    self.delay();
    if (is_victim && task.mishap == Mishap::status) return kOwnStatus;
    for (int32_t ticket = 0; ticket < kTickets; ++ticket)
        if (const int status = self.wait(ticket)) return status;
    return 0;
}

} // namespace

bool read_task(int argc, char** argv, Task& task) {
    if (argc != 3 && argc != 5) return false;
    task = {atoi(argv[1]), atoi(argv[2]), Mishap::none, 0};
    if (argc == 3) return true;
    const char* const names[] = {"none", "status", "killed", "exits", "disagrees"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strcmp(argv[3], names[i]) == 0) task.mishap = static_cast<Mishap>(i);
    task.victim = atoi(argv[4]);
    return task.mishap != Mishap::none;
}

int run(const Task& task, const Plan& plan, int32_t device, const hlo2cpp_collectives& table, Arrays& victims) {
    Random common(1);
    Device self = {plan, device, table, Random(static_cast<uint64_t>(device) + 2)};
    for (int32_t round = 0; round < task.rounds; ++round) {
        const uint64_t number = static_cast<uint64_t>(round) * 16;
        if (task.mishap != Mishap::none && round == task.rounds / 2)
            if (const int status = meet_mishap(self, task, victims)) return status;
        const int status = round % 8 == 7 ? run_groups(self, number) : run_side_by_side(self, common, number);
        if (status != 0) return status;
    }
    return 0;
}

} // namespace replicas
