// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.decisionservice.server.fuzz.Spans.Span;

/** Changes that keep a JSON text valid JSON, unless an invalid literal is inserted. */
final class Structure {
    /** Numbers around the limits on levels, questions, options, items and total options. */
    private static final int[] COPIES = {1, 2, 31, 33, 64, 65, 101, 256, 401, 600, 1001};

    private static final int[] DEPTHS = {1, 2, 10, 400, 990, 999, 1000, 1001, 5000, 100_000};

    /** Maximum number of bytes of repetition, well over the body limit. */
    private static final int LONGEST = 3_000_000;

    private Structure() {}

    static byte[] mutate(byte[] body, byte[] donor, RandomGenerator random) {
        Spans spans = Spans.of(body);
        if (spans.values().isEmpty()) {
            return Bytes.mutate(body, donor, random);
        }
        Span value = pick(spans.values(), random);
        return switch (random.nextInt(10)) {
            case 0, 1 -> put(body, value, Literals.value(random));
            case 2 -> put(body, value, borrowed(donor, random));
            case 3 -> put(body, value, wrapped(slice(body, value), random));
            case 4 -> put(body, value, slice(body, pick(spans.values(), random)));
            case 5 -> withField(body, random);
            case 6 -> spans.names().isEmpty() ? body : put(body, pick(spans.names(), random), Literals.name(random));
            case 7 -> spans.members().isEmpty() ? body : without(body, pick(spans.members(), random));
            case 8 -> put(body, value, embedded(wrapped(slice(body, value), random)));
            default ->
                repeated(body, pick(spans.members().isEmpty() ? spans.values() : spans.members(), random), random);
        };
    }

    private static byte[] borrowed(byte[] donor, RandomGenerator random) {
        List<Span> values = Spans.of(donor).values();
        return values.isEmpty() ? Literals.value(random) : slice(donor, pick(values, random));
    }

    private static byte[] wrapped(byte[] value, RandomGenerator random) {
        int depth = DEPTHS[random.nextInt(random.nextInt(10) == 0 ? DEPTHS.length : 3)];
        boolean arrays = random.nextBoolean();
        return ((arrays ? "[" : "{\"a\":").repeat(depth) + text(value) + (arrays ? "]" : "}").repeat(depth))
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    /** JSON as a text, as tools are called with. */
    private static byte[] embedded(byte[] json) {
        String escaped = text(json).replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        return ('"' + escaped + '"').getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Adds a field that the interface knows, with any value, at the beginning of some object. */
    private static byte[] withField(byte[] body, RandomGenerator random) {
        int[] braces =
                IntStream.range(0, body.length).filter(i -> body[i] == '{').toArray();
        if (braces.length == 0) {
            return body;
        }
        int brace = random.nextInt(2) == 0 ? braces[0] : braces[random.nextInt(braces.length)];
        ByteArrayOutputStream member = new ByteArrayOutputStream();
        member.writeBytes(Literals.field(random));
        member.write(':');
        member.writeBytes(Literals.value(random));
        member.write(',');
        return Bytes.replace(body, brace + 1, brace + 1, member.toByteArray());
    }

    /** Removes a member and the comma after it; for the last member, the comma before it. */
    private static byte[] without(byte[] body, Span member) {
        int start = member.start();
        int end = member.end();
        if (end < body.length && body[end] == ',') {
            end++;
        } else {
            while (start > 0 && (body[start - 1] == ' ' || body[start - 1] == ',')) {
                start--;
            }
        }
        return Bytes.replace(body, start, end, new byte[0]);
    }

    /** Repeats a member or an element several times, mostly under different names. */
    private static byte[] repeated(byte[] body, Span item, RandomGenerator random) {
        byte[] copy = slice(body, item);
        boolean renamed = body[item.start()] == '"' && random.nextInt(4) > 0;
        int copies = COPIES[random.nextInt(random.nextInt(6) == 0 ? COPIES.length : 3)];
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < copies && out.size() < LONGEST; i++) {
            byte[] number = Integer.toString(i).getBytes(StandardCharsets.US_ASCII);
            out.writeBytes(renamed ? Bytes.replace(copy, 1, 1, number) : copy);
            out.write(',');
        }
        return Bytes.replace(body, item.start(), item.start(), out.toByteArray());
    }

    private static byte[] put(byte[] body, Span where, byte[] value) {
        return Bytes.replace(body, where.start(), where.end(), value);
    }

    private static byte[] slice(byte[] body, Span span) {
        return Arrays.copyOfRange(body, span.start(), span.end());
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static Span pick(List<Span> spans, RandomGenerator random) {
        return spans.get(random.nextInt(spans.size()));
    }
}
