// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.lines;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the lines of a file one by one. A long line takes no more memory than {@code most} bytes. */
public final class LineFile implements Requests.Reading {
    private static final int CHUNK_BYTES = 1 << 16;

    private final InputStream in;
    private final int most;
    private final byte[] chunk = new byte[CHUNK_BYTES];
    private int position;
    private int limit;
    private long number;
    private boolean ended;
    private @Nullable Line next;

    /** Opens {@code file}; of a line, at most {@code most} bytes are kept. */
    public LineFile(Path file, int most) throws IOException {
        this.in = Files.newInputStream(file);
        this.most = most;
    }

    /** Whether the line that was returned last ended with a line break; if not, it is the last one. */
    public boolean wasComplete() {
        return !ended;
    }

    @Override
    public boolean hasNext() {
        if (next == null && !ended) {
            try {
                next = read();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return next != null;
    }

    @Override
    public Line next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        Line line = next;
        next = null;
        return Objects.requireNonNull(line);
    }

    private @Nullable Line read() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        long length = 0;
        while (true) {
            if (position == limit) {
                limit = in.read(chunk);
                position = 0;
                if (limit < 0) {
                    limit = 0;
                    ended = true;
                    return length == 0 ? null : new Line(++number, length, bytes.toByteArray());
                }
            }
            int end = position;
            while (end < limit && chunk[end] != '\n') {
                end++;
            }
            bytes.write(chunk, position, Math.min(end - position, most - bytes.size()));
            length += end - position;
            position = end;
            if (end < limit) {
                position++;
                return new Line(++number, length, bytes.toByteArray());
            }
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
