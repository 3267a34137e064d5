// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.lines;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.decisionservice.host.ConfigurationException;
import org.jspecify.annotations.Nullable;

/**
 * What the answers in a file depend on: {@code OUT.resume} beside it, a line for each property. What is known before
 * the first answer is written with it; the weights of a checkpoint join when it answers for the first time, because
 * which checkpoints answer, and which commit of a branch a hub has, is not known before.
 */
final class AnswerNote {
    /** The property that is the digest of the requests. */
    static final String REQUESTS = "requests";

    private static final String SUFFIX = ".resume";
    private static final String WEIGHTS = "weights of ";
    private static final int DIGEST = 64;
    private static final int DIGEST_SHOWN = 12;

    private final Path file;
    private final Path noted;
    private final SequencedMap<String, String> properties;

    private AnswerNote(Path file, Path noted, SequencedMap<String, String> properties) {
        this.file = file;
        this.noted = noted;
        this.properties = properties;
    }

    /** The path of the note of {@code file}. */
    static Path of(Path file) {
        return file.resolveSibling(file.getFileName() + SUFFIX);
    }

    /**
     * Reads the note of {@code file}, or writes it if there are neither answers nor a note.
     *
     * @param dependsOn what the answers depend on now
     * @throws ConfigurationException if the answers that are there depend on something else
     */
    static AnswerNote open(Path file, SequencedMap<String, String> dependsOn) throws IOException {
        Path noted = of(file);
        if (Files.exists(noted)) {
            SequencedMap<String, String> before = read(noted);
            AnswerNote note = new AnswerNote(file, noted, before);
            note.refuseOthers(dependsOn);
            return note;
        }
        if (Files.exists(file) && Files.size(file) > 0) {
            throw new ConfigurationException(
                    file + " exists, and no " + noted + " says what it answers; remove it or name another file");
        }
        AnswerNote note = new AnswerNote(file, noted, new LinkedHashMap<>(dependsOn));
        note.write();
        return note;
    }

    /** Notes weights that have not answered before; throws as {@link #open} if others have. */
    void answeredBy(Map<String, String> revisions) throws IOException {
        SequencedMap<String, String> fresh = new LinkedHashMap<>();
        for (Map.Entry<String, String> each : revisions.entrySet()) {
            String name = WEIGHTS + each.getKey();
            String before = properties.get(name);
            if (before == null) {
                fresh.put(name, each.getValue());
            } else if (!before.equals(each.getValue())) {
                throw refused(List.of(change(name, before, each.getValue())));
            }
        }
        if (!fresh.isEmpty()) {
            properties.putAll(fresh);
            write();
        }
    }

    private void refuseOthers(SequencedMap<String, String> now) {
        Set<String> names = new LinkedHashSet<>(properties.keySet());
        names.addAll(now.keySet());
        List<String> changes = new ArrayList<>();
        for (String name : names) {
            String before = properties.get(name);
            if (!name.startsWith(WEIGHTS) && (before == null || !before.equals(now.get(name)))) {
                changes.add(change(name, before, now.get(name)));
            }
        }
        if (!changes.isEmpty()) {
            throw refused(changes);
        }
    }

    private ConfigurationException refused(List<String> changes) {
        return new ConfigurationException(file + " holds answers to something else: " + String.join("; ", changes)
                + ". Undo that to go on, or remove " + file + " and " + noted.getFileName() + " to begin again");
    }

    private static String change(String name, @Nullable String before, @Nullable String now) {
        if (name.equals(REQUESTS)) {
            return "the requests have changed";
        }
        return name + " was " + shown(before) + " and is " + shown(now);
    }

    private static String shown(@Nullable String value) {
        if (value == null) {
            return "unset";
        }
        return value.length() == DIGEST ? value.substring(0, DIGEST_SHOWN) + "…" : value;
    }

    private static SequencedMap<String, String> read(Path noted) throws IOException {
        SequencedMap<String, String> properties = new LinkedHashMap<>();
        for (String line : Files.readAllLines(noted)) {
            String[] parts = line.split("=", 2);
            properties.put(parts[0], parts.length == 2 ? parts[1] : "");
        }
        return properties;
    }

    private void write() throws IOException {
        Path whole = file.resolveSibling(file.getFileName() + SUFFIX + ".new");
        Files.write(
                whole,
                properties.entrySet().stream()
                        .map(each -> each.getKey() + "=" + each.getValue().replaceAll("\\s+", " "))
                        .toList());
        Files.move(whole, noted, StandardCopyOption.ATOMIC_MOVE);
    }
}
