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
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
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
 * Members of the root that the caller does not want are checked by the same rules, but no tree is built of them: it
 * would take thirty times the memory of the body.
 */
public final class JsonReader {
    static final int MAX_DEPTH = 1000;

    /** Python refuses to convert longer integers, and no later stage has a use for one. */
    static final int MAX_INTEGER_DIGITS = 4300;

    /** Number of unwanted names that are kept. A body may hold a hundred thousand. */
    private static final int MOST_NAMES = 20;

    private static final int LONGEST_NAME = 100;

    /** A body may hold hundreds of thousands of these. */
    private static final JsonObject EMPTY_OBJECT = new JsonObject(new LinkedHashMap<>());

    private static final JsonArray EMPTY_ARRAY = new JsonArray(List.of());
    private static final JsonString EMPTY_STRING = new JsonString("");
    private static final int LEAST_KEPT = -9;
    private static final List<JsonInteger> SHORT_INTEGERS = IntStream.rangeClosed(LEAST_KEPT, 99)
            .mapToObj(integer -> new JsonInteger(Integer.toString(integer)))
            .toList();
    private static final JsonNull NULL = new JsonNull();
    private static final JsonBoolean TRUE = new JsonBoolean(true);
    private static final JsonBoolean FALSE = new JsonBoolean(false);

    // Names are the clients' own texts, so a cache of them would grow with every request. The body limit already bounds
    // names and numbers, and Jackson's own limits are lower than what the interface promises.
    private static final JsonFactory FACTORY = factory(Long.MAX_VALUE);

    /** NaN and Infinity, which JSON does not have. */
    static final JsonParser.Feature NAN = JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS.mappedFeature();

    private final BodyText text;
    private final JsonParser parser;
    private final Set<String> ignored = new LinkedHashSet<>();

    /** Whether the tree may hold an unpaired surrogate. */
    private boolean suspect;

    private JsonReader(BodyText text, JsonParser parser) {
        this.text = text;
        this.parser = parser;
    }

    /**
     * A parsed body.
     *
     * @param hiddenSurrogates whether there is a lone surrogate that the root does not show: bytes encode it without an
     *     escape and the text holds U+FFFD in its place, or it is in a member that is not wanted
     * @param suspect whether the root has to be searched for unpaired surrogates; if false, it has none
     * @param ignored the first names of the root's members that are not wanted, in the order of the body; long ones are
     *     cut
     */
    public record Document(JsonValue root, boolean hiddenSurrogates, boolean suspect, List<String> ignored) {
        /** Whether {@code part} of the root holds an unpaired surrogate. */
        public boolean unpairedIn(JsonValue part) {
            return suspect && Surrogates.unpairedIn(part);
        }

