// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/** Compressed bodies, which some mirrors send although the plain bytes are asked for. */
final class Coding {
    /** Compressed bytes beyond the plain ones: no coding needs more for a file that it cannot make smaller. */
    private static final int OVERHEAD = 1 << 16;

    private Coding() {}

    /** Reads a body to its end. */
    interface Reading<T> {
        T read(InputStream plain) throws IOException;
    }

    /** The name of the coding; empty if the bytes are plain. */
    static Optional<String> of(HttpHeaders headers) {
        return headers.firstValue("Content-Encoding")
                .map(name -> name.strip().toLowerCase(Locale.ROOT))
                .filter(name -> !name.isEmpty() && !name.equals("identity"));
    }

    /**
     * Has {@code reading} read the plain bytes. It runs on a thread of the HTTP client and may block.
     *
     * @param most plain bytes that are to be expected; {@code reading} must not take more
     */
    static <T> BodySubscriber<T> decoding(String name, long most, Reading<T> reading) {
        return BodySubscribers.mapping(new BoundedBody<>(BodySubscribers.ofInputStream(), most + OVERHEAD), body -> {
            try (InputStream plain = plain(name, body)) {
                return reading.read(plain);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static InputStream plain(String name, InputStream body) throws IOException {
        return switch (name) {
            case "gzip", "x-gzip" -> new GZIPInputStream(body);
            case "deflate" -> new InflaterInputStream(body);
            default -> throw new UnknownException(name);
        };
    }

    /** A coding that is not read here. Another attempt would bring the same. */
    static final class UnknownException extends IOException {
        private static final long serialVersionUID = 1L;

        private UnknownException(String name) {
            super("bytes in the coding '" + name + "', although the plain ones are asked for,");
        }
    }
}
