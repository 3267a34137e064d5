// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.benchmarks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;
import org.decisionservice.api.Controls;
import org.decisionservice.api.Question;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.packing.PackedRow;
import org.decisionservice.core.packing.PackedState;
import org.decisionservice.core.packing.PlannedPasses;
import org.decisionservice.core.packing.RowPacker;
import org.decisionservice.engine.spi.PassPlanner;
import org.decisionservice.engine.spi.RowBatch;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Packs questions and a short ticket into the rows of a pass. Most of the time goes into tokenization. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class PackingBenchmark {
    private static final PassPlanner PLANNER = PassPlanner.ofTokens(1024);

    @Param({"1", "3", "64"})
    public int questions = 1;

    private final Checkpoint checkpoint = Samples.checkpoint();
    private SequencedMap<String, Question> asked = new LinkedHashMap<>();

    @Setup
    public void prepare() {
        asked = Samples.questions(questions);
    }

    @TearDown
    public void free() {
        checkpoint.tokenizer().close();
    }

    @Benchmark
    public List<RowBatch> packing() {
        PackedState packed = RowPacker.of(checkpoint, Controls.NONE)
                .pack(asked)
                .pack(new org.decisionservice.api.State.Text(Samples.TICKET));
        return new PlannedPasses(List.of(packed.rows()), PLANNER)
                .passes().stream().map(PackedRow::batch).toList();
    }
}
