// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;

/**
 * Parses the bytes of a body into a JSON tree, as strictly as Python's {@code json.loads}, without NaN and Infinity.
 */
public final class JsonReader {
    static final int MAX_DEPTH = 1000;

    /** Python refuses to convert longer integers, and no later stage has a use for one. */
    static final int MAX_INTEGER_DIGITS = 4300;

    /** A body may hold hundreds of thousands of these. */
    private static final JsonObject EMPTY_OBJECT = new JsonObject(new LinkedHashMap<>());

    private static final JsonArray EMPTY_ARRAY = new JsonArray(List.of());
    private static final JsonString EMPTY_STRING = new JsonString("");
    private static final List<JsonInteger> DIGITS = IntStream.range(0, 10)
            .mapToObj(digit -> new JsonInteger(Integer.toString(digit)))
            .toList();
    private static final JsonNull NULL = new JsonNull();
    private static final JsonBoolean TRUE = new JsonBoolean(true);
    private static final JsonBoolean FALSE = new JsonBoolean(false);

    // Names are the clients' own texts, so a cache of them would grow with every request. The body limit already bounds
    // names and numbers, and Jackson's own limits are lower than what the interface promises.
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .recyclerPool(JsonRecyclerPools.newBoundedPool(32))
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private JsonReader() {}

    /**
     * A parsed body.
     *
     * @param hiddenSurrogates whether there is a lone surrogate that the root does not show: bytes encode it without an
     *     escape and the text holds U+FFFD in its place, or it is in a member that was passed over
     * @param passedOver the first names of the root's members that were passed over, in the order of the body; long
     *     ones are cut
     */
    public record Document(JsonValue root, boolean hiddenSurrogates, List<String> passedOver) {}

    /** Parses {@code body} as {@link #read(byte[], Predicate)} does, with every member. */
    public static Document read(byte[] body) {
        return read(body, _ -> true);
    }

    /**
     * Parses {@code body}, which is UTF-8, UTF-16 or UTF-32, told apart by byte-order mark or positions of zero bytes.
     *
     * @param wanted names of the root's members that become part of the tree. The others must be valid as well, but
     *     take no memory
     */
    public static Document read(byte[] body, Predicate<String> wanted) {
        return read(body, wanted, List.of());
    }

    /**
     * Parses what people and their tools write into files: NaN may stand for a number, as Python writes it, and a name
     * that an object has twice is refused, because one of the two values would be lost.
     */
    public static JsonValue readData(byte[] text) {
        return read(
                        text,
                        _ -> true,
                        List.of(
                                JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS.mappedFeature(),
                                JsonParser.Feature.STRICT_DUPLICATE_DETECTION))
                .root();
    }

    private static Document read(byte[] body, Predicate<String> wanted, List<JsonParser.Feature> features) {
        BodyText text = BodyText.decode(body);
        try (JsonParser parser = FACTORY.createParser(text.chars(), 0, text.length())) {
            features.forEach(parser::enable);
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw malformed("request body is empty; send a JSON object");
            }
            PassedOver others = new PassedOver(parser);
            JsonValue root = first == JsonToken.START_OBJECT ? root(parser, wanted, others) : value(parser, first);
            if (parser.nextToken() != null) {
                throw malformed("request body must be valid JSON: text follows the document");
            }
            return new Document(root, text.rawSurrogates() || others.unpaired(), others.names());
        } catch (StreamConstraintsException _) {
            throw malformed("request body must be valid JSON nested at most " + MAX_DEPTH + " levels deep");
        } catch (JsonProcessingException e) {
            throw malformed("request body must be valid JSON"
                    + JsonFault.of(text, e).map(fault -> ": " + fault).orElse(""));
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory", e);
        }
    }

    private static JsonObject root(JsonParser parser, Predicate<String> wanted, PassedOver others) throws IOException {
        SequencedMap<String, JsonValue> members = new LinkedHashMap<>();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            if (wanted.test(name)) {
                members.put(name, value(parser, next(parser)));
            } else {
                others.member(name, next(parser));
            }
        }
        return new JsonObject(members);
    }

    private static JsonValue value(JsonParser parser, JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> parser.getTextLength() == 0 ? EMPTY_STRING : new JsonString(parser.getText());
            case VALUE_NUMBER_INT -> integer(parser.getText());
            // getDoubleValue refuses numbers beyond the range of a double; parseDouble does not.
            case VALUE_NUMBER_FLOAT -> new JsonDouble(Double.parseDouble(parser.getText()));
            case VALUE_TRUE -> TRUE;
            case VALUE_FALSE -> FALSE;
            case VALUE_NULL -> NULL;
            case END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                throw new IllegalStateException("unexpected token " + token);
        };
    }

    private static JsonObject object(JsonParser parser) throws IOException {
        SequencedMap<String, JsonValue> members = new LinkedHashMap<>();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            members.put(name, value(parser, next(parser)));
        }
        return members.isEmpty() ? EMPTY_OBJECT : new JsonObject(members);
    }

    private static JsonArray array(JsonParser parser) throws IOException {
        List<JsonValue> elements = new ArrayList<>();
        for (JsonToken token = next(parser); token != JsonToken.END_ARRAY; token = next(parser)) {
            elements.add(value(parser, token));
        }
        return elements.isEmpty() ? EMPTY_ARRAY : new JsonArray(elements);
    }

    static JsonToken next(JsonParser parser) throws IOException {
        JsonToken token = parser.nextToken();
        if (token == null) {
            throw malformed("request body must be valid JSON: it ends too early");
        }
        return token;
    }

    private static JsonInteger integer(String text) {
        checkDigits(text);
        if (text.length() == 1) {
            return DIGITS.get(text.charAt(0) - '0');
        }
        return new JsonInteger(text.equals("-0") ? "0" : text);
    }

    /** Refuses an integer that has too many digits as written. */
    static void checkDigits(String integer) {
        int digits = integer.startsWith("-") ? integer.length() - 1 : integer.length();
        if (digits > MAX_INTEGER_DIGITS) {
            throw malformed("request body holds an integer of " + digits + " digits; at most " + MAX_INTEGER_DIGITS
                    + " are accepted");
        }
    }

    private static RefusedException malformed(String detail) {
        return new RefusedException(Refusal.Kind.MALFORMED, detail);
    }
}
