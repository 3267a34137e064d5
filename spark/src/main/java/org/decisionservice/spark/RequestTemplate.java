// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeSet;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.Controls;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.json.JsonReader;
import org.decisionservice.contract.request.ControlsReader;
import org.decisionservice.contract.request.RequestReader;
import org.decisionservice.contract.request.RequestRules;
import org.decisionservice.core.plan.PackingOptions;
import org.decisionservice.core.rounds.Approach;
import org.decisionservice.core.rounds.Narrowing;
import org.decisionservice.core.text.JsonText;

/**
 * The questions about every row, read and checked by the service's own reader.
 *
 * @param packing how questions become rows
 */
record RequestTemplate(SequencedMap<String, Question> questions, Controls controls, PackingOptions packing) {
    /** The service's default of SERVICE_MAX_TOKEN_BUDGET, in tokens. */
    private static final int MAX_TOKEN_BUDGET = 8192;

    /**
     * Reads the questions and controls of a plan.
     *
     * @throws IllegalArgumentException naming the question or field and the fix
     */
    static RequestTemplate of(Plan plan) {
        try {
            object("questions", plan.questions());
            var unknown =
                    new TreeSet<>(object("controls", plan.controls()).members().keySet());
            unknown.removeAll(ControlsReader.FIELDS);
            if (!unknown.isEmpty()) {
                throw new IllegalArgumentException("controls: " + String.join(", ", unknown) + ": unknown; use some of "
                        + String.join(", ", ControlsReader.FIELDS));
            }
            PackingOptions packing = packing(plan);
            DecisionRequest request = new RequestReader(CheckpointNames.ROUTED, MAX_TOKEN_BUDGET, rules(plan, packing))
                    .single(body(plan))
                    .request();
            return new RequestTemplate(request.questions(), request.controls(), packing);
        } catch (RefusedException e) {
            throw new IllegalArgumentException(e.refusal().detail(), e);
        }
    }

    /** A request with an empty state. */
    private static byte[] body(Plan plan) {
        SequencedMap<String, JsonValue> members = new LinkedHashMap<>();
        members.put("state", new JsonString(""));
        members.put("questions", object("questions", plan.questions()));
        members.putAll(object("controls", plan.controls()).members());
        return JsonText.render(new JsonObject(members)).getBytes(StandardCharsets.UTF_8);
    }

    private static RequestRules rules(Plan plan, PackingOptions packing) {
        if (plan.full()) {
            return RequestRules.CONTRACT;
        }
        return packing.approach().narrowing().isPresent()
                ? RequestRules.DOCUMENT.withChoiceOptions(RequestRules.MOST_CHOICE_OPTIONS)
                : RequestRules.DOCUMENT;
    }

    private static PackingOptions packing(Plan plan) {
        Optional<Narrowing> narrowing = Narrowing.parse(plan.tournamentGroup())
                .orElseThrow(() -> new IllegalArgumentException(
                        "tournamentGroup '" + plan.tournamentGroup() + "': it takes " + Narrowing.TAKES));
        if (narrowing.isPresent() && plan.optionOrders() > 1) {
            throw new IllegalArgumentException(
                    "optionOrders: it cannot be combined with tournamentGroup, which asks a choice in groups; set one"
                            + " of the two");
        }
        return new PackingOptions(
                plan.full(), new Approach(narrowing, plan.optionOrders()), PackingOptions.DEFAULTS.windows());
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
