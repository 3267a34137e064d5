// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.judge;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import org.decisionservice.contract.json.Json;
import org.decisionservice.judging.metrics.Estimate;
import org.decisionservice.tools.report.Comparison;
import org.decisionservice.tools.report.Trial;

/**
 * The outcome of a shadow log for each question, and for all.
 *
 * @param questions by id, the most frequent first; beyond the first ones together
 * @param all the answers to all of them
 */
public record Trials(ShadowLog log, SequencedMap<String, Trial> questions, Trial all) {
    /** Clients may make up ids. */
    private static final int MOST_QUESTIONS = 50;

    private static final String OTHERS = "(other questions)";

    /** Judges {@code log}; {@code margin} is that of {@link Trial#of}. */
    public static Trials of(ShadowLog log, double margin) {
        SequencedMap<String, List<Comparison.Pair>> pairs = new LinkedHashMap<>();
        log.byQuestion()
                .forEach((id, answers) -> pairs.computeIfAbsent(
                                pairs.size() < MOST_QUESTIONS ? id : OTHERS, _ -> new ArrayList<>())
                        .addAll(answers.stream().map(ShadowLog.Two::pair).toList()));
        SequencedMap<String, Trial> questions = new LinkedHashMap<>();
        pairs.forEach((id, own) -> questions.put(id, Trial.of(own, margin, pairs.size())));
        Trial all = Trial.of(log.answers().stream().map(ShadowLog.Two::pair).toList(), margin, 1);
        return new Trials(log, questions, all);
    }

    /** What to do. */
    public Trial.Decision decision() {
        return Trial.overall(List.copyOf(questions.values()), all);
    }

    /** The answers that differ, whose label is not known. */
    public List<ShadowLog.Two> unlabelled() {
        return log.answers().stream()
                .filter(each -> each.pair().gold().isEmpty())
                .filter(each -> each.pair().differs())
                .toList();
    }

    /** The report for a terminal. */
    public String text() {
        StringBuilder text = new StringBuilder();
        text.append("A is what was served, B is the shadow: ")
                .append(log.tried())
                .append('\n');
        questions.forEach((id, trial) -> {
            text.append(line(id, trial));
            text.append("  ")
                    .append(trial.decision())
                    .append(": ")
                    .append(trial.reason())
                    .append('\n');
        });
        if (questions.size() > 1) {
            text.append(line("all", all));
        }
        return text.append("Verdict: ")
                .append(decision())
                .append(why())
                .append('\n')
                .toString();
    }

    private String why() {
        List<String> not = questions.entrySet().stream()
                .filter(each -> each.getValue().decision() == decision())
                .map(Map.Entry::getKey)
                .toList();
        return switch (decision()) {
            case SWITCH -> "";
            case DO_NOT ->
                not.isEmpty() ? ", because of all answers together" : ", because of " + String.join(", ", not);
            case NOT_YET -> ", because of " + String.join(", ", not);
        };
    }

    private static String line(String id, Trial trial) {
        Comparison compared = trial.comparison();
        return String.format(
                Locale.ROOT,
                "%s: %,d answers, %,d differ (%.2f %%, %.2f to %.2f); %,d of these labelled; probabilities move by %.4f at"
                        + " most, %.4f on average%n",
                id,
                compared.compared(),
                compared.differing().size(),
                100 * trial.differing().value(),
                100 * trial.differing().interval().low(),
                100 * trial.differing().interval().high(),
                trial.labelled(),
                compared.largest(),
                compared.mean());
    }

    /** The numbers, and every answer that differs. */
    public byte[] json() {
        return Json.bytes(out -> {
            out.useDefaultPrettyPrinter();
            out.writeStartObject();
            out.writeStringField("tried", log.tried());
            out.writeStringField("verdict", decision().toString());
            out.writeObjectFieldStart("all");
            write(out, all);
            out.writeEndObject();
            out.writeObjectFieldStart("questions");
            for (Map.Entry<String, Trial> question : questions.entrySet()) {
                out.writeObjectFieldStart(question.getKey());
                write(out, question.getValue());
                out.writeEndObject();
            }
            out.writeEndObject();
            out.writeArrayFieldStart("differing");
            for (ShadowLog.Two each : log.answers()) {
                if (each.pair().differs()) {
                    write(out, each);
                }
            }
            out.writeEndArray();
            out.writeEndObject();
        });
    }

    private static void write(JsonGenerator out, Trial trial) throws IOException {
        out.writeStringField("verdict", trial.decision().toString());
        out.writeStringField("reason", trial.reason());
        out.writeNumberField("answers", trial.comparison().compared());
        out.writeNumberField("differing", trial.comparison().differing().size());
        out.writeNumberField("labelled", trial.labelled());
        out.writeNumberField("largest", trial.comparison().largest());
        out.writeNumberField("mean", trial.comparison().mean());
        write(out, "differing_share", trial.differing());
        if (trial.gain().isPresent()) {
            write(out, "gain", trial.gain().get());
        }
    }

    private static void write(JsonGenerator out, String name, Estimate estimate) throws IOException {
        out.writeObjectFieldStart(name);
        out.writeNumberField("value", estimate.value());
        out.writeNumberField("low", estimate.interval().low());
        out.writeNumberField("high", estimate.interval().high());
        out.writeEndObject();
    }

    private static void write(JsonGenerator out, ShadowLog.Two answer) throws IOException {
        Comparison.Pair pair = answer.pair();
        out.writeStartObject();
        out.writeStringField("request_id", answer.requestId());
        out.writeNumberField("state_index", answer.stateIndex());
        out.writeStringField("id", answer.id());
        out.writeStringField("served", pair.options().get(pair.a().argMax()));
        out.writeStringField("shadow", pair.options().get(pair.b().argMax()));
        out.writeNumberField("distance", pair.distance());
        if (pair.gold().isPresent()) {
            out.writeStringField("gold", pair.options().get(pair.gold().getAsInt()));
        }
        out.writeEndObject();
    }
}
