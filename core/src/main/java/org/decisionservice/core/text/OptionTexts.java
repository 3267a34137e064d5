// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.text;

import java.util.List;
import java.util.stream.IntStream;
import org.decisionservice.api.Question;

/** The options of a question as the model reads them. */
public final class OptionTexts {
    private OptionTexts() {}

    /** One text per option, in criteria order. */
    public static List<String> render(Question question) {
        return switch (question) {
            case Question.Choice choice ->
                choice.options().stream().map(OptionTexts::option).toList();
            case Question.Score score ->
                IntStream.range(0, score.levels().size())
                        .mapToObj(i -> "level " + i + ": " + score.levels().get(i))
                        .toList();
            case Question.Noul noul ->
                List.of(
                        side(noul.whenFalse(), "no, the statement does not hold"),
                        side(noul.whenTrue(), "yes, the statement holds"));
        };
    }

    private static String option(Question.Option option) {
        String label = LabelText.forModel(option.label());
        return option.description().map(text -> label + ": " + text).orElse(label);
    }

    private static String side(Question.Side side, String otherwise) {
        return side.label() + ": " + side.description().orElse(otherwise);
    }
}
