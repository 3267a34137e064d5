// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Precision;
import org.junit.jupiter.api.Test;

class ProcessorsTest {
    private static final Device GPU = Device.cuda(1);

    private static Processors with(OptionalInt capability) {
        return new Processors(false, _ -> capability, true);
    }

    @Test
    void precisionsOfAGpuAreThoseOfTheGpu() {
        assertThat(with(OptionalInt.of(90)).precisions(GPU))
                .containsExactlyInAnyOrder(Precision.FLOAT32, Precision.TF32, Precision.FP16, Precision.BF16);
        assertThat(with(OptionalInt.of(75)).precisions(GPU))
                .containsExactlyInAnyOrder(Precision.FLOAT32, Precision.FP16);
        assertThat(with(OptionalInt.empty()).precisions(GPU))
                .containsExactlyInAnyOrder(Precision.FLOAT32, Precision.FP16);
    }

    @Test
    void precisionsOfTheCpuAreThoseOfItsInstructions() {
        assertThat(with(OptionalInt.of(90)).precisions(Device.CPU)).containsExactly(Precision.FLOAT32);
        assertThat(new Processors(true, _ -> OptionalInt.empty(), true).precisions(Device.CPU))
                .containsExactlyInAnyOrder(Precision.FLOAT32, Precision.BF16);
    }

    @Test
    void whatIsMissingIsSaid() {
        assertThat(with(OptionalInt.of(75)).lacks(GPU, Precision.BF16))
                .hasValue("bf16 needs a GPU of compute capability 8.0, and cuda:1 has 7.5");
        assertThat(with(OptionalInt.empty()).lacks(GPU, Precision.TF32))
                .hasValue("tf32 needs a GPU of compute capability 8.0, and that of cuda:1 is not known");
        assertThat(new Processors(true, _ -> OptionalInt.of(90), false).lacks(GPU, Precision.TF32))
                .hasValue("this libtorch cannot be told to use tf32");
        assertThat(with(OptionalInt.of(90)).lacks(GPU, Precision.INT8)).hasValue("libtorch has no int8 here");
        assertThat(with(OptionalInt.of(90)).lacks(Device.CPU, Precision.FP16)).hasValue("fp16 needs a GPU");
        assertThat(with(OptionalInt.of(90)).lacks(Device.CPU, Precision.BF16))
                .hasValue("bf16 needs a processor with avx512_bf16 or amx_bf16");
    }
}
