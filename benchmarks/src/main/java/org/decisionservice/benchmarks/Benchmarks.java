// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.benchmarks;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;
import org.decisionservice.core.routing.language.EvidenceDetector;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs the benchmarks and prints one line with the time and allocation of each case. */
public final class Benchmarks {
    private Benchmarks() {}

    /** Accepts JMH's own arguments: a pattern of names, {@code -f}, {@code -wi}, {@code -i}, {@code -p} and others. */
    public static void main(String[] arguments) throws RunnerException, CommandLineOptionException {
        CommandLineOptions given = new CommandLineOptions(arguments);
        // Measured first, before anything else has filled the heap.
        System.out.printf(Locale.ROOT, "language evidence keeps %.1f MB of heap%n", keptByLanguageEvidence() / 1e6);
        print(new Runner(options(given).build()).run(), System.out);
    }

    private static long keptByLanguageEvidence() {
        long before = heap();
        new EvidenceDetector().prepare();
        return heap() - before;
    }

    /** Bytes in use after a full garbage collection. */
    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static ChainedOptionsBuilder options(CommandLineOptions given) {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .parent(given)
                .verbosity(given.verbosity().orElse(VerboseMode.SILENT))
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true);
        // Rounds are short: there are many cases, and the differences of interest are larger than a few percent.
        options.forks(given.getForkCount().orElse(1));
        options.warmupIterations(given.getWarmupIterations().orElse(3));
        options.warmupTime(given.getWarmupTime().orElse(TimeValue.seconds(1)));
        options.measurementIterations(given.getMeasurementIterations().orElse(5));
        return options.measurementTime(given.getMeasurementTime().orElse(TimeValue.seconds(1)));
    }

    static void print(Collection<RunResult> results, PrintStream out) {
        out.printf(Locale.ROOT, "%-10s %-24s %12s %12s %14s%n", "benchmark", "case", "time", "+/-", "allocated");
        for (RunResult result : results) {
            Result<?> time = result.getPrimaryResult();
            String params = result.getParams().getParamsKeys().stream()
                    .map(key -> text(key, result.getParams().getParam(key)))
                    .collect(Collectors.joining(" "));
            Result<?> allocated = result.getSecondaryResults().get("gc.alloc.rate.norm");
            out.printf(
                    Locale.ROOT,
                    "%-10s %-24s %9.2f us %9.2f us %12s B%n",
                    time.getLabel(),
                    params,
                    time.getScore(),
                    time.getScoreError(),
                    allocated == null ? "?" : String.format(Locale.ROOT, "%,.0f", allocated.getScore()));
        }
    }

    private static String text(String key, String value) {
        return key.equals("questions") ? value + (value.equals("1") ? " question" : " questions") : value;
    }
}
