// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

class BenchmarksTest {
    /** Calls every case once in this process, which shows that they run but not how fast. */
    @Test
    void everyBenchmarkStarts() throws RunnerException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .mode(Mode.SingleShotTime)
                        .forks(0)
                        .warmupIterations(0)
                        .measurementIterations(1)
                        .addProfiler(GCProfiler.class)
                        .verbosity(VerboseMode.SILENT)
                        .shouldFailOnError(true)
                        .build())
                .run();
        assertThat(results)
                .extracting(result -> result.getPrimaryResult().getLabel())
                .contains("language", "packing", "decoding", "reading", "writing")
                .hasSize(LanguageBenchmark.Sample.values().length + 4 * 3);

        ByteArrayOutputStream table = new ByteArrayOutputStream();
        Benchmarks.print(results, new PrintStream(table, true, StandardCharsets.UTF_8));
        assertThat(table.toString(StandardCharsets.UTF_8).lines())
                .hasSize(1 + results.size())
                .anyMatch(line -> line.startsWith("language   ENGLISH_4000"))
                .anyMatch(line -> line.startsWith("packing    64 questions"));
    }
}
