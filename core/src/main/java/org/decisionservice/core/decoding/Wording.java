// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.decoding;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.decisionservice.api.Question;
import org.decisionservice.api.QuestionType;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.core.text.OptionTexts;

/** A short key for what a question says to the model. Its id and the order of its slots do not count. */
public final class Wording {
    private static final int DIGITS = 16;

    private Wording() {}

    /** 16 hex digits, equal for questions of the same type, instructions and option texts in criteria order. */
    public static String of(Question question) {
        return of(question.type(), question.instructions(), OptionTexts.render(question));
    }

    /**
     * The same for choices whose options are in another order. That of levels, and of the sides of a noul, has a
     * meaning.
     */
    public static String inAnyOrder(Question question) {
        return inAnyOrder(question.type(), question.instructions(), OptionTexts.render(question));
    }

    /**
     * The same of a question that is only described.
     *
     * @param options as {@link OptionTexts#render} gives them
     */
    public static String inAnyOrder(QuestionType type, String instructions, List<String> options) {
        return of(
                type,
                instructions,
                type == QuestionType.CHOICE ? options.stream().sorted().toList() : options);
    }

    /** A part of a wording: equal for questions of the same type and instructions, whatever their options. */
    public static String ofInstructions(QuestionType type, String instructions) {
        return of(type, instructions, List.of());
    }

    /** The other part: equal for questions of the same type and options, in any order, whatever is asked about them. */
    public static String ofOptions(QuestionType type, List<String> options) {
        return inAnyOrder(type, "", options);
    }

    private static String of(QuestionType type, String instructions, List<String> options) {
        List<String> texts = Stream.concat(Stream.of(type.wireName(), instructions), options.stream())
                .toList();
        StringBuilder framed = new StringBuilder();
        // With their lengths in front, different texts never become the same key text.
        texts.forEach(text -> framed.append(text.length()).append(':').append(text));
        return WeightsDigest.sha256(framed.toString().getBytes(StandardCharsets.UTF_8))
                .substring(0, DIGITS);
    }
}
