// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.lines;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Supplier;
import org.decisionservice.core.text.RootCause;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.tools.judge.Asking;

/**
 * Answers requests into a file.
 *
 * @param requests what is answered
 * @param out the answers
 * @param dependsOn what the answers depend on besides the requests, by name
 */
public record LineRun(Requests requests, Path out, SequencedMap<String, String> dependsOn) {
    public LineRun {
        dependsOn = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(dependsOn));
    }

    /**
     * The lines of {@code out} at the end.
     *
     * @param lines all of them, however many runs wrote them
     * @param failed those that are errors
     * @param blank those that are blank in both files
     * @param cut those whose state was cut, where the answers say so
     * @param alike those with options that the model could not tell apart, where the answers say so
     */
    public record Counts(long lines, long failed, long blank, long cut, long alike) {
        /** The number of {@code lines} or {@code rows} that were not read in full; empty if there are none. */
        public Optional<String> shortened(String unit) {
            if (cut + alike == 0) {
                return Optional.empty();
            }
            return Optional.of(cut + " " + unit + " were read in part because their state is too long, " + alike
                    + " have options that were cut until some were alike");
        }
    }

    /** A line that is being answered; a blank line waits for nothing. */
    private record Begun(Optional<Supplier<LineAnswerer.AnsweredLine>> reply) {}

    /**
     * Answers every line that {@code out} does not have yet.
     *
     * @param opener is called only if there is something left to answer
     * @throws ConfigurationException if a file cannot be used, or nothing can answer; the same run can go on later
     */
    public Counts run(Supplier<LineAnswerer> opener, Progress progress) {
        try {
            SequencedMap<String, String> note = new LinkedHashMap<>();
            note.put(AnswerNote.REQUESTS, requests.digest());
            note.putAll(dependsOn);
            try (AnswerFile answers = AnswerFile.open(out, note)) {
                progress.begin(answers.lines(), requests.lines());
                if (answers.lines() < requests.lines()) {
                    try (LineAnswerer answerer = opener.get();
                            Requests.Reading lines = requests.open()) {
                        for (long line = 0; line < answers.lines() && lines.hasNext(); line++) {
                            lines.next();
                        }
                        answer(lines, answerer, answers, progress);
                    }
                }
                answers.force();
                progress.end();
                return answers.outcome();
            }
        } catch (IOException e) {
            throw stopped(out + ": ", e);
        } catch (UncheckedIOException e) {
            throw stopped("", Objects.requireNonNull(e.getCause()));
        }
    }

    /** A file that cannot be opened needs another name or permission; a disk that fails may have room later. */
    static ConfigurationException stopped(String where, IOException e) {
        String said = where + RootCause.of(e) + "; the same command goes on from here";
        return e instanceof FileSystemException
                ? new ConfigurationException(said)
                : ConfigurationException.forNow(said);
    }

    private static void answer(Requests.Reading lines, LineAnswerer answerer, AnswerFile answers, Progress progress) {
        Asking.inOrder(
                lines,
                line -> line.bytes().length,
                line -> new Begun(
                        line.isBlank() ? Optional.empty() : Optional.of(answerer.begin(line.bytes(), line.length()))),
                begun -> {
                    // Waited for first: only what has answered is known to be loaded.
                    Optional<LineAnswerer.AnsweredLine> reply = begun.reply().map(Supplier::get);
                    try {
                        answers.answeredBy(answerer.revisions());
                        write(reply, answers);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    progress.reached(answers.lines());
                });
    }

    private static void write(Optional<LineAnswerer.AnsweredLine> reply, AnswerFile answers) throws IOException {
        if (reply.isEmpty()) {
            answers.add(new byte[0]);
        } else if (reply.get().failed()) {
            answers.addFailure(reply.get().body());
        } else {
            answers.add(reply.get().body());
        }
    }
}
