// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.decisionservice.core.checkpoint.RegularFile;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The program for {@code spark-submit}: reads rows, answers questions about them and writes them with the answers. */
@Command(name = "score", mixinStandardHelpOptions = true, sortOptions = false)
@SuppressWarnings("NullAway.Init") // The command line sets what is required.
public final class Score implements Callable<Integer> {
    private static final int LARGEST = 1 << 24;

    @Option(names = "--checkpoints", required = true, description = "directory, or name of an archive of --archives")
    private String checkpoints;

    @Option(names = "--questions", required = true, description = "file with the JSON object of the questions")
    private Path questions;

    @Option(names = "--input", required = true, description = "rows, in a form and place that Spark reads")
    private String input;

    @Option(names = "--output", required = true, description = "folder that Spark writes; it must not exist")
    private String output;

    @Option(names = "--state", defaultValue = "state", description = "column with the states (${DEFAULT-VALUE})")
    private String state;

    @Option(names = "--format", description = "of the input, such as json or csv; parquet, if left out")
    private Optional<String> format;

    @Option(names = "--output-format", defaultValue = "parquet", description = "of the output (${DEFAULT-VALUE})")
    private String outputFormat;

    @Option(names = "--documents", description = "the states are JSON text")
    private boolean documents;

    @Option(names = "--controls", defaultValue = "{}", description = "JSON object such as {\"min_confidence\": 0.8}")
    private String controls;

    @Option(names = "--default-model", defaultValue = "english", description = "if a state has no language evidence")
    private String defaultModel;

    @Option(names = "--auto-task", description = "lets question ids select the typed-decisions checkpoint")
    private boolean autoTask;

    @Option(names = "--engine", defaultValue = "onnx", description = "onnx or pytorch (${DEFAULT-VALUE})")
    private String engine;

    @Option(names = "--precision", defaultValue = "float32", description = "float32, int8 or bf16 (${DEFAULT-VALUE})")
    private String precision;

    @Option(names = "--calibration", description = "file of ./serve calibrate")
    private Optional<String> calibration;

    @Option(names = "--learned", description = "file of ./serve learn")
    private Optional<String> learned;

    @Option(names = "--literal-text", description = "reads special tokens such as [SEP] in texts as plain text")
    private boolean literalText;

    @Option(
            names = "--tournament-group",
            defaultValue = "0",
            description = "as SERVICE_TOURNAMENT_GROUP (${DEFAULT-VALUE})")
    private String tournamentGroup;

    @Option(names = "--option-orders", defaultValue = "1", description = "as SERVICE_OPTION_ORDERS (${DEFAULT-VALUE})")
    private int optionOrders;

    @Option(names = "--contract", defaultValue = "document", description = "document or full (${DEFAULT-VALUE})")
    private String contract;

    @Option(names = "--threads", description = "of one pass; as many as an executor has cores, if left out")
    private Optional<Integer> threads;

    @Option(names = "--shared-passes", description = "lets rows share passes of up to this many tokens")
    private Optional<Integer> sharedPasses;

    @Option(names = "--partitions", description = "divides the rows anew; as they are read, if left out")
    private Optional<Integer> partitions;

    private Score() {}

    /** Ends with status 2 if the command line or the questions are wrong, and with 1 if the job fails. */
    public static void main(String[] args) {
        int status = program().execute(args);
        if (status != 0) {
            System.exit(status);
        }
    }

    static CommandLine program() {
        return new CommandLine(new Score()).setExecutionExceptionHandler((e, line, _) -> {
            if (e instanceof IllegalArgumentException) {
                line.getErr().println(e.getMessage());
                return 2;
            }
            throw e;
        });
    }

    @Override
    public Integer call() throws IOException {
        Input.check(input, format);
        Decisions decisions = Decisions.on(checkpoints)
                .questions(text(questions))
                .controls(controls)
                .defaultModel(defaultModel)
                .autoTask(autoTask)
                .tournamentGroup(tournamentGroup)
                .optionOrders(optionOrders)
                .contract(contract)
                .engine(engine)
                .precision(precision);
        if (documents) {
            decisions.documents();
        }
        if (literalText) {
            decisions.literalText();
        }
        calibration.ifPresent(decisions::calibration);
        learned.ifPresent(decisions::learned);
        threads.ifPresent(decisions::threads);
        sharedPasses.ifPresent(decisions::sharedPasses);
        try (SparkSession spark = SparkSession.builder().appName("decisions").getOrCreate()) {
            Dataset<Row> rows = Input.read(spark, input, format);
            Dataset<Row> divided = partitions.map(rows::repartition).orElse(rows);
            decisions
                    .score(divided, state)
                    .write()
                    .mode(SaveMode.ErrorIfExists)
                    .format(outputFormat)
                    .save(output);
        }
        return 0;
    }

    private static String text(Path file) {
        try {
            return RegularFile.text(file, LARGEST);
        } catch (IOException e) {
            throw new IllegalArgumentException("--questions: " + file + " cannot be read: " + RegularFile.reason(e));
        }
    }
}
