// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.golden;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;

/** Reads JSON as Python's {@code json} does, including NaN and infinities. */
public final class GoldenJson {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    private GoldenJson() {}

    public static JsonValue read(String text) {
        try (JsonParser parser = JSON.createParser(text)) {
            return value(parser, parser.nextToken());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonValue value(JsonParser parser, JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> new JsonString(parser.getText());
            case VALUE_NUMBER_INT -> new JsonInteger(parser.getBigIntegerValue().toString());
            case VALUE_NUMBER_FLOAT -> new JsonDouble(parser.getDoubleValue());
            case VALUE_TRUE -> new JsonBoolean(true);
            case VALUE_FALSE -> new JsonBoolean(false);
            case VALUE_NULL -> new JsonNull();
            case END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                throw new IllegalArgumentException("not the beginning of a value: " + token);
        };
    }

    private static JsonObject object(JsonParser parser) throws IOException {
        var members = new LinkedHashMap<String, JsonValue>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            members.put(name, value(parser, parser.nextToken()));
        }
        return new JsonObject(members);
    }

    private static JsonArray array(JsonParser parser) throws IOException {
        List<JsonValue> elements = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            elements.add(value(parser, token));
        }
        return new JsonArray(elements);
    }
}
