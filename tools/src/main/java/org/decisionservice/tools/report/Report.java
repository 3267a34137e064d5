// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.decisionservice.api.QuestionType;
import org.decisionservice.judging.metrics.Confusion;
import org.decisionservice.judging.metrics.Judged;
import org.decisionservice.judging.metrics.Metrics;
import org.decisionservice.judging.metrics.Reliability;
import org.decisionservice.judging.metrics.RiskCoverage;
import org.decisionservice.judging.metrics.ThresholdSearch;

/**
 * The numbers of one file of labels.
 *
 * @param wanted the accuracy that thresholds are sought for
 * @param all of every answer
 * @param verdict on every answer
 * @param groups of the answers by type, number of options, checkpoint and language
 * @param questions by number of answers, most first
 * @param mistakes the answers that are wrong, the surest first, because those may have a wrong label
 * @param rows every answer, in the order of the file
 * @param warnings what was not read as the file has it, one sentence each
 */
public record Report(
        Measurement measurement,
        double wanted,
        Metrics all,
        Verdict verdict,
        Reliability reliability,
        RiskCoverage curve,
        List<Group> groups,
        List<QuestionReport> questions,
        List<Mistake> mistakes,
        List<Judged> rows,
        List<String> warnings) {
    private static final String UNKNOWN = "unknown";

    public Report {
        groups = List.copyOf(groups);
        questions = List.copyOf(questions);
        mistakes = List.copyOf(mistakes);
        rows = List.copyOf(rows);
        warnings = List.copyOf(warnings);
    }

    /** The answers that have one property in common. */
    public record Group(String property, String value, Metrics metrics) {}

    /**
     * A question, told apart from others by its wording.
     *
     * @param name as the file has it; another wording may have the same
     * @param title its name, with what tells it from other wordings of that name
     * @param options what they are called in files
     * @param threshold the least one for the accuracy that is wanted; empty if the labels do not support any
     * @param cut of how many answers a part of the state was left out
     * @param distinctOptions how many options the model could tell apart, in the worst answer
     */
    public record QuestionReport(
            String name,
            String title,
            String wording,
            QuestionType type,
            List<String> options,
            Metrics metrics,
            Verdict verdict,
            Confusion confusion,
            RiskCoverage curve,
            Optional<ThresholdSearch.Found> threshold,
            int cut,
            int distinctOptions) {
        public QuestionReport {
            options = List.copyOf(options);
        }

        /** Whether the model could not tell all options apart. */
        public boolean optionsAlike() {
            return distinctOptions < options.size();
        }

        /** The name of an option where people read it. */
        String optionShown(int option) {
            return Words.option(type, options.get(option));
        }
    }

    /** A wrong answer, with the title of its question. */
    public record Mistake(String title, Judged answer) {
        /** What is right. */
        public String right() {
            return Words.option(answer.type(), answer.options().get(answer.gold()));
        }

        /** The option that was answered. */
        public String answered() {
            return Words.option(
                    answer.type(), answer.options().get(answer.probabilities().argMax()));
        }
    }

    /** The report of {@code rows}, at least one. */
    public static Report of(Measurement measurement, List<Judged> rows, double wanted) {
        List<Group> groups = new ArrayList<>();
        groups.addAll(groups("type", rows, row -> row.type().wireName()));
        groups.addAll(groups(
                "options",
                rows,
                row -> String.format(Locale.ROOT, "%3d", row.options().size())));
        groups.addAll(groups("checkpoint", rows, Judged::checkpoint));
        groups.addAll(groups("language", rows, row -> row.language().orElse(UNKNOWN)));
        SequencedMap<String, List<Judged>> byWording = by(rows, Judged::wording);
        Map<String, String> titles =
                Titles.of(byWording.values().stream().map(List::getFirst).toList());
        List<QuestionReport> questions = byWording.values().stream()
                .map(asked -> asked(titles.getOrDefault(asked.getFirst().wording(), ""), asked, wanted, measurement))
                .sorted(Comparator.comparingInt(
                                (QuestionReport asked) -> -asked.metrics().rows())
                        .thenComparing(QuestionReport::title))
                .toList();
        Metrics all = Metrics.of(rows);
        RiskCoverage curve = RiskCoverage.of(rows);
        return new Report(
                measurement,
                wanted,
                all,
                questions.size() == 1
                        ? questions.getFirst().verdict()
                        : Verdict.of(rows, all, Optional.empty(), wanted, Optional.empty(), measurement),
                Reliability.of(rows),
                curve,
                groups,
                questions,
                mistakes(rows, titles),
                rows,
                warnings(rows, questions));
    }

    private static QuestionReport asked(String title, List<Judged> rows, double wanted, Measurement measurement) {
        RiskCoverage curve = RiskCoverage.of(rows);
        Metrics metrics = Metrics.of(rows);
        Confusion confusion = Confusion.of(rows);
        Optional<ThresholdSearch.Found> threshold = ThresholdSearch.least(curve, wanted);
        Judged first = rows.getFirst();
        return new QuestionReport(
                first.question(),
                title,
                first.wording(),
                first.type(),
                first.options(),
                metrics,
                Verdict.of(rows, metrics, threshold, wanted, Optional.of(confusion), measurement),
                confusion,
                curve,
                threshold,
                (int) rows.stream().filter(row -> row.context().stateCut()).count(),
                rows.stream()
                        .mapToInt(row ->
                                Math.min(row.options().size(), row.context().distinctOptions()))
                        .min()
                        .orElseThrow());
    }

    private static List<Mistake> mistakes(List<Judged> rows, Map<String, String> titles) {
        return rows.stream()
                .filter(row -> !row.right())
                .sorted(Comparator.comparingDouble(
                        (Judged row) -> -row.probabilities().max()))
                .map(row -> new Mistake(titles.getOrDefault(row.wording(), ""), row))
                .toList();
    }

    private static List<String> warnings(List<Judged> rows, List<QuestionReport> questions) {
        List<String> warnings = new ArrayList<>();
        long cut = rows.stream().filter(row -> row.context().stateCut()).count();
        if (cut > 0) {
            long rightCut = rows.stream()
                    .filter(row -> row.context().stateCut() && row.right())
                    .count();
            warnings.add(String.format(
                    Locale.ROOT,
                    "%d of %d answers are about a state that is too long: only a part of it was read (%d of them are"
                            + " right). A larger max_len, or windows (SERVICE_WINDOWS=1), reads more.",
                    cut,
                    rows.size(),
                    rightCut));
        }
        List<Judged> unread =
                rows.stream().filter(row -> row.context().languageUnsupported()).toList();
        if (!unread.isEmpty()) {
            warnings.add(String.format(
                    Locale.ROOT,
                    "%d of %d answers are about a state in a language that no checkpoint reads here, or without words"
                            + " (%d of them are right). Serve a checkpoint that reads it, or judge these rows apart.",
                    unread.size(),
                    rows.size(),
                    unread.stream().filter(Judged::right).count()));
        }
        questions.stream()
                .filter(QuestionReport::optionsAlike)
                .forEach(asked -> warnings.add(String.format(
                        Locale.ROOT,
                        "%s: of its %d options only %d can be told apart, because their texts were"
                                + " cut. Shorter descriptions, a larger head_max_len, or SERVICE_TOURNAMENT_GROUP"
                                + " keep them apart.",
                        asked.title(),
                        asked.options().size(),
                        asked.distinctOptions())));
        return warnings;
    }

    private static List<Group> groups(String property, List<Judged> rows, Function<Judged, String> value) {
        return by(rows, value).entrySet().stream()
                .map(group -> new Group(property, group.getKey().strip(), Metrics.of(group.getValue())))
                .toList();
    }

    private static SequencedMap<String, List<Judged>> by(List<Judged> rows, Function<Judged, String> value) {
        Map<String, List<Judged>> groups = rows.stream().collect(Collectors.groupingBy(value));
        return new TreeMap<>(groups);
    }
}