        /** Whether the body holds an unpaired surrogate anywhere. */
        public boolean unpaired() {
            return hiddenSurrogates || unpairedIn(root);
        }
    }

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
        if (isForm(body)) {
            throw malformed("request body must be valid JSON, not a multipart form: images and other files are not"
                    + " supported, this service reads text");
        }
        return read(body, wanted, List.of());
    }

    /**
     * Parses what people and their tools write into files: NaN may stand for a number, as Python writes it, and a name
     * that an object has twice is refused, because one of the two values would be lost.
     */
    public static JsonValue readData(byte[] text) {
        return read(text, _ -> true, List.of(NAN, JsonParser.Feature.STRICT_DUPLICATE_DETECTION))
                .root();
    }

    /**
     * Parses a file by the rules of a body, and as {@link #readData} refuses a name that an object has twice.
     *
     * @param mostValues how many values and names it may hold: a tree takes up to a hundred bytes for each, and a file
     *     of brackets has one in every character
     * @param features of JSON that the file may have besides
     */
    static Document readFile(byte[] text, long mostValues, List<JsonParser.Feature> features) {
        List<JsonParser.Feature> all = new ArrayList<>(features);
        all.add(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
        return read(factory(mostValues), text, _ -> true, all);
    }

    private static JsonFactory factory(long mostValues) {
        return JsonFactory.builder()
                .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .recyclerPool(JsonRecyclerPools.newBoundedPool(32))
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH)
                        .maxNumberLength(Integer.MAX_VALUE)
                        .maxStringLength(Integer.MAX_VALUE)
                        .maxNameLength(Integer.MAX_VALUE)
                        .maxTokenCount(mostValues)
                        .build())
                .build();
    }

    /**
     * Whether a body begins with a boundary. Clients that can send images do so in a form, and no JSON begins like
     * that.
     */
    private static boolean isForm(byte[] body) {
        return body.length > 2 && body[0] == '-' && body[1] == '-';
    }

    private static Document read(byte[] body, Predicate<String> wanted, List<JsonParser.Feature> features) {
        return read(FACTORY, body, wanted, features);
    }

    private static Document read(
            JsonFactory factory, byte[] body, Predicate<String> wanted, List<JsonParser.Feature> features) {
        BodyText text = BodyText.decode(body);
        try (JsonParser parser = factory.createParser(text.chars(), 0, text.length())) {
            features.forEach(parser::enable);
            return new JsonReader(text, parser).document(wanted);
        } catch (StreamConstraintsException _) {
            long mostValues = factory.streamReadConstraints().getMaxTokenCount();
            throw malformed("request body must be valid JSON nested at most " + MAX_DEPTH + " levels deep"
                    + (mostValues == Long.MAX_VALUE ? "" : ", of at most " + mostValues + " values"));
        } catch (JsonProcessingException e) {
            throw malformed("request body must be valid JSON"
                    + JsonFault.of(text, e).map(fault -> ": " + fault).orElse(""));
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory", e);
        }
    }

    private Document document(Predicate<String> wanted) throws IOException {
        JsonToken first = parser.nextToken();
        if (first == null) {
            throw malformed("request body is empty; send a JSON object");
        }
        SequencedMap<String, JsonValue> members = new LinkedHashMap<>();
        boolean skippedSurrogates = false;
        JsonValue root;
        if (first == JsonToken.START_OBJECT) {
            skippedSurrogates = object(members, wanted);
            root = new JsonObject(members);
        } else {
            root = value(first);
        }
        if (parser.nextToken() != null) {
            throw malformed("request body must be valid JSON: text follows the document");
        }
        return new Document(root, text.rawSurrogates() || skippedSurrogates, suspect, List.copyOf(ignored));
    }

    /** Reads the root's members. Returns whether those that are not wanted hold an unpaired surrogate. */
    private boolean object(SequencedMap<String, JsonValue> members, Predicate<String> wanted) throws IOException {
        boolean inName = false;
        Set<String> affected = new HashSet<>();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            if (wanted.test(name)) {
                suspect |= holdsSurrogate(name);
                members.put(name, value(next()));
                continue;
            }
            inName |= holdsSurrogate(name) && Surrogates.unpairedIn(name);
            note(affected, name, skip(next()));
            if (ignored.size() < MOST_NAMES) {
                ignored.add(name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME));
            }
        }
        return inName || !affected.isEmpty();
    }

    private JsonValue value(JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT -> object();
            case START_ARRAY -> array();
            case VALUE_STRING -> {
                suspect |= unpairedString();
                yield parser.getTextLength() == 0 ? EMPTY_STRING : new JsonString(parser.getText());
            }
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

    private JsonObject object() throws IOException {
        SequencedMap<String, JsonValue> members = new LinkedHashMap<>();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            suspect |= holdsSurrogate(name);
            members.put(name, value(next()));
        }
        return members.isEmpty() ? EMPTY_OBJECT : new JsonObject(members);
    }

    private JsonArray array() throws IOException {
        List<JsonValue> elements = new ArrayList<>();
        for (JsonToken token = next(); token != JsonToken.END_ARRAY; token = next()) {
            elements.add(value(token));
        }
        return elements.isEmpty() ? EMPTY_ARRAY : new JsonArray(elements);
    }

    /**
     * Reads the value that begins with {@code token} without building a tree. Returns whether it holds an unpaired
     * surrogate.
     */
    private boolean skip(JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT -> {
                boolean inName = false;
                Set<String> affected = new HashSet<>();
                for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                    inName |= holdsSurrogate(name) && Surrogates.unpairedIn(name);
                    note(affected, name, skip(next()));
                }
                yield inName || !affected.isEmpty();
            }
            case START_ARRAY -> {
                boolean unpaired = false;
                for (JsonToken element = next(); element != JsonToken.END_ARRAY; element = next()) {
                    unpaired |= skip(element);
                }
                yield unpaired;
            }
            case VALUE_STRING -> unpairedString();
            case VALUE_NUMBER_INT -> {
                checkDigits(parser.getText());
                yield false;
            }
            case VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE, VALUE_NULL -> false;
            case END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                throw new IllegalStateException("unexpected token " + token);
        };
    }

    /** Updates the names whose latest value has an unpaired surrogate: only the last value of a name counts. */
    private static void note(Set<String> affected, String name, boolean unpaired) {
        if (unpaired) {
            affected.add(name);
        } else if (!affected.isEmpty()) {
            affected.remove(name);
        }
    }

    /**
     * Whether the current string holds an unpaired surrogate. Only an escape can write one, because the body's text has
     * none, and the parser copies a string out of that text only if it has an escape. A string that was copied begins
     * at 0, any other behind its opening quote.
     */
    private boolean unpairedString() throws IOException {
        return parser.getTextOffset() == 0 && Surrogates.unpairedIn(parser.getText());
    }

    private static boolean holdsSurrogate(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (Character.isSurrogate(name.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    private JsonToken next() throws IOException {
        JsonToken token = parser.nextToken();
        if (token == null) {
            throw malformed("request body must be valid JSON: it ends too early");
        }
        return token;
    }

    private static JsonInteger integer(String text) {
        checkDigits(text);
        return text.length() <= 2 ? SHORT_INTEGERS.get(Integer.parseInt(text) - LEAST_KEPT) : new JsonInteger(text);
    }

    /** Refuses an integer that has too many digits as written. */
    private static void checkDigits(String integer) {
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
