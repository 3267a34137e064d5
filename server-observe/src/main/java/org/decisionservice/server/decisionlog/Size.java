// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.decisionlog;

import java.util.Optional;
import org.decisionservice.api.CheckpointSelector;
import org.decisionservice.api.Controls;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.Question;
import org.decisionservice.api.State;
import org.decisionservice.core.text.JsonText;
import org.decisionservice.core.text.OptionTexts;

/** Estimates what a decision takes before its lines are made. Every text that a client chooses counts, in bytes. */
public final class Size {
    /** Names of members, numbers and ids of a line. */
    private static final long LINE = 512;

    /** A probability, its place in an order, and what is around an option's text. */
    private static final long OPTION = 32;

    private Size() {}

    /**
     * Bytes of the states, which a waiting decision keeps in memory, and of all its lines.
     *
     * @param withStates whether each line holds its state
     */
    public static long of(DecisionRequest request, boolean withStates) {
        long controls = controls(request.controls());
        long questions = 0;
        for (var question : request.questions().entrySet()) {
            questions += LINE + controls + JsonText.bytes(question.getKey()) + text(question.getValue());
        }
        long states = 0;
        for (State state : request.states()) {
            states += JsonText.bytes(state);
        }
        long repeated = withStates ? states * request.questions().size() : 0;
        return request.states().size() * questions + states + repeated;
    }

    private static long controls(Controls controls) {
        return text(controls.model().map(CheckpointSelector::text))
                + text(controls.task().map(CheckpointSelector::text))
                + text(controls.lang())
                + text(controls.langGuess());
    }

    private static long text(Optional<String> text) {
        return text.map(JsonText::bytes).orElse(0L);
    }

    private static long text(Question question) {
        long options = switch (question) {
            // The label of the answer is one of these, and so counts at most twice.
            case Question.Choice choice ->
                choice.options().stream()
                                .mapToLong(option -> OPTION + label(option) + text(option.description()))
                                .sum()
                        + choice.options().stream().mapToLong(Size::label).max().orElse(0);
            case Question.Score score ->
                score.levels().stream()
                        .mapToLong(level -> OPTION + JsonText.bytes(level))
                        .sum();
            case Question.Noul noul -> side(noul.whenFalse()) + side(noul.whenTrue());
        };
        return JsonText.bytes(question.instructions()) + options;
    }

    private static long label(Question.Option option) {
        return JsonText.bytes(OptionTexts.key(option.label()));
    }

    private static long side(Question.Side side) {
        return OPTION + JsonText.bytes(side.label()) + text(side.description());
    }
}
