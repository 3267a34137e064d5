// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.decisionservice.contract.ErrorForms;
import org.decisionservice.server.testing.Message;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerdictTest {
    private static final String GOOGLES =
            "{\"code\": 400, \"message\": \"no\", \"status\": \"INVALID_ARGUMENT\", \"details\": []}";
    private static final String ERROR = "{\"message\": \"'input': no\", \"type\": \"invalid_request_error\","
            + " \"param\": null, \"code\": \"invalid_json\"}";
    private static final String GOOD = "{\"answers\": {}, \"usage\": {\"input_tokens\": 0}}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "single | 200 | " + GOOD + " | true",
                "batch | 200 | {\"results\": [" + GOOD + "]} | true",
                "single | 422 | {\"detail\": \"question 'a': no\"} | true",
                "single | 200 | {\"answers\": {}} | false",
                "batch | 200 | {\"results\": []} | false",
                "batch | 200 | " + GOOD + " | false",
                "single | 200 | {\"answers\": NaN} | false",
                "single | 200 | " + GOOD + " more | false",
                "single | 500 | {\"detail\": \"inference failed\"} | false",
                "single | 503 | {\"detail\": \"server busy\"} | false",
                "single | 400 | {\"detail\": \" \"} | false",
                "single | 400 | {\"detail\": \"no\", \"error\": 1} | false",
                "single | 400 | not found | false",
                "single | 422 | {\"detail\": \"IllegalStateException: no\"} | false",
            })
    void onlyDecisionsAndPlainRefusalsAreRight(String route, int status, String body, boolean right) {
        assertThat(isRight("/v1/systemone/" + route, status, body)).isEqualTo(right);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 | {\"answers\": [{}], \"usage\": {\"total_tokens\": 1}} | true",
                "200 | {\"answers\": [], \"usage\": {\"total_tokens\": 1}} | false",
                "200 | {\"answers\": {\"a\": 1}, \"usage\": {\"total_tokens\": 1}} | false",
                "400 | {\"error\": " + ERROR + "} | true",
                "422 | {\"error\": " + ERROR + "} | false",
                "500 | {\"error\": " + ERROR + "} | false",
                "400 | {\"error\": " + ERROR + ", \"detail\": \"no\"} | false",
                "400 | {\"error\": {\"message\": \"no\"}} | false",
                "400 | {\"detail\": \"no\"} | false",
            })
    void openAisClientsGetTheirForm(int status, String body, boolean right) {
        assertThat(isRight(Verdict.DECISIONS, status, body)).isEqualTo(right);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 | {\"answers\": {\"a\": 1}, \"usage\": {\"total_tokens\": 1}} | true",
                "200 | {\"answers\": {}, \"usage\": {\"total_tokens\": 1}} | false",
                "200 | {\"answers\": [{}], \"usage\": {\"total_tokens\": 1}} | false",
                "400 | {\"error\": " + GOOGLES + "} | true",
                "415 | {\"error\": " + GOOGLES + "} | false",
                "400 | {\"error\": " + ERROR + "} | false",
                "400 | {\"detail\": \"no\"} | false",
            })
    void googlesClientsGetTheirForm(int status, String body, boolean right) {
        assertThat(isRight(Verdict.GEMINI, status, body)).isEqualTo(right);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 | {\"jsonrpc\": \"2.0\", \"id\": 1, \"result\": {}} | true",
                "200 | [{\"jsonrpc\": \"2.0\", \"id\": 1, \"result\": {}}] | true",
                "200 | [] | false",
                "202 | '' | true",
                "202 | {} | false",
                "200 | '' | false",
                "200 | {\"id\": 1, \"result\": {}} | false",
                "400 | {\"jsonrpc\": \"2.0\", \"error\": {\"code\": -32600, \"message\": \"no\"}} | true",
                "500 | {\"jsonrpc\": \"2.0\", \"error\": {\"code\": -32603, \"message\": \"no\"}} | false",
                "400 | {\"jsonrpc\": \"2.0\", \"error\": {\"code\": -32600, \"message\": \"NoException\"}} | false",
                "200 | {\"jsonrpc\": \"2.0\", \"result\": 1, \"error\": {\"code\": 1, \"message\": \"no\"}} | false",
                "400 | {\"detail\": \"no\"} | false",
            })
    void agentsGetThatOfTheirProtocol(int status, String body, boolean right) {
        assertThat(isRight(ErrorForms.MCP, status, body)).isEqualTo(right);
    }

    private static boolean isRight(String path, int status, String body) {
        Message message = Message.post(path, List.of(), new byte[0], false);
        return Verdict.on(message, status, body.getBytes(StandardCharsets.UTF_8))
                .isEmpty();
    }
}
