// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import static org.decisionservice.core.decoding.WireDecimals.round;

import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.decisionservice.api.Answer;
import org.decisionservice.api.Certainty;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Detection;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.Question;
import org.decisionservice.api.Routing;
import org.decisionservice.core.text.OptionTexts;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/** Writes the answers of a row into its columns, as {@link Columns} lists them, rounded as on the wire. */
final class AnswerRow {
    private final SequencedMap<String, Question> questions;
    private final int kept;

    /** {@code kept} is the number of columns of the dataset. */
    AnswerRow(SequencedMap<String, Question> questions, int kept) {
        this.questions = questions;
        this.kept = kept;
    }

    Row of(Row row, RowOutcome outcome) {
        @Nullable Object[] values = new @Nullable Object[kept + questions.size() + 1];
        for (int i = 0; i < kept; i++) {
            values[i] = row.get(i);
        }
        switch (outcome) {
            case RowOutcome.Answered(DecisionResponse response) -> {
                Row routing = response.routing().map(AnswerRow::routing).orElse(null);
                int column = kept;
                for (var asked : questions.entrySet()) {
                    Answer answer = response.answers().get(asked.getKey());
                    boolean truncated = response.usage().truncatedQuestions().contains(asked.getKey());
                    values[column++] = answer == null ? null : answer(asked.getValue(), answer, truncated, routing);
                }
            }
            case RowOutcome.Refused(String reason) -> values[values.length - 1] = reason;
            case RowOutcome.Waiting _ -> throw new IllegalStateException("a row was not scored");
        }
        return RowFactory.create(values);
    }

    private static Row answer(Question question, Answer answer, boolean truncated, @Nullable Row routing) {
        Certainty certainty = answer.certainty();
        List<@Nullable Object> values = new ArrayList<>(Arrays.asList(
                said(answer),
                probabilities(question, answer.probabilities()),
                round(certainty.confidence()),
                round(certainty.answerConfidence()),
                round(certainty.actProbability()),
                certainty.abstention().map(gate -> gate.outcome().wireName()).orElse(null),
                truncated,
                routing));
        certainty
                .coverage()
                .map(set -> set.options().stream()
                        .map(option -> name(question, option))
                        .toList())
                .ifPresent(
                        names -> values.add(CollectionConverters.asScala(names).toSeq()));
        return RowFactory.create(values.toArray());
    }

    private static Object said(Answer answer) {
        return switch (answer) {
            case Answer.Choice choice -> OptionTexts.key(choice.labels().get(choice.chosen()));
            case Answer.Score score -> round(score.score());
            case Answer.Noul noul -> round(noul.yes());
        };
    }

    private static Object probabilities(Question question, Probabilities probabilities) {
        Map<String, Double> byOption = new LinkedHashMap<>();
        for (int i = 0; i < probabilities.size(); i++) {
            byOption.put(name(question, i), round(probabilities.get(i)));
        }
        return CollectionConverters.asScala(byOption);
    }

    private static String name(Question question, int option) {
        return switch (question) {
            case Question.Choice choice ->
                OptionTexts.key(choice.options().get(option).label());
            case Question.Score _ -> Integer.toString(option);
            case Question.Noul noul -> (option == 0 ? noul.whenFalse() : noul.whenTrue()).label();
        };
    }

    private static Row routing(Routing routing) {
        return RowFactory.create(
                routing.model().wireName(),
                routing.repo(),
                routing.reason(),
                routing.detection().map(AnswerRow::detection).orElse(null),
                routing.workflow().orElse(null),
                routing.languageSupported() ? null : false);
    }

    private static Row detection(Detection detection) {
        Map<String, Double> profile = new LinkedHashMap<>();
        for (Map.Entry<UnicodeScript, Double> share : detection.scriptProfile().entrySet()) {
            profile.put(Detection.nameOf(share.getKey()), share.getValue());
        }
        return RowFactory.create(
                Detection.nameOf(detection.script()),
                CollectionConverters.asScala(profile),
                detection.language().orElse(null),
                detection.english(),
                detection.languageUndecided(),
                round(detection.diacriticRate()),
                round(detection.nonLatinFraction()),
                detection.mixedSegment().orElse(null));
    }
}
