// Arguments and results of several devices.
#pragma once

#include "driver/options.h"
#include "driver/run.h"

namespace hlo2cpp {

// One a device: from --device-inputs the files in<D>/in0.npy, in<D>/in1.npy and on of device D, else from --input the
// same for all. Throws InputError that names what is at fault.
std::vector<Arguments> read_device_arguments(const Compilation& compilation, const Options& options);
// Made up, with floats that differ from device to device where the module bears that, else the same for all.
std::vector<Arguments> made_up_device_arguments(const Compilation& compilation, const std::string& infeed);
// The folder of a device's results: out<D>, or "" where there is one device.
std::string device_folder(const Module& module, std::int64_t device);

} // namespace hlo2cpp
