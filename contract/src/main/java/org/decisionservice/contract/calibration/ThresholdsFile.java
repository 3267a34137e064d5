// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.calibration;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.json.Json;
import org.decisionservice.contract.json.JsonReader;
import org.decisionservice.core.checkpoint.RegularFile;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.jspecify.annotations.Nullable;

/**
 * A file of thresholds, one for each of some questions: what {@code min_confidence} a request for them would set.
 *
 * @param digest SHA-256 of the file, 64 hex digits
 * @param made what they were measured with
 * @param thresholds in [0, 1], by {@link org.decisionservice.core.decoding.Wording}
 */
public record ThresholdsFile(String digest, Made made, Map<String, Double> thresholds) {
    private static final int VERSION = 1;

    public ThresholdsFile {
        thresholds = Map.copyOf(thresholds);
    }

    /**
     * What answered when the thresholds were measured. With anything else they mean nothing.
     *
     * @param checkpoint revision of its weights
     * @param calibration SHA-256 of the calibration that was in force
     * @param learned SHA-256 of the learned file that was in force
     */
    public record Made(String checkpoint, Optional<String> calibration, Optional<String> learned) {}

    /**
     * A threshold that labels support.
     *
     * @param question what people call it
     * @param minConfidence in [0, 1]
     * @param labels how many there were
     * @param answered how many of these answers pass
     * @param accuracyAtLeast what share of new answers that pass is right at least, with 95 % confidence
     */
    public record Measured(String question, double minConfidence, int labels, int answered, double accuracyAtLeast) {}

    /**
     * Reads a file.
     *
     * @throws CalibrationFile.Malformed if it holds no thresholds; the message names the member and what it takes
     */
    public static ThresholdsFile read(Path file) {
        try {
            if (!(JsonReader.read(RegularFile.bytes(file)).root() instanceof JsonObject root)
                    || !(root.members().get("thresholds") instanceof JsonObject byWording)
                    || !(root.members().get("checkpoint") instanceof JsonString(String checkpoint))) {
                throw new CalibrationFile.Malformed("it takes a JSON object with 'checkpoint' and 'thresholds', as"
                        + " ./serve evaluate --thresholds writes it");
            }
            Map<String, Double> thresholds = new LinkedHashMap<>();
            byWording.members().forEach((wording, value) -> thresholds.put(wording, threshold(wording, value)));
            Made made = new Made(
                    checkpoint,
                    text(root.members().get("calibration")),
                    text(root.members().get("learned")));
            return new ThresholdsFile(WeightsDigest.sha256(file), made, thresholds);
        } catch (RefusedException e) {
            throw new CalibrationFile.Malformed(e.refusal().detail().replace("request body", "it"));
        } catch (IOException e) {
            throw new CalibrationFile.Malformed("it cannot be read: " + RegularFile.reason(e));
        }
    }

    private static double threshold(String wording, JsonValue value) {
        OptionalDouble number = value instanceof JsonObject measured
                ? switch (measured.members().get("min_confidence")) {
                    case JsonDouble(double given) -> OptionalDouble.of(given);
                    case JsonInteger(String digits) -> OptionalDouble.of(Double.parseDouble(digits));
                    case null, default -> OptionalDouble.empty();
                }
                : OptionalDouble.empty();
        if (number.isEmpty() || !(number.getAsDouble() >= 0 && number.getAsDouble() <= 1)) {
            throw new CalibrationFile.Malformed(
                    "'thresholds." + wording + "' must be an object with a 'min_confidence' from 0 to 1");
        }
        return number.getAsDouble();
    }

    private static Optional<String> text(@Nullable JsonValue value) {
        return value instanceof JsonString(String text) ? Optional.of(text) : Optional.empty();
    }

    /**
     * The bytes of a file.
     *
     * @param wanted the accuracy that the thresholds were sought for
     * @param measured by wording, in the order of the file
     */
    public static byte[] bytes(Made made, double wanted, SequencedMap<String, Measured> measured) {
        return Json.bytes(out -> {
            out.useDefaultPrettyPrinter();
            out.writeStartObject();
            out.writeNumberField("version", VERSION);
            out.writeStringField("checkpoint", made.checkpoint());
            Json.textOrNull(out, "calibration", made.calibration());
            Json.textOrNull(out, "learned", made.learned());
            out.writeNumberField("accuracy_wanted", wanted);
            out.writeObjectFieldStart("thresholds");
            for (Map.Entry<String, Measured> each : measured.entrySet()) {
                out.writeObjectFieldStart(each.getKey());
                out.writeStringField("question", each.getValue().question());
                out.writeNumberField("min_confidence", each.getValue().minConfidence());
                out.writeNumberField("labels", each.getValue().labels());
                out.writeNumberField("answered", each.getValue().answered());
                out.writeNumberField("accuracy_at_least", each.getValue().accuracyAtLeast());
                out.writeEndObject();
            }
            out.writeEndObject();
            out.writeEndObject();
        });
    }
}
