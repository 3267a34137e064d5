// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.benchmarks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.decisionservice.api.Question;
import org.decisionservice.core.checkpoint.Temperatures;
import org.decisionservice.core.decoding.AnswerDecoder;
import org.decisionservice.core.decoding.Calibration;
import org.decisionservice.core.decoding.QuestionLogits;
import org.decisionservice.engine.spi.Logits;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** Turns the logits of a request into its answers, with an abstention threshold. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class DecodingBenchmark {
    @Param({"1", "3", "64"})
    public int questions = 1;

    private final Temperatures temperatures = Temperatures.of(List.of(1.1, 0.9, 1.0), new LinkedHashMap<>());
    private List<Question> asked = List.of();
    private Logits logits = Samples.logits(asked);

    @Setup
    public void prepare() {
        asked = List.copyOf(Samples.questions(questions).values());
        logits = Samples.logits(asked);
    }

    @Benchmark
    public void decoding(Blackhole answers) {
        for (int row = 0; row < asked.size(); row++) {
            answers.consume(AnswerDecoder.decode(
                    asked.get(row),
                    new QuestionLogits(logits.slice(row, 1)),
                    Calibration.of(temperatures),
                    OptionalDouble.of(0.5)));
        }
    }
}
