// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.core.rounds.Approach;
import org.decisionservice.engine.spi.Precision;

/**
 * Answers questions about every row of a dataset, as the service answers them over HTTP. Every method but {@link
 * #score} sets an option and returns this object, like Spark's own readers and writers. For one thread.
 *
 * {@snippet :
 * Dataset<Row> scored = Decisions.on("checkpoints").questions(json).score(tickets, "text");
 * }
 */
public final class Decisions {
    private final String checkpoints;
    private String questions = "{}";
    private String controls = "{}";
    private boolean documents;
    private CheckpointName defaultModel = CheckpointName.ENGLISH;
    private boolean autoTask;
    private String calibration = "";
    private String learned = "";
    private String engine = "onnx";
    private boolean literalText;
    private String tournamentGroup = "0";
    private int optionOrders = 1;
    private boolean full;
    private Precision precision = Precision.FLOAT32;
    private int threads;
    private int sharedTokens;

    private Decisions(String checkpoints) {
        this.checkpoints = checkpoints;
    }

    /**
     * Decisions of these checkpoints.
     *
     * @param checkpoints a directory that every executor sees, or the name that {@code --archives} gives to an archive.
     *     It holds {@code english/}, {@code multilingual/}, {@code typed-decisions/} or some of them, or is one
     *     checkpoint, which then answers everything
     */
    public static Decisions on(String checkpoints) {
        return new Decisions(checkpoints);
    }

    /** Asks these questions: a JSON object of id to question, as in a request. */
    public Decisions questions(String json) {
        questions = json;
        return this;
    }

    /** Sets optional fields of a request, such as {@code {"min_confidence": 0.8}}: a JSON object. */
    public Decisions controls(String json) {
        controls = json;
        return this;
    }

    /** Takes the texts of the column as JSON: {@code {"subject": "Hi"}} is a document, {@code "Hi"} a text. */
    public Decisions documents() {
        documents = true;
        return this;
    }

    /** The checkpoint of states without language evidence, as {@code SERVICE_DEFAULT_MODEL}; english if not set. */
    public Decisions defaultModel(String name) {
        defaultModel = CheckpointNames.ROUTED
                .find(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "'" + name + "' is no checkpoint; use english, multilingual or typed-decisions"));
        return this;
    }

    /** Lets question ids alone select the typed-decisions checkpoint, as {@code SERVICE_AUTO_TASK}. */
    public Decisions autoTask(boolean now) {
        autoTask = now;
        return this;
    }

    /** Applies a file of {@code ./serve calibrate} to the checkpoint that it was made for; found like checkpoints. */
    public Decisions calibration(String file) {
        calibration = file;
        return this;
    }

    /** Answers the questions of a file of {@code ./serve learn} as labels taught; found like checkpoints. */
    public Decisions learned(String file) {
        learned = file;
        return this;
    }

    /** Reads special tokens such as {@code [SEP]} in texts as plain text, as {@code SERVICE_LITERAL_TEXT}. */
    public Decisions literalText() {
        literalText = true;
        return this;
    }

    /**
     * Narrows large choices down in groups, as {@code SERVICE_TOURNAMENT_GROUP}: {@code auto}, the options of a group,
     * or {@code 0}, if not set, for one row.
     */
    public Decisions tournamentGroup(String group) {
        tournamentGroup = group;
        return this;
    }

    /** Asks each choice with its options in this many orders, as {@code SERVICE_OPTION_ORDERS}; 1 if not set. */
    public Decisions optionOrders(int orders) {
        if (orders < 1 || orders > Approach.MOST_ORDERS) {
            throw new IllegalArgumentException(
                    "option orders: 1 to " + Approach.MOST_ORDERS + " can be asked, not " + orders);
        }
        optionOrders = orders;
        return this;
    }

    /**
     * Takes what the service takes with {@code SERVICE_CONTRACT}: {@code document}, if not set, or {@code full}, with
     * 255 options and choices from several rows.
     */
    public Decisions contract(String name) {
        if (!List.of("document", "full").contains(name)) {
            throw new IllegalArgumentException("'" + name + "' is no contract of a job; use document or full");
        }
        full = name.equals("full");
        return this;
    }

    /** Computes with this engine: {@code onnx}, if not set, or {@code pytorch}. */
    public Decisions engine(String name) {
        engine = name;
        return this;
    }

    /** Computes in {@code float32}, if not set, {@code int8} or {@code bf16}, as {@code SERVICE_PRECISION}. */
    public Decisions precision(String name) {
        precision = Precision.parse(name)
                .orElseThrow(() ->
                        new IllegalArgumentException("'" + name + "' is no precision; use float32, int8 or bf16"));
        return this;
    }

    /** Threads of one pass. An executor runs one pass at a time; if not set, with as many threads as it has cores. */
    public Decisions threads(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("a pass needs at least 1 thread, not " + count);
        }
        threads = count;
        return this;
    }

    /**
     * Lets the states of a partition share passes, longest first, of up to this many tokens: rows times the longest.
     * That is faster with a graphics processor and may move the fourth decimal of a probability. If not set, every
     * state has its own passes, and its answer does not depend on its neighbours.
     */
    public Decisions sharedPasses(int tokens) {
        if (tokens < 1) {
            throw new IllegalArgumentException("a pass needs room for at least 1 token, not " + tokens);
        }
        sharedTokens = tokens;
        return this;
    }

    /**
     * Returns the rows of {@code dataset}, in their order, with a column for each question and a column {@code
     * error}. A row that cannot be answered has the reason there, and no answers.
     *
     * @param state name of the column with the states: texts, or structs, arrays and maps, which are read as JSON
     * @throws IllegalArgumentException if a question or control is refused, or if the dataset does not fit
     */
    public Dataset<Row> score(Dataset<Row> dataset, String state) {
        StructType before = dataset.schema();
        StructField column = Columns.require(before, state);
        boolean text = column.dataType().equals(DataTypes.StringType);
        if (documents && !text) {
            throw new IllegalArgumentException("column '" + state + "' is "
                    + column.dataType().simpleString() + ", not JSON text; leave out documents()");
        }
        Plan plan = plan(dataset, documents || !text);
        RequestTemplate asked = RequestTemplate.of(plan);
        Columns columns = Columns.of(
                before, asked.questions(), asked.controls().coverage().isPresent());
        // Spark's own JSON text of a column, without dropping members that are null.
        Dataset<Row> rows = text
                ? dataset
                : dataset.withColumn(
                        Columns.DOCUMENT,
                        functions.to_json(dataset.col(Columns.quoted(state)), Map.of("ignoreNullFields", "false")));
        int index = text ? before.fieldIndex(column.name()) : before.size();
        Progress progress = Progress.of(dataset.sparkSession().sparkContext());
        return rows.mapPartitions(
                new ScoredPartition(plan, index, before.size(), progress), Encoders.row(columns.schema()));
    }

    private Plan plan(Dataset<Row> dataset, boolean json) {
        return new Plan(
                checkpoints,
                questions,
                controls,
                json,
                defaultModel.wireName(),
                autoTask,
                calibration,
                learned,
                literalText,
                tournamentGroup,
                optionOrders,
                full,
                engine,
                precision.toString(),
                threads > 0 ? threads : ExecutorCores.of(dataset.sparkSession().sparkContext()),
                sharedTokens);
    }
}
