// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.gemini;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.decisionservice.api.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks the code, the status and the details of errors. */
class GeminiErrorsTest {
    private static String body(int overloadStatus, Refusal refusal) {
        return new String(new GeminiErrors(overloadStatus).body(refusal), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({
        "BROKEN,400,INVALID_ARGUMENT",
        "MALFORMED,400,INVALID_ARGUMENT",
        "UNAUTHORIZED,401,UNAUTHENTICATED",
        "TOO_SLOW,408,DEADLINE_EXCEEDED",
        "TOO_LARGE,400,INVALID_ARGUMENT",
        "TOO_LONG,400,INVALID_ARGUMENT",
        "UNSUPPORTED_ENCODING,415,INVALID_ARGUMENT",
        "NO_ROOM,400,INVALID_ARGUMENT",
        "INVALID,400,INVALID_ARGUMENT",
        "FAILED,500,INTERNAL"
    })
    void whatCannotBeRepeatedAsItIs(Refusal.Kind kind, int code, String status) {
        assertThat(new GeminiErrors(503).status(kind)).isEqualTo(code);
        assertThat(body(503, new Refusal(kind, "why")))
                .isEqualTo("{\"error\":{\"code\":" + code + ",\"message\":\"why\",\"status\":\"" + status
                        + "\",\"details\":[]}}");
    }

    @ParameterizedTest
    @CsvSource({
        "BUSY,503,503,UNAVAILABLE",
        "BUSY,429,429,RESOURCE_EXHAUSTED",
        "BUSY,529,529,UNAVAILABLE",
        "STOPPING,429,429,RESOURCE_EXHAUSTED",
        "UNAVAILABLE,429,503,UNAVAILABLE",
        "TIMED_OUT,429,503,UNAVAILABLE"
    })
    void whatAClientMayRepeat(Refusal.Kind kind, int overloadStatus, int code, String status) {
        assertThat(body(overloadStatus, new Refusal(kind, "why")))
                .isEqualTo("{\"error\":{\"code\":" + code + ",\"message\":\"why\",\"status\":\"" + status
                        + "\",\"details\":[{\"@type\":\"type.googleapis.com/google.rpc.RetryInfo\","
                        + "\"retryDelay\":\"1s\"}]}}");
    }

    /** A kind that is added has to be given a word of Google's that means the same. */
    @ParameterizedTest
    @EnumSource
    void everyKindHasACodeThatItsStatusMeans(Refusal.Kind kind) {
        assertThat(body(503, new Refusal(kind, "why")))
                .containsPattern(
                        "\"code\":(4..,.*INVALID_ARGUMENT|401,.*UNAUTHENTICATED|408,.*DEADLINE_EXCEEDED|429,.*RESOURCE_EXHAUSTED|500,.*INTERNAL|503,.*UNAVAILABLE)");
    }

    @ParameterizedTest
    @CsvSource({
        "403,PERMISSION_DENIED",
        "404,NOT_FOUND",
        "405,UNIMPLEMENTED",
        "400,INVALID_ARGUMENT",
        "413,INVALID_ARGUMENT",
        "431,INVALID_ARGUMENT",
        "500,INTERNAL",
        "505,INTERNAL"
    })
    void whatHttpItselfRefuses(int code, String status) {
        assertThat(new String(new GeminiErrors(503).body(code, "why"), StandardCharsets.UTF_8))
                .isEqualTo("{\"error\":{\"code\":" + code + ",\"message\":\"why\",\"status\":\"" + status
                        + "\",\"details\":[]}}");
    }

    @Test
    void aViolationNamesTheField() {
        Refusal refusal =
                new Refusal(Refusal.Kind.INVALID, List.of("questions['q'].type"), "'questions['q'].type': why");
        assertThat(body(503, refusal))
                .endsWith("\"details\":[{\"@type\":\"type.googleapis.com/google.rpc.BadRequest\",\"fieldViolations\":"
                        + "[{\"field\":\"questions['q'].type\",\"description\":\"'questions['q'].type': why\"}]}]}}");
    }
}
