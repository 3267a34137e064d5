// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.judge;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.json.Json;
import org.decisionservice.contract.json.JsonReader;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.core.text.JsonText;
import org.decisionservice.tools.labelled.LabelledRow;
import org.decisionservice.tools.labelled.LabelsException;
import org.decisionservice.tools.labelled.Recorded;

/** Lines of JSON with {@code request_id}, {@code state_index}, {@code id} and the right answer, {@code gold}. */
public final class LabelLines {
    private LabelLines() {}

    /** The right answers by request, state and question. */
    static Map<String, JsonValue> read(Path file) {
        Map<String, JsonValue> golds = new HashMap<>();
        int number = 0;
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (line.isBlank()) {
                    continue;
                }
                if (!(JsonReader.readData(line.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject object)) {
                    throw new LabelsException("it takes an object with request_id, state_index, id and gold");
                }
                JsonValue gold = object.members().getOrDefault("gold", new JsonNull());
                if (!(gold instanceof JsonNull) && !JsonText.asText(gold).isBlank()) {
                    golds.put(Recorded.key(object.members()), gold);
                }
            }
            return golds;
        } catch (RefusedException e) {
            throw LabelsException.at(file, number, e.refusal().detail());
        } catch (LabelsException e) {
            throw LabelsException.at(file, number, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw LabelsException.of(file, "it cannot be read: " + e.getMessage());
        }
    }

    /**
     * Lines to label, without the answers, which would sway whoever labels them. Their order is drawn: the labels of
     * the first ones say how the others are.
     */
    public static List<String> of(List<ShadowLog.Two> answers) {
        return answers.stream()
                .sorted(Comparator.comparing(
                        each -> WeightsDigest.sha256(each.key().getBytes(StandardCharsets.UTF_8))))
                .map(LabelLines::line)
                .toList();
    }

    private static String line(ShadowLog.Two answer) {
        LabelledRow row = answer.served();
        return new String(
                Json.bytes(out -> {
                    out.writeStartObject();
                    JsonValue state = row.request().getOrDefault("state", new JsonString(""));
                    out.writeFieldName("state");
                    out.writeRawValue(JsonText.render(state));
                    out.writeFieldName("question");
                    out.writeRawValue(JsonText.render(row.question(answer.id())));
                    out.writeNullField("gold");
                    out.writeStringField("request_id", answer.requestId());
                    out.writeNumberField("state_index", answer.stateIndex());
                    out.writeStringField("id", answer.id());
                    out.writeEndObject();
                }),
                StandardCharsets.UTF_8);
    }
}
