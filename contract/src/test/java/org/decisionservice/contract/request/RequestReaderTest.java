// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.CheckpointSelector;
import org.decisionservice.api.Controls;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Shape, hook arguments, surrogates and controls, and the order in which they are checked. */
class RequestReaderTest {
    private static final RequestReader READER = new RequestReader(CheckpointNames.ROUTED, 8192, RequestRules.DOCUMENT);

    private static byte[] body(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }

    private static Controls controls(String field) {
        return READER.single(body("{\"state\":1,\"questions\":{}," + field + "}"))
                .request()
                .controls();
    }

    private static DecisionRequest batch(String fields) {
        return READER.batch(body("{\"states\":[1,\"a\"],\"questions\":{}" + fields + "}"))
                .request();
    }

    private static void refused(Refusal.Kind kind, String detail, Runnable reading) {
        assertThatThrownBy(reading::run)
                .asInstanceOf(InstanceOfAssertFactories.type(RefusedException.class))
                .satisfies(e -> {
                    assertThat(e.refusal().detail()).contains(detail);
                    assertThat(e.refusal().kind()).isEqualTo(kind);
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "[]|'questions'",
                "5|'questions'",
                "{}|'questions'",
                "{\"state\":\"x\"}|'questions'",
                "{\"state\":null,\"questions\":[]}|'state'",
                "{\"questions\":{}}|'state' is required",
                "{\"state\":null,\"questions\":{}}|'state' is required",
                "{\"state\":1,\"questions\":null}|'questions' must be an object",
                "{\"state\":1,\"questions\":[]}|'questions' must be an object",
                "{\"State\":1,\"questions\":{}}|'state' is required; did you mean 'state' where it says 'State'?",
                "{\"state\":1,\"question\":{}}|'questions' field; did you mean 'questions' where it says 'question'?"
            })
    void wrongShapesAreMalformed(String json, String detail) {
        refused(Refusal.Kind.MALFORMED, detail, () -> READER.single(body(json)).request());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"questions\":{}}|'states'",
                "{\"state\":1,\"questions\":{}}|did you mean 'states' where it says 'state'?",
                "{\"states\":[1]}|'questions'",
                "{\"states\":[],\"questions\":{}}|'states' must be a non-empty array",
                "{\"states\":{},\"questions\":{}}|'states' must be a non-empty array",
                "{\"states\":\"x\",\"questions\":{}}|'states' must be a non-empty array",
                "{\"states\":[1,null],\"questions\":{}}|'states[1]'",
                "{\"states\":[1],\"questions\":5}|'questions' must be an object"
            })
    void wrongBatchShapesAreMalformed(String json, String detail) {
        refused(Refusal.Kind.MALFORMED, detail, () -> READER.batch(body(json)).request());
    }

