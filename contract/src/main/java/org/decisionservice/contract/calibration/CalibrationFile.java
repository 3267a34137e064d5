// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.calibration;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.json.JsonReader;
import org.decisionservice.core.checkpoint.RegularFile;
import org.decisionservice.core.checkpoint.Temperatures;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.core.decoding.Binning;
import org.decisionservice.core.decoding.Calibration;
import org.decisionservice.core.decoding.Scaling;
import org.decisionservice.core.learning.HeldOut;
import org.decisionservice.core.learning.Learned;
import org.decisionservice.core.routing.LanguageCode;
import org.jspecify.annotations.Nullable;

/**
 * A calibration as it is in a file. {@code temperature}, {@code temperature_by_options} and {@code binning_map} mean
 * what they mean to upstream's library, and {@code lang_temperatures} what its option of that name does; {@code
 * checkpoint}, {@code noul}, {@code questions} and {@code held_out} are this service's own.
 *
 * @param digest SHA-256 of the file, 64 hex digits
 * @param checkpoint revision of the weights that it was made for; upstream's files have none
 * @param identity the configuration of the checkpoint that it was made for, as upstream's files have it: without
 *     temperatures
 * @param replaced one line for each value that was no number or out of bounds, saying what is used instead
 */
public record CalibrationFile(
        String digest,
        Optional<String> checkpoint,
        Optional<JsonObject> identity,
        Calibration calibration,
        List<String> replaced) {
    private static final int TYPES = 3;

    /** A value that is no number; the temperature is then 1. */
    private static final double NO_NUMBER = Double.NaN;

    /** What {@code calibrate} keeps to. */
    private static final double MOST_TEMPERATURE = 100;

    private static final double MOST_BIAS = 8;

    public CalibrationFile {
        replaced = List.copyOf(replaced);
    }

    /** A file that holds no calibration; the message names the member and what it takes. */
    public static final class Malformed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Malformed(String message) {
            super(message);
        }
    }

    /**
     * Reads a file.
     *
     * @throws Malformed if it holds no calibration
     */
    public static CalibrationFile read(Path file) {
        try {
            if (!(JsonReader.read(RegularFile.bytes(file)).root() instanceof JsonObject root)) {
                throw new Malformed("it takes a JSON object");
            }
            var members = root.members();
            List<String> replaced = new ArrayList<>();
            Temperatures own =
                    Temperatures.of(temperatures(members), numbers(object(members, "temperature_by_options")));
            replaced.addAll(own.replaced());
            Map<String, Temperatures> languages = languages(members);
            languages.forEach((code, theirs) -> theirs.replaced().stream()
                    .filter(line -> !own.replaced().contains(line))
                    .forEach(line -> replaced.add("lang_temperatures." + code + ": " + line)));
            return new CalibrationFile(
                    WeightsDigest.sha256(file),
                    members.get("checkpoint") instanceof JsonString text ? Optional.of(text.value()) : Optional.empty(),
                    members.get("config") instanceof JsonObject config
                                    && !config.members().isEmpty()
                            ? Optional.of(identity(config))
                            : Optional.empty(),
                    new Calibration(
                            own,
                            Optional.ofNullable(members.get("noul")).map(value -> scaling("noul", value, replaced)),
                            scalings(object(members, "questions"), replaced),
                            binnings(object(members, "binning_map")),
                            languages,
                            Learned.NOTHING,
                            heldOut(object(members, "held_out")),
                            Map.of(),
                            OptionalDouble.empty()),
                    replaced);
        } catch (RefusedException e) {
            throw new Malformed(e.refusal().detail().replace("request body", "it"));
        } catch (IOException e) {
            throw new Malformed("it cannot be read: " + RegularFile.reason(e));
        }
    }

    /**
     * Whether the checkpoint with these weights has the configuration that the file was made for, as far as it names one.
     *
     * @throws IOException if the configuration beside the weights cannot be read
     */
    public boolean fits(Path weights) throws IOException {
        if (identity.isEmpty()) {
            return true;
        }
        Path config = weights.resolveSibling("rl_agent_config.json");
        if (JsonReader.read(RegularFile.bytes(config)).root() instanceof JsonObject root) {
            return identity.get().equals(identity(root));
        }
        throw new IOException(config + " holds no object");
    }

    /** What upstream takes for the identity of a checkpoint: its configuration, but not what a calibration replaces. */
    static JsonObject identity(JsonObject config) {
        SequencedMap<String, JsonValue> members = new LinkedHashMap<>(config.members());
        members.remove("temperature");
        members.remove("temperature_by_options");
        return new JsonObject(members);
    }

    private static List<Double> temperatures(SequencedMap<String, JsonValue> members) {
        if (members.get("temperature") instanceof JsonArray array
                && array.elements().size() == TYPES) {
            return array.elements().stream().map(CalibrationFile::number).toList();
        }
        throw new Malformed("'temperature' must be a list of three numbers: choice, score, noul");
    }

    /** A language that has no {@code temperature} of its own takes the file's, but not those by number of options. */
    private static Map<String, Temperatures> languages(SequencedMap<String, JsonValue> members) {
        Map<String, Temperatures> languages = new HashMap<>();
        for (String code : object(members, "lang_temperatures").keySet()) {
            SequencedMap<String, JsonValue> own = new LinkedHashMap<>(members);
            own.remove("temperature_by_options");
            own.putAll(object(object(members, "lang_temperatures"), code));
            own.values().removeIf(JsonNull.class::isInstance);
            own.putIfAbsent("temperature", members.get("temperature"));
            languages.put(
                    LanguageCode.primarySubtag(code),
                    Temperatures.of(temperatures(own), numbers(object(own, "temperature_by_options"))));
        }
        return languages;
    }

    private static SequencedMap<String, JsonValue> object(SequencedMap<String, JsonValue> members, String name) {
        return switch (members.get(name)) {
            case null -> new LinkedHashMap<>();
            case JsonNull _ -> new LinkedHashMap<>();
            case JsonObject object -> object.members();
            case JsonValue _ -> throw new Malformed("'" + name + "' must be an object");
        };
    }

    private static Map<String, Double> numbers(SequencedMap<String, JsonValue> members) {
        Map<String, Double> numbers = new HashMap<>();
        members.forEach((name, value) -> numbers.put(name, number(value)));
        return numbers;
    }

    private static Map<String, Scaling> scalings(SequencedMap<String, JsonValue> members, List<String> replaced) {
        Map<String, Scaling> scalings = new HashMap<>();
        members.forEach((wording, value) -> scalings.put(wording, scaling("questions." + wording, value, replaced)));
        return scalings;
    }

    private static Scaling scaling(String name, JsonValue value, List<String> replaced) {
        if (value instanceof JsonObject object) {
            double temperature = number(object.members().get("temperature"));
            double bias = object.members().containsKey("bias")
                    ? number(object.members().get("bias"))
                    : 0;
            if (temperature > 0 && Double.isFinite(temperature) && Double.isFinite(bias)) {
                return new Scaling(
                        confined(name + ".temperature", temperature, Temperatures.LEAST, MOST_TEMPERATURE, replaced),
                        confined(name + ".bias", bias, -MOST_BIAS, MOST_BIAS, replaced));
            }
        }
        throw new Malformed("'" + name + "' must be an object with a 'temperature' above 0, and perhaps a 'bias'");
    }

    private static double confined(String name, double value, double least, double most, List<String> replaced) {
        double used = Math.clamp(value, least, most);
        if (used != value) {
            replaced.add(name + " is " + value + ", outside " + least + " to " + most + ": " + used + " is used");
        }
        return used;
    }

    private static Map<String, Binning> binnings(SequencedMap<String, JsonValue> members) {
        Map<String, Binning> binnings = new HashMap<>();
        members.forEach((bucket, value) -> binnings.put(bucket, binning(bucket, value)));
        return binnings;
    }

    private static Binning binning(String bucket, JsonValue value) {
        List<Double> values = new ArrayList<>();
        if (value instanceof JsonObject object
                && object.members().get("values") instanceof JsonArray array
                && !array.elements().isEmpty()
                && number(object.members().get("bins")) == array.elements().size()) {
            array.elements().forEach(element -> values.add(number(element)));
        }
        if (values.isEmpty() || !values.stream().allMatch(v -> v >= 0 && v <= 1)) {
            throw new Malformed("'binning_map." + bucket + "' must have as many 'values' from 0 to 1 as 'bins' says");
        }
        return new Binning(values);
    }

    /** How well the right option of rows fits that nothing was fitted to, by wording. */
    private static Map<String, HeldOut> heldOut(SequencedMap<String, JsonValue> members) {
        Map<String, HeldOut> heldOut = new HashMap<>();
        members.forEach((wording, value) -> {
            double[] scores = value instanceof JsonArray array
                    ? array.elements().stream()
                            .mapToDouble(CalibrationFile::number)
                            .toArray()
                    : new double[] {NO_NUMBER};
            if (!Arrays.stream(scores).allMatch(score -> score >= 0 && score <= 1)) {
                throw new Malformed("'held_out." + wording + "' must be a list of numbers from 0 to 1");
            }
            heldOut.put(wording, HeldOut.of(scores));
        });
        return heldOut;
    }

    private static double number(@Nullable JsonValue value) {
        return switch (value) {
            case JsonInteger(String digits) -> Double.parseDouble(digits);
            case JsonDouble(double number) -> number;
            case null, default -> NO_NUMBER;
        };
    }
}
