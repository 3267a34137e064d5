// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.drift;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.contract.json.Json;
import org.decisionservice.contract.json.JsonFile;
import org.decisionservice.contract.json.MalformedFile;
import org.decisionservice.judging.drift.Baseline;
import org.decisionservice.judging.drift.Dispersion;
import org.decisionservice.judging.drift.Shift;
import org.decisionservice.judging.drift.Tally;
import org.decisionservice.judging.drift.Trait;
import org.decisionservice.tools.labelled.LabelsException;
import org.jspecify.annotations.Nullable;

/** Baselines as files of JSON, which hold counts, the ids of questions and the texts of options; nothing of a state. */
public final class Baselines {
    private static final String MARK = "drift_baseline";
    private static final int VERSION = 1;
    private static final List<String> VERSIONS = List.of(Integer.toString(VERSION));

    /** Room for the counts of a hundred thousand options. */
    private static final int LARGEST = 8 << 20;

    private static final Set<String> MEMBERS = Set.of(MARK, "from", "to", "answers", "questions");
    private static final Set<String> OF_A_QUESTION = Set.of("wording", "traits");
    private static final Set<String> OF_A_TRAIT = Set.of("counts", "days");
    private static final Set<String> OF_DAYS = Set.of("ratio", "degrees", "answers");

    private Baselines() {}

    /**
     * Reads a baseline, or counts the answers of a decision log as one.
     *
     * @throws LabelsException if the file is neither; the message says what to change
     */
    public static Baseline read(Path file) {
        return LoggedAnswer.isLog(file) ? frozen(file, LoggedAnswers.read(file)) : readFrozen(file);
    }

    private static Baseline frozen(Path log, LoggedAnswers answers) {
        Baseline baseline = answers.freeze();
        if (baseline.questions().isEmpty()) {
            throw LabelsException.of(
                    log, "no question has " + Shift.LEAST_ANSWERS + " answers, which a baseline takes; wait for more");
        }
        return baseline;
    }

    /**
     * Reads a frozen baseline.
     *
     * @throws LabelsException if it is none; the message names the file, the member and what makes one
     */
    public static Baseline readFrozen(Path file) {
        try {
            JsonFile root = JsonFile.read(file, LARGEST);
            if (!root.members().containsKey(MARK)) {
                throw new MalformedFile("it is no baseline");
            }
            SequencedMap<String, JsonValue> questions = JsonFile.object(
                    root.requireVersion(MARK, VERSIONS)
                            .requireOnly(MEMBERS)
                            .members()
                            .get("questions"),
                    "questions");
            SequencedMap<String, Baseline.QuestionBaseline> read = new LinkedHashMap<>();
            questions.forEach((id, value) -> read.put(id, asked("questions." + id, value)));
            if (read.isEmpty()) {
                throw new MalformedFile("'questions' is empty");
            }
            return new Baseline(read);
        } catch (MalformedFile e) {
            throw LabelsException.of(
                    file, e.getMessage() + "; ./serve drift LOG.jsonl --freeze FILE makes one of a decision log");
        }
    }

    private static Baseline.QuestionBaseline asked(String path, JsonValue value) {
        SequencedMap<String, JsonValue> members = object(path, value, OF_A_QUESTION);
        if (!(members.get("wording") instanceof JsonString(String wording))) {
            throw new MalformedFile("'" + path + ".wording' is missing");
        }
        Tally tally = new Tally();
        Map<Trait, Dispersion> dispersions = new EnumMap<>(Trait.class);
        JsonFile.object(members.get("traits"), path + ".traits").forEach((name, of) -> {
            String at = path + ".traits." + name;
            Trait trait = Arrays.stream(Trait.values())
                    .filter(each -> each.wireName().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new MalformedFile("'" + at + "' is nothing that is counted"));
            SequencedMap<String, JsonValue> counted = object(at, of, OF_A_TRAIT);
            JsonFile.object(counted.get("counts"), at + ".counts")
                    .forEach((category, count) ->
                            tally.add(trait, category, (long) number(at + ".counts." + category, count)));
            dispersions.put(trait, dispersion(at + ".days", object(at + ".days", counted.get("days"), OF_DAYS)));
        });
        return new Baseline.QuestionBaseline(wording, tally, dispersions);
    }

    private static Dispersion dispersion(String path, SequencedMap<String, JsonValue> members) {
        double ratio = number(path + ".ratio", members.get("ratio"));
        double degrees = number(path + ".degrees", members.get("degrees"));
        return degrees == 0
                ? Dispersion.UNKNOWN
                : new Dispersion(
                        Math.max(1, ratio), degrees, Math.max(1, number(path + ".answers", members.get("answers"))));
    }

    private static SequencedMap<String, JsonValue> object(String path, @Nullable JsonValue value, Set<String> known) {
        SequencedMap<String, JsonValue> members = JsonFile.object(value, path);
        JsonFile.requireOnly(path + ".", members, known);
        return members;
    }

    private static double number(String path, @Nullable JsonValue value) {
        double number = JsonFile.number(value);
        if (!(number >= 0 && number <= Long.MAX_VALUE)) {
            throw new MalformedFile("'" + path + "' must be a number from 0");
        }
        return number;
    }

    /**
     * The bytes of a file that freezes {@code answers}.
     *
     * @throws LabelsException if there are too few
     */
    public static byte[] bytes(Path log, LoggedAnswers answers) {
        Baseline baseline = frozen(log, answers);
        return Json.bytes(out -> {
            out.useDefaultPrettyPrinter();
            out.writeStartObject();
            out.writeNumberField(MARK, VERSION);
            out.writeStringField("from", answers.from().toString());
            out.writeStringField("to", answers.to().toString());
            out.writeNumberField("answers", answers.count());
            out.writeObjectFieldStart("questions");
            for (Map.Entry<String, Baseline.QuestionBaseline> question :
                    baseline.questions().entrySet()) {
                out.writeObjectFieldStart(question.getKey());
                out.writeStringField("wording", question.getValue().wording());
                out.writeObjectFieldStart("traits");
                for (Trait trait : Trait.values()) {
                    trait(out, trait, question.getValue());
                }
                out.writeEndObject();
                out.writeEndObject();
            }
            out.writeEndObject();
            out.writeEndObject();
        });
    }

    private static void trait(JsonGenerator out, Trait trait, Baseline.QuestionBaseline question) throws IOException {
        out.writeObjectFieldStart(trait.wireName());
        out.writeObjectFieldStart("counts");
        for (Map.Entry<String, Long> count : question.tally().counts(trait).entrySet()) {
            out.writeNumberField(count.getKey(), count.getValue());
        }
        out.writeEndObject();
        Dispersion days = question.dispersions().getOrDefault(trait, Dispersion.UNKNOWN);
        out.writeObjectFieldStart("days");
        Json.exact(out, "ratio", days.ratio());
        Json.exact(out, "degrees", days.degrees());
        Json.exact(out, "answers", days.answersPerDay());
        out.writeEndObject();
        out.writeEndObject();
    }
}
