// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.HostSettings;

/**
 * Reads the checkpoints that are served beside the three, and those of the three that are somewhere else.
 *
 * @param places of some of the three
 * @param extra places of the others by name, in the order of the configuration
 */
record ExtraModels(
        SequencedMap<CheckpointName, HostSettings.Place> places,
        SequencedMap<CheckpointName, HostSettings.Place> extra) {
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private static final String SETTING = Setting.EXTRA_MODELS.variable() + " (" + Setting.EXTRA_MODELS.key() + "): ";
    private static final String TAKES =
            "a JSON object such as {\"papers\": \"owner/name\", \"mails\": \"/a/directory\","
                    + " \"tickets\": [\"owner/name\", \"folder\"]}";

    /** Words that mean something else where a checkpoint's name can be. */
    private static final Set<String> TAKEN = Set.of("auto", "jev-latest", "local", "none", "several");

    ExtraModels {
        places = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(places));
        extra = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(extra));
    }

    /** Reads the setting; refuses the first name or place that cannot be used by name. */
    static ExtraModels read(Values values) {
        ExtraModels read = values.read(Setting.EXTRA_MODELS, TAKES, ExtraModels::parse)
                .orElseGet(() -> new ExtraModels(new LinkedHashMap<>(), new LinkedHashMap<>()));
        // What a shadow tries takes the place of all of the three.
        return values.replaces(Setting.CHECKPOINTS) ? new ExtraModels(new LinkedHashMap<>(), read.extra()) : read;
    }

    boolean isEmpty() {
        return places.isEmpty() && extra.isEmpty();
    }

    CheckpointNames names() {
        return new CheckpointNames(List.copyOf(extra.keySet()));
    }

    private static Optional<ExtraModels> parse(String text) {
        SequencedMap<CheckpointName, HostSettings.Place> places = new LinkedHashMap<>();
        SequencedMap<CheckpointName, HostSettings.Place> extra = new LinkedHashMap<>();
        try (JsonParser json = JSON.createParser(text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String written = json.currentName();
                CheckpointName name = name(written);
                boolean routed = CheckpointName.ROUTED.contains(name);
                if ((routed ? places : extra).put(name, place(written, json)) != null) {
                    throw new ConfigurationException(SETTING + "the name '" + name + "' is given twice");
                }
            }
            return json.nextToken() == null ? Optional.of(new ExtraModels(places, extra)) : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static CheckpointName name(String written) {
        String name = written.strip().toLowerCase(Locale.ROOT);
        if (!CheckpointName.isWellFormed(name)) {
            throw new ConfigurationException(SETTING + Values.quoted(written) + " cannot be a name; it takes letters,"
                    + " digits, '.', '_' and '-', of which the first is a letter or digit");
        }
        Optional<CheckpointName> routed = CheckpointNames.ROUTED.find(name);
        if (routed.isPresent()) {
            return routed.get();
        }
        if (TAKEN.contains(name)) {
            throw new ConfigurationException(
                    SETTING + Values.quoted(written) + " has a meaning of its own; choose another name");
        }
        return new CheckpointName(name);
    }

    private static HostSettings.Place place(String name, JsonParser json) throws IOException {
        Optional<HostSettings.Place> place = switch (json.nextToken()) {
            case VALUE_STRING -> Places.read(json.getText().strip());
            case START_ARRAY -> pair(json);
            default -> Optional.empty();
        };
        return place.orElseThrow(() -> new ConfigurationException(SETTING + "the source of " + Values.quoted(name)
                + " cannot be used; it takes a directory that exists, a repository of the hub such as owner/name, or"
                + " [\"owner/name\", \"folder\"]"));
    }

    /** Reads a repository of the hub and a folder in it. */
    private static Optional<HostSettings.Place> pair(JsonParser json) throws IOException {
        if (json.nextToken() != JsonToken.VALUE_STRING) {
            return Optional.empty();
        }
        String repo = json.getText().strip();
        if (json.nextToken() != JsonToken.VALUE_STRING) {
            return Optional.empty();
        }
        String folder = json.getText().strip();
        return json.nextToken() == JsonToken.END_ARRAY && repo.split("/", -1).length == 2
                ? Places.onHub(repo + "/" + folder)
                : Optional.empty();
    }
}
