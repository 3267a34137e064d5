// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.fitted;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.QuestionType;
import org.decisionservice.contract.json.Json;
import org.decisionservice.contract.json.JsonFile;
import org.decisionservice.contract.json.MalformedFile;
import org.decisionservice.core.checkpoint.RegularFile;
import org.decisionservice.core.checkpoint.Temperatures;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.core.decoding.Wording;
import org.decisionservice.core.learning.Coverage;
import org.decisionservice.core.learning.Familiarity;
import org.decisionservice.core.learning.Features;
import org.decisionservice.core.learning.HeldOut;
import org.decisionservice.core.learning.Learned;
import org.decisionservice.core.learning.LearnedQuestion;
import org.decisionservice.core.learning.LearnedStates;
import org.decisionservice.core.learning.TaughtQuestion;
import org.decisionservice.core.text.Quote;
import org.jspecify.annotations.Nullable;

/**
 * What labels taught about the questions of one checkpoint. Each question has five tensors, by its wording:
 * {@code .weights} [options, 6 × width], {@code .bias} [options], {@code .mean} [4 × width] and {@code .spread}
 * [2 × width] of the {@link Features}, and {@code .held_out}, how well the right option fits in rows that the fit had
 * not seen [rows]. Two more tell the {@link LearnedStates}: {@code .salt} [parts] and {@code .states} [states, 2], six
 * hex digits in each number. The metadata say the rest in JSON.
 *
 * @param checkpoint revision of the weights that it was made for
 * @param questions by {@link Wording#inAnyOrder}
 */
public record LearnedFile(String checkpoint, SequencedMap<String, Entry> questions) {
    /** Most bytes of a file: more than two hundred questions need. */
    public static final int LARGEST = 48 << 20;

    private static final int LARGEST_DESCRIPTION = 4 << 20;

    private static final String FORMAT = "decision-service.learned";
    private static final String VERSION = "2";
    private static final String SALT = ".salt";
    private static final String LIMIT = ".limit";

    /** 24 bits. */
    private static final int DIGITS_OF_A_FLOAT = 6;

    private static final String QUESTIONS = "questions";
    private static final Set<String> METADATA = Set.of("format", "version", "checkpoint", QUESTIONS);
    private static final Set<String> OF_A_QUESTION =
            Set.of("type", "instructions", "options", "narrowed", "labels", "scale");

