// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The checkpoint, engine and precision that answer in this process: people change them from one run to the next. */
public final class Where {
    @Option(
            names = "--checkpoints",
            paramLabel = "WHERE",
            description = "as SERVICE_CHECKPOINTS: starter, hub or a directory")
    private @Nullable String checkpoints;

    @Option(names = "--engine", paramLabel = "NAME", description = "as SERVICE_ENGINE: onnx or pytorch")
    private @Nullable String engine;

    @Option(
            names = "--precision",
            paramLabel = "NAME",
            description = "as SERVICE_PRECISION: auto, float32, tf32, fp16, bf16 or int8, or int8,tolerance=0.02")
    private @Nullable String precision;

    /** The settings of {@code environment} with those of the command line. */
    Map<String, String> over(Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(environment);
        put(all, "--checkpoints", checkpoints);
        put(all, "--engine", engine);
        put(all, "SERVICE_PRECISION", precision);
        // Lines that wait at the same time share passes.
        all.put("SERVICE_COALESCE", "1");
        return all;
    }

    /** Whether the command line names any of them. */
    public boolean isGiven() {
        return checkpoints != null || engine != null || precision != null;
    }

    private static void put(Map<String, String> all, String name, @Nullable String value) {
        Optional.ofNullable(value).ifPresent(given -> all.put(name, given));
    }
}
