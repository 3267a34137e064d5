// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.decisionlog;

import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.Question;
import org.decisionservice.api.State;
import org.decisionservice.core.text.StateText;

/** Estimates what a decision takes before its lines are made. */
final class Size {
    /** Names of members, numbers and ids of a line. */
    private static final long LINE = 512;

    /** A probability, and what is around an option's text. */
    private static final long OPTION = 32;

    private Size() {}

    /**
     * Characters of the states, which a waiting decision keeps in memory, and of all its lines.
     *
     * @param withStates whether each line holds its state
     */
    static long of(DecisionRequest request, boolean withStates) {
        long questions = 0;
        for (var question : request.questions().entrySet()) {
            questions += LINE + question.getKey().length() + text(question.getValue());
        }
        long states = 0;
        for (State state : request.states()) {
            states += StateText.length(state);
        }
        long repeated = withStates ? states * request.questions().size() : 0;
        return request.states().size() * questions + states + repeated;
    }

    private static long text(Question question) {
        long options = switch (question) {
            case Question.Choice choice ->
                choice.options().stream()
                        .mapToLong(option -> OPTION
                                + option.description().map(String::length).orElse(0))
                        .sum();
            case Question.Score score ->
                score.levels().stream()
                        .mapToLong(level -> OPTION + level.length())
                        .sum();
            case Question.Noul noul -> side(noul.whenFalse()) + side(noul.whenTrue());
        };
        return question.instructions().length() + options;
    }

    private static long side(Question.Side side) {
        return OPTION
                + side.label().length()
                + side.description().map(String::length).orElse(0);
    }
}
