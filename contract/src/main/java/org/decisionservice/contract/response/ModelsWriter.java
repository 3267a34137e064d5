// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.response;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.decisionservice.contract.json.Json;

/**
 * The values of a request's {@code model}, as the upstream contract lists it and as OpenAI does. The two lists have
 * different keys, so one body can hold both.
 */
public final class ModelsWriter {
    /** The default model of clients of the upstream contract; to the router it names no checkpoint. */
    private static final String CLIENTS_DEFAULT = "jev-latest";

    /** The router's name for clients that have to send one. */
    private static final String AUTO = "auto";

    private final List<String> checkpoints;
    private final LocalDate released;

    /**
     * @param checkpoints as {@code /health} calls them
     * @param released the day of the release that serves them: checkpoints carry no date of their own
     */
    public ModelsWriter(List<String> checkpoints, LocalDate released) {
        this.checkpoints = List.copyOf(checkpoints);
        this.released = released;
    }

    /** The upstream contract's list. */
    public byte[] contract() {
        return Json.bytes(out -> {
            out.writeStartObject();
            models(out);
            out.writeEndObject();
        });
    }

    /** OpenAI's list and the upstream contract's. */
    public byte[] both() {
        return Json.bytes(out -> {
            out.writeStartObject();
            out.writeStringField("object", "list");
            out.writeArrayFieldStart("data");
            for (String id : ids()) {
                model(out, id);
            }
            out.writeEndArray();
            models(out);
            out.writeEndObject();
        });
    }

    /** The ids of OpenAI's list. */
    public List<String> ids() {
        List<String> ids = new ArrayList<>(List.of(AUTO));
        ids.addAll(checkpoints);
        return ids;
    }

    /** One entry of OpenAI's list. */
    public byte[] model(String id) {
        return Json.bytes(out -> model(out, id));
    }

    private void model(JsonGenerator out, String id) throws IOException {
        out.writeStartObject();
        out.writeStringField("id", id);
        out.writeStringField("object", "model");
        out.writeNumberField("created", released.atStartOfDay().toEpochSecond(ZoneOffset.UTC));
        out.writeStringField("owned_by", "decision-service");
        out.writeEndObject();
    }

    private void models(JsonGenerator out) throws IOException {
        out.writeArrayFieldStart("models");
        model(out, CLIENTS_DEFAULT, "The router chooses for every state among: " + String.join(", ", checkpoints));
        for (String checkpoint : checkpoints) {
            model(out, checkpoint, description(checkpoint));
        }
        out.writeEndArray();
    }

    private static String description(String checkpoint) {
        return switch (checkpoint) {
            case "english" -> "The checkpoint for English states";
            case "multilingual" -> "The checkpoint for states in any language";
            case "typed-decisions" -> "The checkpoint for the questions of the typed-decisions workflows";
            case "local" -> "The one local checkpoint, which answers everything";
            default -> "A checkpoint of this deployment, which answers requests that name it";
        };
    }

    private void model(JsonGenerator out, String name, String description) throws IOException {
        out.writeStartObject();
        out.writeStringField("name", name);
        out.writeStringField("description", description);
        out.writeStringField("release_date", released.toString());
        out.writeEndObject();
    }
}
