// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.judge;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;
import org.decisionservice.contract.json.Json;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.core.text.JsonText;
import org.decisionservice.tools.labelled.GoldReader;
import org.decisionservice.tools.labelled.JsonLines;
import org.decisionservice.tools.labelled.LabelledRow;
import org.decisionservice.tools.labelled.LabelsException;
import org.decisionservice.tools.labelled.Recorded;
import org.decisionservice.tools.labelled.TextFile;

/** Lines of JSON with {@code request_id}, {@code state_index}, {@code id} and the right answer, {@code gold}. */
public final class LabelLines {
    private LabelLines() {}

    /**
     * The right answer to a question of a log.
     *
     * @param key request, state and question
     * @param file that says so
     * @param line its number, from 1
     */
    public record Label(String key, Path file, int line, JsonValue gold) {
        /**
         * The index of the right option; empty if the label says that there is none.
         *
         * @throws LabelsException naming the line, if it names no option
         */
        OptionalInt index(String id, Question question) {
            try {
                return GoldReader.index(id, question, gold);
            } catch (LabelsException e) {
                throw LabelsException.at(file, line, String.valueOf(e.getMessage()));
            }
        }
    }

    /** The labels of a file; lines whose {@code gold} is still to be written have none. */
    static List<Label> read(Path file) {
        return JsonLines.all(
                        TextFile.read(file),
                        "an object with request_id, state_index, id and gold",
                        (line, members) -> new Label(
                                Recorded.key(members), file, line, members.getOrDefault("gold", new JsonNull())))
                .stream()
                .filter(label -> !GoldReader.isBlank(label.gold()))
                .toList();
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
