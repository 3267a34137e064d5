// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.access;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.contract.json.JsonFile;
import org.decisionservice.contract.json.MalformedFile;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.RequestClass;
import org.jspecify.annotations.Nullable;

/**
 * Reads SERVICE_API_KEY_FILE if it holds several keys: {@code {"keys": [{"name", "sha256", "requests_per_minute",
 * "share", "class"}]}}.
 */
final class ApiKeysFile {
    private static final int LARGEST_BYTES = 1 << 20;
    private static final int MOST_KEYS = 1_000;
    private static final int MOST_PER_MINUTE = 100_000_000;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final Pattern DIGEST = Pattern.compile("[0-9a-fA-F]{64}");
    private static final String KEYS = "keys";
    private static final Set<String> MEMBERS = Set.of("name", "sha256", "requests_per_minute", "share", "class");

    private ApiKeysFile() {}

    /** Throws a {@link ConfigurationException} that names the place in the file and what it takes. */
    static List<ApiKey> read(Path file) {
        try {
            var members =
                    JsonFile.read(file, LARGEST_BYTES).requireOnly(Set.of(KEYS)).members();
            if (!(members.get(KEYS) instanceof JsonArray(List<JsonValue> entries))) {
                throw refused("it takes an object with the member 'keys', an array");
            }
            if (entries.isEmpty() || entries.size() > MOST_KEYS) {
                throw refused("'keys' has " + entries.size() + " entries; it takes from 1 to " + MOST_KEYS);
            }
            List<ApiKey> keys = new ArrayList<>();
            Set<String> names = new HashSet<>();
            Set<String> digests = new HashSet<>();
            for (int i = 0; i < entries.size(); i++) {
                keys.add(key("keys[" + i + "]", entries.get(i), names, digests));
            }
            return List.copyOf(keys);
        } catch (MalformedFile e) {
            throw refused(String.valueOf(e.getMessage()));
        }
    }

    private static ApiKey key(String place, JsonValue entry, Set<String> names, Set<String> digests) {
        if (!(entry instanceof JsonObject object)) {
            throw refused("'" + place + "' must be an object with 'name' and 'sha256'");
        }
        JsonFile.requireOnly(place + ".", object.members(), MEMBERS);
        String name = text(place + ".name", object.members().get("name"), NAME, "1 to 64 letters, digits, . _ or -");
        String digest = text(
                        place + ".sha256",
                        object.members().get("sha256"),
                        DIGEST,
                        "the SHA-256 of the key in 64 hex digits, as printf %s \"$KEY\" | sha256sum prints it")
                .toLowerCase(Locale.ROOT);
        if (!names.add(name)) {
            throw refused("'" + place + ".name' is there twice; give each key a name of its own");
        }
        if (!digests.add(digest)) {
            throw refused("'" + place + ".sha256' is that of an earlier key; give each holder a key of their own");
        }
        return new ApiKey(
                Optional.of(name),
                HexFormat.of().parseHex(digest),
                perMinute(place + ".requests_per_minute", object.members().get("requests_per_minute")),
                share(place + ".share", object.members().get("share")),
                requestClass(place + ".class", name, object.members().get("class")));
    }

    private static String text(String place, @Nullable JsonValue value, Pattern form, String takes) {
        // Never shows the value: somebody may have put the key itself there.
        if (!(value instanceof JsonString(String text)) || !form.matcher(text).matches()) {
            throw refused("'" + place + "' must be " + takes);
        }
        return text;
    }

    private static OptionalInt perMinute(String place, @Nullable JsonValue value) {
        if (value == null) {
            return OptionalInt.empty();
        }
        double number = JsonFile.number(value);
        if (!(number >= 1 && number <= MOST_PER_MINUTE) || number != Math.rint(number)) {
            throw refused("'" + place + "' must be a whole number from 1 to " + MOST_PER_MINUTE);
        }
        return OptionalInt.of((int) number);
    }

    private static OptionalDouble share(String place, @Nullable JsonValue value) {
        if (value == null) {
            return OptionalDouble.empty();
        }
        double number = JsonFile.number(value);
        if (!(number > 0 && number <= 1)) {
            throw refused("'" + place + "' must be a number above 0 and at most 1, such as 0.5 for half of the requests"
                    + " at once");
        }
        return OptionalDouble.of(number);
    }

    private static RequestClass requestClass(String place, String name, @Nullable JsonValue value) {
        if (value == null) {
            return RequestClass.INTERACTIVE;
        }
        return Arrays.stream(RequestClass.values())
                .filter(each -> value.equals(new JsonString(each.label())))
                .findFirst()
                .orElseThrow(() -> refused("'" + place + "' of the key '" + name + "' must be "
                        + Arrays.stream(RequestClass.values())
                                .map(each -> '"' + each.label() + '"')
                                .collect(Collectors.joining(" or "))));
    }

    private static ConfigurationException refused(String why) {
        return new ConfigurationException("SERVICE_API_KEY_FILE: " + why);
    }
}
