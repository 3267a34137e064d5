// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.decisionservice.contract.json.Json;
import org.decisionservice.engine.spi.Precision;

/** Writes the health payload: all of it for an open service, and only the status for one with a key. */
public final class HealthWriter {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_TENTH = 1e8;

    private HealthWriter() {}

    public static byte[] statusOnly() {
        return Json.bytes(out -> {
            out.writeStartObject();
            out.writeStringField("status", "ok");
            out.writeEndObject();
        });
    }

    public static byte[] full(Health health) {
        return Json.bytes(out -> {
            out.writeStartObject();
            out.writeStringField("status", "ok");
            Json.texts(out, "loaded", List.copyOf(health.resident().keySet()));
            residents(out, health);
            if (health.idle().isPresent()) {
                idle(out, health.idle().get());
            }
            out.writeEndObject();
        });
    }

    private static void residents(JsonGenerator out, Health health) throws IOException {
        var residents = health.resident();
        out.writeObjectFieldStart("revisions");
        for (Map.Entry<String, Health.Resident> resident : residents.entrySet()) {
            out.writeStringField(resident.getKey(), resident.getValue().revision());
        }
        out.writeEndObject();
        String device = residents.isEmpty()
                ? health.devicePreference()
                : residents.firstEntry().getValue().device();
        out.writeStringField("device", device);
        out.writeBooleanField("device_is_preference", residents.isEmpty());
        out.writeObjectFieldStart("checkpoint_devices");
        for (Map.Entry<String, Health.Resident> resident : residents.entrySet()) {
            out.writeStringField(resident.getKey(), resident.getValue().device());
        }
        out.writeEndObject();
        precisions(out, residents);
        out.writeObjectFieldStart("cpu_fallbacks");
        for (Map.Entry<String, Health.Resident> resident : residents.entrySet()) {
            out.writeObjectFieldStart(resident.getKey());
            out.writeNumberField("count", resident.getValue().cpuFallbacks());
            Json.textOrNull(out, "last_reason", resident.getValue().lastFallbackReason());
            out.writeEndObject();
        }
        out.writeEndObject();
    }

    /** Where all compute in float32, as they do if nothing is configured, the payload is the documented one. */
    private static void precisions(JsonGenerator out, SequencedMap<String, Health.Resident> residents)
            throws IOException {
        if (residents.values().stream()
                .allMatch(resident -> resident.precision().equals(Precision.FLOAT32.toString()))) {
            return;
        }
        out.writeObjectFieldStart("checkpoint_precisions");
        for (Map.Entry<String, Health.Resident> resident : residents.entrySet()) {
            out.writeStringField(resident.getKey(), resident.getValue().precision());
        }
        out.writeEndObject();
    }

    private static void idle(JsonGenerator out, Health.Idle idle) throws IOException {
        Json.exact(out, "idle_unload_seconds", nanos(idle.window()) / NANOS_PER_SECOND);
        // A tenth of a second is precise enough for every reader.
        Json.exact(out, "idle_seconds", Math.rint(nanos(idle.since()) / NANOS_PER_TENTH) / 10);
    }

    private static double nanos(Duration duration) {
        return duration.getSeconds() * NANOS_PER_SECOND + duration.getNano();
    }
}
