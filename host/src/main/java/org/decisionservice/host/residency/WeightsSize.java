// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.residency;

import org.decisionservice.engine.spi.EncoderConfig;
import org.decisionservice.engine.spi.ModelConfig;
import org.decisionservice.engine.spi.Precision;

/**
 * The memory that weights take, which depends on the precision that they are computed in, not on that of their file.
 */
final class WeightsSize {
    private static final int FLOAT32 = 4;

    /** Weights of a layer of the head, in squares of its width: attention, and a feed-forward four times as wide. */
    private static final long HEAD_LAYER = 12;

    private WeightsSize() {}

    /**
     * The size of weights in memory. Reduced precisions are those of the encoder's linear layers; all other weights are
     * float32.
     *
     * @param file size of their file, in bytes
     */
    static long inMemory(long file, ModelConfig model, Precision precision) {
        EncoderConfig encoder = model.encoder();
        long width = encoder.hidden();
        long linear = linear(encoder);
        long weights = linear + encoder.vocabulary() * width + model.head().layers() * HEAD_LAYER * width * width;
        // Files hold weights of four bytes or of two, and hardly anything but these weights.
        long float32 = file >= 3 * weights ? file : 2 * file;
        return float32 - linear * (FLOAT32 - bytes(precision));
    }

    private static int bytes(Precision precision) {
        return switch (precision) {
            case FLOAT32, TF32 -> FLOAT32;
            case FP16, BF16 -> 2;
            case INT8 -> 1;
        };
    }

    /** Weights of the linear layers. */
    private static long linear(EncoderConfig encoder) {
        long matrices = switch (encoder) {
            case EncoderConfig.ModernBert _ -> 3; // Its feed-forward is gated.
            case EncoderConfig.Bert _ -> 2;
        };
        long attention = 4L * encoder.hidden() * encoder.hidden();
        return encoder.layers() * (attention + matrices * encoder.hidden() * encoder.intermediate());
    }
}
