// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.judge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.IntStream;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;
import org.decisionservice.core.decoding.WireDecimals;
import org.decisionservice.core.learning.TaughtQuestion;
import org.decisionservice.core.text.JsonText;
import org.decisionservice.core.text.OptionTexts;
import org.decisionservice.judging.learning.LabelledVectors;
import org.decisionservice.judging.learning.NextRows;
import org.decisionservice.tools.labelled.GoldReader;
import org.decisionservice.tools.labelled.LabelledRow;

/** The rows of a pool that are worth a label, by question. */
public record Suggestions(Pool pool, List<Chosen> questions) {
    public Suggestions {
        questions = List.copyOf(questions);
    }

    /**
     * The rows for one question, the one that is worth most first.
     *
     * @param labels how many labels taught what it is answered by; empty if the checkpoint answers alone
     * @param of how many rows they were chosen
     */
    public record Chosen(Pool.PoolQuestion asked, OptionalInt labels, List<SuggestedRow> rows, int of) {
        public Chosen {
            rows = List.copyOf(rows);
        }

        /** What people call the question. */
        public String name() {
            return asked.named()
                    ? asked.id()
                    : asked.candidates().getFirst().question().instructions();
        }
    }

    /**
     * A row.
     *
     * @param place in the pool
     * @param id what the row calls the question
     * @param now what it is answered, as a label would say it
     */
    public record SuggestedRow(int place, String id, JsonValue now, double probability) {}

    /**
     * Chooses from {@code pool}.
     *
     * @param lessons what labels taught so far, by {@link org.decisionservice.core.decoding.Wording#inAnyOrder}
     * @param checkpoint the names of the one to learn for
     * @param count how many rows for each question
     */
    public static Suggestions of(Pool pool, Map<String, Lesson> lessons, Set<String> checkpoint, int count) {
        List<Chosen> chosen = new ArrayList<>();
        pool.questions().forEach((wording, asked) -> {
            List<Pool.Candidate> candidates = asked.candidates().stream()
                    .filter(each -> checkpoint.contains(each.checkpoint()))
                    .toList();
            if (!candidates.isEmpty()) {
                chosen.add(chosen(asked, candidates, Optional.ofNullable(lessons.get(wording)), count));
            }
        });
        return new Suggestions(pool, chosen);
    }

    private static Chosen chosen(
            Pool.PoolQuestion asked, List<Pool.Candidate> candidates, Optional<Lesson> lesson, int count) {
        Optional<TaughtQuestion> taught = lesson.flatMap(Lesson::taught);
        List<double[]> logits = candidates.stream()
                .map(each -> taught.map(question ->
                                question.logits(OptionTexts.render(each.question()), each.logits(), each.vectors()))
                        .orElse(each.logits()))
                .toList();
        List<Integer> places = NextRows.choose(
                logits,
                candidates.stream().map(Pool.Candidate::vectors).toList(),
                lesson.map(Lesson::vectors).map(LabelledVectors::vectors).orElse(List.of()),
                count);
        return new Chosen(
                asked,
                taught.isPresent() ? OptionalInt.of(lesson.get().vectors().size()) : OptionalInt.empty(),
                places.stream()
                        .map(place -> row(candidates.get(place), logits.get(place)))
                        .toList(),
                candidates.size());
    }

    private static SuggestedRow row(Pool.Candidate candidate, double[] logits) {
        int likeliest = IntStream.range(0, logits.length)
                .reduce((a, b) -> logits[b] > logits[a] ? b : a)
                .orElseThrow();
        double sum = Arrays.stream(logits)
                .map(each -> Math.exp(each - logits[likeliest]))
                .sum();
        return new SuggestedRow(candidate.place(), candidate.id(), answer(candidate.question(), likeliest), 1 / sum);
    }

    /** The rows as lines of JSON, which are labels once {@code gold} is filled in. */
    public List<String> lines() {
        BitSet places = new BitSet();
        questions.forEach(each -> each.rows().forEach(row -> places.set(row.place())));
        Map<Integer, LabelledRow> rows = pool.rowsAt(places);
        return questions.stream()
                .flatMap(each ->
                        each.rows().stream().map(row -> line(row, Objects.requireNonNull(rows.get(row.place())))))
                .toList();
    }

    private static String line(SuggestedRow row, LabelledRow source) {
        SequencedMap<String, JsonValue> line = new LinkedHashMap<>();
        JsonValue question = source.question(row.id());
        line.put("gold", source.named() ? member(row.id(), new JsonNull()) : new JsonNull());
        line.put("now", row.now());
        line.put("probability", new JsonDouble(WireDecimals.round(row.probability())));
        source.request().forEach((name, value) -> {
            if (!name.equals("questions")) {
                line.put(name, value);
            } else if (source.named()) {
                line.put(name, member(row.id(), question));
            } else {
                line.put("question", question);
            }
        });
        source.language().ifPresent(code -> line.put("language", new JsonString(code)));
        return JsonText.render(new JsonObject(line));
    }

    /** An answer as a label says it. */
    private static JsonValue answer(Question question, int option) {
        return question instanceof Question.Noul
                ? new JsonBoolean(option == 1)
                : new JsonString(GoldReader.options(question).get(option));
    }

    private static JsonObject member(String name, JsonValue value) {
        SequencedMap<String, JsonValue> one = new LinkedHashMap<>();
        one.put(name, value);
        return new JsonObject(one);
    }
}
