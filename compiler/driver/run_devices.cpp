#include "driver/run_devices.h"

#include <numeric>

#include "driver/feed.h"
#include "evaluate/lockstep.h"
#include "evaluate/tensor.h"

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

// Returns true where one of `count` devices says so.
bool any_device(HostData& others, std::int64_t count, bool own) {
    const ExchangeKey key{.collective = nullptr, .channel = -1}; // no channel of a module
    Tensor given(Shape::scalar(ElementType::Pred));
    given.integers()(0) = own ? 1 : 0;
    std::vector<std::int64_t> all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), 0);
    others.give(key, {given}, all);
    bool any = false;
    for (const std::int64_t device : all) any = others.take(key, device)[0].integers()(0) != 0 || any;
    return any;
}

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
    const std::int64_t count = c.module.devices.count();
    run_in_lockstep(count, [&](std::int64_t device, HostData& others) {
        const auto d = static_cast<std::size_t>(device);
        results[d] = check({c.module, c.lowered, c.kernels, c.schedule, c.program, deterministic,
                            [&] { return std::make_unique<DeviceFeed>(infeed, others); },
                            [&](bool own) { return any_device(others, count, own); }},
                           arguments[d].leaves, runs[d]);
    });
    return results;
}

} // namespace hlo2cpp
