// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.State;
import org.decisionservice.core.packing.PackedRow;
import org.decisionservice.core.plan.Destination;
import org.decisionservice.core.plan.QuestionPlan;
import org.decisionservice.engine.spi.RowBatch;

/**
 * Measures what Spark costs beside the passes: the same rows as a job with one task at a time and as a plain loop
 * over the same passes with the same model, in turns, in one process. Arguments: checkpoint, file of rows as JSON
 * lines with {@code id} and {@code state}, questions, rounds. Prints a line of JSON per round, times in seconds.
 */
final class OverheadMain {

    private OverheadMain() {}

    public static void main(String[] arguments) throws Exception {
        String questions = Files.readString(Path.of(arguments[2]));
        try (SparkSession spark = SparkSession.builder()
                .master("local[1]")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .getOrCreate()) {
            Dataset<Row> rows = spark.read().json(arguments[1]).repartition(8).cache();
            Plan plan = new Plan(
                    arguments[0],
                    questions,
                    "{}",
                    true,
                    "english",
                    false,
                    "",
                    "",
                    false,
                    "0",
                    1,
                    false,
                    "onnx",
                    "float32",
                    1,
                    0);
            List<RowBatch> passes = passes(plan, rows.collectAsList());
            Model model = ExecutorModels.of(plan).byName().values().iterator().next();
            Decisions decisions =
                    Decisions.on(arguments[0]).questions(questions).documents().threads(1);
            for (int round = -1; round < Integer.parseInt(arguments[3]); round++) {
                double loop = seconds(() -> passes.forEach(pass -> model.forward(pass, () -> false)));
                double job = seconds(() -> decisions
                        .score(rows, "state")
                        .write()
                        .format("noop")
                        .mode("overwrite")
                        .save());
                // The first round loads the weights and compiles.
                if (round >= 0) {
                    System.out.printf(
                            Locale.ROOT,
                            "{\"passes\": %d, \"loop_s\": %.3f, \"spark_s\": %.3f, \"spark_over_loop\": %.4f}%n",
                            passes.size(),
                            loop,
                            job,
                            job / loop);
                }
            }
        }
    }

    /** The passes of a job over {@code rows}: those of each row that is not refused. */
    private static List<RowBatch> passes(Plan plan, List<Row> rows) {
        RequestTemplate asked = RequestTemplate.of(plan);
        Models models = ExecutorModels.of(plan);
        States states = new States(true);
        QuestionPlan<Model> questions = new QuestionPlan<>(asked.questions(), asked.controls(), asked.packing());
        List<RowBatch> passes = new ArrayList<>();
        for (Row row : rows) {
            try {
                State state = states.read(row.getAs("state"));
                Destination<Model> destination =
                        models.destination(state, asked.questions().keySet(), asked.controls());
                questions
                        .plan(List.of(state), List.of(destination))
                        .rows()
                        .forEach(each ->
                                each.batches().stream().map(PackedRow::batch).forEach(passes::add));
            } catch (RefusedException _) {
                // It has no passes in the job either.
            }
        }
        return passes;
    }

    private static double seconds(Runnable work) {
        long started = System.nanoTime();
        work.run();
        return (System.nanoTime() - started) / 1e9;
    }
}
