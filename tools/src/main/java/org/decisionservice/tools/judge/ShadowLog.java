// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.judge;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.decisionservice.api.Question;
import org.decisionservice.api.RefusedException;
import org.decisionservice.tools.judge.LabelLines.Label;
import org.decisionservice.tools.labelled.GoldReader;
import org.decisionservice.tools.labelled.LabelledFile;
import org.decisionservice.tools.labelled.LabelledRow;
import org.decisionservice.tools.labelled.LabelsException;
import org.decisionservice.tools.labelled.Recorded;
import org.decisionservice.tools.report.Comparison;

/**
 * The log of a shadow: what was served and what was tried, for the same requests.
 *
 * @param tried what the second answers were made with
 * @param answers those that are judged
 * @param left how many lines are not: their other side is missing, or they are of other weights or files than the
 *     latest
 * @param unused labels of a file of their own that none of the answers has
 */
public record ShadowLog(String tried, List<Two> answers, int left, List<Label> unused) {
    public ShadowLog {
        answers = List.copyOf(answers);
        unused = List.copyOf(unused);
    }

    /**
     * Two answers to a question.
     *
     * @param key request, state and question
     * @param id of the question
     * @param served the line of what the client got
     * @param pair both answers with the label, if there is one
     */
    public record Two(String key, String id, LabelledRow served, Comparison.Pair pair) {
        /** The id of its request, which may be the client's own text. */
        String requestId() {
            return beforeIndex().substring(0, beforeIndex().lastIndexOf(' '));
        }

        /** The place of its state in the request. */
        int stateIndex() {
            return Integer.parseInt(beforeIndex().substring(beforeIndex().lastIndexOf(' ') + 1));
        }

        private String beforeIndex() {
            return key.substring(0, key.length() - id.length() - 1);
        }
    }

    /** The weights and files that an answer comes from. */
    private record AnsweredBy(
            Optional<String> tried, Optional<String> revision, Optional<String> calibration, Optional<String> learned) {
        static AnsweredBy of(Recorded line) {
            return new AnsweredBy(line.tried(), line.revision(), line.calibration(), line.learned());
        }
    }

    /** The lines of both sides. */
    private record Pair(LabelledRow served, LabelledRow shadow) {
        String key() {
            return served.recorded().orElseThrow().key();
        }

        /** Names of the checkpoints that answered; a request may go to another one on each side. */
        String checkpoints() {
            return served.recorded().orElseThrow().checkpoint() + " "
                    + shadow.recorded().orElseThrow().checkpoint();
        }

        List<AnsweredBy> sources() {
            return List.of(
                    AnsweredBy.of(served.recorded().orElseThrow()),
                    AnsweredBy.of(shadow.recorded().orElseThrow()));
        }
    }

    /**
     * Reads a log.
     *
     * @param labels a file with the right answers to some of its questions, by request, state and question; the log may
     *     have labels itself
     * @throws LabelsException if it is no such log, or a label names no option
     */
    public static ShadowLog read(Path file, Optional<Path> labels) {
        LabelledFile log = LabelledFile.readUnlabelled(file, Optional.empty());
        Map<String, Deque<LabelledRow>> served = new HashMap<>();
        List<Pair> pairs = new ArrayList<>();
        for (LabelledRow row : log.rows()) {
            Recorded line = row.recorded().orElseThrow(() -> notOfTwo(file));
            switch (line.side().orElseThrow(() -> notOfTwo(file))) {
                case Recorded.SERVED ->
                    served.computeIfAbsent(line.key(), _ -> new ArrayDeque<>()).add(row);
                case Recorded.SHADOW ->
                    Optional.ofNullable(served.get(line.key()))
                            .map(Deque::poll)
                            .ifPresent(first -> pairs.add(new Pair(first, row)));
                default -> throw notOfTwo(file);
            }
        }
        if (pairs.isEmpty()) {
            throw notOfTwo(file);
        }
        List<Pair> latest = latest(pairs);
        List<Label> given = labels.map(LabelLines::read).orElse(List.of());
        Map<String, Label> golds = golds(latest, given);
        List<Two> answers = latest.stream().map(lines -> two(log, lines, golds)).toList();
        String tried =
                latest.getLast().shadow().recorded().flatMap(Recorded::tried).orElse("");
        return new ShadowLog(
                tried,
                answers,
                log.rows().size() - 2 * latest.size(),
                given.stream().filter(label -> !golds.containsKey(label.key())).toList());
    }

