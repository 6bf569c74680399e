#include "evaluate/lockstep.h"

#include <catch2/catch.hpp>

#include "evaluate/tensor.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

using Catch::Matchers::Contains;

constexpr ExchangeKey kChannel{.collective = nullptr, .channel = 1};

Tensor whole_number(std::int64_t value) {
    Tensor tensor(Shape::scalar(ElementType::S32));
    tensor.integers()(0) = value;
    return tensor;
}

// The message of the error that ends the devices.
std::string said(std::int64_t devices, const std::function<void(std::int64_t, HostData&)>& work) {
    try {
        run_in_lockstep(devices, work);
    } catch (const InputError& error) {
        return error.diagnostic.message;
    }
    return "";
}

} // namespace

TEST_CASE("devices take what the others give, whichever runs first") {
    std::vector<std::int64_t> taken(300);
    run_in_lockstep(300, [&](std::int64_t device, HostData& others) {
        const std::int64_t next = (device + 1) % 300, before = (device + 299) % 300;
        others.give(kChannel, {whole_number(device)}, std::span(&next, 1));
        taken[static_cast<std::size_t>(device)] = others.take(kChannel, before)[0].integers()(0);
    });
    CHECK(taken[0] == 299);
    for (std::size_t device = 1; device < 300; ++device) CHECK(taken[device] == static_cast<std::int64_t>(device) - 1);
}

TEST_CASE("a device that fails ends all that wait for it or for each other") {
    const std::string message = said(4, [](std::int64_t device, HostData& others) {
        if (device == 3) throw InputError("the third is broken");
        others.take(kChannel, device + 1);
    });
    CHECK(message == "the third is broken");
}

TEST_CASE("devices that wait for each other, or for one that has ended, are named") {
    CHECK_THAT(said(2, [](std::int64_t device, HostData& others) { others.take(kChannel, 1 - device); }),
               Contains("device 0 at channel 1 for device 1; device 1 at channel 1 for device 0."));
    CHECK_THAT(said(2,
                    [](std::int64_t device, HostData& others) {
                        if (device == 0) others.take(kChannel, 1);
                    }),
               Contains("device 0 at channel 1 for device 1, which has ended."));
}

} // namespace hlo2cpp
