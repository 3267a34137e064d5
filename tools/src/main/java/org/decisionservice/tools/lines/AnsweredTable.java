// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.lines;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;
import org.decisionservice.contract.json.JsonReader;
import org.decisionservice.core.text.JsonText;
import org.decisionservice.tools.labelled.TableCopy;
import org.decisionservice.tools.labelled.TableFile;
import org.jspecify.annotations.Nullable;

/**
 * Puts answers, which are lines, into the table that asked, in columns of their own: those that the page's download
 * has, {@code error}, and {@code note} if an answer means nothing.
 */
public final class AnsweredTable {
    /** The member that an answer has if nobody reads the language of its state. */
    private static final String UNREAD = "language_supported\":";

    private static final String BLANK = "This row is empty.";

    private final TableFile table;
    private final Path answers;
    private final List<AnswerCells> questions;

    /**
     * @param questions by id, as the table asks them
     * @param answers a line for each row
     */
    public AnsweredTable(TableFile table, SequencedMap<String, Question> questions, Path answers) {
        this.table = table;
        this.answers = answers;
        this.questions = questions.entrySet().stream()
                .map(each -> new AnswerCells(each.getKey(), each.getValue(), table))
                .toList();
    }

    /** Writes {@code out} at once: whoever finds it finds the whole of it. */
    public void write(Path out) throws IOException {
        boolean notes = hasNotes();
        Path whole = out.resolveSibling(out.getFileName() + ".new");
        List<String> names =
                new ArrayList<>(questions.stream().flatMap(AnswerCells::names).toList());
        names.add("error");
        if (notes) {
            names.add("note");
        }
        new TableCopy(table, names).write(whole, () -> rows(names.size(), notes));
        try (FileChannel channel = FileChannel.open(whole, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        Files.move(whole, out, StandardCopyOption.ATOMIC_MOVE);
    }

    private boolean hasNotes() throws IOException {
        try (LineFile lines = new LineFile(answers, Integer.MAX_VALUE)) {
            while (lines.hasNext()) {
                String text = new String(lines.next().bytes(), StandardCharsets.UTF_8);
                if (text.contains(UNREAD) && !note(members(text)).isEmpty()) {
                    return true;
                }
            }
            return false;
        }
    }

    private TableCopy.Rows rows(int columns, boolean notes) throws IOException {
        LineFile lines = new LineFile(answers, Integer.MAX_VALUE);
        return new TableCopy.Rows() {
            @Override
            public boolean hasNext() {
                return lines.hasNext();
            }

            @Override
            public List<String> next() {
                Line line = lines.next();
                return cells(new String(line.bytes(), StandardCharsets.UTF_8), columns, notes);
            }

            @Override
            public void close() throws IOException {
                lines.close();
            }
        };
    }

    private List<String> cells(String line, int columns, boolean notes) {
        SequencedMap<String, JsonValue> members = line.isBlank() ? new LinkedHashMap<>() : members(line);
        List<String> cells = new ArrayList<>();
        if (members.get("answers") instanceof JsonObject answered) {
            questions.forEach(question ->
                    cells.addAll(question.of(object(answered.members().get(question.id())))));
            cells.add("");
            if (notes) {
                cells.add(note(members));
            }
            return cells;
        }
        String error = line.isBlank() ? BLANK : fault(members.get("detail"));
        int before = columns - (notes ? 2 : 1);
        return Stream.of(Collections.nCopies(before, ""), List.of(error), notes ? List.of("") : List.<String>of())
                .flatMap(List::stream)
                .toList();
    }

    /** The words of an error in each contract's form. */
    private static String fault(@Nullable JsonValue detail) {
        return switch (detail) {
            case JsonString(String text) -> text;
            case JsonObject(var members) when members.containsKey("message") -> JsonText.asText(members.get("message"));
            case JsonArray(List<JsonValue> all) ->
                all.stream().map(each -> fault(object(each).get("msg"))).collect(Collectors.joining("; "));
            case null -> "The service gave no answer.";
            default -> JsonText.render(detail);
        };
    }

    /** Why an answer means nothing, in the words of the page; blank if it has a meaning. */
    private static String note(Map<String, JsonValue> answer) {
        SequencedMap<String, JsonValue> routing = object(answer.getOrDefault("routing", answer.get("x_routing")));
        if (!(routing.get("language_supported") instanceof JsonBoolean(boolean supported)) || supported) {
            return "";
        }
        SequencedMap<String, JsonValue> seen = object(routing.get("detection"));
        boolean wordless = seen.isEmpty()
                ? !text(routing.get("reason")).matches("(?s)(explicit lang=|lang_guess).*")
                : text(seen.get("script")).equals("unknown");
        if (wordless) {
            return "There is no word and no number in this state, so there is nothing to answer about.";
        }
        String language = text(seen.get("language"));
        return "No checkpoint of this service reads "
                + (language.isEmpty()
                        ? "the language of this state"
                        : Locale.forLanguageTag(language).getDisplayName(Locale.ENGLISH))
                + ". Do not rely on these answers.";
    }

    private static String text(@Nullable JsonValue value) {
        return value instanceof JsonString(String text) ? text : "";
    }

    private static SequencedMap<String, JsonValue> members(String line) {
        return object(JsonReader.readData(line.getBytes(StandardCharsets.UTF_8)));
    }

    private static SequencedMap<String, JsonValue> object(@Nullable JsonValue value) {
        return value instanceof JsonObject(var members) ? members : new LinkedHashMap<>();
    }
}
