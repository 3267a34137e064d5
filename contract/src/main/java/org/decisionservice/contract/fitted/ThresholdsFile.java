// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.fitted;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.contract.json.Json;
import org.decisionservice.contract.json.JsonFile;
import org.decisionservice.contract.json.MalformedFile;
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
    private static final List<String> VERSIONS = List.of(Integer.toString(VERSION));

    /** Room for ten thousand questions. */
    private static final int LARGEST = 4 << 20;

    private static final Set<String> MEMBERS =
            Set.of("version", "checkpoint", "calibration", "learned", "accuracy_wanted", "thresholds");
    private static final Set<String> MEASURED =
            Set.of("question", "min_confidence", "labels", "answered", "accuracy_at_least");

    public ThresholdsFile {
        thresholds = Map.copyOf(thresholds);
    }

    /**
     * The weights and files that answered when the thresholds were measured. With others they mean nothing.
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
     * @throws MalformedFile if it holds no thresholds; the message names the member and what it takes
     */
    public static ThresholdsFile read(Path file) {
        JsonFile read =
                JsonFile.read(file, LARGEST).requireVersion("version", VERSIONS).requireOnly(MEMBERS);
        if (!(read.members().get("thresholds") instanceof JsonObject byWording)
                || !(read.members().get("checkpoint") instanceof JsonString(String checkpoint))) {
            throw new MalformedFile("it takes a JSON object with 'checkpoint' and 'thresholds', as ./serve evaluate"
                    + " --thresholds writes it");
        }
        Map<String, Double> thresholds = new LinkedHashMap<>();
        byWording.members().forEach((wording, value) -> thresholds.put(wording, threshold(wording, value)));
        Made made = new Made(
                checkpoint,
                text(read.members().get("calibration")),
                text(read.members().get("learned")));
        return new ThresholdsFile(read.digest(), made, thresholds);
    }

    private static double threshold(String wording, JsonValue value) {
        String place = "thresholds." + wording;
        SequencedMap<String, JsonValue> members = JsonFile.object(value, place);
        JsonFile.requireOnly(place + ".", members, MEASURED);
        double number = JsonFile.number(members.get("min_confidence"));
        if (!(number >= 0 && number <= 1)) {
            throw new MalformedFile("'" + place + ".min_confidence' must be a number from 0 to 1");
        }
        return number;
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
