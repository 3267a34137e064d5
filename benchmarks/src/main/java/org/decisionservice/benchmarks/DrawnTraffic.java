// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.decisionservice.judging.drift.Tally;
import org.decisionservice.tools.drift.LoggedAnswer;

/**
 * Traffic that is made up of real answers: rows are drawn from a decision log, and hours, weekends and clumps are
 * invented.
 *
 * @param kind what days are like
 * @param perDay how many rows come in a day on average
 */
record DrawnTraffic(Shape kind, int perDay) {
    private static final int HOURS = 24;
    private static final int WEEK = 7;

    /** How much more of a day comes at noon than at midnight. */
    private static final double[] WEIGHTS = IntStream.range(0, HOURS)
            .mapToDouble(hour -> 1.2 - Math.cos(2 * Math.PI * hour / HOURS))
            .toArray();

    private static final int INCIDENT_DAYS = 4;
    private static final int INCIDENT_SHARE = 20;
    private static final int WEEKEND_FACTOR = 3;

    /** The differences between days. */
    enum Shape {
        /** Chance alone. */
        STEADY,
        /** At weekends, messages with the most frequent answer to the first question come three times as often. */
        WEEKLY,
        /** Every fourth day has an incident: a twentieth of its messages are one and the same. */
        CLUMPS
    }

    /**
     * Messages to draw from.
     *
     * @param rows the answers to each question about a message
     * @param frequent the most frequent answer to the first question
     */
    record Pool(List<SequencedMap<String, Tally.Seen>> rows, String frequent) {
        static Pool of(Path log) {
            SequencedMap<String, SequencedMap<String, Tally.Seen>> rows = new LinkedHashMap<>();
            LoggedAnswer.forEach(
                    log,
                    answer -> rows.computeIfAbsent(answer.request(), _ -> new LinkedHashMap<>())
                            .put(answer.id(), answer.seen()));
            return of(List.copyOf(rows.values()));
        }

        private static Pool of(List<SequencedMap<String, Tally.Seen>> rows) {
            String frequent = rows.stream()
                    .map(Pool::first)
                    .collect(Collectors.groupingBy(answer -> answer, Collectors.counting()))
                    .entrySet()
                    .stream()
                    .max(Comparator.comparingLong(Map.Entry::getValue))
                    .orElseThrow()
                    .getKey();
            return new Pool(rows, frequent);
        }

        private static String first(SequencedMap<String, Tally.Seen> row) {
            return row.firstEntry().getValue().answer();
        }

        /** The first half of the messages, or the second. */
        Pool half(int which) {
            int middle = rows.size() / 2;
            return of(which == 0 ? rows.subList(0, middle) : rows.subList(middle, rows.size()));
        }

        SequencedMap<String, Tally.Seen> any(Random random) {
            return rows.get(random.nextInt(rows.size()));
        }

        private SequencedMap<String, Tally.Seen> atWeekend(Random random) {
            SequencedMap<String, Tally.Seen> row = any(random);
            while (!first(row).equals(frequent) && random.nextInt(WEEKEND_FACTOR) > 0) {
                row = any(random);
            }
            return row;
        }
    }

    /** The messages of an hour; hours are counted from a Monday's first. */
    List<SequencedMap<String, Tally.Seen>> hour(Pool pool, int hour, Random random) {
        double mean = perDay * WEIGHTS[hour % HOURS] / Arrays.stream(WEIGHTS).sum();
        long count = Math.max(0, Math.round(mean + Math.sqrt(mean) * random.nextGaussian()));
        int day = hour / HOURS;
        boolean weekend = kind == Shape.WEEKLY && day % WEEK >= WEEK - 2;
        boolean incident = kind == Shape.CLUMPS && day % INCIDENT_DAYS == INCIDENT_DAYS - 1;
        SequencedMap<String, Tally.Seen> same = pool.any(new Random(day));
        List<SequencedMap<String, Tally.Seen>> drawn = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            drawn.add(
                    incident && random.nextInt(INCIDENT_SHARE) == 0
                            ? same
                            : weekend ? pool.atWeekend(random) : pool.any(random));
        }
        return drawn;
    }
}
