// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecisionsTest {
    private static final String QUESTIONS = """
            {"team": {"type": "choice", "instructions": "Which team?", "criteria": ["tech", "billing", "other"]},
             "urgency": {"type": "score", "instructions": "How urgent?", "criteria": ["low", "mid", "high"]},
             "angry": {"type": "noul", "instructions": "The customer is angry."}}""";

    private static Decisions tiny() {
        return Decisions.on(LocalSpark.tiny()).questions(QUESTIONS);
    }

    private static List<String> letters(int count) {
        List<String> letters = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            letters.add("Letter " + i + ": I was charged twice. " + "Please answer. ".repeat(i % 9));
        }
        return letters;
    }

    /** The scored rows by the text of their state. */
    private static Map<String, Row> byText(Dataset<Row> scored) {
        Map<String, Row> rows = new HashMap<>();
        for (Row row : scored.collectAsList()) {
            assertThat(rows.put(row.getAs("value"), row))
                    .as("a row that came twice")
                    .isNull();
        }
        return rows;
    }

    private static Row row(Map<String, Row> rows, String text) {
        return Objects.requireNonNull(rows.get(text));
    }

    private static Row answer(Row row, String question) {
        return row.getStruct(row.fieldIndex(question));
    }

    @Test
    void everyRowHasItsAnswersWhateverItsPartition() {
        Map<String, Row> one = byText(tiny().score(LocalSpark.texts(1, letters(40)), "value"));
        Map<String, Row> five = byText(tiny().score(LocalSpark.texts(5, letters(40)), "value"));
        assertThat(one).hasSize(40);
        assertThat(five).isEqualTo(one);
        Row row = row(one, letters(1).getFirst());
        assertThat(row.<String>getAs("error")).isNull();
        assertThat(answer(row, "team").<String>getAs("answer")).isIn("tech", "billing", "other");
        Map<Object, Object> probabilities = answer(row, "team").getJavaMap(1);
        assertThat(probabilities.keySet()).containsExactlyInAnyOrder("tech", "billing", "other");
        assertThat(probabilities.values().stream().mapToDouble(p -> (Double) p).sum())
                .isCloseTo(1, within(2e-4));
        assertThat(answer(row, "urgency").<Double>getAs("answer")).isBetween(0.0, 2.0);
        assertThat(answer(row, "angry").<Boolean>getAs("truncated")).isFalse();
        Row routing = answer(row, "angry").getAs("routing");
        assertThat(routing.<String>getAs("model")).isEqualTo("english");
        assertThat(routing.<String>getAs("repo")).isEqualTo("tiny/english");
        assertThat(routing.<Row>getAs("detection").<Boolean>getAs("is_english")).isTrue();
    }

    @Test
    void statesAreRoutedEachForItself() {
        String german = "Guten Tag, meine Rechnung ist falsch und ich möchte mein Geld zurück haben.";
        Map<String, Row> rows =
                byText(tiny().score(LocalSpark.texts(1, List.of("The invoice is wrong.", german)), "value"));
        assertThat(answer(row(rows, german), "team").<Row>getAs("routing").<String>getAs("model"))
                .isEqualTo("multilingual");
        assertThat(answer(row(rows, "The invoice is wrong."), "team")
                        .<Row>getAs("routing")
                        .<String>getAs("model"))
                .isEqualTo("english");
        Map<String, Row> forced =
                byText(tiny().controls("{\"model\": \"typed\"}").score(LocalSpark.texts(1, List.of(german)), "value"));
        assertThat(answer(row(forced, german), "team").<Row>getAs("routing").<String>getAs("reason"))
                .isEqualTo("explicit model='typed'");
    }

    @Test
    void oneCheckpointAnswersEverythingWithoutRouting() {
        Row row = Decisions.on(LocalSpark.tiny() + "/multilingual")
                .questions(QUESTIONS)
                .score(LocalSpark.texts(1, letters(1)), "value")
                .first();
        assertThat(answer(row, "team").<Row>getAs("routing")).isNull();
        assertThat(answer(row, "team").<String>getAs("answer")).isNotNull();
    }

    @Test
    void rowsThatCannotBeAnsweredSayWhy() {
        List<String> states = Arrays.asList("Fine.", null, "x".repeat(50_001));
        List<Row> rows = tiny().score(LocalSpark.texts(1, states), "value").collectAsList();
        assertThat(rows)
                .extracting(row -> row.<String>getAs("error"))
                .containsExactlyInAnyOrder(
                        null,
                        "'state' is required and must not be null",
                        "'state': state too large (50001 > 50000 characters of the text given to the model); shorten it");
        assertThat(rows)
                .filteredOn(row -> row.getAs("error") != null)
                .allSatisfy(row -> assertThat(row.<Row>getAs("team")).isNull());
    }

    @Test
    void textsThatAreJsonAreDocuments() {
        List<String> states = List.of("\"I was charged twice.\"", "{\"text\": \"charged\"}", "{\"text\":", "null");
        Map<String, Row> rows = byText(tiny().documents().score(LocalSpark.texts(1, states), "value"));
        Map<String, Row> plain = byText(tiny().score(LocalSpark.texts(1, List.of("I was charged twice.")), "value"));
        assertThat(answer(row(rows, states.get(0)), "team"))
                .isEqualTo(answer(row(plain, "I was charged twice."), "team"));
        assertThat(row(rows, states.get(1)).<String>getAs("error")).isNull();
        assertThat(row(rows, states.get(2)).<String>getAs("error")).contains("valid JSON");
        assertThat(row(rows, states.get(3)).<String>getAs("error")).contains("must not be null");
    }

    @Test
    void structsAreReadAsDocumentsWithTheirNulls() {
        Dataset<Row> structs = LocalSpark.texts(1, List.of("I was charged twice."))
                .select(functions
                        .struct(
                                functions.col("value").as("text"),
                                functions.lit(null).cast("string").as("cc"))
                        .as("my.state"));
        Dataset<Row> scored = tiny().score(structs, "my.state");
        assertThat(scored.columns()).containsExactly("my.state", "team", "urgency", "angry", "error");
        Row document = byText(tiny().documents()
                        .score(
                                LocalSpark.texts(1, List.of("{\"text\": \"I was charged twice.\", \"cc\": null}")),
                                "value"))
                .values()
                .iterator()
                .next();
        assertThat(answer(scored.first(), "angry")).isEqualTo(answer(document, "angry"));
    }

    @Test
    void sharedPassesChangeNoAnswer() {
        Map<String, Row> alone = byText(tiny().score(LocalSpark.texts(2, letters(60)), "value"));
        Map<String, Row> shared = byText(tiny().sharedPasses(4096).score(LocalSpark.texts(2, letters(60)), "value"));
        assertThat(shared.keySet()).isEqualTo(alone.keySet());
        alone.forEach((text, row) -> {
            Row other = row(shared, text);
            assertThat(answer(other, "team").<String>getAs("answer"))
                    .isEqualTo(answer(row, "team").getAs("answer"));
            assertThat(answer(other, "angry").<Double>getAs("answer"))
                    .isCloseTo(answer(row, "angry").getAs("answer"), within(1.01e-4));
        });
    }

    @Test
    void thresholdsMarkAnswers() {
        Row row = tiny().controls("{\"min_confidence\": 1.0}")
                .score(LocalSpark.texts(1, letters(1)), "value")
                .first();
        assertThat(answer(row, "team").<String>getAs("abstention")).isEqualTo("abstained");
    }

    @Test
    void whatDoesNotFitIsRefusedOnTheDriver() {
        Dataset<Row> rows = LocalSpark.texts(1, letters(1));
        assertThatThrownBy(() -> Decisions.on("any").questions("[]").score(rows, "value"))
                .hasMessage("questions: it takes a JSON object");
        assertThatThrownBy(() -> Decisions.on("any")
                        .questions("{\"q\": {\"type\": \"x\"}}")
                        .score(rows, "value"))
                .hasMessageContaining("q")
                .hasMessageContaining("choice, score or noul");
        assertThatThrownBy(() -> tiny().controls("{\"states\": []}").score(rows, "value"))
                .hasMessageStartingWith("controls: states: unknown");
        assertThatThrownBy(() -> tiny().score(rows, "text"))
                .hasMessage("there is no column 'text'; the dataset has value");
        assertThatThrownBy(() -> tiny().score(rows.withColumn("Team", functions.lit(1)), "value"))
                .hasMessageContaining("'Team' and 'team'");
        assertThatThrownBy(() -> tiny().documents().score(rows.withColumn("n", functions.lit(1)), "n"))
                .hasMessageContaining("not JSON text");
    }

    @Test
    void checkpointsThatAreNotThereFailTheJobWithTheirName() {
        assertThatThrownBy(() -> Decisions.on("nowhere")
                        .questions(QUESTIONS)
                        .score(LocalSpark.texts(1, letters(1)), "value")
                        .count())
                .hasMessageContaining("checkpoints 'nowhere'");
        assertThatThrownBy(() -> tiny().engine("abacus")
                        .score(LocalSpark.texts(1, letters(1)), "value")
                        .collectAsList())
                .hasMessageContaining("there is no engine 'abacus'");
    }

    @ParameterizedTest
    @CsvSource({
        "'\"checkpoint\": \"sha256:000000000000\",', it was made for sha256:000000000000",
        "'\"config\": {\"encoder\": \"another\"},', it was made for another configuration",
        "'', it does not say which"
    })
    void calibrationOfAnotherCheckpointFailsTheJob(String owner, String reason, @TempDir Path folder)
            throws IOException {
        Path file = Files.writeString(
                folder.resolve("calibration.json"), "{" + owner + "\"temperature\": [1.5, 1.5, 1.5]}");
        assertThatThrownBy(() -> tiny().calibration(file.toString())
                        .score(LocalSpark.texts(1, letters(1)), "value")
                        .collectAsList())
                .hasMessageContaining("calibration '" + file + "': " + reason);
    }
}
