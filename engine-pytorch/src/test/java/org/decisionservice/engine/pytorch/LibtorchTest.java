// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.decisionservice.engine.spi.Availability;
import org.decisionservice.engine.spi.Device;
import org.junit.jupiter.api.Test;

class LibtorchTest {
    private static int noDriver() {
        throw new IllegalStateException("there is no driver");
    }

    private static void onCpu(Availability.Available availability, boolean builtForCuda, String reason) {
        assertThat(availability.devices()).containsExactly(Device.CPU);
        assertThat(availability.builtForCuda()).isEqualTo(builtForCuda);
        assertThat(availability.withoutCuda())
                .hasValueSatisfying(why -> assertThat(why).contains(reason));
    }

    @Test
    void whatIsMissingForCudaIsSaid() {
        onCpu(Libtorch.availability(false, false, LibtorchTest::noDriver), false, "this libtorch is built for the CPU");
        onCpu(Libtorch.availability(true, false, LibtorchTest::noDriver), true, "there is no driver");
        onCpu(
                Libtorch.availability(true, false, () -> 2),
                true,
                "CUDA finds 2 devices, and libtorch has not loaded its part for them");
    }

    @Test
    void devicesThatAreThereComeFirst() {
        Availability.Available both = Libtorch.availability(true, true, () -> 2);
        assertThat(both.devices()).isEqualTo(List.of(Device.cuda(0), Device.cuda(1), Device.CPU));
        assertThat(both.withoutCuda()).isEmpty();
    }

    @Test
    void thisBuildComputesOnTheCpu() {
        onCpu(Libtorch.start().availability(), false, "built for the CPU");
    }
}
