// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;

/** Turns JSON text into values and values into JSON text: for states that are documents, and for raw answers. */
public final class Json {
    private static final int MAX_DEPTH = 1000;

    // Names are questions and labels of whoever asks, so a cache of them would only grow.
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .build();

    private Json() {}

    /**
     * Reads one JSON document, nested at most 1,000 levels deep.
     *
     * @throws IllegalArgumentException if {@code text} is none
     */
    public static JsonValue parse(String text) {
        return parse(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Reads one JSON document in UTF-8 as {@link #parse(String)} does. */
    public static JsonValue parse(byte[] text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw new IllegalArgumentException("not a JSON document: it is empty");
            }
            JsonValue value = value(parser, first);
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("not a JSON document: text follows it");
            }
            return value;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not a JSON document: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory", e);
        }
    }

    /** Writes a document as JSON text. */
    public static String text(JsonValue value) {
        return new String(bytes(value), StandardCharsets.UTF_8);
    }

    /** Writes a document as JSON text in UTF-8. */
    public static byte[] bytes(JsonValue value) {
        ByteArrayBuilder bytes = new ByteArrayBuilder();
        try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
            write(out, value);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
        return bytes.toByteArray();
    }

    /** A string as it is, anything else as JSON text: how a label stands among the names of probabilities. */
    static String plain(JsonValue value) {
        return value instanceof JsonString(String text) ? text : text(value);
    }

    private static JsonValue value(JsonParser parser, JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT -> {
                SequencedMap<String, JsonValue> members = new LinkedHashMap<>();
                for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                    members.put(name, value(parser, parser.nextToken()));
                }
                yield new JsonObject(members);
            }
            case START_ARRAY -> {
                List<JsonValue> elements = new ArrayList<>();
                for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
                    elements.add(value(parser, next));
                }
                yield new JsonArray(elements);
            }
            case VALUE_STRING -> new JsonString(parser.getText());
            case VALUE_NUMBER_INT -> new JsonInteger(parser.getText().equals("-0") ? "0" : parser.getText());
            case VALUE_NUMBER_FLOAT -> new JsonDouble(Double.parseDouble(parser.getText()));
            case VALUE_TRUE -> new JsonBoolean(true);
            case VALUE_FALSE -> new JsonBoolean(false);
            case VALUE_NULL -> new JsonNull();
            case END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                throw new IllegalStateException("unexpected token " + token);
        };
    }

    private static void write(JsonGenerator out, JsonValue value) throws IOException {
        switch (value) {
            case JsonObject(var members) -> {
                out.writeStartObject();
                for (Map.Entry<String, JsonValue> member : members.entrySet()) {
                    out.writeFieldName(member.getKey());
                    write(out, member.getValue());
                }
                out.writeEndObject();
            }
            case JsonArray(var elements) -> {
                out.writeStartArray();
                for (JsonValue element : elements) {
                    write(out, element);
                }
                out.writeEndArray();
            }
            case JsonString(String text) -> out.writeString(text);
            case JsonInteger(String digits) -> out.writeNumber(digits);
            case JsonDouble(double number) -> {
                if (!Double.isFinite(number)) {
                    throw new IllegalArgumentException("JSON has no number " + number);
                }
                out.writeNumber(number);
            }
            case JsonBoolean(boolean truth) -> out.writeBoolean(truth);
            case JsonNull() -> out.writeNull();
        }
    }
}
