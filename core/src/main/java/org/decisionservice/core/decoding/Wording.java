// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.decoding;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.decisionservice.api.Question;
import org.decisionservice.core.text.OptionTexts;

/** A short key for what a question says to the model. Its id and the order of its slots do not count. */
public final class Wording {
    private static final int BYTES = 8;

    private Wording() {}

    /** 16 hex digits, equal for questions of the same type, instructions and option texts in criteria order. */
    public static String of(Question question) {
        List<String> texts = Stream.concat(
                        Stream.of(question.type().wireName(), question.instructions()),
                        OptionTexts.render(question).stream())
                .toList();
        StringBuilder framed = new StringBuilder();
        // With their lengths in front, different texts never become the same key text.
        texts.forEach(text -> framed.append(text.length()).append(':').append(text));
        return HexFormat.of().formatHex(sha256(framed.toString()), 0, BYTES);
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
