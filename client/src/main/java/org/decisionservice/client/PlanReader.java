// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.client;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.RequestPlan;
import org.decisionservice.api.RequestPlan.PlannedQuestion;
import org.decisionservice.api.RequestPlan.Text;

/** Reads what an answer would take. Whatever else it meets, it refuses with an IllegalArgumentException. */
final class PlanReader {
    private PlanReader() {}

    static RequestPlan read(JsonValue document) {
        Members root = Members.of(document);
        SequencedMap<String, PlannedQuestion> questions = new LinkedHashMap<>();
        Members.of(root.value("questions"))
                .object()
                .members()
                .forEach((id, question) -> questions.put(id, question(Members.of(question))));
        return new RequestPlan(
                AnswerReader.usage(Members.of(root.value("usage"))),
                root.object("routing").map(AnswerReader::routing),
                questions,
                root.count("rows", 0),
                root.count("passes", 0));
    }

    private static PlannedQuestion question(Members question) {
        return new PlannedQuestion(
                text(question.value("instructions")),
                question.elements("options").stream().map(PlanReader::text).toList(),
                question.count("room", 0),
                question.count("state_tokens_dropped", 0),
                question.count("rows", 0),
                question.count("windows", 0),
                question.count("sentences", 0),
                question.truth("more_rounds", false));
    }

    private static Text text(JsonValue text) {
        Members counts = Members.of(text);
        return new Text(counts.count("tokens", 0), counts.count("kept", 0));
    }
}
