// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.golden;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * One recorded exchange.
 *
 * @param environment name of the group of settings that the server ran with
 * @param session name of the stateful sequence that the case belongs to
 * @param headers name and value pairs; values have one character per byte
 * @param body as sent, one character per byte; empty for none
 * @param expected status, media type and body text as recorded
 */
public record GoldenCase(
        String id,
        List<String> tags,
        String environment,
        Optional<String> session,
        String method,
        String path,
        List<Map.Entry<String, String>> headers,
        Optional<String> body,
        boolean chunked,
        Expected expected,
        JsonNode recording) {

    static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNumberLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    /** {@code body} is empty if only the status and media type were recorded. */
    public record Expected(int status, String mediaType, Optional<String> body) {}

    /** Reads every exchange of a recording, one per line. */
    public static List<GoldenCase> readAll(Path file) {
        try (var lines = Files.lines(file)) {
            return lines.filter(line -> !line.isBlank()).map(GoldenCase::read).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every third of them, and at night all: for tests that ask each more than once. */
    static List<GoldenCase> some(List<GoldenCase> cases) {
        int step = Boolean.getBoolean("nightly") ? 1 : 3;
        return IntStream.range(0, Math.ceilDiv(cases.size(), step))
                .mapToObj(i -> cases.get(i * step))
                .toList();
    }

    private static GoldenCase read(String line) {
        try {
            JsonNode node = JSON.readTree(line);
            JsonNode expect = node.get("expect");
            return new GoldenCase(
                    node.get("id").asText(),
                    texts(node.get("tags")),
                    node.get("env_name").asText(),
                    text(node.get("session")),
                    node.get("method").asText(),
                    node.get("path").asText(),
                    stream(node.get("headers"))
                            .map(h -> Map.entry(h.get(0).asText(), h.get(1).asText()))
                            .toList(),
                    body(node.get("body")),
                    node.path("transfer").asText().equals("chunked"),
                    new Expected(
                            expect.get("status").asInt(),
                            mediaType(
                                    expect.path("headers").path("content-type").asText()),
                            expect.path("body_omitted").asBoolean() ? Optional.empty() : text(expect.get("body"))),
                    node);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    GoldenCase expecting(int status, String body) {
        Expected other = new Expected(status, "application/json", Optional.of(body));
        return new GoldenCase(
                id, tags, environment, session, method, path, headers, this.body, chunked, other, recording);
    }

    static String mediaType(String contentType) {
        return contentType.split(";", 2)[0].strip();
    }

    private static Optional<String> body(JsonNode node) throws IOException {
        if (node.isNull()) {
            return Optional.empty();
        }
        if (node.isTextual()) {
            return Optional.of(perByte(utf8(node.asText())));
        }
        if (node.has("base64")) {
            return Optional.of(
                    perByte(Base64.getDecoder().decode(node.get("base64").asText())));
        }
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (JsonNode part : node.get("parts")) {
            joined.write(utf8(part(part)));
        }
        return Optional.of(joined.toString(StandardCharsets.ISO_8859_1));
    }

    private static String part(JsonNode part) {
        if (part.isTextual()) {
            return part.asText();
        }
        if (part.has("repeat")) {
            return part.get("repeat").asText().repeat(part.get("times").asInt());
        }
        StringJoiner joined = new StringJoiner(part.get("sep").asText());
        for (int i = 0; i < part.get("count").asInt(); i++) {
            joined.add(part.get("template").asText().replace("{i}", Integer.toString(i)));
        }
        return joined.toString();
    }

    private static String perByte(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Optional<String> text(JsonNode node) {
        return node == null || node.isNull() ? Optional.empty() : Optional.of(node.asText());
    }

    private static List<String> texts(JsonNode array) {
        return stream(array).map(JsonNode::asText).toList();
    }

    private static Stream<JsonNode> stream(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }
}
