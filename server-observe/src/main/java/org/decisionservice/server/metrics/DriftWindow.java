// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.metrics;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.decisionservice.core.text.Quote;
import org.decisionservice.judging.drift.Baseline;
import org.decisionservice.judging.drift.Shift;
import org.decisionservice.judging.drift.Tally;
import org.decisionservice.judging.drift.Trait;
import org.decisionservice.tools.drift.DriftReport;

/**
 * Compares the answers of the last window of time with a baseline, {@value #LOOKS} times in a window, and says in the
 * log when a trait has drifted and when it is back. Whoever comes first after a slot of the window starts the
 * comparison, which runs beside. Safe for any number of threads.
 */
public final class DriftWindow {
    private static final System.Logger LOG = System.getLogger(DriftWindow.class.getName());
    private static final int LOOKS = 24;
    private static final double SECONDS_PER_DAY = Duration.ofDays(1).toSeconds();

    private final Duration window;
    private final LongSupplier nanoTime;
    private final Executor beside;
    private final long began;
    private final AtomicLong current = new AtomicLong();
    private final SequencedMap<String, Watched> questions = new LinkedHashMap<>();
    private volatile SequencedMap<String, Found> found = new LinkedHashMap<>();

    /** A question of the baseline, and how it is answered now. */
    private record Watched(Baseline.QuestionBaseline asked, SlidingTally tally) {}

    /**
     * The findings about a question at the last look.
     *
     * @param answers in the window
     * @param shifts one for each trait that there are enough answers of
     * @param alarms the traits that have drifted
     */
    public record Found(long answers, List<Shift> shifts, Set<Trait> alarms) {
        public Found {
            shifts = List.copyOf(shifts);
            alarms = Set.copyOf(alarms);
        }

        private Found judged(int looked) {
            Set<Trait> drifted = shifts.stream()
                    .filter(shift -> shift.isAlarm(looked))
                    .map(Shift::trait)
                    .collect(Collectors.toSet());
            return new Found(answers, shifts, drifted);
        }
    }

    /**
     * Begins to count.
     *
     * @param window how far back answers count; nothing is an alarm before one has passed
     * @param nanoTime a clock with the contract of {@link System#nanoTime()}
     * @param beside runs the comparisons
     */
    public DriftWindow(Baseline baseline, Duration window, LongSupplier nanoTime, Executor beside) {
        this.window = window;
        this.nanoTime = nanoTime;
        this.beside = beside;
        this.began = nanoTime.getAsLong();
        baseline.questions().forEach((id, asked) -> questions.put(id, new Watched(asked, new SlidingTally(LOOKS))));
    }

    /** Counts an answer to a question of the baseline, asked in the same words. */
    public void count(String id, Tally.Seen seen) {
        Optional.ofNullable(questions.get(id))
                .ifPresent(watched -> watched.tally().add(slot(), seen));
    }

    /** The slot of now. If it has just begun, the window that ended is looked at. */
    private long slot() {
        long slot = (nanoTime.getAsLong() - began) / (window.toNanos() / LOOKS);
        long before = current.get();
        if (slot > before && current.compareAndSet(before, slot)) {
            beside.execute(() -> look(slot));
        }
        return slot;
    }

    /** The findings of the last look by question id; none before the first. */
    public SequencedMap<String, Found> found() {
        slot();
        return found;
    }

    private synchronized void look(long slot) {
        double days = window.toSeconds() / SECONDS_PER_DAY;
        SequencedMap<String, Found> now = new LinkedHashMap<>();
        questions.forEach((id, question) -> {
            Tally tally = question.tally().before(slot);
            now.put(id, new Found(tally.answers(), Shift.between(question.asked(), tally, days), Set.of()));
        });
        if (slot >= LOOKS) {
            int looked =
                    now.values().stream().mapToInt(of -> of.shifts().size()).sum();
            now.replaceAll((_, of) -> of.judged(looked));
        }
        now.forEach(this::tell);
        found = now;
    }

    private void tell(String id, Found now) {
        Set<Trait> before =
                Optional.ofNullable(found.get(id)).map(Found::alarms).orElse(Set.of());
        List<Shift> begun = new ArrayList<>(now.shifts());
        begun.removeIf(shift -> !now.alarms().contains(shift.trait()) || before.contains(shift.trait()));
        begun.forEach(shift -> LOG.log(
                WARNING,
                "drift: question {0}: {1} differ from the baseline by {2}: {3}",
                Quote.of(id),
                shift.trait().wireName(),
                String.format(Locale.ROOT, "%.2f", shift.distance()),
                DriftReport.moved(shift)));
        before.stream()
                .filter(trait -> !now.alarms().contains(trait))
                .forEach(trait -> LOG.log(
                        INFO,
                        "drift: question {0}: {1} no longer differ from the baseline",
                        Quote.of(id),
                        trait.wireName()));
    }
}
