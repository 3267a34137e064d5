// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.fitted;

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
import java.util.Set;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.contract.json.JsonFile;
import org.decisionservice.contract.json.MalformedFile;
import org.decisionservice.core.checkpoint.Family;
import org.decisionservice.core.checkpoint.Temperatures;
import org.decisionservice.core.decoding.Binning;
import org.decisionservice.core.decoding.Calibration;
import org.decisionservice.core.decoding.Scaling;
import org.decisionservice.core.learning.HeldOut;
import org.decisionservice.core.routing.LanguageCode;

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

    /**
     * Files of upstream's version 1 name no checkpoint, as those of ./serve calibrate do not for upstream's library.
     */
    private static final List<String> VERSIONS = List.of("1", "2");

    /** Most bytes of a file: room for the held-out scores of half a million labels. */
    public static final int LARGEST = 8 << 20;

    private static final int CONFIGURATION = 1 << 20;

    /** The members after the held-out scores are of upstream's library alone, about the checkpoint and the fit. */
    private static final Set<String> MEMBERS = Set.of(
            "version",
            "checkpoint",
            "temperature",
            "temperature_by_options",
            "lang_temperatures",
            "binning_map",
            "noul",
            "questions",
            "held_out",
            "config",
            "model_id_or_path",
            "subfolder",
            "n_by_bucket",
            "temperature_clamped",
            "report");

    private static final Set<String> OF_A_LANGUAGE = Set.of("temperature", "temperature_by_options");
    private static final Set<String> SCALING = Set.of("temperature", "bias");
    private static final Set<String> OF_A_QUESTION = Set.of("question", "temperature", "bias");
    private static final Set<String> BINNING = Set.of("bins", "values");

    /** The bounds that {@code calibrate} keeps to. */
    private static final double MOST_TEMPERATURE = 100;

    private static final double MOST_BIAS = 8;

    public CalibrationFile {
        replaced = List.copyOf(replaced);
    }

    /**
     * Reads a file.
     *
     * @throws MalformedFile if it holds no calibration; the message names the member and what it takes
     */
    public static CalibrationFile read(Path file) {
        JsonFile read = JsonFile.readWithNan(file, LARGEST)
                .requireVersion("version", VERSIONS)
                .requireOnly(MEMBERS);
        var members = read.members();
        List<String> replaced = new ArrayList<>();
        Temperatures own = Temperatures.of(temperatures(members), byBucket("", members));
        replaced.addAll(own.replaced());
        Map<String, Temperatures> languages = languages(members);
        languages.forEach((code, theirs) -> theirs.replaced().stream()
                .filter(line -> !own.replaced().contains(line))
                .forEach(line -> replaced.add("lang_temperatures." + code + ": " + line)));
        return new CalibrationFile(
                read.digest(),
                members.get("checkpoint") instanceof JsonString text ? Optional.of(text.value()) : Optional.empty(),
                members.get("config") instanceof JsonObject config
                                && !config.members().isEmpty()
                        ? Optional.of(identity(config))
                        : Optional.empty(),
                new Calibration(
                        own,
                        Optional.ofNullable(members.get("noul"))
                                .map(value -> scaling("noul", value, SCALING, replaced)),
                        scalings(object(members, "questions"), replaced),
                        binnings(object(members, "binning_map")),
                        languages,
                        Optional.empty(),
                        heldOut(object(members, "held_out")),
                        Map.of(),
                        OptionalDouble.empty()),
                replaced);
    }

    /**
     * Whether the checkpoint with these weights has the configuration that the file was made for, as far as it names
     * one.
     *
     * @throws MalformedFile if the configuration beside the weights cannot be read
     */
    public boolean fits(Path weights) {
        if (identity.isEmpty()) {
            return true;
        }
        Path config =
                weights.resolveSibling(Family.of(weights.resolveSibling("")).config());
        return identity.get()
                .equals(identity(new JsonObject(
                        JsonFile.readWithNan(config, CONFIGURATION).members())));
    }

    /** Upstream's identity of a checkpoint: its configuration, but not what a calibration replaces. */
    static JsonObject identity(JsonObject config) {
        SequencedMap<String, JsonValue> members = new LinkedHashMap<>(config.members());
        members.remove("temperature");
        members.remove("temperature_by_options");
        return new JsonObject(members);
    }

    private static List<Double> temperatures(SequencedMap<String, JsonValue> members) {
        if (members.get("temperature") instanceof JsonArray array
                && array.elements().size() == TYPES) {
            return array.elements().stream().map(JsonFile::number).toList();
        }
        throw new MalformedFile("'temperature' must be a list of three numbers: choice, score, noul");
    }

    /** A language that has no {@code temperature} of its own takes the file's, but not those by number of options. */
    private static Map<String, Temperatures> languages(SequencedMap<String, JsonValue> members) {
        Map<String, Temperatures> languages = new HashMap<>();
        for (String code : object(members, "lang_temperatures").keySet()) {
            String place = "lang_temperatures." + code + ".";
            SequencedMap<String, JsonValue> own =
                    new LinkedHashMap<>(object(object(members, "lang_temperatures"), code));
            JsonFile.requireOnly(place, own, OF_A_LANGUAGE);
            own.values().removeIf(JsonNull.class::isInstance);
            own.putIfAbsent("temperature", members.get("temperature"));
            languages.put(LanguageCode.primarySubtag(code), Temperatures.of(temperatures(own), byBucket(place, own)));
        }
        return languages;
    }

    private static SequencedMap<String, JsonValue> object(SequencedMap<String, JsonValue> members, String name) {
        return switch (members.get(name)) {
            case null -> new LinkedHashMap<>();
            case JsonNull _ -> new LinkedHashMap<>();
            case JsonObject object -> object.members();
            case JsonValue _ -> throw new MalformedFile("'" + name + "' must be an object");
        };
    }

    private static Map<String, Double> byBucket(String place, SequencedMap<String, JsonValue> members) {
        SequencedMap<String, JsonValue> byBucket = object(members, "temperature_by_options");
        JsonFile.requireOnly(place + "temperature_by_options.", byBucket, Temperatures.buckets());
        Map<String, Double> numbers = new HashMap<>();
        byBucket.forEach((bucket, value) -> numbers.put(bucket, JsonFile.number(value)));
        return numbers;
    }

    private static Map<String, Scaling> scalings(SequencedMap<String, JsonValue> members, List<String> replaced) {
        Map<String, Scaling> scalings = new HashMap<>();
        members.forEach((wording, value) ->
                scalings.put(wording, scaling("questions." + wording, value, OF_A_QUESTION, replaced)));
        return scalings;
    }

    private static Scaling scaling(String name, JsonValue value, Set<String> known, List<String> replaced) {
        if (value instanceof JsonObject(var members)) {
            JsonFile.requireOnly(name + ".", members, known);
            double temperature = JsonFile.number(members.get("temperature"));
            double bias = members.containsKey("bias") ? JsonFile.number(members.get("bias")) : 0;
            if (temperature > 0 && Double.isFinite(temperature) && Double.isFinite(bias)) {
                return new Scaling(
                        confined(name + ".temperature", temperature, Temperatures.LEAST, MOST_TEMPERATURE, replaced),
                        confined(name + ".bias", bias, -MOST_BIAS, MOST_BIAS, replaced));
            }
        }
        throw new MalformedFile("'" + name + "' must be an object with a 'temperature' above 0, and perhaps a 'bias'");
    }

    private static double confined(String name, double value, double least, double most, List<String> replaced) {
        double used = Math.clamp(value, least, most);
        if (used != value) {
            replaced.add(name + " is " + value + ", outside " + least + " to " + most + ": " + used + " is used");
        }
        return used;
    }

    private static Map<String, Binning> binnings(SequencedMap<String, JsonValue> members) {
        JsonFile.requireOnly("binning_map.", members, Temperatures.buckets());
        Map<String, Binning> binnings = new HashMap<>();
        members.forEach((bucket, value) -> binnings.put(bucket, binning("binning_map." + bucket, value)));
        return binnings;
    }

    private static Binning binning(String place, JsonValue value) {
        SequencedMap<String, JsonValue> members = JsonFile.object(value, place);
        JsonFile.requireOnly(place + ".", members, BINNING);
        List<Double> values = new ArrayList<>();
        if (members.get("values") instanceof JsonArray array
                && !array.elements().isEmpty()
                && JsonFile.number(members.get("bins")) == array.elements().size()) {
            array.elements().forEach(element -> values.add(JsonFile.number(element)));
        }
        if (values.isEmpty() || !values.stream().allMatch(v -> v >= 0 && v <= 1)) {
            throw new MalformedFile("'" + place + "' must have as many 'values' from 0 to 1 as 'bins' says");
        }
        return new Binning(values);
    }

    /** The fit of the right option in rows that nothing was fitted to, by wording. */
    private static Map<String, HeldOut> heldOut(SequencedMap<String, JsonValue> members) {
        Map<String, HeldOut> heldOut = new HashMap<>();
        members.forEach((wording, value) -> {
            double[] scores = value instanceof JsonArray array
                    ? array.elements().stream().mapToDouble(JsonFile::number).toArray()
                    : new double[] {Double.NaN};
            if (!Arrays.stream(scores).allMatch(score -> score >= 0 && score <= 1)) {
                throw new MalformedFile("'held_out." + wording + "' must be a list of numbers from 0 to 1");
            }
            heldOut.put(wording, HeldOut.of(scores));
        });
        return heldOut;
    }
}
