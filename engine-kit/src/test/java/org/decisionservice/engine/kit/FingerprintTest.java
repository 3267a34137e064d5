// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FingerprintTest {
    @Test
    void namesTheExtensionsForVectorsAndMatricesAndNoOthers() {
        assertThat(Fingerprint.processor(List.of(
                        "processor\t: 0",
                        "model name\t: Some Processor",
                        "flags\t\t: fpu vme avx512_vnni ibrs avx2 sse4_2 fma amx_int8 cpuid",
                        "flags\t\t: another core")))
                .isEqualTo("amx_int8 avx2 avx512_vnni fma sse4_2");
        assertThat(Fingerprint.processor(List.of("Features\t: fp asimd evtstrm i8mm bf16 sve")))
                .isEqualTo("asimd bf16 i8mm sve");
    }

    @Test
    void namesTheArchitectureWhereTheSystemListsNoExtensions() {
        assertThat(Fingerprint.processor(List.of("bogomips\t: 1"))).isEqualTo(System.getProperty("os.arch"));
    }

    @Test
    void differsWithTheRuntimeAndIsTheSameEveryTime() {
        String one = Fingerprint.of(FingerprintTest.class, "runtime 1");
        assertThat(one)
                .isEqualTo(Fingerprint.of(FingerprintTest.class, "runtime 1"))
                .isNotEqualTo(Fingerprint.of(FingerprintTest.class, "runtime 2"))
                .startsWith("runtime 1; code ");
    }
}
