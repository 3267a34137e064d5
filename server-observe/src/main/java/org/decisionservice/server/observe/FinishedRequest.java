// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.observe;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.decisionservice.core.text.Quote;
import org.decisionservice.host.RequestClass;

/**
 * A finished request of a guarded route.
 *
 * @param id the value of {@code X-Request-Id} sent to the client; may be the client's own text
 * @param status as sent; {@link #CLIENT_LEFT} if none was sent
 * @param latency from the request's head to the last byte of its answer
 * @param traceparent as the client sent it, unchecked
 * @param traceId the trace that it belongs to, in 32 hex digits; empty if the client names none and none is sent
 * @param address of the client, or of the proxy before it; empty if addresses are not logged
 * @param key the name of the key that it came with; empty if keys have no names
 * @param requestClass of that key; {@link RequestClass#INTERACTIVE} without one
 * @param waitedForMemory zero if there was enough
 * @param effort empty if it was not routed
 */
public record FinishedRequest(
        String id,
        GuardedRoute route,
        int status,
        Ending ending,
        Duration latency,
        Optional<String> traceparent,
        Optional<String> traceId,
        Optional<String> address,
        Optional<String> key,
        RequestClass requestClass,
        Duration waitedForMemory,
        Optional<Effort> effort) {
    /** The status that proxies log for a client that did not wait. */
    public static final int CLIENT_LEFT = 499;

    /** The first word of its log line. */
    static final String EVENT = "request";

    /** Used instead of a checkpoint's name if none was asked. */
    public static final String NO_CHECKPOINT = "none";

    /** The checkpoint's name in log lines and metrics; one of a small set of values. */
    public String checkpoint() {
        return effort.map(Effort::checkpoint).orElse(NO_CHECKPOINT);
    }

    /** The fields of its log line: strings and numbers, in the order of the line. */
    SequencedMap<String, Object> fields() {
        SequencedMap<String, Object> fields = new LinkedHashMap<>();
        fields.put("request_id", id);
        traceId.ifPresent(trace -> fields.put("trace_id", trace));
        address.ifPresent(client -> fields.put("client_address", client));
        key.ifPresent(name -> fields.put("key", name));
        if (requestClass == RequestClass.BULK) {
            fields.put("class", requestClass.label());
        }
        fields.put("route", route.label());
        fields.put("status", status);
        fields.put("outcome", ending.label());
        fields.put("checkpoint", checkpoint());
        effort.ifPresent(made -> {
            fields.put("rows", made.rows());
            fields.put("tokens", made.tokens());
            fields.put("truncated", made.truncated());
            fields.put("pack_ms", milliseconds(made.timings().packing()));
            fields.put("wait_ms", milliseconds(made.timings().waited()));
            if (made.timings().loading().isPositive()) {
                fields.put("load_ms", milliseconds(made.timings().loading()));
            }
            fields.put("inference_ms", milliseconds(made.timings().inference()));
        });
        if (waitedForMemory.isPositive()) {
            fields.put("memory_ms", milliseconds(waitedForMemory));
        }
        fields.put("total_ms", milliseconds(latency));
        return fields;
    }

    /** Milliseconds with two decimals. */
    private static double milliseconds(Duration duration) {
        return Math.rint(duration.toNanos() / 1e4) / 100;
    }

    /** The log line as text: {@code request} and its fields, each as {@code key=value}. */
    @Override
    public String toString() {
        return EVENT
                + fields().entrySet().stream()
                        .map(field -> " " + field.getKey() + "=" + Quote.field(String.valueOf(field.getValue())))
                        .collect(Collectors.joining());
    }
}
