// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.lines;

import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Map;
import java.util.SequencedMap;
import org.decisionservice.core.text.RootCause;
import org.decisionservice.host.ConfigurationException;

/**
 * The answers to a file, complete up to where the last run stopped. Beside it lies a note of what it answers,
 * {@code OUT.resume}, written before the first answer: a run with other requests or settings is refused, so that a file
 * never holds answers to two.
 */
final class AnswerFile implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(AnswerFile.class.getName());

    private final FileChannel channel;
    private final AnswerNote note;
    private long lines;
    private long failed;
    private long blank;
    private long cut;
    private long alike;

    private AnswerFile(FileChannel channel, AnswerNote note) {
        this.channel = channel;
        this.note = note;
    }

    /**
     * Opens {@code file} and removes a last line that was written only in part.
     *
     * @param dependsOn what the answers depend on, by name
     * @throws ConfigurationException if the file belongs to something else or another process writes it
     */
    static AnswerFile open(Path file, SequencedMap<String, String> dependsOn) throws IOException {
        AnswerNote note = AnswerNote.open(file, dependsOn);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (isHeld(channel, file)) {
                throw ConfigurationException.forNow(file + " is being written by another run; wait for its end");
            }
            AnswerFile answers = new AnswerFile(channel, note);
            answers.count(file);
            return answers;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Whether another run has the file. Some network file systems have no locks, and then nobody knows. */
    private static boolean isHeld(FileChannel channel, Path file) {
        try {
            return channel.tryLock() == null;
        } catch (OverlappingFileLockException _) {
            return true;
        } catch (IOException e) {
            LOG.log(
                    WARNING,
                    "{0} cannot be locked ({1}), so nothing keeps another run from writing to it, too",
                    file,
                    RootCause.of(e));
            return false;
        }
    }

    private void count(Path file) throws IOException {
        long end = 0;
        try (LineFile reader = new LineFile(file, Integer.MAX_VALUE)) {
            while (reader.hasNext()) {
                Line line = reader.next();
                if (!reader.wasComplete()) {
                    break;
                }
                end += line.length() + 1;
                note(line.bytes());
            }
        }
        channel.truncate(end);
        channel.position(end);
    }

    /** Counts a line, whether this run wrote it or an earlier one. */
    private void note(byte[] line) {
        lines++;
        if (line.length == 0) {
            blank++;
        } else if (endsWith(line, number(lines))) {
            failed++;
        } else {
            Shortened shortened = Shortened.of(line);
            cut += shortened.cut() ? 1 : 0;
            alike += shortened.alike() ? 1 : 0;
        }
    }

    private static boolean endsWith(byte[] line, byte[] end) {
        int from = line.length - end.length;
        return from >= 0 && ByteBuffer.wrap(line, from, end.length).equals(ByteBuffer.wrap(end));
    }

    /** How an error says its line; no answer ends like this, because the members of its last object are fixed. */
    private static byte[] number(long line) {
        return (",\"line\":" + line + "}").getBytes(StandardCharsets.US_ASCII);
    }

    /** Adds the answer to the next line; nothing for a blank one. */
    void add(byte[] answer) throws IOException {
        write(answer);
    }

    /** Adds the error of the next line, with the number of the line as its last member. */
    void addFailure(byte[] error) throws IOException {
        byte[] end = number(lines + 1);
        byte[] line = Arrays.copyOf(error, error.length - 1 + end.length);
        System.arraycopy(end, 0, line, error.length - 1, end.length);
        write(line);
    }

    private void write(byte[] line) throws IOException {
        byte[] whole = Arrays.copyOf(line, line.length + 1);
        whole[line.length] = '\n';
        ByteBuffer bytes = ByteBuffer.wrap(whole);
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        note(line);
    }

    /** Complete lines. */
    long lines() {
        return lines;
    }

    LineRun.Counts outcome() {
        return new LineRun.Counts(lines, failed, blank, cut, alike);
    }

    /**
     * Notes the weights that answer from here on.
     *
     * @throws ConfigurationException if other weights have answered before
     */
    void answeredBy(Map<String, String> revisions) throws IOException {
        note.answeredBy(revisions);
    }

    /** Waits until everything is on the disk. */
    void force() throws IOException {
        channel.force(true);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
