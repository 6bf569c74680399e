// Messages between threads. For each ticket, sender and receiver there is a box:
//
//     sender                                   receiver
//     send: writes from, bytes; sent += 2
//                                              wait: sent != taken, so it copies from the sender's array
//     wait: sent == taken, so its array is free        taken += 1 before, and taken += 1 after
//
// `taken` is odd while the receiver copies. The counters may wrap: they are only compared. Each has one writer, so
// loads and stores suffice. A box is empty when its ticket starts the next exchange, for the sender has waited for
// that; so a fast device never overtakes a slow one, and devices that share no box never wait for each other.
#include "collectives_threads.h"
#include "messages.h"

#include <atomic>
#include <new>

// The statement by which a waiting device lets others run. A system without threads may say, for example, __asm__
// volatile("yield").
#ifndef HLO2CPP_THREADS_YIELD
#if defined(__unix__) || defined(__APPLE__)
#include <sched.h>
#define HLO2CPP_THREADS_YIELD sched_yield()
#else
#define HLO2CPP_THREADS_YIELD static_cast<void>(0)
#endif
#endif

namespace {

constexpr size_t kLine = 64; // bytes: devices that run at the same time write to different cache lines

void pause_after(int& polls) {
    if (polls < 100)
        ++polls;
    else
        HLO2CPP_THREADS_YIELD;
}

struct Box {
    // The sender writes:
    std::atomic<uint32_t> sent{0};
    const void* from = nullptr;
    size_t bytes = 0;
    // The receiver writes:
    std::atomic<uint32_t> taken{0};
    void* to = nullptr;
    size_t expected_bytes = 0;
    bool is_awaited = false;

    bool is_empty() const { return taken.load(std::memory_order_acquire) == sent.load(std::memory_order_acquire); }
};
static_assert(sizeof(Box) <= kLine, "HLO2CPP_THREADS_BYTES counts a line a box");

class Device;

} // namespace

// All devices of a program.
struct hlo2cpp_threads {
    const hlo2cpp_devices& devices;
    std::atomic<int> failure{0}; // the first status that a device has failed with
    Device* device;              // [devices]
    unsigned char* boxes;        // a line each: [tickets][senders][receivers]

    explicit hlo2cpp_threads(const hlo2cpp_devices& its_devices)
        : devices(its_devices), device(nullptr), boxes(nullptr) {}

    unsigned char* line_of_box(int32_t ticket, int32_t sender, int32_t receiver) const {
        const size_t count = static_cast<size_t>(devices.devices);
        const size_t row = static_cast<size_t>(ticket) * count + static_cast<size_t>(sender);
        return boxes + kLine * (row * count + static_cast<size_t>(receiver));
    }
    Box& box(int32_t ticket, int32_t sender, int32_t receiver) const {
        return *static_cast<Box*>(static_cast<void*>(line_of_box(ticket, sender, receiver)));
    }
    // If two devices fail at the same time, either status stays.
    int fail(int status) {
        if (failure == 0) failure = status;
        return failure;
    }
};

namespace {

// The transport of one device.
class Device {
public:
    Device(hlo2cpp_threads& all, int32_t device)
        : all_(all), device_(device), table_(hlo2cpp::Exchanges<Device>::table(this)) {}

    const hlo2cpp_collectives& table() const { return table_; }
    const hlo2cpp_devices& devices() const { return all_.devices; }
    int32_t device() const { return device_; }

    int receive(int32_t ticket, int32_t source, void* to, size_t bytes) {
        Box& box = all_.box(ticket, source, device_);
        box.to = to;
        box.expected_bytes = bytes;
        box.is_awaited = true;
        return 0;
    }
    int send(int32_t ticket, int32_t target, const void* from, size_t bytes) {
        Box& box = all_.box(ticket, device_, target);
        box.from = from;
        box.bytes = bytes;
        box.sent.store(box.sent.load(std::memory_order_relaxed) + 2, std::memory_order_release);
        return 0;
    }

    // Takes what arrives for other tickets, too, while it waits: devices may wait in different orders.
    int wait(int32_t ticket) {
        for (int polls = 0;;) {
            bool is_done = false;
            int status = progress(ticket, is_done);
            if (is_done) return 0;
            if (status == 0) status = all_.failure;
            if (status == 0) status = progress_of_others(ticket);
            if (status != 0) return end();
            pause_after(polls);
        }
    }

