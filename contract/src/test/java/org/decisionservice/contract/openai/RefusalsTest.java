// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.request.QuestionSources;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks what is refused, with which code, and at which place. */
class RefusalsTest {
    private static final DecisionsReader READER =
            new DecisionsReader(CheckpointNames.ROUTED, 8192, QuestionSources.NONE, Optional.empty());
    private static final String PREDICATE = "{\"type\":\"predicate\",\"instructions\":\"x\"}";

    private static Refusal refusal(String json) {
        RefusedException refused =
                catchThrowableOfType(RefusedException.class, () -> READER.read(json.getBytes(StandardCharsets.UTF_8)));
        assertThat(refused).as(json).isNotNull();
        return refused.refusal();
    }

    private static void refused(String json, String path, String code) {
        Refusal refusal = refusal(json);
        assertThat(refusal.path()).as(json).containsExactly(path);
        assertThat(refusal.code()).as(json).contains(code);
        assertThat(refusal.kind()).isEqualTo(Refusal.Kind.INVALID);
        assertThat(refusal.detail()).startsWith("'" + path + "': ").doesNotContain("java", "Exception");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "~~|input|missing_required_parameter",
                "\"input\":null|input|missing_required_parameter",
                "\"state\":1|input|missing_required_parameter",
                "\"input\":5|input|invalid_type",
                "\"input\":{}|input|invalid_type",
                "\"input\":[]|input|empty_array",
                "\"input\":[1]|input[0]|invalid_type",
                "\"input\":[{}]|input[0].role|missing_required_parameter",
                "\"input\":[{\"role\":1,\"content\":\"\"}]|input[0].role|invalid_type",
                "\"input\":[{\"role\":\"tool\",\"content\":\"\"}]|input[0].role|invalid_value",
                "\"input\":[{\"role\":\"user\"}]|input[0].content|missing_required_parameter",
                "\"input\":[{\"role\":\"user\",\"content\":5}]|input[0].content|invalid_type",
                "\"input\":[{\"role\":\"user\",\"content\":[]}]|input[0].content|empty_array",
                "\"input\":[{\"role\":\"user\",\"content\":[\"a\"]}]|input[0].content[0]|invalid_type",
                "\"input\":[{\"role\":\"user\",\"content\":[{}]}]|input[0].content[0].type|missing_required_parameter",
                "\"input\":[{\"role\":\"user\",\"content\":[{\"type\":\"input_text\"}]}]|input[0].content[0].text"
                        + "|missing_required_parameter",
                "\"input\":[{\"role\":\"user\",\"content\":[{\"type\":\"refusal\",\"refusal\":1}]}]"
                        + "|input[0].content[0].refusal|invalid_type",
                "\"input\":[{\"role\":\"user\",\"content\":[{\"type\":\"input_json\"}]}]|input[0].content[0].data"
                        + "|missing_required_parameter",
                "\"input\":[{\"role\":\"user\",\"content\":[{\"type\":\"input_json\",\"data\":5}]}]"
                        + "|input[0].content[0].data|invalid_type",
                "\"input\":[{\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":\"a\"},"
                        + "{\"type\":\"input_image\",\"image_url\":\"x\"}]}]|input[0].content[1]|unsupported_content",
                "\"input\":[{\"role\":\"user\",\"content\":[{\"type\":\"input_file\"}]}]"
                        + "|input[0].content[0]|unsupported_content",
                "\"input\":[{\"type\":\"reasoning\"}]|input[0]|unsupported_content",
                "\"input\":[{\"type\":5}]|input[0].type|invalid_type",
                "\"input\":[{\"type\":\"function_call\"}]|input[0].call_id|missing_required_parameter",
                "\"input\":[{\"type\":\"function_call\",\"call_id\":\"a\"}]|input[0].name|missing_required_parameter",
                "\"input\":[{\"type\":\"function_call\",\"call_id\":\"a\",\"name\":\"n\"}]"
                        + "|input[0].arguments|missing_required_parameter",
                "\"input\":[{\"type\":\"custom_tool_call\",\"call_id\":\"a\",\"name\":\"n\",\"input\":{}}]"
                        + "|input[0].input|invalid_type",
                "\"input\":[{\"type\":\"function_call_output\",\"call_id\":\"a\",\"output\":\"x\"}]"
                        + "|input[0].call_id|invalid_value",
                "\"input\":[{\"type\":\"custom_tool_call\",\"call_id\":\"a\",\"name\":\"n\",\"input\":\"\"},"
                        + "{\"type\":\"function_call_output\",\"call_id\":\"a\",\"output\":\"x\"}]"
                        + "|input[1].call_id|invalid_value",
                "\"input\":[{\"type\":\"custom_tool_call\",\"call_id\":\"a\",\"name\":\"n\",\"input\":\"\"},"
                        + "{\"type\":\"function_call\",\"call_id\":\"a\",\"name\":\"n\",\"arguments\":\"\"}]"
                        + "|input[1].call_id|invalid_value",
                "\"input\":[{\"type\":\"function_call\",\"call_id\":\"a\",\"name\":\"n\",\"arguments\":\"\"},"
                        + "{\"type\":\"function_call_output\",\"call_id\":\"a\"}]"
                        + "|input[1].output|missing_required_parameter"
            })
    void inputs(String input, String path, String code) {
        refused("{" + input + (input.isEmpty() ? "" : ",") + "\"questions\":[" + PREDICATE + "]}", path, code);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "null|questions|missing_required_parameter",
                "{\"q\":1}|questions|invalid_type",
                "5|questions|invalid_type",
                "[]|questions|empty_array",
                "[1]|questions[0]|invalid_type",
                "[{}]|questions[0].type|missing_required_parameter",
                "[{\"type\":1}]|questions[0].type|invalid_type",
                "[{\"type\":\"noul\"}]|questions[0].type|invalid_value",
                "[{\"type\":\"yes_no\"}]|questions[0].type|invalid_value",
                "[{\"type\":\"predicate\",\"name\":5}]|questions[0].name|invalid_type",
                "[{\"type\":\"predicate\"}]|questions[0].instructions|missing_required_parameter",
                "[{\"type\":\"predicate\",\"instructions\":5}]|questions[0].instructions|invalid_type",
                "[{\"type\":\"predicate\",\"instructions\":[]}]|questions[0].instructions|empty_array",
                "[{\"type\":\"predicate\",\"instructions\":\" \\u00a0\"}]|questions[0].instructions|invalid_value",
                "[{\"type\":\"predicate\",\"instructions\":[{\"type\":\"input_image\"}]}]"
                        + "|questions[0].instructions[0]|unsupported_content",
                "[{\"type\":\"predicate\",\"instructions\":\"x\",\"criteria\":null}]"
                        + "|questions[0].criteria|unknown_parameter",
                "[{\"type\":\"choice\",\"instructions\":\"x\"}]|questions[0].choices|missing_required_parameter",
                "[{\"type\":\"choice\",\"instructions\":\"x\",\"choices\":{}}]|questions[0].choices|invalid_type",
                "[{\"type\":\"choice\",\"instructions\":\"x\",\"choices\":[]}]|questions[0].choices|empty_array",
                "[{\"type\":\"choice\",\"instructions\":\"x\",\"choices\":[{\"value\":\"a\"}]}]"
                        + "|questions[0].choices|array_below_min_length",
                "[{\"type\":\"choice\",\"instructions\":\"x\",\"choices\":[{\"value\":\"a\"},\"b\"]}]"
                        + "|questions[0].choices[1]|invalid_type",
                "[{\"type\":\"choice\",\"instructions\":\"x\",\"choices\":[{},{}]}]"
                        + "|questions[0].choices[0].value|missing_required_parameter",
                "[{\"type\":\"choice\",\"instructions\":\"x\",\"choices\":[{\"value\":1},{}]}]"
                        + "|questions[0].choices[0].value|invalid_type",
                "[{\"type\":\"choice\",\"instructions\":\"x\",\"choices\":[{\"value\":\" \"},{}]}]"
                        + "|questions[0].choices[0].value|invalid_value",
                "[{\"type\":\"choice\",\"instructions\":\"x\",\"choices\":[{\"value\":true},{\"value\":true}]}]"
                        + "|questions[0].choices[1].value|invalid_value",
                "[{\"type\":\"choice\",\"instructions\":\"x\",\"choices\":[{\"value\":\"a\",\"description\":1},{}]}]"
                        + "|questions[0].choices[0].description|invalid_type",
                "[{\"type\":\"score\",\"instructions\":\"x\",\"levels\":[{\"label\":\"a\"}]}]"
                        + "|questions[0].levels|array_below_min_length",
                "[{\"type\":\"score\",\"instructions\":\"x\",\"levels\":[{\"label\":\"\"},{}]}]"
                        + "|questions[0].levels[0].label|invalid_value",
                "[{\"type\":\"score\",\"instructions\":\"x\",\"levels\":[{\"label\":\"a\"},{}]}]"
                        + "|questions[0].levels[1].label|missing_required_parameter"
            })
    void questions(String questions, String path, String code) {
        refused("{\"input\":\"x\",\"questions\":" + questions + "}", path, code);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "\"model\":5|model|invalid_type",
                "\"prompt_cache_key\":5|prompt_cache_key|invalid_type",
                "\"safety_identifier\":5|safety_identifier|invalid_type",
                "\"prompt_cache_options\":5|prompt_cache_options|invalid_type",
                "\"stream\":1|stream|invalid_type",
                "\"stream\":true|stream|unsupported_parameter",
                "\"on_predict_end\":1|on_predict_end|unsupported_parameter"
            })
    void members(String member, String path, String code) {
        refused("{\"input\":\"x\"," + member + ",\"questions\":[" + PREDICATE + "]}", path, code);
    }

    @ParameterizedTest
    @CsvSource({"max_len,0", "head_max_len,9000", "lang,5", "min_confidence,2", "task,5"})
    void controlsAreReadAsOnTheOtherRoutes(String control, String value) {
        Refusal refusal =
                refusal("{\"input\":\"x\",\"" + control + "\":" + value + ",\"questions\":[" + PREDICATE + "]}");
        assertThat(refusal.path()).containsExactly(control);
        assertThat(refusal.kind()).isEqualTo(Refusal.Kind.INVALID);
        assertThat(refusal.detail()).startsWith("'" + control + "'");
    }

    @Test
    void bodiesThatAreNoRequest() {
        for (String body :
                new String[] {"", "[]", "nonsense", "{\"input\":\"\\ud800\",\"questions\":[" + PREDICATE + "]}"}) {
            assertThat(refusal(body).kind()).as(body).isEqualTo(Refusal.Kind.MALFORMED);
            assertThat(refusal(body).path()).as(body).isEmpty();
        }
        assertThat(refusal("{\"input\":\"" + "x".repeat(50_001) + "\",\"questions\":[1]}")
                        .kind())
                .isEqualTo(Refusal.Kind.TOO_LONG);
    }

    @Test
    void anUnpairedSurrogateInToolArgumentsIsNotHiddenByParsingThem() {
        String call = "{\"type\":\"function_call\",\"call_id\":\"a\",\"name\":\"n\","
                + "\"arguments\":\"{\\\"a\\\":\\\"\\ud800\\\"}\"}";
        assertThat(refusal("{\"input\":[" + call + "],\"questions\":[" + PREDICATE + "]}")
                        .kind())
                .isEqualTo(Refusal.Kind.MALFORMED);
    }

    private static String times(int count, String element) {
        return IntStream.range(0, count)
                .mapToObj(i -> element.replace("#", Integer.toString(i)))
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static String choice(int options) {
        return "{\"type\":\"choice\",\"instructions\":\"x\",\"choices\":" + times(options, "{\"value\":\"v#\"}") + "}";
    }

    @Test
    void counts() {
        String ask = "{\"input\":\"x\",\"questions\":";
        refused(ask + times(401, PREDICATE) + "}", "questions", "array_above_max_length");
        refused(ask + "[" + choice(256) + "]}", "questions[0].choices", "array_above_max_length");
        refused(
                ask + "[{\"type\":\"score\",\"levels\":" + times(256, "{}") + "}]}",
                "questions[0].levels",
                "array_above_max_length");
        refused(
                ask + "[" + "%s,".repeat(32).replace("%s", choice(255)) + choice(33) + "]}",
                "questions",
                "invalid_value");
        refused(
                "{\"input\":" + times(1_001, "{}") + ",\"questions\":[" + PREDICATE + "]}",
                "input",
                "array_above_max_length");
    }

    /** The order is part of the interface: whoever mends the first error meets the next one in this order. */
    @Test
    void theOrderOfTheChecks() {
        String tooMany = times(401, "1");
        assertThat(refusal("{\"questions\":" + tooMany + ",\"input\":5,\"hooks\":1,\"max_len\":0}")
                        .path())
                .containsExactly("input");
        assertThat(refusal("{\"questions\":" + tooMany + ",\"input\":\"x\",\"hooks\":1,\"max_len\":0}")
                        .path())
                .containsExactly("questions");
        assertThat(refusal("{\"questions\":[1],\"input\":\"\\ud800\",\"hooks\":1,\"max_len\":0}")
                        .path())
                .containsExactly("hooks");
        assertThat(refusal("{\"questions\":[1],\"input\":\"\\ud800\",\"max_len\":0}")
                        .kind())
                .isEqualTo(Refusal.Kind.MALFORMED);
        assertThat(refusal("{\"questions\":[1],\"input\":\"x\",\"max_len\":0}").path())
                .containsExactly("max_len");
        assertThat(refusal("{\"questions\":[1],\"input\":\"x\"}").path()).containsExactly("questions[0]");
    }
}
