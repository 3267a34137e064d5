// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import org.decisionservice.engine.spi.Availability;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Precision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CudaSupportTest {
    /** The host says it with a warning where a GPU was to be expected, and nowhere else. */
    @Test
    void whyTheCpuIsTakenIsKnownWithADriverAndWithoutABuildForCuda() {
        Availability.Available withDriver = CudaSupport.onCpu("the jar is missing", true);
        assertThat(withDriver.devices()).containsExactly(Device.CPU);
        assertThat(withDriver.withoutCuda()).contains("the jar is missing");
        assertThat(withDriver.builtForCuda()).isTrue();
        assertThat(CudaSupport.onCpu("the jar is missing", false).builtForCuda())
                .isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void onlyTf32LetsAGpuRoundTheFactorsOfFloat32(Precision precision) {
        assertThat(CudaSupport.options(precision)).containsEntry("use_tf32", precision == Precision.TF32 ? "1" : "0");
    }

    /** What is kept of verdicts and times is for these devices. */
    @Test
    void withoutADeviceNothingIsAddedToTheFingerprint() {
        assertThat(new CudaSupport.Missing("no driver").capabilities()).isEmpty();
    }
}
