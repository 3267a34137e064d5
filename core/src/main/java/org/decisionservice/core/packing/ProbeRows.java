// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.api.Controls;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.State;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.engine.spi.Row;

/**
 * Rows of fixed questions over fixed states, packed for a checkpoint. Its answers to them are compared between
 * precisions.
 */
public final class ProbeRows {
    private static final List<String> STATES = List.of(
            "Hello, I was charged twice for my subscription this month. Please refund the second payment.",
            "The app closes by itself whenever I open the settings, since the update on Monday.",
            "Mein Paket ist seit drei Wochen unterwegs, und niemand kann mir sagen, wo es liegt!");

    private ProbeRows() {}

    /** Some rows of every question type, or none if the checkpoint's windows are too narrow for the questions. */
    public static List<Row> of(Checkpoint checkpoint) {
        try {
            PackedQuestions questions = RowPacker.of(checkpoint, Controls.NONE).pack(questions());
            List<Row> rows = new ArrayList<>();
            STATES.forEach(
                    state -> rows.addAll(questions.pack(new State.Text(state)).rows()));
            return rows;
        } catch (RefusedException _) {
            return List.of();
        }
    }

    private static SequencedMap<String, Question> questions() {
        SequencedMap<String, Question> questions = new LinkedHashMap<>();
        questions.put(
                "queue",
                new Question.Choice(
                        "Which team should handle this?",
                        List.of(
                                option("billing", "payments, invoices and refunds"),
                                option("technical", "errors, login and app problems"),
                                option("shipping", "delivery and parcels"),
                                option("other", "everything else")),
                        Optional.empty()));
        questions.put(
                "urgency",
                new Question.Score("How urgent is it?", List.of("calm", "firm", "angry", "furious"), Optional.empty()));
        questions.put(
                "refund",
                new Question.Noul("The customer asks for money back.", side("false"), side("true"), Optional.empty()));
        return questions;
    }

    private static Question.Option option(String label, String description) {
        return new Question.Option(new JsonString(label), Optional.of(description));
    }

    private static Question.Side side(String label) {
        return new Question.Side(label, Optional.empty());
    }
}
