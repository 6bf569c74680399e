// Trains the digits network with steps of generated code, and tests it.
#pragma once

#include <stdint.h>

#include <functional>
#include <utility>
#include <vector>

#include "test_images.h"
#include "train_images.h"

// One step of one device with its share of a batch. The generated code keeps the weights; a rate of 0 keeps them as
// they are. Loss and accuracy are means over the whole batch. Returns the status of the generated code.
using Step =
    std::function<int(const float* images, const int32_t* labels, const float* rate, float* loss, float* accuracy)>;

// The part of each batch that a device takes.
struct Share {
    int first, count, batch; // in images
};

// Means over many batches.
struct Result {
    int status; // of the generated code; 0: good
    double loss, accuracy;
};

class Trainer {
public:
    Trainer(Step step, Share share) : step_(std::move(step)), share_(share) {
        for (int i = 0; i < TRAIN_IMAGES; ++i) training_.push_back({train_pixels[i], 'A', train_labels[i] - '0'});
        for (int i = 0; i < TEST_IMAGES; ++i)
            held_out_.push_back({reinterpret_cast<const char*>(test_pixels[i]), 0, test_labels[i]});
    }

    Result train(float rate) {
        shuffle();
        return run(training_, rate);
    }
    Result test() { return run(held_out_, 0.0f); }

private:
    static constexpr int kPixels = 64;
    struct Image {
        const char* pixels;
        int zero, label;
    };

    Step step_;
    Share share_;
    std::vector<Image> training_, held_out_;
    uint32_t random_ = 1; // the same on all devices, so that they agree which images are in a batch

    void shuffle() {
        for (size_t i = training_.size() - 1; i > 0; --i) {
            random_ = random_ * 1664525u + 1013904223u;
            std::swap(training_[i], training_[(random_ >> 8) % (i + 1)]);
        }
    }

    // Images beyond the last whole batch are left out.
    Result run(const std::vector<Image>& images, float rate) {
        std::vector<float> pixels(static_cast<size_t>(share_.count) * kPixels);
        std::vector<int32_t> labels(static_cast<size_t>(share_.count));
        Result sum = {0, 0, 0};
        const int batches = static_cast<int>(images.size()) / share_.batch;
        for (int batch = 0; batch < batches; ++batch) {
            for (int i = 0; i < share_.count; ++i) {
                const Image& image = images[static_cast<size_t>(batch * share_.batch + share_.first + i)];
                labels[static_cast<size_t>(i)] = image.label;
                for (int p = 0; p < kPixels; ++p)
                    pixels[static_cast<size_t>(i * kPixels + p)] =
                        static_cast<float>(image.pixels[p] - image.zero) / 16;
            }
            float loss = 0, accuracy = 0;
            sum.status = step_(pixels.data(), labels.data(), &rate, &loss, &accuracy);
            if (sum.status != 0) return sum;
            sum.loss += static_cast<double>(loss) / batches;
            sum.accuracy += static_cast<double>(accuracy) / batches;
        }
        return sum;
    }
};
