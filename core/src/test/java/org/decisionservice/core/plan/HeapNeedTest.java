// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.decisionservice.api.Controls;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.Question;
import org.decisionservice.api.Routing;
import org.decisionservice.api.State;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.Temperatures;
import org.decisionservice.core.decoding.Calibration;
import org.decisionservice.core.golden.Golden;
import org.decisionservice.core.rounds.Approach;
import org.decisionservice.core.rounds.Narrowing;
import org.decisionservice.core.routing.Route;
import org.decisionservice.engine.spi.Logits;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a request is believed to need is no less than what the heap holds for it, whenever it waits for a pass, and when
 * it is answered. Were it less, requests that fit into the budget would not fit into the heap.
 */
@Isolated("measures the heap, which other tests use too")
class HeapNeedTest {
    /** A copy of a small request is lost in what the test itself leaves on the heap. */
    private static final long MEASURABLE = 8 << 20;

    private static final String WORDS = "I was charged twice for this month and nobody answers my letters. ";

    /** A field, so that nothing of it is garbage while the test runs. */
    private final List<Held> held = new ArrayList<>();

    private final Checkpoint tiny = Golden.checkpoint(Golden.tiny("english"));

    private record Served(Checkpoint checkpoint, Calibration calibration) implements PlannedCheckpoint {
        @Override
        public Routing routing(Route route) {
            throw new UnsupportedOperationException("nothing is routed here");
        }
    }

    /** Everything that is held for one request. */
    private record Held(
            SequencedMap<String, Question> questions,
            List<State> states,
            DecisionPlan<Served> plan,
            List<DecisionResponse> responses) {}

    private static SequencedMap<String, Question> questions(int count, int options) {
        SequencedMap<String, Question> questions = new LinkedHashMap<>();
        for (int n = 0; n < count; n++) {
            String instructions = "Which of them is it, number " + n + "?";
            questions.put(
                    "question " + n,
                    options == 0
                            ? new Question.Noul(
                                    instructions,
                                    new Question.Side("false", Optional.empty()),
                                    new Question.Side("true", Optional.empty()),
                                    Optional.empty())
                            : new Question.Choice(
                                    instructions,
                                    IntStream.range(0, options)
                                            .mapToObj(option -> new Question.Option(
                                                    new JsonValue.JsonString("o" + option), Optional.empty()))
                                            .toList(),
                                    Optional.empty()));
        }
        return questions;
    }

    /** Texts of which no two are the same string. */
    private static List<State> states(int count, int characters, int copy) {
        return IntStream.range(0, count)
                .<State>mapToObj(n -> new State.Text("%d.%d ".formatted(copy, n)
                        + WORDS.repeat(1 + characters / WORDS.length()).substring(0, characters)))
                .toList();
    }

    private static long used() {
        // The serial collector leaves some garbage where it is, and moves everything only each fourth time.
        for (int i = 0; i < 4; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static List<Logits> logits(List<CheckpointRows<Served>> round) {
        return round.stream()
                .map(rows -> {
                    List<float[]> options = rows.batches().stream()
                            .flatMap(List::stream)
                            .map(row -> new float[row.row().options()])
                            .toList();
                    return new Logits(options, new float[options.size()]);
                })
                .toList();
    }

    /**
     * @param options of a choice; 0 for a question of yes or no
     * @param way plain, windows or narrowing
     */
    @ParameterizedTest
    @CsvSource({
        "64, 64, 0, 40, plain",
        "64, 16, 0, 28000, plain",
        "1, 1, 0, 34000, plain",
        "2, 2, 0, 200, plain",
        "16, 8, 40, 400, plain",
        "1, 64, 60, 20, plain",
        "1, 1000, 2, 20, plain",
        "2, 2, 0, 8000, windows",
        "1, 1, 0, 34000, windows",
        "16, 2, 200, 400, narrowing",
        "1, 1, 200, 34000, narrowing"
    })
    void heldAtMost(int states, int asked, int options, int characters, String way) {
        PackingOptions packing = new PackingOptions(
                false,
                way.equals("narrowing") ? new Approach(Narrowing.parse("10").orElseThrow(), 1) : Approach.PLAIN,
                way.equals("windows"));
        Served served = new Served(tiny, Calibration.of(Temperatures.of(List.of(1.0, 1.0, 1.0), Map.of())));
        List<Destination<Served>> destinations = IntStream.range(0, states)
                .mapToObj(_ -> new Destination<>(served, Optional.<Route>empty()))
                .toList();
        long need = new QuestionPlan<Served>(questions(asked, options), Controls.NONE, packing)
                .heapNeeded(states(states, characters, 0), destinations);
        int copies = (int) Math.max(1, MEASURABLE / need);
        long before = used();
        for (int copy = 0; copy < copies; copy++) {
            SequencedMap<String, Question> questions = questions(asked, options);
            List<State> texts = states(states, characters, copy);
            DecisionPlan<Served> plan =
                    new QuestionPlan<Served>(questions, Controls.NONE, packing).plan(texts, destinations);
            held.add(new Held(questions, texts, plan, new ArrayList<>()));
        }
        long most = used() - before;
        for (int copy = 0; copy < copies; copy++) {
            Held each = held.get(copy);
            boolean last = copy == copies - 1;
            List<Long> seen = new ArrayList<>();
            each.responses.addAll(each.plan.answer(round -> {
                List<Logits> computed = logits(round);
                if (last) {
                    seen.add(used() - before);
                }
                return computed;
            }));
            most = Math.max(most, seen.stream().mapToLong(x -> x).max().orElse(0));
        }
        most = Math.max(most, used() - before);
        assertThat(most / copies).as("bytes held by one of " + copies).isLessThanOrEqualTo(need);
    }
}