    @Test
    void acceptsEveryStateButNull() {
        for (String state : new String[] {"[]", "{}", "0", "false", "1e400"}) {
            assertThat(READER.single(body("{\"state\":" + state + ",\"questions\":{}}"))
                            .request()
                            .states()
                            .getFirst())
                    .isInstanceOf(State.Json.class);
        }
        assertThat(READER.single(body("{\"state\":\"\",\"questions\":{}}"))
                        .request()
                        .states()
                        .getFirst())
                .isEqualTo(new State.Text(""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"hooks", "on_predict_start", "on_predict_end", "hooks_raise", "hooks_timeout"})
    void hookArgumentsAreRefusedUnlessNull(String hook) {
        refused(Refusal.Kind.INVALID, "'" + hook + "'", () -> controls("\"" + hook + "\":false"));
        assertThat(controls("\"" + hook + "\":null")).isEqualTo(Controls.NONE);
    }

    @Test
    void batchesCannotAskForDiagnostics() {
        refused(Refusal.Kind.INVALID, "'diagnostics'", () -> batch(",\"diagnostics\":{}"));
        assertThat(controls("\"diagnostics\":{}")).isEqualTo(Controls.NONE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"state\":\"\\ud83d\",\"questions\":{}}",
                "{\"state\":1,\"questions\":{\"\\udc00\":1}}",
                "{\"state\":1,\"questions\":{},\"extra\":[{\"a\":\"x\\ud800y\"}]}",
                "{\"state\":1,\"questions\":{\"q\":\"\\ude00\\ud83d\"},\"max_len\":0}"
            })
    void loneSurrogatesAreMalformedAnywhere(String json) {
        refused(
                Refusal.Kind.MALFORMED,
                "unpaired surrogate",
                () -> READER.single(body(json)).request());
    }

    @Test
    void unknownFieldsAndNullControlsAreIgnored() {
        assertThat(controls("\"extra\":1,\"max_len\":null,\"head_max_len\":null,\"lang\":null,\"lang_guess\":null,"
                        + "\"min_confidence\":null,\"model\":null,\"task\":null"))
                .isEqualTo(Controls.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"max_len", "head_max_len"})
    void tokenWindows(String field) {
        String key = "\"" + field + "\":";
        assertThat(controls(key + "1")).isNotEqualTo(Controls.NONE);
        assertThat(controls(key + "8192")).isNotEqualTo(Controls.NONE);
        refused(
                Refusal.Kind.INVALID,
                "'" + field + "' exceeds the server's limit (8193 > 8192)",
                () -> controls(key + "8193"));
        for (String bad : new String[] {"0", "-0", "-1", "512.0", "1e2", "true", "\"512\"", "[]"}) {
            refused(
                    Refusal.Kind.INVALID,
                    "'" + field + "' must be an integer of at least 1",
                    () -> controls(key + bad));
        }
        refused(Refusal.Kind.INVALID, field, () -> controls(key + "9".repeat(4300)));
    }

    @Test
    void tokenWindowsKeepTheirValues() {
        Controls read = controls("\"max_len\":100,\"head_max_len\":50");
        assertThat(read.maxLen()).isEqualTo(OptionalInt.of(100));
        assertThat(read.headMaxLen()).isEqualTo(OptionalInt.of(50));
    }

    @Test
    void minConfidence() {
        assertThat(controls("\"min_confidence\":0").minConfidence()).isEqualTo(OptionalDouble.of(0));
        assertThat(controls("\"min_confidence\":1").minConfidence()).isEqualTo(OptionalDouble.of(1));
        assertThat(controls("\"min_confidence\":0.123456").minConfidence()).isEqualTo(OptionalDouble.of(0.123456));
        for (String bad :
                new String[] {"-0.1", "1.1", "true", "\"0.5\"", "{}", "{\"default\":0.5}", "[0.5]", "1e400", "2"}) {
            refused(Refusal.Kind.INVALID, "'min_confidence'", () -> controls("\"min_confidence\":" + bad));
        }
    }

    @Test
    void languages() {
        assertThat(controls("\"lang\":\"de\",\"lang_guess\":\"\"").lang()).contains("de");
        assertThat(controls("\"lang\":\"de\",\"lang_guess\":\"\"").langGuess()).contains("");
        refused(Refusal.Kind.INVALID, "'lang'", () -> controls("\"lang\":5"));
        refused(Refusal.Kind.INVALID, "'lang_guess'", () -> controls("\"lang_guess\":true"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\"jev-1\"", "\"/etc/passwd\"", "\"convaiinnovations/laya\"", "5", "[]", "\"\"", "\"auto\""})
    void modelsThatSelectNothingAreIgnored(String model) {
        assertThat(controls("\"model\":" + model).model()).isEmpty();
    }

    @Test
    void keepsModelsAndTasksAsSent() {
        assertThat(controls("\"model\":\" ML \\n\"").model())
                .contains(new CheckpointSelector(" ML \n", CheckpointName.MULTILINGUAL));
        assertThat(controls("\"model\":\"convaiinnovations/laya-multilingual\"").model())
                .isPresent();
        assertThat(controls("\"task\":\"customer_service\"").task())
                .contains(new CheckpointSelector("customer_service", CheckpointName.TYPED_DECISIONS));
        assertThat(controls("\"task\":\"typed_decisions\"").task()).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"nope\"", "\"\"", "5", "{}", "[\"english\"]", "false"})
    void tasksThatSelectNothingAreRefused(String task) {
        refused(Refusal.Kind.INVALID, "'task'", () -> controls("\"task\":" + task));
    }

    @Test
    void batchSizeAndSorting() {
        assertThat(batch("").controls().batchSize()).isEmpty();
        assertThat(batch(",\"batch_size\":3,\"sort_by_length\":true").controls().batchSize())
                .isEqualTo(OptionalInt.of(3));
        assertThat(batch(",\"batch_size\":1000000000000000000").controls().batchSize())
                .isEqualTo(OptionalInt.of(Integer.MAX_VALUE));
        assertThat(batch(",\"batch_size\":null,\"sort_by_length\":null")
                        .controls()
                        .batchSize())
                .isEmpty();
        for (String bad : new String[] {"0", "-1", "1.0", "true", "\"2\""}) {
            refused(Refusal.Kind.INVALID, "'batch_size'", () -> batch(",\"batch_size\":" + bad));
        }
        for (String bad : new String[] {"0", "1", "\"true\""}) {
            refused(Refusal.Kind.INVALID, "'sort_by_length'", () -> batch(",\"sort_by_length\":" + bad));
        }
        assertThat(controls("\"batch_size\":0,\"sort_by_length\":1")).isEqualTo(Controls.NONE);
    }

    @Test
    void controlsAreCheckedBeforeTasksAndTasksBeforeQuestions() {
        String bad = "\"questions\":{\"q\":\"bad\"},\"task\":\"nope\"";
        refused(
                Refusal.Kind.INVALID,
                "'task'",
                () -> READER.single(body("{\"state\":1," + bad + "}")).request());
        refused(
                Refusal.Kind.INVALID,
                "'min_confidence'",
                () -> READER.single(body("{\"state\":1,\"min_confidence\":7," + bad + "}"))
                        .request());
    }
}
