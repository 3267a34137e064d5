// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.judge;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.contract.json.JsonFile;
import org.decisionservice.core.text.JsonText;
import org.decisionservice.tools.labelled.LabelsException;
import org.decisionservice.tools.report.Report;
import org.jspecify.annotations.Nullable;

/** An earlier report that a new one must not fall behind. */
public final class Baseline {
    private final Path file;
    private final SequencedMap<String, JsonValue> report;

    private Baseline(Path file, SequencedMap<String, JsonValue> report) {
        this.file = file;
        this.report = report;
    }

    /**
     * Reads the report.
     *
     * @throws LabelsException if it is not one of this version
     */
    public static Baseline read(Path file) {
        return new Baseline(file, ReportJson.read(file));
    }

    /**
     * Checks, before anything is asked, that it is of these labels.
     *
     * @param digest of the file of labels
     * @throws LabelsException if it is of others
     */
    public void requireLabels(String digest) {
        same("labels", text(object(report.get("measurement")).get("file")), digest);
    }

    /**
     * Compares {@code now} with it.
     *
     * @param tolerance how much worse a number may be
     * @return one line for each number that is worse
     * @throws LabelsException if the two are not of the same labels and questions
     */
    public List<String> missedBy(Report now, double tolerance) {
        var measured = object(report.get("measurement"));
        same("labels", text(measured.get("file")), now.measurement().file());
        same("questions", text(measured.get("questions")), now.measurement().questions());
        List<String> missed = new ArrayList<>();
        compare(missed, "accuracy", -now.all().accuracy().value(), tolerance);
        compare(missed, "brier", now.all().brier().value(), tolerance);
        compare(missed, "log_loss", now.all().logLoss().value(), tolerance);
        compare(missed, "ece", now.all().calibrationError().value(), tolerance);
        return missed;
    }

    /** {@code now} is such that less is better. */
    private void compare(List<String> missed, String name, double now, double tolerance) {
        double before = number(object(object(report.get("all")).get(name)).get("value"));
        double signed = now < 0 || name.equals("accuracy") ? -before : before;
        if (now > signed + tolerance) {
            missed.add(String.format(Locale.ROOT, "%s is %.4f, the baseline has %.4f", name, Math.abs(now), before));
        }
    }

    private void same(String what, String before, String now) {
        if (!before.equals(now)) {
            throw new LabelsException(file + " is of other " + what + " (" + before + ", not " + now
                    + "); reports of different measurements cannot be compared");
        }
    }

    private static SequencedMap<String, JsonValue> object(@Nullable JsonValue value) {
        if (value instanceof JsonObject object) {
            return object.members();
        }
        throw new LabelsException("the baseline is not a report that evaluate --json wrote");
    }

    private static String text(@Nullable JsonValue value) {
        return value == null ? "" : JsonText.asText(value);
    }

    private static double number(@Nullable JsonValue value) {
        double number = JsonFile.number(value);
        if (Double.isNaN(number)) {
            throw new LabelsException("the baseline lacks a number");
        }
        return number;
    }
}
