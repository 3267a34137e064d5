// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.gemini;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.CheckpointSelector;
import org.decisionservice.api.Controls;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.request.QuestionSources;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks what the model is given of a body, and what is refused at which place. */
class GeminiReaderTest {
    private static final GeminiReader READER =
            new GeminiReader(CheckpointNames.ROUTED, 8192, QuestionSources.NONE, Optional.empty());
    private static final String NOUL = "{\"type\":\"noul\",\"instructions\":\"x\"}";

    private static DecisionRequest read(String json) {
        return READER.read(json.getBytes(StandardCharsets.UTF_8)).request();
    }

    private static String state(String input) {
        return read("{\"input\":" + input + ",\"questions\":{\"q\":" + NOUL + "}}")
                .states()
                .getFirst()
                .text();
    }

    private static Question question(String question) {
        return read("{\"input\":\"x\",\"questions\":{\"q\":" + question + "}}")
                .questions()
                .firstEntry()
                .getValue();
    }

    private static Refusal refusal(String json) {
        RefusedException refused = catchThrowableOfType(RefusedException.class, () -> read(json));
        assertThat(refused).as(json).isNotNull();
        return refused.refusal();
    }

    @Test
    void anInputIsTheTextOfAllItsContents() {
        String text = "{\"type\":\"text\",\"text\":\"%s\",\"annotations\":null}";
        assertThat(state("\"{\\\"a\\\": 1}\"")).isEqualTo("{\"a\": 1}");
        assertThat(state("\"\"")).isEmpty();
        assertThat(state(text.formatted("one"))).isEqualTo("one");
        assertThat(state("[" + text.formatted("one") + "," + text.formatted("two") + "]"))
                .isEqualTo("one\ntwo");
    }

    @Test
    void everyTypeOfQuestion() {
        assertThat(question("{\"type\":\"noul\",\"instructions\":[{\"type\":\"text\",\"text\":\"a\"},"
                        + "{\"type\":\"text\",\"text\":\"b\"}],\"criteria\":{\"true_description\":\"yes\","
                        + "\"false_description\":\"\"}}"))
                .isEqualTo(new Question.Noul(
                        "a\nb",
                        new Question.Side("false", Optional.empty()),
                        new Question.Side("true", Optional.of("yes")),
                        Optional.empty()));
        assertThat(question("{\"type\":\"noul\",\"instructions\":\"x\",\"criteria\":null}"))
                .isEqualTo(question(NOUL))
                .isEqualTo(question("{\"type\":\"noul\",\"instructions\":\"x\",\"criteria\":{}}"));
        assertThat(question("{\"type\":\"choice\",\"instructions\":{\"type\":\"text\",\"text\":\"x\"},"
                        + "\"criteria\":{\"a\":\"first\",\"b\":\"\",\"c\":null}}"))
                .isEqualTo(new Question.Choice(
                        "x",
                        List.of(
                                new Question.Option(new JsonString("a"), Optional.of("first")),
                                new Question.Option(new JsonString("b"), Optional.empty()),
                                new Question.Option(new JsonString("c"), Optional.empty())),
                        Optional.empty()));
        assertThat(question("{\"type\":\"score\",\"instructions\":\"x\",\"criteria\":[\"low\",\"high\"]}"))
                .isEqualTo(new Question.Score("x", List.of("low", "high"), Optional.empty()));
    }

    @Test
    void questionsKeepTheirOrderAndUnknownMembersAreIgnored() {
        DecisionRequest request = read("{\"input\":\"x\",\"questions\":{\"b\":" + NOUL + ",\"a\":" + NOUL
                + "},\"safety_settings\":[],\"state\":\"other\"}");
        assertThat(request.questions().sequencedKeySet()).containsExactly("b", "a");
    }

