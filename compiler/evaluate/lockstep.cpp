#include "evaluate/lockstep.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <tuple>

#include "evaluate/tensor.h"
#include "ir/module.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

struct Stopped {}; // thrown in a device where another one has failed

// Arrays on their way from one device to another.
struct Route {
    ExchangeKey key;
    std::int64_t source = 0, reader = 0;
    friend auto operator<=>(const Route&, const Route&) = default;
};

class Lockstep {
public:
    explicit Lockstep(std::int64_t devices) : devices_(static_cast<std::size_t>(devices)) {}

    void give(const Route& route, std::shared_ptr<const std::vector<Tensor>> arrays) {
        const std::lock_guard lock(mutex_);
        routes_[route].push_back(std::move(arrays));
    }

    std::vector<Tensor> take(const Route& route) {
        std::unique_lock lock(mutex_);
        Device& device = devices_[static_cast<std::size_t>(route.reader)];
        if (!has_arrays(route)) {
            device.waits_for = route;
            pass_turn(route.reader);
            wait_for_turn(lock, route.reader);
            device.waits_for.reset();
        }
        std::deque<std::shared_ptr<const std::vector<Tensor>>>& arrays = routes_.at(route);
        std::vector<Tensor> taken = *arrays.front();
        arrays.pop_front();
        if (arrays.empty()) routes_.erase(route);
        return taken;
    }

    void begin(std::int64_t device) {
        std::unique_lock lock(mutex_);
        wait_for_turn(lock, device);
    }

    void end(std::int64_t device, std::exception_ptr error) {
        const std::lock_guard lock(mutex_);
        devices_[static_cast<std::size_t>(device)].ended = true;
        if (error != nullptr) fail(std::move(error));
        pass_turn(device);
    }

    void stop(std::exception_ptr error) {
        const std::lock_guard lock(mutex_);
        fail(std::move(error));
    }

    void rethrow() const {
        if (error_ != nullptr) std::rethrow_exception(error_);
    }

private:
    struct Device {
        std::optional<Route> waits_for;
        bool ended = false;
        std::condition_variable changed; // it has the turn, or a device has failed
    };

    bool has_arrays(const Route& route) const { return routes_.contains(route); }

    void wait_for_turn(std::unique_lock<std::mutex>& lock, std::int64_t device) {
        devices_[static_cast<std::size_t>(device)].changed.wait(lock,
                                                                [&] { return turn_ == device || error_ != nullptr; });
        if (error_ != nullptr) throw Stopped{};
    }

    // Passes the turn to the next device that can go on.
    void pass_turn(std::int64_t from) {
        const auto count = static_cast<std::int64_t>(devices_.size());
        bool all_ended = true;
        for (std::int64_t step = 1; step <= count; ++step) {
            const std::int64_t next = (from + step) % count;
            Device& device = devices_[static_cast<std::size_t>(next)];
            if (device.ended) continue;
            all_ended = false;
            if (device.waits_for && !has_arrays(*device.waits_for)) continue;
            turn_ = next;
            device.changed.notify_one();
            return;
        }
        if (!all_ended) fail(std::make_exception_ptr(InputError(waiting())));
    }

    // Error text for a deadlock, with each device's place.
    std::string waiting() const {
        std::string text = "the devices wait for each other, and would for ever:";
        for (std::size_t d = 0; d < devices_.size(); ++d) {
            const std::optional<Route>& route = devices_[d].waits_for;
            if (!route) continue;
            const std::string place = route->key.collective != nullptr
                                          ? printable(route->key.collective->name, 80)
                                          : "channel " + std::to_string(route->key.channel);
            const bool gone = devices_[static_cast<std::size_t>(route->source)].ended;
            text += " device " + std::to_string(d) + " at " + place + " for device " + std::to_string(route->source) +
                    (gone ? ", which has ended;" : ";");
        }
        text.back() = '.';
        return text;
    }

    void fail(std::exception_ptr error) {
        if (error_ == nullptr) error_ = std::move(error);
        for (Device& device : devices_) device.changed.notify_one();
    }

    std::mutex mutex_;
    std::vector<Device> devices_;
    std::int64_t turn_ = 0;
    std::exception_ptr error_; // of the first device that failed
    std::map<Route, std::deque<std::shared_ptr<const std::vector<Tensor>>>> routes_;
};

// The other devices, as one device sees them.
class LockstepHost final : public HostData {
public:
    LockstepHost(Lockstep& all, std::int64_t device) : all_(all), device_(device) {}
    void infeed(std::span<std::byte>) override { throw InputError("it takes data from a host, and there is none"); }
    void outfeed(std::span<const std::byte>) override {
        throw InputError("it gives data to a host, and there is none");
    }
    std::int64_t device() const override { return device_; }
    void give(const ExchangeKey& key, std::vector<Tensor> arrays, std::span<const std::int64_t> readers) override {
        const auto shared = std::make_shared<const std::vector<Tensor>>(std::move(arrays));
        for (const std::int64_t reader : readers) all_.give({key, device_, reader}, shared);
    }
    std::vector<Tensor> take(const ExchangeKey& key, std::int64_t source) override {
        return all_.take({key, source, device_});
    }

private:
    Lockstep& all_;
    const std::int64_t device_;
};

} // namespace

void run_in_lockstep(std::int64_t devices, const std::function<void(std::int64_t, HostData&)>& work) {
    Lockstep all(devices);
    const auto run_device = [&all, &work](std::int64_t device) {
        std::exception_ptr error;
        try {
            all.begin(device);
            LockstepHost others(all, device);
            work(device, others);
        } catch (const Stopped&) {
        } catch (...) {
            error = std::current_exception();
        }
        all.end(device, error);
    };
    std::vector<std::thread> threads;
    try {
        for (std::int64_t device = 0; device < devices; ++device) threads.emplace_back(run_device, device);
    } catch (const std::system_error&) {
        all.stop(std::make_exception_ptr(InputError("the evaluator needs a thread for each of the " +
                                                    std::to_string(devices) + " devices, and this machine gives it " +
                                                    std::to_string(threads.size()))));
    }
    for (std::thread& thread : threads) thread.join();
    all.rethrow();
}

} // namespace hlo2cpp
