// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.drift;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.contract.json.Json;
import org.decisionservice.core.text.Printable;
import org.decisionservice.core.text.Quote;
import org.decisionservice.judging.drift.Baseline;
import org.decisionservice.judging.drift.Shift;
import org.decisionservice.judging.drift.Tally;

/**
 * The differences from a baseline.
 *
 * @param shifts by question id, one for each trait that both have enough answers of
 * @param uncompared why a question of the baseline is not compared, by its id
 * @param isShort whether the baseline is too short to know how much days differ
 */
public record DriftReport(
        SequencedMap<String, List<Shift>> shifts, SequencedMap<String, String> uncompared, boolean isShort) {
    /** The meaning of a short baseline, after the words "the baseline". */
    public static final String SHORT =
            "has fewer than three days with 50 answers or more, so nobody knows how much days"
                    + " differ, and an ordinary Monday may look like drift";

    private static final double PERCENT = 100;

    /** Compares {@code now} with {@code baseline}. */
    public static DriftReport of(Baseline baseline, LoggedAnswers now) {
        SequencedMap<String, List<Shift>> shifts = new LinkedHashMap<>();
        SequencedMap<String, String> uncompared = new LinkedHashMap<>();
        baseline.questions().forEach((id, asked) -> {
            Optional<Tally> tally = now.of(id, asked.wording());
            if (tally.isEmpty()) {
                uncompared.put(
                        id,
                        now.asks(id) ? "is asked in other words now; freeze a new baseline" : "is not asked any more");
            } else if (tally.get().answers() < Shift.LEAST_ANSWERS) {
                uncompared.put(id, "has fewer than " + Shift.LEAST_ANSWERS + " answers now");
            } else {
                shifts.put(id, Shift.between(asked, tally.get(), now.days()));
            }
        });
        return new DriftReport(shifts, uncompared, baseline.isShort());
    }

    /** The traits that were looked at. */
    int looked() {
        return shifts.values().stream().mapToInt(List::size).sum();
    }

    /** The traits that have drifted. */
    public long alarms() {
        return shifts.values().stream()
                .flatMap(List::stream)
                .filter(shift -> shift.isAlarm(looked()))
                .count();
    }

    /** For people. */
    public String text() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(Locale.ROOT, "%-24s %-12s %8s  %s", "question", "trait", "distance", "moved most"));
        shifts.forEach((id, each) -> each.stream()
                .filter(shift -> shift.distance() > 0)
                .forEach(shift -> lines.add(String.format(
                        Locale.ROOT,
                        "%-24s %-12s %8.3f  %s%s",
                        Printable.of(id),
                        shift.trait().wireName(),
                        shift.distance(),
                        moved(shift),
                        shift.isAlarm(looked()) ? "  DRIFT" : ""))));
        long unmoved = shifts.values().stream()
                .flatMap(List::stream)
                .filter(shift -> shift.distance() == 0)
                .count();
        if (unmoved > 0) {
            lines.add(unmoved + (unmoved == 1 ? " other trait is" : " other traits are") + " as in the baseline");
        }
        uncompared.forEach((id, why) -> lines.add(Quote.of(id) + " " + why));
        if (isShort) {
            lines.add("the baseline " + SHORT);
        }
        long alarms = alarms();
        lines.add(
                alarms == 0
                        ? "no drift: nothing of " + looked()
                                + " traits is both far from the baseline and more than chance"
                        : "drift: " + alarms + " of " + looked() + " traits");
        return String.join("\n", lines) + "\n";
    }

    /** Says how the share of the category that moved most has changed. */
    public static String moved(Shift shift) {
        return String.format(
                Locale.ROOT,
                "%s %.1f %% → %.1f %% of %d",
                Printable.of(shift.most()),
                PERCENT * shift.before(),
                PERCENT * shift.now(),
                shift.answers());
    }

    /** The same for programs. */
    public byte[] json() {
        return Json.bytes(out -> {
            out.useDefaultPrettyPrinter();
            out.writeStartObject();
            out.writeNumberField("alarms", alarms());
            out.writeNumberField("traits", looked());
            out.writeObjectFieldStart("questions");
            for (Map.Entry<String, List<Shift>> question : shifts.entrySet()) {
                out.writeObjectFieldStart(question.getKey());
                for (Shift shift : question.getValue()) {
                    out.writeObjectFieldStart(shift.trait().wireName());
                    Json.exact(out, "distance", shift.distance());
                    Json.exact(out, "p", shift.p());
                    out.writeBooleanField("drift", shift.isAlarm(looked()));
                    out.writeStringField("moved_most", shift.most());
                    Json.exact(out, "before", shift.before());
                    Json.exact(out, "now", shift.now());
                    out.writeNumberField("answers", shift.answers());
                    out.writeEndObject();
                }
                out.writeEndObject();
            }
            out.writeEndObject();
            out.writeObjectFieldStart("not_compared");
            for (Map.Entry<String, String> each : uncompared.entrySet()) {
                out.writeStringField(each.getKey(), each.getValue());
            }
            out.writeEndObject();
            out.writeEndObject();
        });
    }
}