    public LearnedFile {
        questions = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(questions));
    }

    /**
     * One question.
     *
     * @param instructions of the question
     * @param options their texts as the model reads them, in the order of the numbers
     * @param narrowed whether it is a choice that is narrowed down in rounds
     * @param heldOut how well the right option fits in rows that the fit had not seen: [rows] of
     *     {@link Coverage#score}; not copied
     * @param states it was learned from
     * @param familiarity of these states, if that was asked for
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    public record Entry(
            QuestionType type,
            String instructions,
            List<String> options,
            boolean narrowed,
            LearnedQuestion learned,
            float[] heldOut,
            LearnedStates states,
            Optional<Familiarity> familiarity) {
        public Entry {
            options = List.copyOf(options);
        }

        HeldOut scores() {
            return HeldOut.of(IntStream.range(0, heldOut.length)
                    .mapToDouble(row -> heldOut[row])
                    .toArray());
        }

        /** What questions of the same wording are found by. */
        public String wording() {
            return Wording.inAnyOrder(type, instructions, options);
        }
    }

    /**
     * What was read.
     *
     * @param digest SHA-256 of the file, 64 hex digits
     */
    public record Read(LearnedFile file, String digest) {}

    /**
     * Reads a file.
     *
     * @throws MalformedFile if it cannot be read, or is not what {@link #bytes} writes
     */
    public static Read read(Path file) {
        try {
            byte[] content = RegularFile.bytes(file, LARGEST);
            return new Read(of(SafeTensors.read(file, content)), WeightsDigest.sha256(content));
        } catch (IOException e) {
            throw new MalformedFile("it cannot be read: " + RegularFile.reason(e));
        }
    }

    /**
     * What the file taught, for answers.
     *
     * @param own the checkpoint's temperatures
     */
    public Learned learned(Temperatures own) {
        Map<String, TaughtQuestion> taught = new HashMap<>();
        Map<String, TaughtQuestion> narrowed = new HashMap<>();
        Map<String, List<String>> choices = new HashMap<>();
        Set<String> parts = new HashSet<>();
        questions.forEach((wording, entry) -> {
            (entry.narrowed() ? narrowed : taught)
                    .put(
                            wording,
                            new TaughtQuestion(
                                    entry.options(),
                                    entry.learned(),
                                    entry.scores(),
                                    entry.states(),
                                    entry.familiarity()));
            String instructions = Wording.ofInstructions(entry.type(), entry.instructions());
            if (entry.type() == QuestionType.CHOICE) {
                choices.merge(
                        instructions,
                        List.of(wording),
                        (some, more) ->
                                Stream.concat(some.stream(), more.stream()).toList());
            }
            parts.add(instructions);
            parts.add(Wording.ofOptions(entry.type(), entry.options()));
        });
        return new Learned(own, taught, narrowed, choices, parts);
    }

    private static LearnedFile of(SafeTensors file) {
        var metadata = file.metadata();
        if (!metadata.getOrDefault("format", "").equals(FORMAT)) {
            throw new MalformedFile("'./serve learn' did not write it");
        }
        String version = metadata.getOrDefault("version", "");
        if (!version.equals(VERSION)) {
            throw new MalformedFile(
                    "it is of version " + Quote.of(version) + ", and this service reads version " + VERSION);
        }
        JsonFile.requireOnly("", metadata, METADATA);
        SequencedMap<String, Entry> questions = new LinkedHashMap<>();
        byte[] described = metadata.getOrDefault(QUESTIONS, "{}").getBytes(StandardCharsets.UTF_8);
        try {
            JsonFile.of(described, LARGEST_DESCRIPTION)
                    .members()
                    .forEach((wording, value) -> questions.put(wording, entry(wording, value, file)));
        } catch (IllegalArgumentException _) {
            throw new MalformedFile("its metadata do not belong to its numbers");
        }
        return new LearnedFile(metadata.getOrDefault("checkpoint", ""), questions);
    }

    private static Entry entry(String wording, JsonValue value, SafeTensors file) {
        SequencedMap<String, JsonValue> members = JsonFile.object(value, wording);
        JsonFile.requireOnly(wording + ".", members, OF_A_QUESTION);
        int[] labels = members.get("labels") instanceof JsonArray counts
                ? counts.elements().stream()
                        .mapToInt(count -> (int) number(count))
                        .toArray()
                : new int[0];
        LearnedQuestion learned = new LearnedQuestion(
                number(members.get("scale")),
                tensor(file, wording, "weights", 2).rows(),
                tensor(file, wording, "bias", 1).values(),
                new Features(
                        tensor(file, wording, "mean", 1).values(),
                        tensor(file, wording, "spread", 1).values()),
                labels);
        List<String> options = members.get("options") instanceof JsonArray array
                ? array.elements().stream().map(LearnedFile::text).toList()
                : List.of();
        Entry entry = new Entry(
                QuestionType.valueOf(text(members.get("type")).toUpperCase(Locale.ROOT)),
                text(members.get("instructions")),
                options,
                members.get("narrowed") instanceof JsonBoolean(boolean narrowed) && narrowed,
                learned,
                tensor(file, wording, "held_out", 1).values(),
                states(wording, file),
                familiarity(wording, file, learned.features()));
        if (!entry.wording().equals(wording) || options.size() != learned.options()) {
            throw new MalformedFile("'" + wording + "' is the key of another question than its metadata describe");
        }
        return entry;
    }

    private static SafeTensors.Tensor tensor(SafeTensors file, String wording, String name, int dimensions) {
        SafeTensors.Tensor tensor = file.tensors().get(wording + "." + name);
        if (tensor == null || tensor.shape().size() != dimensions) {
            throw otherShape(wording, name);
        }
        for (float number : tensor.values()) {
            if (!Float.isFinite(number)) {
                throw new MalformedFile("'" + wording + "." + name + "' holds a value that is no number");
            }
        }
        return tensor;
    }

    private static MalformedFile otherShape(String wording, String name) {
        return new MalformedFile("'" + wording + "." + name + "' is missing or of another shape");
    }

    /** Files of an earlier version do not say which states they were learned from, and that version passes over it. */
    private static LearnedStates states(String wording, SafeTensors file) {
        return file.tensors().containsKey(wording + SALT)
                ? new LearnedStates(
                        digits(tensor(file, wording, "salt", 1).values()),
                        Arrays.stream(tensor(file, wording, "states", 2).rows())
                                .map(LearnedFile::digits)
                                .collect(Collectors.toSet()))
                : LearnedStates.UNKNOWN;
    }

    /** A file has it only if that was asked for. An earlier version passes over it. */
    private static Optional<Familiarity> familiarity(String wording, SafeTensors file, Features features) {
        if (!file.tensors().containsKey(wording + LIMIT)) {
            return Optional.empty();
        }
        float[] mean = tensor(file, wording, "middle", 1).values();
        float[] limit = tensor(file, wording, "limit", 1).values();
        if (mean.length != features.mean().length) {
            throw otherShape(wording, "middle");
        }
        if (limit.length != 1) {
            throw otherShape(wording, "limit");
        }
        return Optional.of(
                new Familiarity(mean, tensor(file, wording, "variances", 1).values(), limit[0]));
    }

    /** Hex digits as whole numbers that a float holds exactly. */
    private static float[] numbers(String digits) {
        float[] numbers = new float[digits.length() / DIGITS_OF_A_FLOAT];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = Integer.parseInt(digits.substring(i * DIGITS_OF_A_FLOAT, (i + 1) * DIGITS_OF_A_FLOAT), 16);
        }
        return numbers;
    }

    private static String digits(float[] numbers) {
        StringBuilder digits = new StringBuilder();
        for (float number : numbers) {
            digits.append(HexFormat.of().toHexDigits((long) number, DIGITS_OF_A_FLOAT));
        }
        return digits.toString();
    }

    private static String text(@Nullable JsonValue value) {
        return value instanceof JsonString(String text) ? text : "";
    }

    private static double number(@Nullable JsonValue value) {
        double number = JsonFile.number(value);
        if (!Double.isFinite(number)) {
            throw new MalformedFile("its metadata lack a number");
        }
        return number;
    }

    /** The bytes of the file. */
    public byte[] bytes() {
        SequencedMap<String, String> metadata = new LinkedHashMap<>();
        metadata.put("format", FORMAT);
        metadata.put("version", VERSION);
        metadata.put("checkpoint", checkpoint);
        metadata.put(QUESTIONS, new String(described(), StandardCharsets.UTF_8));
        SequencedMap<String, SafeTensors.Tensor> tensors = new LinkedHashMap<>();
        questions.forEach((wording, entry) -> {
            LearnedQuestion learned = entry.learned();
            float[][] weights = new float[learned.options()][];
            float[] bias = new float[learned.options()];
            for (int option = 0; option < bias.length; option++) {
                weights[option] = learned.weights(option);
                bias[option] = learned.bias(option);
            }
            tensors.put(
                    wording + ".weights",
                    SafeTensors.Tensor.matrix(weights, learned.features().count()));
            tensors.put(wording + ".bias", SafeTensors.Tensor.vector(bias));
            tensors.put(
                    wording + ".mean",
                    SafeTensors.Tensor.vector(learned.features().mean()));
            tensors.put(
                    wording + ".spread",
                    SafeTensors.Tensor.vector(learned.features().spread()));
            tensors.put(wording + ".held_out", SafeTensors.Tensor.vector(entry.heldOut()));
            entry.familiarity().ifPresent(states -> {
                tensors.put(wording + ".middle", SafeTensors.Tensor.vector(states.mean()));
                tensors.put(wording + ".variances", SafeTensors.Tensor.vector(states.variances()));
                tensors.put(wording + LIMIT, SafeTensors.Tensor.vector(new float[] {(float) states.limit()}));
            });
            if (entry.states().known()) {
                tensors.put(
                        wording + SALT,
                        SafeTensors.Tensor.vector(numbers(entry.states().salt())));
                tensors.put(
                        wording + ".states",
                        SafeTensors.Tensor.matrix(
                                entry.states().sorted().stream()
                                        .map(LearnedFile::numbers)
                                        .toArray(float[][]::new),
                                LearnedStates.DIGITS / DIGITS_OF_A_FLOAT));
            }
        });
        return new SafeTensors(metadata, tensors).bytes();
    }

    private byte[] described() {
        return Json.bytes(out -> {
            out.writeStartObject();
            for (var question : questions.entrySet()) {
                Entry entry = question.getValue();
                out.writeObjectFieldStart(question.getKey());
                out.writeStringField("type", entry.type().wireName());
                out.writeStringField("instructions", entry.instructions());
                Json.texts(out, "options", entry.options());
                out.writeBooleanField("narrowed", entry.narrowed());
                out.writeArrayFieldStart("labels");
                for (int option = 0; option < entry.options().size(); option++) {
                    out.writeNumber(entry.learned().labels(option));
                }
                out.writeEndArray();
                Json.exact(out, "scale", entry.learned().scale());
                out.writeEndObject();
            }
            out.writeEndObject();
        });
    }
}
