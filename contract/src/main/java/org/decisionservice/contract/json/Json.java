// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.core.decoding.WireDecimals;
import org.decisionservice.core.text.JsonText;

/** Small helpers on top of Jackson's generator, for writing responses member by member. */
public final class Json {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .recyclerPool(JsonRecyclerPools.newBoundedPool(32))
            .build();

    /** Writes one JSON document. */
    public interface Content {
        void writeTo(JsonGenerator out) throws IOException;
    }

    private Json() {}

    /** Returns the UTF-8 bytes of what {@code content} writes. */
    public static byte[] bytes(Content content) {
        ByteArrayBuilder bytes = new ByteArrayBuilder(1024);
        write(bytes, content);
        return bytes.toByteArray();
    }

    /** Writes what {@code content} writes, in UTF-8, and closes {@code out}. */
    static void write(OutputStream out, Content content) {
        try (JsonGenerator generator = FACTORY.createGenerator(out)) {
            content.writeTo(generator);
        } catch (IOException e) {
            throw new UncheckedIOException("a JSON document cannot be written", e);
        }
    }

    public static void rounded(JsonGenerator out, String name, double value) throws IOException {
        out.writeFieldName(name);
        out.writeNumber(WireDecimals.text(value));
    }

    /** Writes the shortest decimal that reads back as {@code value}, unrounded. */
    public static void exact(JsonGenerator out, String name, double value) throws IOException {
        out.writeFieldName(name);
        out.writeNumber(JsonText.number(value));
    }

    /** Writes a string, a boolean or a number as a value of its JSON type. */
    public static void scalar(JsonGenerator out, JsonValue value) throws IOException {
        switch (value) {
            case JsonString text -> out.writeString(text.value());
            case JsonBoolean truth -> out.writeBoolean(truth.value());
            case JsonInteger _, JsonDouble _ -> out.writeNumber(JsonText.render(value));
            case JsonNull _, JsonArray _, JsonObject _ ->
                throw new IllegalArgumentException("not a JSON scalar other than null: " + value);
        }
    }

    public static void textOrNull(JsonGenerator out, String name, Optional<String> text) throws IOException {
        out.writeFieldName(name);
        if (text.isPresent()) {
            out.writeString(text.get());
        } else {
            out.writeNull();
        }
    }

    public static void texts(JsonGenerator out, String name, List<String> texts) throws IOException {
        out.writeArrayFieldStart(name);
        for (String text : texts) {
            out.writeString(text);
        }
        out.writeEndArray();
    }
}