    @Test
    void theModelIsASelectorWithOrWithoutItsResourceName() {
        String body = "{\"model\":\"%s\",\"input\":\"x\",\"lang\":\"de\",\"min_confidence\":0.5,\"questions\":{\"q\":"
                + NOUL + "}}";
        for (String model : List.of("ml", "models/ml")) {
            assertThat(read(body.formatted(model)).controls().model())
                    .contains(new CheckpointSelector("ml", CheckpointName.MULTILINGUAL));
        }
        Controls unknown = read(body.formatted("models/gemini-decision-1")).controls();
        assertThat(unknown.model()).isEmpty();
        assertThat(unknown.lang()).contains("de");
        assertThat(unknown.minConfidence()).hasValue(0.5);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "~~|input|missing; send a string",
                "\"input\":null|input|missing; send a string",
                "\"state\":1|input|belongs to POST /v1/systemone",
                "\"input\":5|input|must be a string",
                "\"input\":[]|input|must not be empty",
                "\"input\":{}|input.type|missing; use text",
                "\"input\":[1]|input[0]|must be an object",
                "\"input\":[{\"type\":\"text\"}]|input[0].text|missing; send the text",
                "\"input\":[{\"type\":\"text\",\"text\":5}]|input[0].text|must be a string",
                "\"input\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"image\",\"uri\":\"x\"}]|input[1]|image",
                "\"input\":{\"type\":\"audio\",\"data\":\"x\"}|input|audio contents are not supported; this service",
                "\"input\":[{\"type\":\"video\"}]|input[0]|video contents",
                "\"input\":[{\"type\":\"document\"}]|input[0]|this service reads text",
                "\"input\":[{\"type\":\"thought\"}]|input[0]|contents of the type 'thought'"
            })
    void inputs(String input, String path, String says) {
        refused("{" + input + (input.isEmpty() ? "" : ",") + "\"questions\":{\"q\":" + NOUL + "}}", path, says);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "null|questions|missing; send an object",
                "5|questions|must be an object",
                "[]|questions|belongs to POST /v1/decisions",
                "{}|questions|at least one question",
                "{\" \":{}}|questions[' ']|the id is blank",
                "{\"q\":1}|questions['q']|must be an object",
                "{\"q\":{}}|questions['q'].type|missing; use noul, choice or score",
                "{\"q\":{\"type\":1}}|questions['q'].type|must be a string",
                "{\"q\":{\"type\":\"predicate\"}}|questions['q'].type|unknown type 'predicate'",
                "{\"q\":{\"type\":\"noul\"}}|questions['q'].instructions|missing",
                "{\"q\":{\"type\":\"noul\",\"instructions\":\" \"}}|questions['q'].instructions|must not be blank",
                "{\"q\":{\"type\":\"noul\",\"instructions\":[]}}|questions['q'].instructions|must not be empty",
                "{\"q\":{\"type\":\"noul\",\"instructions\":[{\"type\":\"image\"}]}}"
                        + "|questions['q'].instructions[0]|image contents",
                "{\"q\":{\"type\":\"noul\",\"instructions\":\"x\",\"criteria\":[]}}"
                        + "|questions['q'].criteria|must be an object",
                "{\"q\":{\"type\":\"noul\",\"instructions\":\"x\",\"criteria\":{\"true\":\"y\"}}}"
                        + "|questions['q'].criteria|only true_description and false_description, not 'true'",
                "{\"q\":{\"type\":\"noul\",\"instructions\":\"x\",\"criteria\":{\"true_description\":1}}}"
                        + "|questions['q'].criteria.true_description|must be a string",
                "{\"q\":{\"type\":\"choice\",\"instructions\":\"x\"}}|questions['q'].criteria|missing; send an object",
                "{\"q\":{\"type\":\"choice\",\"instructions\":\"x\",\"criteria\":[\"a\"]}}"
                        + "|questions['q'].criteria|must be an object",
                "{\"q\":{\"type\":\"choice\",\"instructions\":\"x\",\"criteria\":{\"a\":\"\"}}}"
                        + "|questions['q'].criteria|at least 2",
                "{\"q\":{\"type\":\"choice\",\"instructions\":\"x\",\"criteria\":{\"a\":\"\",\" \":\"\"}}}"
                        + "|questions['q'].criteria[' ']|must not be blank",
                "{\"q\":{\"type\":\"choice\",\"instructions\":\"x\",\"criteria\":{\"a\":\"\",\"b\":1}}}"
                        + "|questions['q'].criteria['b']|must be a string",
                "{\"q\":{\"type\":\"score\",\"instructions\":\"x\"}}|questions['q'].criteria|missing; send an array",
                "{\"q\":{\"type\":\"score\",\"instructions\":\"x\",\"criteria\":{}}}"
                        + "|questions['q'].criteria|must be an array",
                "{\"q\":{\"type\":\"score\",\"instructions\":\"x\",\"criteria\":[\"a\"]}}"
                        + "|questions['q'].criteria|at least 2",
                "{\"q\":{\"type\":\"score\",\"instructions\":\"x\",\"criteria\":[\"a\",5]}}"
                        + "|questions['q'].criteria[1]|must be a string",
                "{\"q\":{\"type\":\"score\",\"instructions\":\"x\",\"criteria\":[\"a\",\"\"]}}"
                        + "|questions['q'].criteria[1]|must not be blank"
            })
    void questions(String questions, String path, String says) {
        refused("{\"input\":\"x\",\"questions\":" + questions + "}", path, says);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"model|5", "max_len|0", "head_max_len|9000", "lang|5", "min_confidence|2", "task|5", "hooks|1"})
    void controls(String name, String value) {
        refused("{\"input\":\"x\",\"" + name + "\":" + value + ",\"questions\":{\"q\":" + NOUL + "}}", name, "'");
    }

    private static void refused(String json, String path, String says) {
        Refusal refusal = refusal(json);
        assertThat(refusal.path()).as(json).containsExactly(path);
        assertThat(refusal.kind()).as(json).isEqualTo(Refusal.Kind.INVALID);
        assertThat(refusal.detail()).startsWith("'" + path + "'").contains(says).doesNotContain("java", "Exception");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "[]", "nonsense", "{\"input\":\"x\"", "{\"input\":\"\\ud800\",\"questions\":{\"q\":%s}}"})
    void bodiesThatAreNoRequest(String body) {
        Refusal refusal = refusal(body.formatted(NOUL));
        assertThat(refusal.kind()).isEqualTo(Refusal.Kind.MALFORMED);
        assertThat(refusal.path()).isEmpty();
    }

    @Test
    void theLimitsAreThoseOfTheApi() {
        assertThat(asked(1_000, "").questions()).hasSize(1_000);
        assertThat(detail(() -> asked(1_001, ""))).contains("too many questions (1001 > 1000)");
        assertThat(asked(32, criteria(255)).questions().firstEntry().getValue().optionCount())
                .isEqualTo(255);
        assertThat(detail(() -> asked(1, criteria(256)))).contains("too many choice options (256 > 255)");
        assertThat(detail(() -> asked(33, criteria(250))))
                .contains("too many answer options across questions (8250 > 8192)");
        String levels = IntStream.range(0, 256).mapToObj(i -> "\"" + i + "\"").collect(Collectors.joining(","));
        assertThat(detail(() -> read("{\"input\":\"x\",\"questions\":{\"q\":{\"type\":\"score\",\"instructions\":\"x\","
                        + "\"criteria\":[" + levels + "]}}}")))
                .contains("too many score levels (256 > 255)");
        assertThat(refusal("{\"input\":\"" + "x".repeat(50_001) + "\",\"questions\":{\"q\":1}}"))
                .returns(Refusal.Kind.TOO_LONG, Refusal::kind)
                .returns(List.of("input"), Refusal::path);
    }

    private static String detail(ThrowingCallable asking) {
        Refusal refusal = catchThrowableOfType(RefusedException.class, asking).refusal();
        assertThat(refusal.kind()).isEqualTo(Refusal.Kind.TOO_LARGE);
        return refusal.detail();
    }

    private static String criteria(int options) {
        return IntStream.range(0, options)
                .mapToObj(i -> "\"o" + i + "\":\"\"")
                .collect(Collectors.joining(",", ",\"criteria\":{", "}"));
    }

    private static DecisionRequest asked(int questions, String criteria) {
        return read(body(questions, criteria));
    }

    private static String body(int questions, String criteria) {
        String type = criteria.isEmpty() ? "noul" : "choice";
        return IntStream.range(0, questions)
                .mapToObj(i -> "\"q" + i + "\":{\"type\":\"" + type + "\",\"instructions\":\"x\"" + criteria + "}")
                .collect(Collectors.joining(",", "{\"input\":\"x\",\"questions\":{", "}}"));
    }

    @Test
    void refusalsOfThePackerNameTheQuestionByItsPlace() {
        Refusal packed = new Refusal(Refusal.Kind.NO_ROOM, List.of("questions", "q.1"), "question 'q.1': only 5 fit");
        assertThat(GeminiReader.named(packed).path()).containsExactly("questions['q.1']");
        assertThat(GeminiReader.named(packed).detail()).isEqualTo(packed.detail());
        Refusal elsewhere = new Refusal(Refusal.Kind.BUSY, "busy");
        assertThat(GeminiReader.named(elsewhere)).isEqualTo(elsewhere);
    }

    @Test
    void whatAClientWroteIsShownShortened() {
        Refusal refusal = refusal("{\"input\":\"x\",\"questions\":{\"" + "q".repeat(100_000) + "\":1}}");
        assertThat(refusal.detail()).hasSizeLessThan(200);
        assertThat(refusal.path().getFirst()).hasSizeLessThan(200);
    }
}
