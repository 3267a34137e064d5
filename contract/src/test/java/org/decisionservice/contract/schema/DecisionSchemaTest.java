// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.decisionservice.api.Abstention;
import org.decisionservice.api.Answer;
import org.decisionservice.api.Certainty;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.json.JsonReader;
import org.decisionservice.core.text.JsonText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Schemas as upstream's library reads them, recorded from it, and what is meant to differ. */
class DecisionSchemaTest {
    private static final Path RECORDED = Path.of("..", "testdata", "schemas", "schemas.jsonl");

    /** A line of the recording. */
    record Recorded(String name, SequencedMap<String, JsonValue> members) {
        JsonValue get(String member) {
            return Objects.requireNonNull(members.get(member));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Recorded> recorded() throws IOException {
        List<Recorded> lines = new ArrayList<>();
        for (String line : Files.readAllLines(RECORDED)) {
            JsonObject object = (JsonObject) parsed(line);
            lines.add(new Recorded(
                    JsonText.asText(Objects.requireNonNull(object.members().get("name"))), object.members()));
        }
        return lines.stream();
    }

    private static JsonValue parsed(String json) {
        return JsonReader.read(json.getBytes(StandardCharsets.UTF_8)).root();
    }

    private static Refusal refusal(JsonValue schema) {
        return catchThrowableOfType(RefusedException.class, () -> DecisionSchema.read(schema))
                .refusal();
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void aSchemaMakesTheQuestionsOfTheLibrary(Recorded line) {
        if (line.members().containsKey("refused") || refusedHere(line)) {
            Refusal refusal = refusal(line.get("schema"));
            assertThat(refusal.kind()).isEqualTo(Refusal.Kind.INVALID);
            assertThat(refusal.detail()).startsWith("'schema").contains("': ");
            return;
        }
        DecisionSchema schema = DecisionSchema.read(line.get("schema"));
        if (line.name().equals("a blank description")) {
            assertThat(JsonText.render(new JsonObject(schema.definitions()))).contains("Is `x` true?");
            return;
        }
        assertThat(new JsonObject(schema.definitions())).isEqualTo(line.get("questions"));
        // Order is part of it, which maps do not compare.
        assertThat(JsonText.render(new JsonObject(schema.definitions())))
                .isEqualTo(JsonText.render(line.get("questions")));
    }

    private static boolean refusedHere(Recorded line) {
        return line.members().get("differs") instanceof JsonString(String meant) && meant.startsWith("refused");
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void answersMakeTheValuesOfTheLibrary(Recorded line) {
        if (line.members().containsKey("refused") || refusedHere(line)) {
            return;
        }
        DecisionSchema schema = DecisionSchema.read(line.get("schema"));
        List<JsonValue> drawn = ((JsonArray) line.get("answers")).elements();
        List<JsonValue> values = ((JsonArray) line.get("values")).elements();
        assertThat(drawn).hasSameSizeAs(values).isNotEmpty();
        for (int i = 0; i < drawn.size(); i++) {
            Map<String, Answer> answers = new HashMap<>();
            ((JsonObject) drawn.get(i))
                    .members()
                    .forEach((name, answer) -> answers.put(name, answer(((JsonObject) answer).members())));
            assertThat(JsonText.render(schema.values(answers))).isEqualTo(JsonText.render(values.get(i)));
        }
    }

    private static Answer answer(Map<String, JsonValue> recorded) {
        Optional<Abstention> gate = recorded.containsKey("low_confidence")
                ? Optional.of(new Abstention(Abstention.Outcome.ABSTAINED, 1))
                : Optional.of(new Abstention(Abstention.Outcome.PASSED, 0));
        Certainty certainty = new Certainty(0, 0, 0, gate);
        if (recorded.containsKey("noul")) {
            double yes = number(Objects.requireNonNull(recorded.get("noul")));
            return new Answer.Noul(Probabilities.of(1 - yes, yes), certainty);
        }
        Map<String, JsonValue> shares = ((JsonObject) Objects.requireNonNull(recorded.get("probabilities"))).members();
        Probabilities probabilities = Probabilities.of(
                shares.values().stream().mapToDouble(DecisionSchemaTest::number).toArray());
        List<String> labels = List.copyOf(shares.keySet());
        return recorded.containsKey("choice")
                ? new Answer.Choice(
                        labels.stream().<JsonValue>map(JsonString::new).toList(),
                        probabilities.argMax(),
                        probabilities,
                        certainty)
                : new Answer.Score(probabilities.mean(), labels, probabilities, certainty);
    }

    private static double number(JsonValue value) {
        return Double.parseDouble(JsonText.render(value));
    }

    @Test
    void whatIsMeantToDifferIsListed() throws IOException {
        assertThat(recorded()
                        .filter(line -> line.members().containsKey("differs"))
                        .map(Recorded::name))
                .containsExactly(
                        "an enum of arrays",
                        "an enum of objects",
                        "a blank description",
                        "forty references in a row",
                        "forty wrapped",
                        "a blank name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"type\":\"string\"}", "{\"enum\":[]}", "7", "{\"$ref\":\"#/$defs/T\"}"})
    void aRefusalNamesThePlaceAndTheFix(String property) {
        Refusal refusal =
                refusal(parsed("{\"properties\":{\"good\":{\"type\":\"boolean\"},\"bad\":" + property + "}}"));
        assertThat(refusal.path()).containsExactly("schema", "properties", "bad");
        assertThat(refusal.detail()).startsWith("'schema.properties.bad': ");
    }

    @Test
    void aHalfIsYesAsTheClientReadsIt() {
        DecisionSchema schema = DecisionSchema.read(parsed("{\"properties\":{\"x\":{\"type\":\"boolean\"}}}"));
        Certainty sure = new Certainty(1, 1, 1, Optional.empty());
        assertThat(schema.values(Map.of("x", new Answer.Noul(Probabilities.of(0.50004, 0.49996), sure))))
                .isEqualTo(parsed("{\"x\":true}"));
        assertThat(schema.values(Map.of("x", new Answer.Noul(Probabilities.of(0.5001, 0.4999), sure))))
                .isEqualTo(parsed("{\"x\":false}"));
    }

    /** Properties that share one definition would ask for its text once each. */
    @Test
    void textThatIsRepeatedByReferenceCounts() {
        String long_ = "a".repeat(100_000);
        String properties = IntStream.range(0, 32)
                .mapToObj(i -> "\"p" + i + "\":{\"$ref\":\"#/$defs/T\"}")
                .reduce((a, b) -> a + "," + b)
                .orElseThrow();
        Refusal refusal = refusal(
                parsed("{\"properties\":{" + properties + "},\"$defs\":{\"T\":{\"enum\":[\"" + long_ + "\"]}}}"));
        assertThat(refusal.kind()).isEqualTo(Refusal.Kind.TOO_LARGE);
        assertThat(refusal.detail()).contains("3200", "'$ref'");
    }

    /** A definition with as many members as a body holds, behind many references. */
    @Test
    void aHugeDefinitionIsNotCopied() {
        StringBuilder members = new StringBuilder("\"type\":\"boolean\"");
        for (int i = 0; i < 200_000; i++) {
            members.append(",\"k").append(i).append("\":1");
        }
        StringBuilder definitions =
                new StringBuilder("\"d0\":{").append(members).append('}');
        for (int i = 1; i < 30; i++) {
            definitions
                    .append(",\"d")
                    .append(i)
                    .append("\":{\"$ref\":\"#/$defs/d")
                    .append(i - 1)
                    .append("\"}");
        }
        String properties = IntStream.range(0, 32)
                .mapToObj(i -> "\"p" + i + "\":{\"$ref\":\"#/$defs/d29\"}")
                .reduce((a, b) -> a + "," + b)
                .orElseThrow();
        JsonValue schema = parsed("{\"properties\":{" + properties + "},\"$defs\":{" + definitions + "}}");
        assertThat(DecisionSchema.read(schema).fields()).hasSize(32);
    }
}
