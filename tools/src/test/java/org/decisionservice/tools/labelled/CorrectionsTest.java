// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.decisionservice.core.text.JsonText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CorrectionsTest {
    @TempDir
    private Path dir;

    private static String line(String request, int index, String id, String state) {
        return """
                {"decision_log":1,"request_id":"%s","state_index":%d,"checkpoint":"english",%s"id":"%s","wording":"w",\
                "question":{"type":"noul","instructions":"Is it about money?"},"probabilities":[0.25,0.75],\
                "answer_confidence":0.75}""".formatted(request, index, state, id);
    }

    private static String line(String request, int index, String id) {
        return line(request, index, id, "\"state\":\"state of " + request + " " + index + "\",");
    }

    private LabelledFile corrected(List<String> log, String... answers) throws Exception {
        Path file = Files.write(dir.resolve("log.jsonl"), log);
        Path table = Files.write(dir.resolve("answers.csv"), List.of(answers));
        return Corrections.of(List.of(file), table);
    }

    private void refused(String message, List<String> log, String... answers) {
        assertThatExceptionOfType(LabelsException.class)
                .isThrownBy(() -> corrected(log, answers))
                .withMessageContaining(message);
    }

    @Test
    void answersBecomeTheLabelsOfTheirRequests() throws Exception {
        LabelledFile labels = corrected(
                List.of(line("a", 0, "money"), line("a", 0, "angry"), line("b", 0, "money"), line("b", 1, "money")),
                "Request_ID;state_index;money;angry;by",
                "a;;yes;no;Ann",
                "b;1;no;;Ben",
                "gone;;no;;Ben");
        assertThat(labels.rows())
                .extracting(row -> row.state() + " "
                        + JsonText.asText(row.gold().firstEntry().getValue()))
                .containsExactly("state of a 0 yes", "state of a 0 no", "state of b 1 no");
        assertThat(labels.passedOver().said(3, 3))
                .isEqualTo(
                        "3 labels on 3 rows; passed over 1 row without a label; answers to requests that the log does"
                                + " not have: 1, the first in line 4");
    }

    /** The log has a request again that was sent again. */
    @Test
    void theLastLineOfARequestCounts() throws Exception {
        LabelledFile labels = corrected(
                List.of(line("a", 0, "money"), line("a", 0, "money", "\"state\":\"again\",")),
                "request_id,money",
                "a,no");
        assertThat(labels.rows()).extracting(LabelledRow::state).containsExactly("again");
    }

    @Test
    void whatCannotBeJoinedIsNamed() {
        List<String> log = List.of(line("a", 0, "money"));
        refused("no column is named 'request_id'; the first row names 'id', 'money'", log, "id,money", "a,no");
        refused("no column is named by a question of the log, which asks 'money'", log, "request_id,queue", "a,x");
        refused(
                "answers.csv line 3: question 'money' of this request has another answer in line 2",
                log,
                "request_id,money",
                "a,no",
                "a,yes");
        refused("none of its requests is in", log, "request_id,money", "b,no");
        refused("states=text in SERVICE_DECISION_LOG", List.of(line("a", 0, "money", "")), "request_id,money", "a,no");
        refused(
                "no decision log",
                List.of(
                        "{\"state\":\"x\",\"question\":{\"type\":\"noul\",\"instructions\":\"Is it?\"},\"gold\":\"yes\"}"),
                "request_id,question",
                "a,no");
    }
}
