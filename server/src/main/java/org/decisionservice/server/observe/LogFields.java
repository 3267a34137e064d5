// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.observe;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.decisionservice.core.text.Quote;

/**
 * The fields of a log line: {@code key=value} in text, separate fields in JSON.
 *
 * @param event what the line is about
 * @param values strings and numbers, in the order of the line
 */
public record LogFields(String event, SequencedMap<String, Object> values) {
    public LogFields {
        values = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(values));
    }

    static LogFields of(FinishedRequest request) {
        SequencedMap<String, Object> values = new LinkedHashMap<>();
        values.put("request_id", request.id());
        values.put("route", request.route().label());
        values.put("status", request.status());
        values.put("outcome", request.ending().label());
        values.put("checkpoint", request.checkpoint());
        request.effort().ifPresent(effort -> {
            values.put("rows", effort.rows());
            values.put("tokens", effort.tokens());
            values.put("truncated", effort.truncated());
            values.put("pack_ms", milliseconds(effort.timings().packing()));
            values.put("wait_ms", milliseconds(effort.timings().waited()));
            if (effort.timings().loading().isPositive()) {
                values.put("load_ms", milliseconds(effort.timings().loading()));
            }
            values.put("inference_ms", milliseconds(effort.timings().inference()));
        });
        values.put("total_ms", milliseconds(request.latency()));
        return new LogFields("request", values);
    }

    /** Milliseconds with two decimals. */
    private static double milliseconds(Duration duration) {
        return Math.rint(duration.toNanos() / 1e4) / 100;
    }

    @Override
    public String toString() {
        return event
                + values.entrySet().stream()
                        .map(field -> " " + field.getKey() + "=" + Quote.field(String.valueOf(field.getValue())))
                        .collect(Collectors.joining());
    }
}