    // Returns when no other device reads an array of this one, and none ever will. A receiver stores an odd `taken`
    // before it looks for a failure, and there is a failure before this looks for odd ones; all four are sequentially
    // consistent.
    int end() {
        int polls = 0;
        for (int32_t ticket = 0; ticket < devices().tickets; ++ticket)
            for (int32_t receiver = 0; receiver < devices().devices; ++receiver)
                while ((all_.box(ticket, device_, receiver).taken & 1) != 0) pause_after(polls);
        return all_.failure;
    }

private:
    hlo2cpp_threads& all_;
    int32_t device_;
    hlo2cpp_collectives table_;

    // Takes the messages that have arrived. `is_done`: all have, and all that were sent have been taken.
    int progress(int32_t ticket, bool& is_done) {
        is_done = true;
        for (int32_t other = 0; other < devices().devices; ++other) {
            Box& box = all_.box(ticket, other, device_);
            if (box.is_awaited && !box.is_empty())
                if (const int status = take(box)) {
                    is_done = false;
                    return status;
                }
            if (box.is_awaited || !all_.box(ticket, device_, other).is_empty()) is_done = false;
        }
        return 0;
    }
    int progress_of_others(int32_t ticket) {
        bool is_done;
        for (int32_t other = 0; other < devices().tickets; ++other)
            if (other != ticket)
                if (const int status = progress(other, is_done)) return status;
        return 0;
    }

    int take(Box& box) {
        const uint32_t taken = box.taken.load(std::memory_order_relaxed);
        box.taken = taken + 1;
        int status = all_.failure;
        if (status == 0 && box.bytes != box.expected_bytes) status = all_.fail(HLO2CPP_THREADS_DISAGREE);
        if (status != 0) {
            box.taken = taken;
            return status;
        }
        if (box.bytes != 0) memcpy(box.to, box.from, box.bytes);
        box.is_awaited = false;
        box.taken.store(taken + 2, std::memory_order_release);
        return 0;
    }
};
static_assert(sizeof(hlo2cpp_threads) <= kLine, "HLO2CPP_THREADS_BYTES counts a line for all, and one to align");
static_assert(sizeof(Device) <= 2 * kLine, "HLO2CPP_THREADS_BYTES counts two lines a device");

} // namespace

size_t hlo2cpp_threads_bytes(const hlo2cpp_devices* devices) {
    return HLO2CPP_THREADS_BYTES(static_cast<size_t>(devices->devices), static_cast<size_t>(devices->tickets));
}

hlo2cpp_threads* hlo2cpp_threads_open(const hlo2cpp_devices* devices, void* memory, size_t bytes) {
    const int32_t count = devices->devices, tickets = devices->tickets;
    if (memory == nullptr || bytes < hlo2cpp_threads_bytes(devices)) return nullptr;
    unsigned char* line = static_cast<unsigned char*>(memory);
    line += (kLine - reinterpret_cast<uintptr_t>(line) % kLine) % kLine;
    hlo2cpp_threads* const threads = new (line) hlo2cpp_threads(*devices);
    line += kLine;
    threads->device = static_cast<Device*>(static_cast<void*>(line));
    threads->boxes = line + 2 * kLine * static_cast<size_t>(count);
    for (int32_t device = 0; device < count; ++device) new (threads->device + device) Device(*threads, device);
    for (int32_t ticket = 0; ticket < tickets; ++ticket)
        for (int32_t sender = 0; sender < count; ++sender)
            for (int32_t receiver = 0; receiver < count; ++receiver)
                new (threads->line_of_box(ticket, sender, receiver)) Box();
    return threads;
}

const hlo2cpp_collectives* hlo2cpp_threads_table(hlo2cpp_threads* threads, int32_t device) {
    return &threads->device[device].table();
}

void hlo2cpp_threads_fail(hlo2cpp_threads* threads, int32_t device, int status) {
    threads->fail(status != 0 ? status : HLO2CPP_THREADS_FAILED);
    threads->device[device].end();
}
