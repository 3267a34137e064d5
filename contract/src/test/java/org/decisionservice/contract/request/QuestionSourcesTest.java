// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.Question;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a request asks, if it names a question set or has a schema. */
class QuestionSourcesTest {
    @TempDir
    private Path folder;

    private RequestReader reader = new RequestReader(CheckpointNames.ROUTED, 8192, RequestRules.DOCUMENT);

    @BeforeEach
    void write() throws IOException {
        Files.writeString(
                folder.resolve("mail.json"),
                "{\"questions\":{\"spam\":{\"type\":\"noul\",\"instructions\":\"Spam?\",\"min_confidence\":0.7},"
                        + "\"team\":{\"type\":\"choice\",\"instructions\":\"Who?\",\"criteria\":[\"a\",\"b\"]}}}");
        reader = reading(true, true);
    }

    private RequestReader reading(boolean sets, boolean schemas) {
        QuestionSources sources = new QuestionSources(
                sets ? Optional.of(QuestionSetFolder.open(folder, RequestRules.DOCUMENT)) : Optional.empty(), schemas);
        return new RequestReader(CheckpointNames.ROUTED, 8192, RequestRules.DOCUMENT, sources, Optional.empty());
    }

    private RequestReader.Read single(String members) {
        return reader.single(("{\"state\":\"s\"," + members + "}").getBytes(StandardCharsets.UTF_8));
    }

    private Refusal refusal(String members) {
        return catchThrowableOfType(RefusedException.class, () -> single(members))
                .refusal();
    }

    @Test
    void aSetIsAskedBesideTheOwnQuestionsOrAlone() {
        assertThat(single("\"question_set\":\"mail\"").request().questions().keySet())
                .containsExactly("spam", "team");
        assertThat(single("\"question_set\":\"mail\",\"questions\":null")
                        .request()
                        .questions())
                .hasSize(2);
        RequestReader.Read both =
                single("\"question_set\":\"mail\",\"questions\":{\"own\":{\"type\":\"noul\",\"instructions\":\"?\"}}");
        assertThat(both.request().questions().keySet()).containsExactly("own", "spam", "team");
        assertThat(both.request().controls().minConfidences()).isEqualTo(Map.of("spam", 0.7));
        assertThat(both.ignored()).isEmpty();
        assertThat(both.schema()).isEmpty();
    }

    @Test
    void aBatchAsksASetOfEveryState() {
        RequestReader.Read read =
                reader.batch("{\"states\":[\"a\",\"b\"],\"question_set\":\"mail\"}".getBytes(StandardCharsets.UTF_8));
        assertThat(read.request().states()).hasSize(2);
        assertThat(read.request().questions()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "\"question_set\":\"nope\"|INVALID|no question set 'nope'; use one of 'mail', or send 'questions'",
                "\"question_set\":\"\\ud800\"|INVALID|there is no question set",
                "\"question_set\":\"../mail\"|INVALID|there is no question set",
                "\"question_set\":7|INVALID|'question_set' must be the name",
                "\"question_set\":null|MALFORMED|'questions' field",
                "\"question_set\":\"mail\",\"questions\":[]|MALFORMED|'questions' must be an object",
                "\"question_set\":\"mail\",\"questions\":{\"spam\":{\"type\":\"noul\",\"instructions\":\"?\"}}|INVALID|"
                        + "question 'spam': the question set 'mail' has a question of this id",
                "\"schema\":{},\"question_set\":\"mail\"|INVALID|'schema' stands in place of 'question_set'",
                "\"schema\":{},\"questions\":{}|INVALID|'schema' stands in place of 'questions'",
                "\"schema\":7|INVALID|'schema': must be a JSON Schema",
                "\"schema\":{\"properties\":{\" \":{\"type\":\"boolean\"}}}|INVALID|'schema.properties': the name of a property is blank"
            })
    void whatIsNotUnderstoodIsRefused(String members, Refusal.Kind kind, String detail) {
        assertThat(refusal(members).kind()).isEqualTo(kind);
        assertThat(refusal(members).detail()).contains(detail);
    }

    @Test
    void questionsOfBothCountTogether() {
        String own = IntStream.range(0, 63)
                .mapToObj(i -> "\"q" + i + "\":{\"type\":\"noul\",\"instructions\":\"x\"}")
                .collect(Collectors.joining(","));
        assertThat(refusal("\"question_set\":\"mail\",\"questions\":{" + own + "}")
                        .detail())
                .contains("too many questions (65 > 64)");
    }

    @Test
    void aSchemaMakesQuestionsThatHaveTheLimitsOfAll() {
        RequestReader.Read read = single(
                "\"schema\":{\"properties\":{\"level\":{\"type\":\"integer\",\"minimum\":1," + "\"maximum\":3}}}");
        assertThat(read.request().questions().get("level"))
                .isEqualTo(new Question.Score("Score `level` from 1 to 3", List.of("1", "2", "3"), Optional.empty()));
        assertThat(read.schema()).isPresent();
        String values = IntStream.range(0, 32).mapToObj(i -> "\"v" + i + "\"").collect(Collectors.joining(","));
        String properties = IntStream.range(0, 17)
                .mapToObj(i -> "\"p" + i + "\":{\"enum\":[" + values + "]}")
                .collect(Collectors.joining(","));
        Refusal refusal = refusal("\"schema\":{\"properties\":{" + properties + "}}");
        assertThat(refusal.kind()).isEqualTo(Refusal.Kind.TOO_LARGE);
        assertThat(refusal.detail()).contains("544 > 512");
    }

    @Test
    void withoutTheSettingsTheMembersAreIgnored() {
        reader = reading(false, false);
        RequestReader.Read read = single("\"question_set\":7,\"schema\":7,\"questions\":{}");
        assertThat(read.request().questions()).isEmpty();
        assertThat(read.ignored()).containsExactly("question_set", "schema");
        reader = reading(false, true);
        assertThat(single("\"question_set\":\"mail\",\"schema\":{\"properties\":{\"x\":{\"enum\":[1]}}}")
                        .ignored())
                .containsExactly("question_set");
        reader = reading(true, false);
        assertThat(single("\"question_set\":\"mail\",\"schema\":7").ignored()).containsExactly("schema");
    }
}
