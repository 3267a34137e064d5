// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class Bfloat16ProcessorTest {

    @Test
    void eitherInstructionIsEnough() {
        assertThat(multiplies("flags\t\t: fpu avx512f avx512_bf16 avx512_vnni")).isTrue();
        assertThat(multiplies("flags\t\t: fpu amx_tile amx_bf16")).isTrue();
    }

    @Test
    void nothingElseIs() {
        assertThat(multiplies("flags\t\t: fpu avx2 avx512f avx512_vnni")).isFalse();
        assertThat(multiplies("model name\t: avx512_bf16")).isFalse();
        assertThat(Bfloat16Processor.multiplies(List.of())).isFalse();
    }

    private static boolean multiplies(String line) {
        return Bfloat16Processor.multiplies(List.of("processor\t: 0", line, "power management:"));
    }
}
