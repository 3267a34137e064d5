// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.rounds;

import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.api.Question;
import org.decisionservice.core.packing.RowPacker;

/** Which choices are answered by elimination, and how. */
public sealed interface Narrowing permits ByCount, ByTokens {

    /** How the choices of one request are narrowed down. */
    Plan plan(SequencedMap<String, Question> questions, RowPacker packer);

    /** What {@link #plan} found. */
    @FunctionalInterface
    interface Plan {
        /** The course of {@code choice}; empty if it is not answered by elimination. */
        Optional<Course> begin(String id, Question.Choice choice);
    }
}
