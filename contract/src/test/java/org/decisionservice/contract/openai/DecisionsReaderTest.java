// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.openai;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.CheckpointSelector;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.State;
import org.decisionservice.contract.request.QuestionSources;
import org.decisionservice.core.text.OptionTexts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks what the model is given of a body. */
class DecisionsReaderTest {
    private static final DecisionsReader READER =
            new DecisionsReader(CheckpointNames.ROUTED, 8192, QuestionSources.NONE, Optional.empty());
    private static final String PREDICATE = "{\"type\":\"predicate\",\"instructions\":\"x\"}";

    private static AskedDecisions read(String json) {
        return READER.read(json.getBytes(StandardCharsets.UTF_8));
    }

    private static State state(String input) {
        return read("{\"input\":" + input + ",\"questions\":[" + PREDICATE + "]}")
                .state();
    }

    private static AskedQuestion question(String question) {
        return read("{\"input\":\"x\",\"questions\":[" + question + "]}")
                .questions()
                .getFirst();
    }

    @Test
    void theConversationOfTheGuide() {
        assertThat(state("""
                                [{"role": "system", "content": "Support chat of a subscription shop."},
                                 {"type": "message", "role": "user", "content": "I was charged twice.", "id": "m1"},
                                 {"type": "function_call", "call_id": "c1", "name": "list_payments",
                                  "status": "completed",
                                  "arguments": "{\\"customer\\": \\"c-17\\", \\"month\\": \\"2026-10\\"}"},
                                 {"type": "function_call_output", "call_id": "c1", "output": "2 payments of 9.00 EUR"},
                                 {"type": "custom_tool_call", "call_id": "c2", "name": "sql", "namespace": "db",
                                  "input": "[1]"},
                                 {"type": "custom_tool_call_output", "call_id": "c2", "output": "[1, 2]"},
                                 {"role": "assistant", "phase": "final",
                                  "content": [{"type": "output_text", "text": "One."},
                                              {"type": "refusal", "refusal": "Two."}]},
                                 {"role": "user", "content": [{"type": "input_text", "text": "Here:"},
                                  {"type": "input_json", "data": {"total": 9.0, "paid_twice": true}}]}]""").text())
                .isEqualTo("[{\"role\": \"system\", \"content\": \"Support chat of a subscription shop.\"},"
                        + " {\"role\": \"user\", \"content\": \"I was charged twice.\"},"
                        + " {\"role\": \"assistant\", \"tool_call\": {\"name\": \"list_payments\", \"arguments\":"
                        + " {\"customer\": \"c-17\", \"month\": \"2026-10\"}}},"
                        + " {\"role\": \"tool\", \"name\": \"list_payments\", \"content\": \"2 payments of 9.00 EUR\"},"
                        + " {\"role\": \"assistant\", \"tool_call\": {\"name\": \"db.sql\", \"input\": \"[1]\"}},"
                        + " {\"role\": \"tool\", \"name\": \"db.sql\", \"content\": [1, 2]},"
                        + " {\"role\": \"assistant\", \"content\": \"One.\\nTwo.\"},"
                        + " {\"role\": \"user\", \"content\": [\"Here:\", {\"total\": 9.0, \"paid_twice\": true}]}]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "\"\"|~~",
                "\"a text\"|a text",
                "[{\"role\":\"user\",\"content\":\"a text\"}]|a text",
                "[{\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":\"a\"},"
                        + "{\"type\":\"input_text\",\"text\":\"b\"}]}]|~a\nb~",
                "[{\"role\":\"user\",\"content\":[{\"type\":\"input_json\",\"data\":{\"a\":1}}]}]|{\"a\": 1}",
                "[{\"role\":\"user\",\"content\":[{\"type\":\"input_json\",\"data\":[1]}]}]|[1]",
                "[{\"role\":\"system\",\"content\":\"a\"}]|[{\"role\": \"system\", \"content\": \"a\"}]"
            })
    void aSingleUserMessageIsTheStateItself(String input, String text) {
        assertThat(state(input).text()).isEqualTo(text);
        assertThat(state(input) instanceof State.Text).isEqualTo(!text.startsWith("{") && !text.startsWith("["));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plain",
                "5",
                "\\\"a\\\"",
                "{",
                "[1] [2]",
                "{\\\"a\\\": NaN}",
                "{\\\"a\\\": \\\"\\\\ud800\\\"}"
            })
    void argumentsThatAreNoObjectOrArrayStayText(String arguments) {
        String call =
                "{\"type\":\"function_call\",\"call_id\":\"a\",\"name\":\"n\",\"arguments\":\"" + arguments + "\"}";
        assertThat(state("[" + call + "]").text()).contains("\"arguments\": \"");
    }

    @Test
    void toolArgumentsMayBeNestedAsDeepAsABody() {
        String deep = "[".repeat(1_000) + "]".repeat(1_000);
        String call = "{\"type\":\"function_call\",\"call_id\":\"a\",\"name\":\"n\",\"arguments\":\"%s\"}";
        assertThat(state("[" + call.formatted(deep) + "]").text()).contains("\"arguments\": " + deep);
        assertThat(state("[" + call.formatted("[" + deep + "]") + "]").text()).contains("\"arguments\": \"[" + deep);
    }

    @Test
    void predicates() {
        AskedQuestion asked = question("{\"type\":\"predicate\",\"name\":\"n\",\"instructions\":"
                + "[{\"type\":\"input_text\",\"text\":\"Is it?\"},"
                + "{\"type\":\"input_json\",\"data\":{\"a\":[1]}}],\"choices\":5,\"new\":1}");
        assertThat(asked.question().instructions()).isEqualTo("Is it?\n{\"a\": [1]}");
        assertThat(OptionTexts.render(asked.question()))
                .containsExactly("false: no, the statement does not hold", "true: yes, the statement holds");
        assertThat(asked.name()).contains("n");
    }

    @Test
    void choicesKeepTheTypeOfTheirValues() {
        AskedQuestion asked = question("{\"type\":\"choice\",\"instructions\":\"x\",\"choices\":[{\"value\":true},"
                + "{\"value\":\"true\",\"description\":\"the word\"},{\"value\":\"b\",\"description\":\"\"}]}");
        assertThat(((Question.Choice) asked.question()).options())
                .containsExactly(
                        new Question.Option(new JsonBoolean(true), Optional.empty()),
                        new Question.Option(new JsonString("true"), Optional.of("the word")),
                        new Question.Option(new JsonString("b"), Optional.empty()));
        assertThat(OptionTexts.render(asked.question())).containsExactly("True", "true: the word", "b");
    }

    @Test
    void levels() {
        AskedQuestion asked = question(
                "{\"type\":\"score\",\"instructions\":\"x\",\"levels\":[{\"label\":\"0\",\"description\":\"calm\"},"
                        + "{\"label\":\"firm\",\"description\":\"some\"},{\"label\":\"2\"},{\"label\":\"firm\"}]}");
        assertThat(OptionTexts.render(asked.question()))
                .containsExactly("level 0: calm", "level 1: firm: some", "level 2: 2", "level 3: firm");
        assertThat(asked.levels()).containsExactly("0", "firm", "2", "firm");
    }

    @Test
    void idsAreNamesWhereTheyCanBe() {
        String named = "{\"type\":\"predicate\",\"instructions\":\"x\",\"name\":%s}";
        String questions = List.of("\"a\"", "null", "\"#1\"", "\"twice\"", "\"twice\"", "\" \"").stream()
                .map(named::formatted)
                .collect(Collectors.joining(","));
        AskedDecisions asked = read("{\"input\":\"x\",\"questions\":[" + questions + "]}");
        assertThat(asked.request().questions().sequencedKeySet()).containsExactly("a", "##1", "#1", "#3", "#4", "#5");
        assertThat(asked.questions())
                .extracting(AskedQuestion::name)
                .containsExactly(
                        Optional.of("a"),
                        Optional.empty(),
                        Optional.of("#1"),
                        Optional.of("twice"),
                        Optional.of("twice"),
                        Optional.of(" "));
    }

    @Test
    void refusalsOfThePackerNameThePlaceInTheBody() {
        AskedDecisions asked = read("{\"input\":\"x\",\"questions\":[" + PREDICATE + "," + PREDICATE + "]}");
        Refusal packed = new Refusal(
                Refusal.Kind.NO_ROOM, List.of("questions", "#1"), "question '#1': only 5 of its 9 options fit");
        Refusal named = asked.named(packed);
        assertThat(named.path()).containsExactly("questions[1]");
        assertThat(named.detail()).isEqualTo("'questions[1]': only 5 of its 9 options fit");
        Refusal elsewhere = new Refusal(Refusal.Kind.BUSY, "busy");
        assertThat(asked.named(elsewhere)).isEqualTo(elsewhere);
    }

    @Test
    void controlsAndWhatHasNoEffect() {
        AskedDecisions asked = read("{\"model\":\"gpt-6-luna\",\"input\":\"x\",\"questions\":[" + PREDICATE
                + "],\"stream\":false,\"prompt_cache_key\":\"k\",\"prompt_cache_options\":{\"ttl\":\"30m\"},"
                + "\"safety_identifier\":null,\"lang\":\"de\",\"min_confidence\":0.5,\"max_len\":100,\"new\":{}}");
        assertThat(asked.controls().model()).isEmpty();
        assertThat(asked.controls().lang()).contains("de");
        assertThat(asked.controls().maxLen()).hasValue(100);
        assertThat(asked.controls().minConfidence()).hasValue(0.5);
        assertThat(read("{\"model\":\"ml\",\"input\":\"x\",\"questions\":[" + PREDICATE + "]}")
                        .controls()
                        .model())
                .contains(new CheckpointSelector("ml", CheckpointName.MULTILINGUAL));
    }

    @Test
    void theLargestRequests() {
        String questions = IntStream.range(0, 400).mapToObj(_ -> PREDICATE).collect(Collectors.joining(","));
        assertThat(read("{\"input\":\"x\",\"questions\":[" + questions + "]}").questions())
                .hasSize(400);
        String items = IntStream.range(0, 1_000)
                .mapToObj(_ -> "{\"role\":\"user\",\"content\":\"x\"}")
                .collect(Collectors.joining(","));
        assertThat(state("[" + items + "]").text()).hasSize(2 + 999 * 2 + 1_000 * 32);
    }
}
