// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admin;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Supplier;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.host.gate.PrecisionReport;
import org.decisionservice.host.residency.ServedPrecision;
import org.decisionservice.server.config.EffectiveSettings;

/** Shows what is running, as JSON formatted for people. */
record InfoPage(Supplier<ServiceInfo> info) implements Handler {
    private static final JsonFactory JSON = new JsonFactory();

    @Override
    public void handle(ServerRequest request, ServerResponse response) throws IOException {
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        try (JsonGenerator out = JSON.createGenerator(page).useDefaultPrettyPrinter()) {
            write(out, info.get());
        }
        response.header(HeaderValues.CONTENT_TYPE_JSON).send(page.toByteArray());
    }

    private static void write(JsonGenerator out, ServiceInfo info) throws IOException {
        out.writeStartObject();
        out.writeStringField("version", info.version());
        out.writeStringField("build", info.build());
        out.writeStringField("java", info.java());
        out.writeObjectFieldStart("engines");
        for (Map.Entry<String, List<String>> engine : info.engines().entrySet()) {
            out.writeArrayFieldStart(engine.getKey());
            for (String jar : engine.getValue()) {
                out.writeString(jar);
            }
            out.writeEndArray();
        }
        out.writeEndObject();
        out.writeObjectFieldStart("checkpoints");
        for (Map.Entry<String, ServiceInfo.Served> served : info.checkpoints().entrySet()) {
            out.writeObjectFieldStart(served.getKey());
            out.writeStringField("origin", served.getValue().origin());
            out.writeStringField("computed_by", served.getValue().placement());
            out.writeStringField(
                    "device",
                    served.getValue()
                            .served()
                            .map(now -> now.device().toString())
                            .orElse(null));
            out.writeStringField("calibration", served.getValue().calibration().orElse(null));
            out.writeStringField("learned", served.getValue().learned().orElse(null));
            writePrecision(out, served.getValue());
            out.writeEndObject();
        }
        out.writeEndObject();
        out.writeObjectFieldStart("configuration");
        for (EffectiveSettings.Entry setting : info.configuration()) {
            out.writeObjectFieldStart(setting.key());
            out.writeStringField("value", setting.value().orElse(null));
            out.writeStringField("from", setting.origin().orElse(null));
            out.writeEndObject();
        }
        out.writeEndObject();
        out.writeEndObject();
    }

    private static void writePrecision(JsonGenerator out, ServiceInfo.Served checkpoint) throws IOException {
        out.writeObjectFieldStart("precision");
        out.writeStringField("asked", checkpoint.asked());
        Optional<ServedPrecision> served = checkpoint.served();
        out.writeStringField(
                "served", served.map(now -> now.precision().toString()).orElse(null));
        Optional<PrecisionReport> report = served.flatMap(ServedPrecision::report);
        if (report.isPresent()) {
            out.writeNumberField("largest", report.get().largest());
            out.writeNumberField("percentile_99", report.get().percentile99());
            out.writeNumberField("largest_act", report.get().largestAct());
            out.writeNumberField("changed_decisions", report.get().changedDecisions());
            out.writeNumberField("rows", report.get().rows());
        }
        Optional<SortedMap<Precision, Double>> seconds = served.flatMap(ServedPrecision::seconds);
        if (seconds.isPresent()) {
            out.writeObjectFieldStart("seconds");
            for (Map.Entry<Precision, Double> each : seconds.get().entrySet()) {
                out.writeNumberField(each.getKey().toString(), each.getValue());
            }
            out.writeEndObject();
        }
        out.writeEndObject();
    }
}
