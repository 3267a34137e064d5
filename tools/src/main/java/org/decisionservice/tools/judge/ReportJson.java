// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.judge;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.decisionservice.api.JsonValue;
import org.decisionservice.contract.json.Json;
import org.decisionservice.contract.json.JsonFile;
import org.decisionservice.contract.json.MalformedFile;
import org.decisionservice.judging.metrics.Confusion;
import org.decisionservice.judging.metrics.Estimate;
import org.decisionservice.judging.metrics.Judged;
import org.decisionservice.judging.metrics.Metrics;
import org.decisionservice.judging.metrics.Reliability;
import org.decisionservice.judging.metrics.RiskCoverage;
import org.decisionservice.tools.labelled.LabelsException;
import org.decisionservice.tools.report.Measurement;
import org.decisionservice.tools.report.Report;

/** A report as JSON, with every answer that it rests on. */
public final class ReportJson {
    /** Another definition of a number makes another version, and reports of different versions are not compared. */
    private static final int VERSION = 1;

    private static final int LARGEST = 256 << 20;

    private ReportJson() {}

    /**
     * Reads what {@link #bytes} has written.
     *
     * @return the members of the report
     * @throws LabelsException if it is no report of this version
     */
    static SequencedMap<String, JsonValue> read(Path file) {
        try {
            return JsonFile.read(file, LARGEST)
                    .requireVersion("version", List.of(Integer.toString(VERSION)))
                    .members();
        } catch (MalformedFile e) {
            throw LabelsException.of(file, e.getMessage() + "; it takes a report that evaluate --json wrote");
        }
    }

    /** Writes {@code report}. */
    public static byte[] bytes(Report report) {
        return Json.bytes(out -> {
            out.useDefaultPrettyPrinter();
            out.writeStartObject();
            out.writeNumberField("version", VERSION);
            out.writeFieldName("measurement");
            measurement(out, report.measurement());
            out.writeNumberField("accuracy_wanted", report.wanted());
            metrics(out, "all", report.all());
            out.writeStringField("verdict", report.verdict().toString());
            Json.texts(out, "warnings", report.warnings());
            out.writeArrayFieldStart("groups");
            for (Report.Group group : report.groups()) {
                out.writeStartObject();
                out.writeStringField(group.property(), group.value());
                metrics(out, "metrics", group.metrics());
                out.writeEndObject();
            }
            out.writeEndArray();
            out.writeArrayFieldStart("questions");
            for (Report.QuestionReport asked : report.questions()) {
                question(out, asked);
            }
            out.writeEndArray();
            reliability(out, report.reliability());
            curve(out, report.curve());
            out.writeArrayFieldStart("rows");
            for (Judged row : report.rows()) {
                row(out, row);
            }
            out.writeEndArray();
            out.writeEndObject();
        });
    }

    private static void measurement(JsonGenerator out, Measurement measurement) throws IOException {
        out.writeStartObject();
        out.writeStringField("name", measurement.name());
        out.writeStringField("file", measurement.file());
        out.writeStringField("questions", measurement.questions());
        out.writeObjectFieldStart("checkpoints");
        for (Map.Entry<String, String> checkpoint : measurement.checkpoints().entrySet()) {
            out.writeStringField(checkpoint.getKey(), checkpoint.getValue());
        }
        out.writeEndObject();
        Json.textOrNull(out, "calibration", measurement.calibration());
        Json.textOrNull(out, "learned", measurement.learned());
        out.writeEndObject();
    }

    private static void metrics(JsonGenerator out, String name, Metrics metrics) throws IOException {
        out.writeObjectFieldStart(name);
        out.writeNumberField("rows", metrics.rows());
        estimate(out, "accuracy", metrics.accuracy());
        estimate(out, "brier", metrics.brier());
        estimate(out, "log_loss", metrics.logLoss());
        estimate(out, "ece", metrics.calibrationError());
        out.writeEndObject();
    }

    private static void estimate(JsonGenerator out, String name, Estimate estimate) throws IOException {
        out.writeObjectFieldStart(name);
        out.writeNumberField("value", estimate.value());
        out.writeNumberField("low", estimate.interval().low());
        out.writeNumberField("high", estimate.interval().high());
        out.writeEndObject();
    }

    private static void question(JsonGenerator out, Report.QuestionReport asked) throws IOException {
        out.writeStartObject();
        out.writeStringField("question", asked.name());
        out.writeStringField("title", asked.title());
        out.writeStringField("wording", asked.wording());
        out.writeStringField("verdict", asked.verdict().toString());
        out.writeNumberField("states_cut", asked.cut());
        out.writeNumberField("options", asked.options().size());
        out.writeNumberField("options_told_apart", asked.distinctOptions());
        metrics(out, "metrics", asked.metrics());
        out.writeFieldName("threshold");
        if (asked.threshold().isPresent()) {
            var found = asked.threshold().get();
            out.writeStartObject();
            out.writeNumberField("min_confidence", found.threshold());
            out.writeNumberField("answered", found.point().answered());
            out.writeNumberField("accuracy", found.point().accuracy());
            out.writeNumberField("accuracy_at_least", found.bound());
            out.writeEndObject();
        } else {
            out.writeNull();
        }
        confusion(out, asked.confusion());
        out.writeEndObject();
    }

    private static void confusion(JsonGenerator out, Confusion confusion) throws IOException {
        out.writeObjectFieldStart("confusion");
        Json.texts(out, "options", confusion.options());
        out.writeArrayFieldStart("right_by_answered");
        for (List<Integer> line : confusion.counts()) {
            out.writeArray(line.stream().mapToInt(Integer::intValue).toArray(), 0, line.size());
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    private static void reliability(JsonGenerator out, Reliability reliability) throws IOException {
        out.writeArrayFieldStart("reliability");
        for (Reliability.Bin bin : reliability.bins()) {
            out.writeStartObject();
            out.writeNumberField("rows", bin.rows());
            out.writeNumberField("confidence", bin.confidence());
            out.writeNumberField("accuracy", bin.accuracy());
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private static void curve(JsonGenerator out, RiskCoverage curve) throws IOException {
        out.writeArrayFieldStart("coverage");
        for (RiskCoverage.Point point : curve.points()) {
            out.writeArray(new double[] {point.threshold(), point.coverage(), point.accuracy()}, 0, 3);
        }
        out.writeEndArray();
    }

    private static void row(JsonGenerator out, Judged row) throws IOException {
        out.writeStartObject();
        if (!row.context().file().isEmpty()) {
            out.writeStringField("file", row.context().file());
        }
        out.writeNumberField("line", row.context().line());
        out.writeStringField("question", row.question());
        out.writeStringField("wording", row.wording());
        out.writeStringField("type", row.type().wireName());
        out.writeStringField("checkpoint", row.checkpoint());
        double[] p = new double[row.probabilities().size()];
        for (int option = 0; option < p.length; option++) {
            p[option] = row.probabilities().get(option);
        }
        out.writeFieldName("probabilities");
        out.writeArray(p, 0, p.length);
        out.writeNumberField("answer_confidence", row.answerConfidence());
        out.writeNumberField("gold", row.gold());
        out.writeBooleanField("right", row.right());
        out.writeBooleanField("state_cut", row.context().stateCut());
        out.writeBooleanField("language_supported", !row.context().languageUnsupported());
        if (!row.context().state().isEmpty()) {
            out.writeStringField("state", row.context().state());
        }
        out.writeEndObject();
    }
}
