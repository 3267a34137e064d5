// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.json;

import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * A JSON document whose length is known. Only a short one is in memory; a longer one is written again when it is
 * needed, so a client that does not read it costs no more than what the document is made of.
 */
public final class JsonDocument {
    /** Maximum length of a document that is kept, in bytes. */
    static final int MOST_KEPT = 64 * 1024;

    private final Json.Content content;
    private final long length;
    private final Optional<byte[]> kept;

    private JsonDocument(Json.Content content, long length, Optional<byte[]> kept) {
        this.content = content;
        this.length = length;
        this.kept = kept;
    }

    /** Makes the document that {@code content} writes, which must be the same every time. */
    public static JsonDocument of(Json.Content content) {
        Measure measure = new Measure();
        Json.write(measure, content);
        return new JsonDocument(content, measure.length, measure.kept());
    }

    /** Its length in bytes. */
    public long length() {
        return length;
    }

    /** The whole document, if it is short enough to be in memory. */
    public Optional<byte[]> kept() {
        return kept;
    }

    /** Writes the document in pieces of a few kilobytes. Whatever {@code out} throws, the caller gets. */
    public void writeTo(OutputStream out) {
        if (kept.isPresent()) {
            try {
                out.write(kept.get());
            } catch (IOException e) {
                throw new UncheckedIOException("the document cannot be written", e);
            }
        } else {
            Json.write(out, content);
        }
    }

    /** The whole document, however long it is: for callers that keep it in memory anyway. */
    public byte[] bytes() {
        return kept.orElseGet(() -> Json.bytes(content));
    }

    /** Counts what is written to it, and keeps it as long as it is short. */
    private static final class Measure extends OutputStream {
        private final ByteArrayBuilder kept = new ByteArrayBuilder(1024);
        private long length;

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int count) {
            length += count;
            if (length <= MOST_KEPT) {
                kept.write(bytes, from, count);
            } else {
                kept.reset();
            }
        }

        Optional<byte[]> kept() {
            return length <= MOST_KEPT ? Optional.of(kept.toByteArray()) : Optional.empty();
        }
    }
}
