// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.QuestionType;
import org.decisionservice.contract.json.JsonReader;
import org.decisionservice.core.checkpoint.Temperatures;
import org.decisionservice.judging.calibration.Sample;
import org.decisionservice.judging.metrics.Judged;

/** The answers in a report of {@code evaluate --json}, as a calibration is fitted to them. */
final class ReportSamples {
    private ReportSamples() {}

    /**
     * One for each row of {@code report}, in its order; {@code temperatures} are those of the checkpoint that answered.
     */
    static List<Sample> read(Path report, Temperatures temperatures) throws IOException {
        List<Sample> samples = new ArrayList<>();
        if (JsonReader.read(Files.readAllBytes(report)).root() instanceof JsonObject root
                && root.members().get("rows") instanceof JsonArray rows) {
            for (JsonValue row : rows.elements()) {
                Judged judged = judged((JsonObject) row);
                samples.add(new Sample(
                        judged,
                        temperatures.of(judged.type(), judged.probabilities().size())));
            }
        }
        return samples;
    }

    private static Judged judged(JsonObject row) {
        String wording = text(row, "wording");
        QuestionType type = List.of(QuestionType.values()).stream()
                .filter(each -> each.wireName().equals(text(row, "type")))
                .findFirst()
                .orElseThrow();
        Probabilities p = Probabilities.of(((JsonArray) member(row, "probabilities"))
                .elements().stream().mapToDouble(ReportSamples::number).toArray());
        return new Judged(
                wording,
                wording,
                type,
                Collections.nCopies(p.size(), ""),
                text(row, "checkpoint"),
                Optional.empty(),
                p,
                p.max(),
                (int) number(member(row, "gold")));
    }

    private static String text(JsonObject row, String member) {
        return ((JsonString) member(row, member)).value();
    }

    private static JsonValue member(JsonObject row, String name) {
        return Objects.requireNonNull(row.members().get(name), name);
    }

    private static double number(JsonValue value) {
        return switch (value) {
            case JsonInteger(String digits) -> Double.parseDouble(digits);
            case JsonDouble(double number) -> number;
            default -> throw new IllegalArgumentException("no number: " + value);
        };
    }
}
