// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.benchmarks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.SequencedMap;
import java.util.Set;
import org.decisionservice.benchmarks.DrawnTraffic.Pool;
import org.decisionservice.judging.drift.Baseline;
import org.decisionservice.judging.drift.Dispersion;
import org.decisionservice.judging.drift.Shift;
import org.decisionservice.judging.drift.Tally;
import org.decisionservice.judging.drift.Trait;
import org.decisionservice.server.metrics.DriftWindow;

/**
 * How often a service that watches itself is alarmed without a reason, and how soon with one. What counts and compares
 * are the classes of the service, looked at every hour.
 */
public final class DriftDraws {
    private static final int HOURS = 24;
    private static final int MONTH = 28;
    private static final int SETTLED = 3 * HOURS;
    private static final int[] BASELINE_DAYS = {28, 7, 1};
    private static final int[] ROWS_PER_DAY = {200, 1_000};
    private static final double[] SHARES = {0.1, 0.2, 0.3, 0.5, 1};

    private DriftDraws() {}

    /**
     * Takes the number of months to simulate, the file to write, the decision log of ordinary traffic and those of
     * other traffic.
     *
     * @throws IOException if one of the files cannot be used
     */
    public static void main(String[] arguments) throws IOException {
        int months = Integer.parseInt(arguments[0]);
        Pool pool = Pool.of(Path.of(arguments[2]));
        try (JsonGenerator out = new JsonFactory().createGenerator(Files.newBufferedWriter(Path.of(arguments[1])))) {
            out.writeStartObject();
            out.writeArrayFieldStart("without");
            for (DrawnTraffic.Shape kind : DrawnTraffic.Shape.values()) {
                for (int rows : ROWS_PER_DAY) {
                    for (int days : BASELINE_DAYS) {
                        without(out, pool, new DrawnTraffic(kind, rows), days, months);
                    }
                }
            }
            out.writeEndArray();
            out.writeArrayFieldStart("with");
            for (int other = 3; other < arguments.length; other++) {
                for (int rows : ROWS_PER_DAY) {
                    for (double share : SHARES) {
                        with(
                                out,
                                pool,
                                Path.of(arguments[other]),
                                new DrawnTraffic(DrawnTraffic.Shape.WEEKLY, rows),
                                share,
                                months);
                    }
                }
            }
            out.writeEndArray();
            out.writeEndObject();
        }
    }

    /** A month in which nothing happens, again and again: how many alarms begin. */
    private static void without(JsonGenerator out, Pool pool, DrawnTraffic traffic, int days, int months)
            throws IOException {
        out.writeStartObject();
        out.writeStringField("traffic", traffic.kind().name());
        out.writeNumberField("rows_per_day", traffic.perDay());
        out.writeNumberField("baseline_days", days);
        out.writeArrayFieldStart("alarms");
        for (int month = 0; month < months; month++) {
            Random random = new Random(month);
            Watched watched = new Watched(baseline(traffic, pool.half(0), days, random));
            int alarms = 0;
            for (int hour = 0; hour < MONTH * HOURS; hour++) {
                alarms += watched.alarms(traffic.hour(pool.half(1), hour, random));
            }
            out.writeNumber(alarms);
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    /** A share of the messages becomes others after three days: how many hours later an alarm begins; null is never. */
    private static void with(JsonGenerator out, Pool pool, Path other, DrawnTraffic traffic, double share, int months)
            throws IOException {
        Pool others = Pool.of(other);
        out.writeStartObject();
        out.writeStringField("other", String.valueOf(other.getFileName()));
        out.writeNumberField("rows_per_day", traffic.perDay());
        out.writeNumberField("share", share);
        out.writeArrayFieldStart("hours");
        for (int month = 0; month < months; month++) {
            OptionalInt told = untilTold(pool, others, traffic, share, new Random(month));
            if (told.isPresent()) {
                out.writeNumber(told.getAsInt());
            } else {
                out.writeNull();
            }
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    private static OptionalInt untilTold(Pool pool, Pool others, DrawnTraffic traffic, double share, Random random) {
        Watched watched = new Watched(baseline(traffic, pool.half(0), MONTH, random));
        int start = SETTLED + random.nextInt(MONTH / 4 * HOURS);
        for (int hour = 0; hour < start + SETTLED; hour++) {
            List<SequencedMap<String, Tally.Seen>> drawn = traffic.hour(pool.half(1), hour, random);
            if (hour >= start) {
                drawn.replaceAll(row -> random.nextDouble() < share ? others.any(random) : row);
            }
            if (watched.alarms(drawn) > 0 && hour >= start) {
                return OptionalInt.of(hour + 1 - start);
            }
        }
        return OptionalInt.empty();
    }

    private static Baseline baseline(DrawnTraffic traffic, Pool pool, int days, Random random) {
        SequencedMap<String, List<Tally>> tallies = new LinkedHashMap<>();
        for (int day = 0; day < days; day++) {
            Map<String, Tally> ofDay = new LinkedHashMap<>();
            for (int hour = 0; hour < HOURS; hour++) {
                traffic.hour(pool, day * HOURS + hour, random)
                        .forEach(row -> row.forEach((id, seen) ->
                                ofDay.computeIfAbsent(id, _ -> new Tally()).add(seen)));
            }
            ofDay.forEach((id, tally) ->
                    tallies.computeIfAbsent(id, _ -> new ArrayList<>()).add(tally));
        }
        SequencedMap<String, Baseline.QuestionBaseline> questions = new LinkedHashMap<>();
        tallies.forEach((id, each) -> {
            Map<Trait, Dispersion> dispersions = new EnumMap<>(Trait.class);
            for (Trait trait : Trait.values()) {
                dispersions.put(trait, Shift.dispersion(trait, each));
            }
            Tally all = new Tally();
            each.forEach(all::add);
            questions.put(id, new Baseline.QuestionBaseline("", all, dispersions));
        });
        return new Baseline(questions);
    }

    /** A service with its own clock. */
    private static final class Watched {
        private final DriftWindow window;
        private long hours;
        private Set<String> alarms = Set.of();

        Watched(Baseline baseline) {
            window = new DriftWindow(
                    baseline, Duration.ofDays(1), () -> Duration.ofHours(hours).toNanos(), Runnable::run);
        }

        /** Counts the messages of an hour, and returns how many alarms begin after it. */
        int alarms(List<SequencedMap<String, Tally.Seen>> rows) {
            rows.forEach(row -> row.forEach(window::count));
            hours++;
            Set<String> now = new HashSet<>();
            window.found().forEach((id, found) -> found.alarms().forEach(trait -> now.add(id + " " + trait)));
            int begun =
                    (int) now.stream().filter(each -> !alarms.contains(each)).count();
            alarms = now;
            return begun;
        }
    }
}
