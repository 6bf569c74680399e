// Arguments and results of several devices.
#pragma once

#include "driver/options.h"
#include "driver/run.h"

namespace hlo2cpp {

// Arguments of each device: with --device-inputs from the files in<D>/in0.npy, in<D>/in1.npy and on of device D, else
// from --input and equal for all. Throws InputError that names the fault.
std::vector<Arguments> read_device_arguments(const Compilation& compilation, const Options& options);
// Made-up arguments of each device. Floats differ from device to device if the module allows it, else they are equal.
std::vector<Arguments> made_up_device_arguments(const Compilation& compilation, const std::string& infeed);
// Folder of a device's results: out<D>, or "" for one device.
std::string device_folder(const Module& module, std::int64_t device);

} // namespace hlo2cpp
