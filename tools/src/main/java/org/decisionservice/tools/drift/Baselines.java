// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.drift;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.json.Json;
import org.decisionservice.contract.json.JsonReader;
import org.decisionservice.core.checkpoint.RegularFile;
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
    private static final int LARGEST = 64 << 20;
    private static final String NO_BASELINE =
            "it is no baseline; ./serve drift LOG.jsonl --freeze FILE makes one of a decision log";

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
            if (!(JsonReader.readData(RegularFile.bytes(file, LARGEST)) instanceof JsonObject root)
                    || !(root.members().get(MARK) instanceof JsonInteger(String version))
                    || !(root.members().get("questions") instanceof JsonObject questions)) {
                throw new LabelsException(NO_BASELINE);
            }
            if (!version.equals(String.valueOf(VERSION))) {
                throw new LabelsException("it is a baseline of version " + version + ", and this program reads version "
                        + VERSION + "; freeze the log again");
            }
            SequencedMap<String, Baseline.Asked> read = new LinkedHashMap<>();
            questions.members().forEach((id, value) -> read.put(id, asked("questions." + id, value)));
            if (read.isEmpty()) {
                throw new LabelsException("'questions' is empty; freeze a log that holds answers");
            }
            return new Baseline(read);
        } catch (RefusedException e) {
            throw LabelsException.of(
                    file, NO_BASELINE + " (" + e.refusal().detail().replace("request body", "the file") + ")");
        } catch (LabelsException e) {
            throw LabelsException.of(file, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw LabelsException.of(file, "cannot be read: " + RegularFile.reason(e));
        }
    }

    private static Baseline.Asked asked(String path, JsonValue value) {
        SequencedMap<String, JsonValue> members = object(path, value);
        if (!(members.get("wording") instanceof JsonString(String wording))) {
            throw new LabelsException("'" + path + ".wording' is missing; freeze the log again");
        }
        Tally tally = new Tally();
        Map<Trait, Dispersion> dispersions = new EnumMap<>(Trait.class);
        object(path + ".traits", members.get("traits")).forEach((name, of) -> {
            String at = path + ".traits." + name;
            Trait trait = Arrays.stream(Trait.values())
                    .filter(each -> each.wireName().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new LabelsException("'" + at + "' is nothing that is counted"));
            SequencedMap<String, JsonValue> counted = object(at, of);
            object(at + ".counts", counted.get("counts"))
                    .forEach((category, count) ->
                            tally.add(trait, category, (long) number(at + ".counts." + category, count)));
            dispersions.put(trait, dispersion(at + ".days", object(at + ".days", counted.get("days"))));
        });
        return new Baseline.Asked(wording, tally, dispersions);
    }

    private static Dispersion dispersion(String path, SequencedMap<String, JsonValue> members) {
        double ratio = number(path + ".ratio", members.get("ratio"));
        double degrees = number(path + ".degrees", members.get("degrees"));
        return degrees == 0
                ? Dispersion.UNKNOWN
                : new Dispersion(
                        Math.max(1, ratio), degrees, Math.max(1, number(path + ".answers", members.get("answers"))));
    }

    private static SequencedMap<String, JsonValue> object(String path, @Nullable JsonValue value) {
        if (value instanceof JsonObject object) {
            return object.members();
        }
        throw new LabelsException("'" + path + "' must be an object; freeze the log again");
    }

    private static double number(String path, @Nullable JsonValue value) {
        double number = switch (value) {
            case JsonInteger(String digits) -> Double.parseDouble(digits);
            case JsonDouble(double given) -> given;
            case null, default -> Double.NaN;
        };
        if (!(number >= 0 && number <= Long.MAX_VALUE)) {
            throw new LabelsException("'" + path + "' must be a number from 0; freeze the log again");
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
            for (Map.Entry<String, Baseline.Asked> question :
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

    private static void trait(JsonGenerator out, Trait trait, Baseline.Asked question) throws IOException {
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
