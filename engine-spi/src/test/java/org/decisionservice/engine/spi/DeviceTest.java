// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceTest {
    @ParameterizedTest
    @CsvSource({"cpu, cpu", "' CPU ', cpu", "cuda, cuda", "Cuda:0, cuda", "cuda:1, cuda:1", "cuda:007, cuda:7"})
    void writtenFormsAreRead(String text, String canonical) {
        assertThat(Device.parse(text)).map(Device::toString).contains(canonical);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "gpu", "cpu:0", "cuda:", "cuda:-1", "cuda:1000", "cuda:1.0", "cuda :1", "auto"})
    void anythingElseIsNone(String text) {
        assertThat(Device.parse(text)).isEmpty();
    }

    @Test
    void thereIsOneCpuAndNoNegativeDevice() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Device(Device.Kind.CPU, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> Device.cuda(-1));
    }
}