    private static LabelsException notOfTwo(Path file) {
        return LabelsException.of(file, "it is no log of SERVICE_SHADOW: the answers of two sides");
    }

    /** The pairs whose weights and files are those of the latest answers of the same checkpoints. */
    private static List<Pair> latest(List<Pair> pairs) {
        Map<String, List<AnsweredBy>> last = new HashMap<>();
        pairs.forEach(lines -> last.put(lines.checkpoints(), lines.sources()));
        Optional<String> tried = pairs.getLast().sources().getLast().tried();
        return pairs.stream()
                .filter(lines -> lines.sources().equals(last.get(lines.checkpoints())))
                .filter(lines -> lines.sources().getLast().tried().equals(tried))
                .toList();
    }

    /** The labels by key; those of requests that cannot be told apart are refused. */
    private static Map<String, Label> golds(List<Pair> pairs, List<Label> given) {
        Map<String, Label> golds = new HashMap<>();
        Stream.concat(
                        pairs.stream()
                                .flatMap(lines -> Stream.of(lines.served(), lines.shadow()))
                                .flatMap(ShadowLog::labels),
                        given.stream())
                .forEach(label -> golds.put(label.key(), label));
        Map<String, Long> times = pairs.stream().collect(Collectors.groupingBy(Pair::key, Collectors.counting()));
        golds.keySet().removeIf(key -> times.getOrDefault(key, 0L) != 1);
        return golds;
    }

    private static Stream<Label> labels(LabelledRow row) {
        return row.gold().values().stream()
                .map(gold -> new Label(row.recorded().orElseThrow().key(), row.file(), row.line(), gold));
    }

    private static Two two(LabelledFile log, Pair lines, Map<String, Label> golds) {
        LabelledRow row = lines.served();
        Recorded served = row.recorded().orElseThrow();
        Recorded shadow = lines.shadow().recorded().orElseThrow();
        try {
            var asked = RecordedQuestions.READER
                    .single(row.body())
                    .request()
                    .questions()
                    .firstEntry();
            Question question = asked.getValue();
            List<String> options = GoldReader.options(question);
            if (served.probabilities().size() != options.size()
                    || shadow.probabilities().size() != options.size()) {
                throw log.fault(row, "'probabilities' are of another number of options");
            }
            Label gold = golds.get(served.key());
            OptionalInt right = gold == null ? OptionalInt.empty() : gold.index(asked.getKey(), question);
            return new Two(
                    served.key(),
                    asked.getKey(),
                    row,
                    new Comparison.Pair(
                            row.line(),
                            asked.getKey(),
                            options,
                            served.probabilities(),
                            shadow.probabilities(),
                            right));
        } catch (RefusedException e) {
            throw log.refused(row, e);
        }
    }

    /** One line: how much is judged, and what is not. */
    public String said() {
        return answers.size() + " answers on both sides, "
                + answers.stream()
                        .filter(each -> each.pair().gold().isPresent())
                        .count() + " labelled"
                + (left == 0
                        ? ""
                        : "; " + left
                                + " lines are passed over, because their other side is missing or they are of other"
                                + " weights or files than the latest")
                + (unused.isEmpty()
                        ? ""
                        : "; labels that belong to no answer that is judged, or to several: " + unused.size()
                                + ", the first in line "
                                + unused.getFirst().line() + " of "
                                + unused.getFirst().file());
    }

    /** The answers by the id of their question, the most frequent questions first. */
    public SequencedMap<String, List<Two>> byQuestion() {
        Map<String, List<Two>> byId = answers.stream().collect(Collectors.groupingBy(Two::id));
        SequencedMap<String, List<Two>> sorted = new LinkedHashMap<>();
        byId.keySet().stream()
                .sorted((a, b) -> {
                    int more = Integer.compare(
                            Objects.requireNonNull(byId.get(b)).size(),
                            Objects.requireNonNull(byId.get(a)).size());
                    return more != 0 ? more : a.compareTo(b);
                })
                .forEach(id -> sorted.put(id, Objects.requireNonNull(byId.get(id))));
        return sorted;
    }
}
