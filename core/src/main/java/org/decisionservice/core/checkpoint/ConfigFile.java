// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** A JSON object in a checkpoint directory, read key by key. Every error names the file and the key. */
final class ConfigFile {
    /** Tokenizers describe each of their added tokens, of which some have thousands. */
    private static final int LARGEST = 4 << 20;

    private static final int MOST_VALUES = LARGEST / 8;
    private static final int LONGEST_SHOWN = 200;

    /** NaN is not valid JSON, but Python reads and writes it, and a temperature may be NaN. */
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxTokenCount(MOST_VALUES)
                            .build())
                    .build())
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final String NOT_SHOWN = "not shown (the file is a link that leaves the checkpoint)";

    private final String name;
    private final JsonNode root;
    private final boolean own;

    private ConfigFile(String name, JsonNode root, boolean own) {
        this.name = name;
        this.root = root;
        this.own = own;
    }

    /** Reads {@code name}, a path relative to the checkpoint directory. */
    static ConfigFile read(Path directory, String name) {
        Path file = require(directory, name);
        try {
            JsonNode root = JSON.readTree(RegularFile.bytes(file, LARGEST));
            if (!root.isObject()) {
                throw new CheckpointException(name, "is not a JSON object");
            }
            return new ConfigFile(name, root, isOwn(directory, file));
        } catch (StreamConstraintsException _) {
            throw new CheckpointException(name, "holds longer or more values than a configuration has");
        } catch (JsonProcessingException e) {
            throw new CheckpointException(name, "is not valid JSON" + problem(e, isOwn(directory, file)));
        } catch (IOException e) {
            throw new CheckpointException(name, "cannot be read: " + RegularFile.reason(e), e);
        }
    }

    /** Texts that no file says, by key, for messages about {@code name}. */
    static ConfigFile of(String name, Map<String, String> texts) {
        return new ConfigFile(name, JSON.valueToTree(texts), true);
    }

    /** The regular file {@code name}, or a symbolic link to one. */
    static Path require(Path directory, String name) {
        Path file = directory.resolve(name);
        if (!Files.isRegularFile(file)) {
            throw new CheckpointException(
                    name,
                    RegularFile.hidden(file)
                            .map(why -> "cannot be read: " + why)
                            .orElse("is missing; a checkpoint directory holds it"));
        }
        return file;
    }

    /**
     * What the parser reported. Its message quotes the input, so for a file from elsewhere only the location is given;
     * the exception is not kept as a cause for the same reason.
     */
    private static String problem(JsonProcessingException e, boolean own) {
        JsonLocation place = e.getLocation();
        return own
                ? ": " + e.getOriginalMessage()
                : ", at line " + place.getLineNr() + ", column " + place.getColumnNr() + "; the rest is " + NOT_SHOWN;
    }

    /**
     * Whether a file is inside the checkpoint directory, or in the blobs of the hub cache that the directory is a
     * snapshot of. A file that a link points to elsewhere is read too, but no message quotes its content, because it
     * may be any file on this machine.
     */
    static boolean isOwn(Path directory, Path file) {
        try {
            Path real = file.toRealPath();
            Path home = directory.toRealPath();
            boolean own = real.startsWith(home);
            for (Path parent = home; !own && parent != null; parent = parent.getParent()) {
                own = parent.endsWith("snapshots") && real.startsWith(parent.resolveSibling("blobs"));
            }
            return own;
        } catch (IOException _) {
            return false;
        }
    }

    /** A value of this file in the form that a message may show. */
    String shown(JsonNode value) {
        return own ? cut(value.toString()) : NOT_SHOWN;
    }

    /** A text of this file in the form that a message may show. */
    String shown(String text) {
        return own ? cut("\"" + text + "\"") : NOT_SHOWN;
    }

    private static String cut(String text) {
        return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "…";
    }

    CheckpointException wrong(String problem) {
        return new CheckpointException(name, problem);
    }

    /** The value of {@code key}; empty if it is absent or null. */
    Optional<JsonNode> find(String key) {
        JsonNode value = root.get(key);
        return value == null || value.isNull() ? Optional.empty() : Optional.of(value);
    }

    JsonNode get(String key) {
        return find(key).orElseThrow(() -> wrong("'" + key + "' is missing"));
    }

    int integer(String key, int least, int most) {
        return integer(key, get(key), least, most);
    }

    int integer(String key, int absent, int least, int most) {
        return find(key).map(value -> integer(key, value, least, most)).orElse(absent);
    }

    private int integer(String key, JsonNode value, int least, int most) {
        boolean fits = value.isIntegralNumber()
                && value.canConvertToInt()
                && value.intValue() >= least
                && value.intValue() <= most;
        if (!fits) {
            throw wrong("'" + key + "' is " + shown(value) + ", expected an integer from " + least + " to " + most);
        }
        return value.intValue();
    }

    /** A finite number above 0. */
    double positive(String key, double absent) {
        return find(key).map(value -> positive(key, value)).orElse(absent);
    }

    double positive(String key, JsonNode value) {
        double number = value.doubleValue();
        if (!value.isNumber() || !(number > 0) || Double.isInfinite(number)) {
            throw wrong("'" + key + "' is " + shown(value) + ", expected a number above 0");
        }
        return number;
    }

    boolean flag(String key, boolean absent) {
        return find(key)
                .map(value -> {
                    if (!value.isBoolean()) {
                        throw wrong("'" + key + "' is " + shown(value) + ", expected true or false");
                    }
                    return value.booleanValue();
                })
                .orElse(absent);
    }

    Optional<String> text(String key) {
        return find(key).map(value -> {
            if (!value.isTextual()) {
                throw wrong("'" + key + "' is " + shown(value) + ", expected a string");
            }
            return value.textValue();
        });
    }

    Optional<JsonNode> object(String key) {
        return find(key).map(value -> {
            if (!value.isObject()) {
                throw wrong("'" + key + "' is " + shown(value) + ", expected an object");
            }
            return value;
        });
    }

    /** Rejects any value other than {@code only}, the only one implemented. The key may be absent. */
    void onlyText(String key, String only) {
        text(key).filter(value -> !value.equals(only)).ifPresent(value -> {
            throw wrong("'" + key + "' is " + shown(value) + "; only \"" + only + "\" is supported");
        });
    }
}
