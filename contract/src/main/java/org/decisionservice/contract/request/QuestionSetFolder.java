// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.request;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.json.Json;
import org.decisionservice.contract.json.MalformedFile;
import org.decisionservice.core.checkpoint.RegularFile;
import org.decisionservice.core.text.JsonText;
import org.decisionservice.core.text.Quote;
import org.jspecify.annotations.Nullable;

/**
 * The question sets of a folder: every file {@code NAME.json} in it is the set of that name. Other files, and those
 * whose names begin with a dot, are passed over. Safe for any number of threads: what was read is replaced as a whole.
 */
public final class QuestionSetFolder {
    static final int MOST_SETS = 64;

    /** A folder of this many files was hardly meant. */
    static final int MOST_FILES = 1_000;

    private static final String ENDING = ".json";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    private final Path folder;
    private final RequestRules rules;
    private final Optional<String> guardrail;
    private volatile InForce inForce;

    /** The sets that were read, and the body of {@code GET /v1/question-sets}, made once for any rate of requests. */
    private static final class InForce {
        private final SortedMap<String, QuestionSet> sets;
        private final byte[] listing;

        InForce(SortedMap<String, QuestionSet> sets) {
            this.sets = Collections.unmodifiableSortedMap(sets);
            this.listing = QuestionSetFolder.listing(sets.values());
        }
    }

    private QuestionSetFolder(Path folder, RequestRules rules, Optional<String> guardrail) {
        this.folder = folder;
        this.rules = rules;
        this.guardrail = guardrail;
        this.inForce = read();
    }

    /** A folder, or a file in it, that cannot be used; the message names the file, the place in it and the fix. */
    public static final class Unusable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unusable(String message) {
            super(message);
        }
    }

    /**
     * Reads a folder.
     *
     * @param rules of the requests that will ask these questions
     * @param guardrail the set that texts are let through by, if there is one
     * @throws Unusable if it holds no sets, or a file that is none, or if the guardrail blocks nothing
     */
    public static QuestionSetFolder open(Path folder, RequestRules rules, Optional<String> guardrail) {
        return new QuestionSetFolder(folder, rules, guardrail);
    }

    /** Reads a folder without a guardrail. */
    public static QuestionSetFolder open(Path folder, RequestRules rules) {
        return open(folder, rules, Optional.empty());
    }

    /** The set that texts are let through by, if there is one. */
    public Optional<QuestionSet> guardrail() {
        SortedMap<String, QuestionSet> sets = inForce.sets;
        return guardrail.map(name -> sets.get(name));
    }

    /**
     * Reads the folder again. If that fails, the sets in force stay. A request keeps the questions that it was read
     * with.
     *
     * @throws Unusable as {@link #open} does
     */
    public synchronized void reload() {
        inForce = read();
    }

    /** The sets in force, by name. */
    public Collection<QuestionSet> sets() {
        return inForce.sets.values();
    }

    /**
     * The set of that name.
     *
     * @throws RefusedException that names the sets there are, if there is no such set
     */
    public QuestionSet require(String name) {
        SortedMap<String, QuestionSet> sets = inForce.sets;
        QuestionSet set = sets.get(name);
        if (set == null) {
            throw new RefusedException(
                    Refusal.Kind.INVALID,
                    List.of(QuestionSources.SET),
                    "'" + QuestionSources.SET + "': there is no question set " + Quote.of(name) + "; use one of "
                            + Quote.list(List.copyOf(sets.keySet())) + ", or send 'questions' instead");
        }
        return set;
    }

    /**
     * The body of {@code GET /v1/question-sets}: the sets in force, with their questions as requests have them. It is
     * made when the folder is read; callers do not change it.
     */
    public byte[] listing() {
        return inForce.listing;
    }

    private static byte[] listing(Collection<QuestionSet> sets) {
        return Json.bytes(out -> {
            out.writeStartObject();
            out.writeArrayFieldStart("question_sets");
            for (QuestionSet set : sets) {
                out.writeStartObject();
                out.writeStringField("name", set.name());
                Json.textOrNull(out, "description", set.description());
                Json.textOrNull(out, "state_field", set.stateField());
                out.writeFieldName("questions");
                out.writeRawValue(JsonText.render(new JsonObject(set.definitions())));
                out.writeEndObject();
            }
            out.writeEndArray();
            out.writeEndObject();
        });
    }

    /** Whether {@code other} reads the same folder by the same rules. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof QuestionSetFolder that
                && folder.equals(that.folder)
                && rules.equals(that.rules)
                && guardrail.equals(that.guardrail);
    }

    @Override
    public int hashCode() {
        return Objects.hash(folder, rules, guardrail);
    }

    @Override
    public String toString() {
        return folder.toString();
    }

    private InForce read() {
        SortedMap<String, QuestionSet> sets = new TreeMap<>();
        int files = 0;
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path file : entries) {
                if (++files > MOST_FILES) {
                    throw new Unusable(
                            folder + " holds more than " + MOST_FILES + " files; name a folder of question sets alone");
                }
                String name = String.valueOf(file.getFileName());
                if (name.endsWith(ENDING) && !name.startsWith(".")) {
                    String set = name.substring(0, name.length() - ENDING.length());
                    sets.put(set, read(set, file));
                }
                if (sets.size() > MOST_SETS) {
                    throw new Unusable(folder + " holds more than " + MOST_SETS + " question sets; keep fewer");
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            throw unreadable(e);
        }
        if (sets.isEmpty()) {
            throw new Unusable(folder + " holds no question set; put files NAME.json into it");
        }
        guardrail.ifPresent(name -> checkGuardrail(name, sets));
        return new InForce(sets);
    }

    private static void checkGuardrail(String name, SortedMap<String, QuestionSet> sets) {
        QuestionSet set = sets.get(name);
        if (set == null) {
            throw new Unusable("SERVICE_GUARDRAIL names the set " + Quote.of(name)
                    + ", which is not there; it takes one of " + Quote.list(List.copyOf(sets.keySet())));
        }
        if (set.blocking().isEmpty()) {
            throw new Unusable("SERVICE_GUARDRAIL names the set " + Quote.of(name)
                    + ", which blocks nothing; add \"blocks\" to its file, such as {\"question\": \"true\"}");
        }
    }

    private Unusable unreadable(Exception e) {
        String why = e instanceof IOException failure ? RegularFile.reason(failure) : "reading it failed";
        return new Unusable(folder + " cannot be read: "
                + RegularFile.hidden(folder).orElse(Files.isDirectory(folder) ? why : "there is no such folder")
                + "; it takes a folder of question sets, NAME.json each");
    }

    private QuestionSet read(String name, Path file) {
        if (!NAME.matcher(name).matches()) {
            throw new Unusable(file + ": " + Quote.of(name)
                    + " cannot name a question set; use 1 to 64 letters, digits, '.', '_' and '-'");
        }
        try {
            return QuestionSet.read(name, file, rules);
        } catch (MalformedFile e) {
            throw new Unusable(file + ": " + e.getMessage());
        }
    }
}
