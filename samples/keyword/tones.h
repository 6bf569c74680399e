// Recordings of tones in noise: half a second at 8 kHz, s8. All in integers, so that every program, and train.py, hears
// the same.
#pragma once

#include <stdint.h>

enum Kind { NOISE, STEADY, RISING, FALLING, WARBLE, TWO_TONES, CHORD, BEEPS, KINDS };
enum { SOUND_SAMPLES = 4032 };

class Recording {
public:
    // Recordings with other numbers are others; the kinds take turns.
    explicit Recording(uint32_t number) : random_(number * 2654435761u) {
        kind_ = static_cast<Kind>(number % KINDS);
        draw(0, 1);
        volume_ = draw(16, 80);
        noise_ = draw(4, 32);
        step_ = kind_ == WARBLE ? draw(80, 300) : draw(250, 1000);
        frequency_ = draw(250 + step_, 3500 - step_);
        period_ = draw(600, 1400);
    }

    Kind kind() const { return kind_; }

    // The samples, one after another.
    int8_t next() {
        const int32_t wave = kind_ == NOISE ? 0 : tone();
        int32_t noise = 0;
        for (int i = 0; i < 4; ++i) noise += draw(-64, 64);
        ++time_;
        const int32_t sum = (wave * volume_ + noise * noise_) / 128;
        return static_cast<int8_t>(sum > 127 ? 127 : sum < -127 ? -127 : sum);
    }

private:
    int32_t tone() {
        const bool first_half = time_ % period_ * 2 < period_;
        const int32_t moved = step_ * time_ / SOUND_SAMPLES;
        switch (kind_) {
        case RISING: return wave(phase_, frequency_ + moved);
        case FALLING: return wave(phase_, frequency_ - moved);
        case WARBLE: return wave(phase_, frequency_ + step_ * wave(second_phase_, 8000 / period_) / 128);
        case TWO_TONES: return wave(phase_, first_half ? frequency_ : frequency_ - step_);
        case CHORD: return (wave(phase_, frequency_) + wave(second_phase_, frequency_ - step_)) / 2;
        case BEEPS: return first_half ? wave(phase_, frequency_) : 0;
        default: return wave(phase_, frequency_);
        }
    }

    // The next sample of a wave between -128 and 128, whose half turns are parabolas; 2^32 is a turn.
    static int32_t wave(uint32_t& phase, int32_t hertz) {
        phase += static_cast<uint32_t>(hertz) * 536871u; // 2^32 / 8000
        const int32_t angle = static_cast<int32_t>(phase >> 24), of_half = angle % 128;
        return (angle < 128 ? of_half : -of_half) * (128 - of_half) / 32;
    }

    int32_t draw(int32_t low, int32_t high) {
        random_ = random_ * 1664525u + 1013904223u;
        return low + static_cast<int32_t>((random_ >> 16) % static_cast<uint32_t>(high - low + 1));
    }

    uint32_t random_, phase_ = 0, second_phase_ = 0;
    int32_t volume_, noise_, step_, frequency_, period_, time_ = 0;
    Kind kind_;
};
