// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.server.observe.Export;

/**
 * The variables of OpenTelemetry that say how traces are sent, as its specification of environment variables names
 * them. They count only if {@link Setting#OTEL_EXPORTER_OTLP_ENDPOINT} names a collector.
 */
final class OpenTelemetry {
    private static final String PREFIX = "OTEL_";
    private static final String HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";
    private static final String NAME = "OTEL_SERVICE_NAME";
    private static final String RESOURCE = "OTEL_RESOURCE_ATTRIBUTES";
    private static final String SAMPLER = "OTEL_TRACES_SAMPLER";
    private static final String SHARE = "OTEL_TRACES_SAMPLER_ARG";
    private static final String PROTOCOL = "OTEL_EXPORTER_OTLP_PROTOCOL";
    private static final Set<String> HONOURED =
            Set.of(Setting.OTEL_EXPORTER_OTLP_ENDPOINT.variable(), HEADERS, NAME, RESOURCE, SAMPLER, SHARE, PROTOCOL);

    private OpenTelemetry() {}

    /** @throws ConfigurationException if a variable holds what it does not take */
    static Export export(URI collector, Map<String, String> environment) {
        String protocol = text(environment, PROTOCOL);
        if (!Set.of("", "http/protobuf").contains(protocol)) {
            throw new ConfigurationException(
                    PROTOCOL + ": " + Values.quoted(protocol)
                            + " cannot be used; traces are sent as http/protobuf, for which collectors have a port of its own, often 4318");
        }
        SequencedMap<String, String> resource = new LinkedHashMap<>(pairs(environment, RESOURCE));
        Optional.of(text(environment, NAME))
                .filter(name -> !name.isEmpty())
                .ifPresent(name -> resource.put("service.name", name));
        return new Export(collector, pairs(environment, HEADERS), resource, sampling(environment));
    }

    /** The variables that are set and have no effect, in order. */
    static List<String> ignored(Map<String, String> environment) {
        return environment.keySet().stream()
                .filter(name -> name.startsWith(PREFIX) && !HONOURED.contains(name))
                .filter(name -> !text(environment, name).isEmpty())
                .sorted()
                .toList();
    }

    private static Export.Sampling sampling(Map<String, String> environment) {
        String sampler = text(environment, SAMPLER);
        boolean parents = sampler.isEmpty() || sampler.startsWith("parentbased_");
        return new Export.Sampling(
                parents,
                switch (sampler.replaceFirst("^parentbased_", "")) {
                    case "", "always_on" -> 1;
                    case "always_off" -> 0;
                    case "traceidratio" -> share(environment);
                    default ->
                        throw new ConfigurationException(
                                SAMPLER + ": " + Values.quoted(sampler)
                                        + " cannot be used; it takes always_on, always_off or traceidratio, each also with parentbased_ before it");
                });
    }

    private static double share(Map<String, String> environment) {
        String text = text(environment, SHARE);
        if (text.isEmpty()) {
            return 1;
        }
        try {
            double share = Double.parseDouble(text);
            if (share >= 0 && share <= 1) {
                return share;
            }
        } catch (NumberFormatException _) {
            // Refused below.
        }
        throw new ConfigurationException(
                SHARE + ": " + Values.quoted(text) + " cannot be used; it takes a share of the traces from 0 to 1");
    }

    /** Pairs in the form of a baggage header: {@code key=value,key=value}, percent-encoded. Values may be secrets. */
    private static SequencedMap<String, String> pairs(Map<String, String> environment, String variable) {
        SequencedMap<String, String> pairs = new LinkedHashMap<>();
        for (String pair : text(environment, variable).split(",", -1)) {
            if (pair.isBlank()) {
                continue;
            }
            int equals = pair.indexOf('=');
            try {
                if (equals > 0 && !pair.substring(0, equals).isBlank()) {
                    // A plus is itself here, not a space.
                    String value = pair.substring(equals + 1).strip().replace("+", "%2B");
                    pairs.put(pair.substring(0, equals).strip(), URLDecoder.decode(value, StandardCharsets.UTF_8));
                    continue;
                }
            } catch (IllegalArgumentException _) {
                // Refused below.
            }
            throw new ConfigurationException(
                    variable + ": cannot be read; it takes key=value pairs with commas between them, percent-encoded");
        }
        return pairs;
    }

    private static String text(Map<String, String> environment, String variable) {
        return environment.getOrDefault(variable, "").strip();
    }
}
