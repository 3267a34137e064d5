// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.judge;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.decisionservice.api.QuestionType;
import org.decisionservice.contract.json.Json;
import org.decisionservice.core.checkpoint.Temperatures;
import org.decisionservice.core.decoding.Scaling;
import org.decisionservice.judging.calibration.Calibrator;

/**
 * Writes a calibration so that this service and upstream's library can read it. Upstream's takes the temperatures and
 * passes over the rest; as a file of its version 1 it names no checkpoint to upstream's, so nothing is warned about.
 */
public final class CalibrationWriter {
    private static final int UPSTREAM_VERSION = 1;
    private static final int DECIMALS = 8;

    /** The option counts that stand for the buckets of {@code temperature_by_options}. */
    private static final int[] COUNTS = {2, 3, 6, 11};

    private CalibrationWriter() {}

    /**
     * Returns the file.
     *
     * @param checkpoint revision of the weights that it is for
     * @param own the checkpoint's temperatures, which hold where nothing was fitted
     * @param names of the questions, by wording
     */
    public static byte[] bytes(
            String checkpoint, Temperatures own, Calibrator.Fitted fitted, Map<String, String> names) {
        return Json.bytes(out -> {
            out.useDefaultPrettyPrinter();
            out.writeStartObject();
            out.writeNumberField("version", UPSTREAM_VERSION);
            out.writeStringField("checkpoint", checkpoint);
            temperatures(out, own, fitted);
            Scaling noul = fitted.types().get(QuestionType.NOUL);
            if (noul != null) {
                out.writeFieldName("noul");
                scaling(out, noul);
            }
            out.writeObjectFieldStart("questions");
            for (Map.Entry<String, Scaling> question : fitted.questions().entrySet()) {
                out.writeObjectFieldStart(question.getKey());
                out.writeStringField("question", names.getOrDefault(question.getKey(), ""));
                members(out, question.getValue());
                out.writeEndObject();
            }
            out.writeEndObject();
            heldOut(out, fitted.heldOut());
            out.writeEndObject();
        });
    }

    /** One line for each question. Rounded down: a row that fits as well as a held-out one must not be excluded. */
    private static void heldOut(JsonGenerator out, Map<String, List<Double>> scores) throws IOException {
        out.writeObjectFieldStart("held_out");
        for (Map.Entry<String, List<Double>> question : scores.entrySet()) {
            out.writeFieldName(question.getKey());
            out.writeRawValue(question.getValue().stream()
                    .sorted()
                    .map(score -> BigDecimal.valueOf(score)
                            .setScale(DECIMALS, RoundingMode.FLOOR)
                            .stripTrailingZeros()
                            .toPlainString())
                    .collect(Collectors.joining(", ", "[", "]")));
        }
        out.writeEndObject();
    }

    /**
     * Every bucket is written: upstream's library takes the file for the whole state, and a checkpoint's temperatures
     * may differ by bucket where its type was not fitted.
     */
    private static void temperatures(JsonGenerator out, Temperatures own, Calibrator.Fitted fitted) throws IOException {
        out.writeArrayFieldStart("temperature");
        for (QuestionType type : QuestionType.values()) {
            out.writeNumber(alone(type, 2, own, fitted).temperature());
        }
        out.writeEndArray();
        out.writeObjectFieldStart("temperature_by_options");
        for (QuestionType type : QuestionType.values()) {
            for (int count : COUNTS) {
                String bucket = Temperatures.bucketOf(type, count);
                out.writeNumberField(
                        bucket,
                        fitted.buckets()
                                .getOrDefault(bucket, alone(type, count, own, fitted))
                                .temperature());
            }
        }
        out.writeEndObject();
    }

    /** The best temperature without a bias, of which upstream's library knows nothing. */
    private static Scaling alone(QuestionType type, int count, Temperatures own, Calibrator.Fitted fitted) {
        Optional<Scaling> chosen = type == QuestionType.NOUL
                ? fitted.noulTemperature()
                : Optional.ofNullable(fitted.types().get(type));
        return chosen.orElse(Scaling.of(own.of(type, count)));
    }

    private static void scaling(JsonGenerator out, Scaling scaling) throws IOException {
        out.writeStartObject();
        members(out, scaling);
        out.writeEndObject();
    }

    private static void members(JsonGenerator out, Scaling scaling) throws IOException {
        out.writeNumberField("temperature", scaling.temperature());
        out.writeNumberField("bias", scaling.bias());
    }
}
