// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.json;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.RefusedException;
import org.decisionservice.core.checkpoint.RegularFile;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.core.text.JsonText;
import org.decisionservice.core.text.Quote;
import org.jspecify.annotations.Nullable;

/**
 * A file of one JSON object, as the commands of this program write them: it is read once, it is of a version that is
 * known, and a member that nobody reads is refused, because it may be a slip for one that is read.
 *
 * @param members of the object
 * @param digest SHA-256 of the file, 64 hex digits
 */
public record JsonFile(SequencedMap<String, JsonValue> members, String digest) {
    /** A file of the largest size that has more values in so many bytes was not written by a command. */
    private static final int BYTES_OF_A_VALUE = 8;

    private static final JsonValue NONE = new JsonNull();

    /**
     * Reads a file.
     *
     * @param most its largest size, in bytes
     * @throws MalformedFile if it cannot be read or holds no JSON object
     */
    public static JsonFile read(Path file, int most) {
        return read(file, most, List.of());
    }

    /** As {@link #read}, but NaN may stand for a number, as Python writes it. */
    public static JsonFile readWithNan(Path file, int most) {
        return read(file, most, List.of(JsonReader.NAN));
    }

    private static JsonFile read(Path file, int most, List<JsonParser.Feature> features) {
        try {
            return of(RegularFile.bytes(file, most), most, features);
        } catch (IOException e) {
            throw new MalformedFile("it cannot be read: " + RegularFile.reason(e));
        }
    }

    /** Parses the content of a file that was read already; as {@link #read}. */
    public static JsonFile of(byte[] content, int most) {
        return of(content, most, List.of());
    }

    private static JsonFile of(byte[] content, int most, List<JsonParser.Feature> features) {
        try {
            JsonReader.Document document = JsonReader.readFile(content, most / BYTES_OF_A_VALUE, features);
            if (document.unpaired()) {
                throw new MalformedFile("it holds an unpaired surrogate escape (\\udXXX without its other half); write"
                        + " whole characters");
            }
            return new JsonFile(object(document.root(), "it"), WeightsDigest.sha256(content));
        } catch (RefusedException e) {
            throw new MalformedFile(e.refusal().detail().replace("request body", "it"));
        }
    }

    /**
     * The members of an object in a file.
     *
     * @param place of the value, or {@code it} for the whole file
     * @throws MalformedFile if it is none
     */
    public static SequencedMap<String, JsonValue> object(@Nullable JsonValue value, String place) {
        if (value instanceof JsonObject object) {
            return object.members();
        }
        throw new MalformedFile(place.equals("it") ? "it takes a JSON object" : "'" + place + "' must be an object");
    }

    /** A number of a file; NaN if there is none. */
    public static double number(@Nullable JsonValue value) {
        return switch (value) {
            case JsonInteger(String digits) -> Double.parseDouble(digits);
            case JsonDouble(double number) -> number;
            case null, default -> Double.NaN;
        };
    }

    /**
     * Checks the version, which is 1 where the file has none.
     *
     * @param member that says it
     * @param read the versions that this program reads
     * @throws MalformedFile if it is of another one
     */
    public JsonFile requireVersion(String member, List<String> read) {
        JsonValue given = members.getOrDefault(member, NONE);
        String version = given.equals(NONE) ? "1" : JsonText.asText(given);
        if (!read.contains(version)) {
            throw new MalformedFile("its '" + member + "' is " + Quote.of(version) + ", and this program reads version "
                    + String.join(" and ", read));
        }
        return this;
    }

    /**
     * Checks that the file has no members but these.
     *
     * @throws MalformedFile naming the first other one
     */
    public JsonFile requireOnly(Set<String> known) {
        requireOnly("", members, known);
        return this;
    }

    /**
     * Checks that an object of a file has no members but these.
     *
     * @param place of the object, with a dot behind it; empty for the whole file
     * @throws MalformedFile naming the first other one
     */
    public static void requireOnly(String place, Map<String, ?> members, Set<String> known) {
        members.keySet().stream()
                .filter(member -> !known.contains(member))
                .findFirst()
                .ifPresent(member -> {
                    throw new MalformedFile(Quote.of(place + member) + " is no member that is read; "
                            + (place.isEmpty() ? "it" : "'" + place.substring(0, place.length() - 1) + "'") + " takes "
                            + known.stream().sorted().collect(Collectors.joining(", ")));
                });
    }
}
