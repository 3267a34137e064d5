// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.playground;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.decisionservice.contract.Contract;
import org.decisionservice.contract.Dialect;
import org.decisionservice.contract.WireOptions;
import org.decisionservice.contract.request.QuestionSources;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * The OpenAPI document, written as YAML because people read and edit it, and served as JSON because tools expect that.
 * Also loads the files of the pages about it.
 */
public final class InterfaceDescription {
    private static final List<String> REQUESTS = List.of("DecisionRequest", "BatchRequest");
    private static final List<String> REQUESTS_WITHOUT_SCHEMA = List.of("DecisionsRequest", "GeminiRequest");

    private InterfaceDescription() {}

    /**
     * The settings of a deployment that the document shows.
     *
     * @param rootPath public prefix that a proxy strips, such as {@code /p}; empty for none
     * @param maxConcurrent requests admitted at once
     * @param bodyReadTimeout time a request may take to deliver its body
     * @param requestTimeout time a request may take from its head to its answer; empty sets no limit
     * @param learns whether the playground may have the service learn from labels
     */
    public record Described(
            String rootPath,
            WireOptions wire,
            int maxConcurrent,
            Duration bodyReadTimeout,
            Optional<Duration> requestTimeout,
            boolean learns) {}

    /** Returns the document as JSON, for the configured contract, other APIs, prefix, limits and overload status. */
    public static byte[] json(Described options) {
        Map<String, Object> document = load("openapi.yaml", options);
        switch (options.wire().contract()) {
            case DOCUMENT -> overlay(document, load("openapi-language.yaml", options));
            case STRICT -> overlay(document, load("openapi-strict.yaml", options));
            case FULL -> {
                overlay(document, load("openapi-full.yaml", options));
                overlay(document, load("openapi-language.yaml", options));
            }
        }
        boolean extended = options.wire().contract() != Contract.STRICT;
        if (options.wire().openAiDecisions()) {
            overlay(document, load("openapi-decisions.yaml", options));
        }
        if (options.wire().geminiDecisions()) {
            overlay(document, load("openapi-gemini.yaml", options));
            if (extended) {
                overlay(document, load("openapi-gemini-extensions.yaml", options));
            }
        }
        // What says how a choice was narrowed down is no member of the strict projection.
        if (options.wire().choiceOptions() > WireOptions.DEFAULTS.choiceOptions() && extended) {
            overlayEverywhere(document, "elimination", options);
        }
        if (options.wire().labelled()) {
            overlay(document, load("openapi-labels.yaml", options));
            // No member of the strict projection, and none of the other APIs beside it.
            if (extended) {
                overlayEverywhere(document, "coverage", options);
            }
        }
        if (options.wire().cleaning().isPresent()) {
            overlay(document, load("openapi-clean-request.yaml", options));
            if (extended) {
                overlayEverywhere(document, "clean", options);
            }
        }
        if (options.wire().explains()) {
            overlay(document, load("openapi-explain.yaml", options));
        }
        if (options.wire().plans()) {
            overlay(document, load("openapi-plan.yaml", options));
        }
        // Tells the playground, whose own routes are no part of the interface.
        if (options.learns()) {
            document.put("x-page-learns", true);
        }
        String rootPath = options.rootPath();
        document.put("servers", List.of(Map.of("url", rootPath.isEmpty() ? "/" : rootPath)));
        Map<String, Object> schemas = object(object(document, "components"), "schemas");
        Compositions.flatten(schemas);
        questionSources(document, schemas, options);
        moveOverload(document, Integer.toString(options.wire().overloadStatus()));
        try {
            return new ObjectMapper().writeValueAsBytes(document);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds where questions come from besides {@code questions}, which requests then need not have. */
    private static void questionSources(Map<String, Object> document, Map<String, Object> schemas, Described options) {
        QuestionSources sources = options.wire().sources();
        List<String> members = new ArrayList<>(List.of("questions"));
        if (sources.sets().isPresent()) {
            overlayEverywhere(document, "question-sets", options);
            members.add("question_set");
            REQUESTS_WITHOUT_SCHEMA.forEach(name -> anyOf(schemas, name, members));
        }
        if (sources.schemas()) {
            overlay(document, load("openapi-schemas.yaml", options));
            members.add("schema");
        }
        REQUESTS.forEach(name -> anyOf(schemas, name, members));
    }

    /** Has a request, if there is such a schema, require one of {@code members} in place of the first of them. */
    private static void anyOf(Map<String, Object> schemas, String name, List<String> members) {
        if (members.size() > 1 && schemas.containsKey(name)) {
            Map<String, Object> request = object(schemas, name);
            List<?> required = (List<?>) Objects.requireNonNull(request.get("required"));
            request.put(
                    "required",
                    required.stream()
                            .filter(member -> !member.equals(members.getFirst()))
                            .toList());
            request.put(
                    "anyOf",
                    members.stream()
                            .map(member -> Map.of("required", List.of(member)))
                            .toList());
        }
    }

    /** Adds what answers have with {@code feature}, in the form of each API that is served. */
    private static void overlayEverywhere(Map<String, Object> document, String feature, Described options) {
        overlay(document, load("openapi-" + feature + ".yaml", options));
        if (options.wire().openAiDecisions()) {
            overlay(document, load("openapi-decisions-" + feature + ".yaml", options));
        }
        if (options.wire().geminiDecisions()) {
            overlay(document, load("openapi-gemini-" + feature + ".yaml", options));
        }
    }

    private static Map<String, Object> load(String name, Described options) {
        String text = new String(file(name), StandardCharsets.UTF_8);
        for (Map.Entry<String, String> limit : limits(options).entrySet()) {
            text = text.replace("${" + limit.getKey() + "}", limit.getValue());
        }
        return copy(new Yaml(new SafeConstructor(new LoaderOptions())).load(text));
    }

    /**
     * What an anchor names is one object wherever an alias stands, and an overlay of one place would change them all.
     */
    private static Map<String, Object> copy(Map<String, Object> document) {
        return new ObjectMapper().convertValue(document, new TypeReference<LinkedHashMap<String, Object>>() {});
    }

    /** The settings of a deployment by variable, and their effects on the interface. */
    private static Map<String, String> limits(Described options) {
        return Map.of(
                "SERVICE_MAX_TOKEN_BUDGET", Integer.toString(options.wire().maxTokenBudget()),
                "CHOICE_OPTIONS", Integer.toString(options.wire().choiceOptions()),
                "LAST_OPTION", Integer.toString(options.wire().choiceOptions() - 1),
                "EXTENSION_PREFIX", options.wire().contract() == Contract.FULL ? "x_" : "",
                "EXCHANGE_HEADERS",
                        Dialect.of(options.wire()).requestIds().stream()
                                .map(header -> header + ": {$ref: '#/components/headers/X-Request-Id'}")
                                .collect(Collectors.joining(", ", "{", "}")),
                "SERVICE_MAX_CONCURRENT", Integer.toString(options.maxConcurrent()),
                "SERVICE_BODY_READ_TIMEOUT", seconds(options.bodyReadTimeout()),
                "SERVICE_REQUEST_TIMEOUT_S",
                        options.requestTimeout()
                                .map(timeout -> seconds(timeout) + " seconds")
                                .orElse("no limit"));
    }

    private static String seconds(Duration duration) {
        return BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros().toPlainString();
    }

    /** Applies a JSON merge patch (RFC 7396): objects are merged, null removes, everything else replaces. */
    @SuppressWarnings("unchecked") // keys of a JSON object are strings
    private static void overlay(Map<String, Object> document, Map<String, Object> patch) {
        patch.forEach((key, value) -> {
            if (value == null) {
                document.remove(key);
            } else if (value instanceof Map<?, ?> inner && document.get(key) instanceof Map<?, ?> old) {
                overlay((Map<String, Object>) old, (Map<String, Object>) inner);
            } else {
                document.put(key, value);
            }
        });
    }

    /** Moves the overload response from 503, the default in the file, to the configured status. */
    private static void moveOverload(Map<String, Object> document, String status) {
        Map<String, Object> paths = object(document, "paths");
        for (String path : paths.keySet()) {
            Map<String, Object> operations = object(paths, path);
            for (String method : operations.keySet()) {
                Map<String, Object> responses = object(object(operations, method), "responses");
                Object overload = responses.remove("503");
                if (overload != null) {
                    responses.put(status, overload);
                }
            }
        }
    }

    @SuppressWarnings("unchecked") // keys of a JSON object are strings
    private static Map<String, Object> object(Map<String, Object> parent, String key) {
        return (Map<String, Object>) Objects.requireNonNull(parent.get(key), key);
    }

    /** Reads a file of a page. Pages use relative paths, so they work under any prefix. */
    public static byte[] file(String name) {
        try (InputStream in = resource(name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream resource(String name) {
        return Objects.requireNonNull(InterfaceDescription.class.getResourceAsStream(name), name);
    }
}
