// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import java.util.OptionalInt;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.testkit.ReducedAnswers;

/** The ONNX engine's part of {@code benchmarks/sixteen-bits.sh}; the arguments are checkpoints. */
public final class SixteenBitRunner {
    private static final ModelLoader LOADER = new ModelLoader(RuntimeStart.runtime(), OptionalInt.empty());

    private SixteenBitRunner() {}

    public static void main(String[] args) {
        for (String folder : args) {
            ReducedAnswers answers = new ReducedAnswers(folder, source -> LOADER.float32(source, Device.CPU));
            compare(answers, "fp16, rounded", Precision.FP16, true);
            compare(answers, "fp16, the runtime's casts", Precision.FP16, false);
            compare(answers, "bf16, rounded", Precision.BF16, true);
        }
    }

    private static void compare(ReducedAnswers answers, String name, Precision precision, boolean rounds) {
        answers.compare(name, source -> LOADER.sixteenBits(source, Device.CPU, precision, rounds));
    }
}
