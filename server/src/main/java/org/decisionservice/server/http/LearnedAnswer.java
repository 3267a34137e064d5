// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.contract.json.Json;
import org.decisionservice.judging.learning.Learning;
import org.decisionservice.judging.learning.Suspects;
import org.decisionservice.judging.metrics.Judged;
import org.decisionservice.tools.judge.Lesson;
import org.decisionservice.tools.judge.Lessons;
import org.decisionservice.tools.judge.ThresholdsWriter;
import org.decisionservice.tools.report.LearningReport;
import org.decisionservice.tools.report.Report;
import org.decisionservice.tools.report.TextReport;

/** What the playground is told of what its labels taught: the sentences of {@code ./serve learn}, and its files. */
final class LearnedAnswer {
    private static final String LEARNED = "learned.safetensors";
    private static final String THRESHOLDS = "thresholds.json";

    private LearnedAnswer() {}

    /** The answer as JSON, with the thresholds above which the share {@code wanted} of the answers is right. */
    static byte[] json(Lessons lessons, double wanted) {
        Optional<byte[]> learned = lessons.file(lessons.entries(false));
        Report judged = lessons.judged(wanted);
        // One file serves both, so that a threshold holds for what answers.
        Optional<byte[]> thresholds = learned.flatMap(file -> ThresholdsWriter.bytes(lessons.made(file), judged));
        Map<String, String> promises = new HashMap<>();
        judged.questions().forEach(asked -> promises.put(asked.wording(), TextReport.threshold(asked, wanted)));
        return Json.bytes(out -> {
            out.writeStartObject();
            out.writeArrayFieldStart("questions");
            for (int i = 0; i < lessons.all().size(); i++) {
                question(out, lessons.all().get(i), lessons.reported().get(i), promises);
            }
            out.writeEndArray();
            file(out, "learned", LEARNED, learned);
            file(out, "thresholds", THRESHOLDS, thresholds);
            if (learned.isPresent()) {
                List<String> names = thresholds.isPresent() ? List.of(LEARNED, THRESHOLDS) : List.of(LEARNED);
                out.writeStringField("setting", "SERVICE_FITTED=" + String.join(",", names));
            } else {
                out.writeNullField("setting");
            }
            out.writeEndObject();
        });
    }

    private static void question(
            JsonGenerator out, Lesson lesson, LearningReport.Lesson reported, Map<String, String> promises)
            throws IOException {
        out.writeStartObject();
        out.writeStringField("question", lesson.name());
        out.writeBooleanField("learned", lesson.learning() instanceof Learning.Learned);
        out.writeStringField("result", reported.result());
        out.writeStringField("outcome", reported.outcome());
        out.writeStringField(
                "threshold", promises.getOrDefault(lesson.alone().getFirst().wording(), ""));
        if (reported.curve().isPresent()) {
            out.writeStringField("outlook", reported.outlook());
        } else {
            out.writeNullField("outlook");
        }
        out.writeArrayFieldStart("suspects");
        for (Suspects.Suspect suspect :
                lesson.suspects().stream().limit(Lesson.MOST_SUSPECTS).toList()) {
            suspect(out, lesson.alone().get(suspect.row()), suspect);
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    private static void suspect(JsonGenerator out, Judged row, Suspects.Suspect suspect) throws IOException {
        out.writeStartObject();
        out.writeNumberField("line", row.context().line());
        out.writeStringField("label", row.options().get(row.gold()));
        out.writeStringField("others", row.options().get(suspect.option()));
        out.writeNumberField("percent", Math.round(100 * suspect.probability()));
        out.writeEndObject();
    }

    private static void file(JsonGenerator out, String member, String name, Optional<byte[]> file) throws IOException {
        if (file.isEmpty()) {
            out.writeNullField(member);
            return;
        }
        out.writeObjectFieldStart(member);
        out.writeStringField("name", name);
        out.writeBinaryField("base64", file.get());
        out.writeEndObject();
    }
}
