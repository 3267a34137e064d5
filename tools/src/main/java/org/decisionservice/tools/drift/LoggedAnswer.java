// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.drift;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.json.JsonReader;
import org.decisionservice.core.text.RootCause;
import org.decisionservice.judging.drift.Tally;
import org.decisionservice.tools.labelled.FileKind;
import org.decisionservice.tools.labelled.LabelsException;
import org.decisionservice.tools.labelled.Recorded;
import org.decisionservice.tools.lines.Line;
import org.decisionservice.tools.lines.LineFile;
import org.jspecify.annotations.Nullable;

/**
 * A line of the decision log, as far as drift looks at it.
 *
 * @param request the id of the request and the index of the state in it
 * @param id of the question
 * @param wording its {@link org.decisionservice.core.decoding.Wording}
 * @param side of a log of two sides, {@link Recorded#SERVED} or {@link Recorded#SHADOW}
 */
public record LoggedAnswer(
        Instant time, String request, String id, String wording, Optional<String> side, Tally.Seen seen) {
    /** Longer lines are of no log: a request has 8 MiB for all of its lines. */
    private static final int LONGEST_LINE = 16 << 20;

    /** Whether the first line of {@code file} is one of a decision log. */
    static boolean isLog(Path file) {
        FileKind.requireText(file);
        try (LineFile in = new LineFile(file, LONGEST_LINE)) {
            return in.hasNext()
                    && JsonReader.readData(in.next().bytes()) instanceof JsonObject object
                    && object.members().containsKey(Recorded.MARK);
        } catch (RefusedException _) {
            return false;
        } catch (IOException e) {
            throw LabelsException.of(file, "cannot be read: " + RootCause.of(e));
        }
    }

    /**
     * Reads {@code log} line by line. A last line that is not whole, as a crash leaves it, is passed over.
     *
     * @throws LabelsException naming the line that is none of a decision log
     */
    public static void forEach(Path log, Consumer<LoggedAnswer> what) {
        FileKind.requireText(log);
        try (LineFile in = new LineFile(log, LONGEST_LINE)) {
            while (in.hasNext()) {
                Line line = in.next();
                if (!line.isBlank()) {
                    read(log, line, in.wasComplete()).ifPresent(what);
                }
            }
        } catch (IOException e) {
            throw LabelsException.of(log, "cannot be read: " + RootCause.of(e));
        }
    }

    private static Optional<LoggedAnswer> read(Path log, Line line, boolean whole) {
        int number = (int) Math.min(line.number(), Integer.MAX_VALUE);
        try {
            if (JsonReader.readData(line.bytes()) instanceof JsonObject object
                    && object.members().containsKey(Recorded.MARK)) {
                return Optional.of(of(object.members()));
            }
            throw new LabelsException("no line of a decision log; it takes what SERVICE_DECISION_LOG writes");
        } catch (RefusedException e) {
            if (whole) {
                throw LabelsException.at(
                        log, number, "no line of a decision log: " + e.refusal().detail());
            }
            return Optional.empty();
        } catch (LabelsException e) {
            throw LabelsException.at(log, number, String.valueOf(e.getMessage()));
        }
    }

    private static LoggedAnswer of(SequencedMap<String, JsonValue> members) {
        Recorded.requireVersion(members);
        return new LoggedAnswer(
                time(Recorded.text(members, "time")),
                Recorded.text(members, "request_id") + " " + Recorded.text(members, "state_index"),
                Recorded.text(members, "id"),
                Recorded.text(members, "wording"),
                text(members.get("side")),
                new Tally.Seen(
                        Recorded.text(members, "answer"),
                        confidence(members.get("answer_confidence")),
                        passed(members.get("abstention")),
                        text(members.get("language")),
                        members.get("truncated") instanceof JsonBoolean(boolean truncated)
                                ? Optional.of(truncated)
                                : Optional.empty()));
    }

    private static Optional<String> text(@Nullable JsonValue value) {
        return value instanceof JsonString(String text) ? Optional.of(text) : Optional.empty();
    }

    private static Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException _) {
            throw new LabelsException("a line of the decision log whose 'time' is none, such as 2026-11-24T16:45:09Z");
        }
    }

    private static double confidence(@Nullable JsonValue value) {
        return switch (value) {
            case JsonDouble(double number) -> number;
            case JsonInteger(String digits) -> Double.parseDouble(digits);
            case null, default -> Double.NaN;
        };
    }

    private static Optional<Boolean> passed(@Nullable JsonValue value) {
        if (!(value instanceof JsonString(String outcome))) {
            return Optional.empty();
        }
        return switch (outcome) {
            case "passed" -> Optional.of(true);
            case "abstained" -> Optional.of(false);
            default -> Optional.empty();
        };
    }
}
