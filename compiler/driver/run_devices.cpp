#include "driver/run_devices.h"

#include "driver/feed.h"
#include "evaluate/lockstep.h"

namespace hlo2cpp {
namespace {

// Data of the host, on a device: the feed, and the exchanges with the others.
class DeviceFeed final : public HostData {
public:
    DeviceFeed(const std::string& infeed, HostData& device) : feed_(infeed), device_(device) {}
    void infeed(std::span<std::byte> array) override { feed_.infeed(array); }
    void outfeed(std::span<const std::byte> array) override { feed_.outfeed(array); }
    std::int64_t device() const override { return device_.device(); }
    void give(const ExchangeKey& key, std::vector<Tensor> arrays, std::span<const std::int64_t> readers) override {
        device_.give(key, std::move(arrays), readers);
    }
    std::vector<Tensor> take(const ExchangeKey& key, std::int64_t source) override { return device_.take(key, source); }
    const std::string& given() const { return feed_.given(); }

private:
    FileFeed feed_;
    HostData& device_;
};

} // namespace

std::vector<GeneratedRun> evaluate_devices(const Module& module, const std::vector<Arguments>& arguments,
                                           const std::string& infeed, std::int64_t max_rounds) {
    std::vector<GeneratedRun> runs(arguments.size());
    run_in_lockstep(module.devices.count(), [&](std::int64_t device, HostData& others) {
        const auto d = static_cast<std::size_t>(device);
        DeviceFeed host(infeed, others);
        runs[d].results = run_evaluator(module, arguments[d].leaves, max_rounds, &host);
        runs[d].outfeed = host.given();
    });
    return runs;
}

std::vector<CheckResult> check_devices(const Compilation& c, bool deterministic,
                                       const std::vector<Arguments>& arguments, const std::vector<GeneratedRun>& runs,
                                       const std::string& infeed) {
    std::vector<CheckResult> results(runs.size());
    run_in_lockstep(c.module.devices.count(), [&](std::int64_t device, HostData& others) {
        const auto d = static_cast<std::size_t>(device);
        results[d] = check({c.module, c.lowered, c.kernels, c.schedule, c.program, deterministic,
                            [&] { return std::make_unique<DeviceFeed>(infeed, others); }},
                           arguments[d].leaves, runs[d]);
    });
    return results;
}

} // namespace hlo2cpp
