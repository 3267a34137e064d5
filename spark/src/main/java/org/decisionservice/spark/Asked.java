// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import java.nio.charset.StandardCharsets;
import java.util.SequencedMap;
import java.util.TreeSet;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.Controls;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.Question;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.json.JsonReader;
import org.decisionservice.contract.request.ControlsReader;
import org.decisionservice.contract.request.RequestReader;
import org.decisionservice.contract.request.RequestRules;

/** What is asked about every row, read and checked by the service's own reader. */
record Asked(SequencedMap<String, Question> questions, Controls controls) {
    /** The service's default of SERVICE_MAX_TOKEN_BUDGET, in tokens. */
    private static final int MAX_TOKEN_BUDGET = 8192;

    /**
     * Reads the questions and controls of a plan.
     *
     * @throws IllegalArgumentException naming the question or field and the fix
     */
    static Asked of(Plan plan) {
        try {
            object("questions", plan.questions());
            var unknown =
                    new TreeSet<>(object("controls", plan.controls()).members().keySet());
            unknown.removeAll(ControlsReader.FIELDS);
            if (!unknown.isEmpty()) {
                throw new IllegalArgumentException("controls: " + String.join(", ", unknown) + ": unknown; use some of "
                        + String.join(", ", ControlsReader.FIELDS));
            }
            String controls = plan.controls().strip();
            String members = controls.substring(1, controls.length() - 1).strip();
            String body = "{\"state\": \"\", \"questions\": " + plan.questions()
                    + (members.isEmpty() ? "" : ", " + members) + "}";
            DecisionRequest request = new RequestReader(CheckpointNames.ROUTED, MAX_TOKEN_BUDGET, RequestRules.DOCUMENT)
                    .single(body.getBytes(StandardCharsets.UTF_8))
                    .request();
            return new Asked(request.questions(), request.controls());
        } catch (RefusedException e) {
            throw new IllegalArgumentException(e.refusal().detail(), e);
        }
    }

    private static JsonObject object(String name, String json) {
        try {
            if (JsonReader.read(json.getBytes(StandardCharsets.UTF_8)).root() instanceof JsonObject object) {
                return object;
            }
        } catch (RefusedException e) {
            throw new IllegalArgumentException(
                    name + ": " + e.refusal().detail().replace("request body", "it"), e);
        }
        throw new IllegalArgumentException(name + ": it takes a JSON object");
    }
}
