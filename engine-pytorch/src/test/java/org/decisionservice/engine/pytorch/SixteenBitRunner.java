// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch;

import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.testkit.ReducedAnswers;

/** PyTorch's part of {@code benchmarks/sixteen-bits.sh}; the arguments are checkpoints. */
public final class SixteenBitRunner {
    private SixteenBitRunner() {}

    public static void main(String[] args) {
        try (Engine engine = new OnEveryProcessor(true).open(EngineOptions.DEFAULTS)) {
            for (String folder : args) {
                ReducedAnswers answers =
                        new ReducedAnswers(folder, source -> engine.load(source, Device.CPU, Precision.FLOAT32));
                answers.compare("fp16", source -> engine.load(source, Device.CPU, Precision.FP16));
                answers.compare("bf16", source -> engine.load(source, Device.CPU, Precision.BF16));
            }
        }
    }
}
