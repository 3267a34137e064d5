// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Whether this processor multiplies bfloat16. On one that does not, libtorch computes the same answers, several times
 * slower than in float32. Linux lists the instructions; a measurement would depend on what else runs.
 */
final class Bfloat16Processor {
    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
    private static final Set<String> INSTRUCTIONS = Set.of("avx512_bf16", "amx_bf16");

    private Bfloat16Processor() {}

    static boolean isHere() {
        try {
            return multiplies(Files.readAllLines(PROCESSORS));
        } catch (IOException _) {
            return false;
        }
    }

    /** @param description lines of {@code /proc/cpuinfo} */
    static boolean multiplies(List<String> description) {
        return description.stream()
                .filter(line -> line.startsWith("flags"))
                .anyMatch(line -> Arrays.stream(line.split("\\s+")).anyMatch(INSTRUCTIONS::contains));
    }
}
