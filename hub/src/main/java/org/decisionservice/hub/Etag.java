// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;

/** The hub's identifier of a file's content, which is also the name of the blob in the cache. */
record Etag(String text) {
    /** The hub names a large file by its SHA-256, and a small one as git names a blob. */
    private static final int SHA256_DIGITS = 64;

    private static final int SHA1_DIGITS = 40;

    /** Reads a header value such as {@code "abc"} or {@code W/"abc"}; empty if it could not be a file name. */
    static Optional<Etag> parse(String header) {
        String text = header.startsWith("W/") ? header.substring(2) : header;
        if (text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"")) {
            text = text.substring(1, text.length() - 1);
        }
        boolean name = !text.isEmpty()
                && text.length() <= 128
                && text.charAt(0) != '.'
                && text.chars().allMatch(Etag::isPlain);
        return name ? Optional.of(new Etag(text)) : Optional.empty();
    }

    private static boolean isPlain(int c) {
        return (c < 128 && Character.isLetterOrDigit(c)) || c == '-' || c == '_' || c == '.';
    }

    /** The digest of the content that gives this name; empty if the name is not a digest. */
    Optional<MessageDigest> digest(long size) {
        if (text.chars().noneMatch(c -> (c < '0' || c > '9') && (c < 'a' || c > 'f'))) {
            if (text.length() == SHA256_DIGITS) {
                return Optional.of(digest("SHA-256"));
            }
            if (text.length() == SHA1_DIGITS) {
                MessageDigest sha1 = digest("SHA-1");
                sha1.update(("blob " + size + "\0").getBytes(StandardCharsets.US_ASCII));
                return Optional.of(sha1);
            }
        }
        return Optional.empty();
    }

    private static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has " + algorithm, e);
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
