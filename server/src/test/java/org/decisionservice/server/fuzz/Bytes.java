// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.fuzz;

import java.io.ByteArrayOutputStream;
import java.util.random.RandomGenerator;

/** Changes that know nothing about JSON. Inputs are not modified. */
final class Bytes {
    /** Bytes that are not UTF-8, or UTF-8 of characters that must not be encoded. */
    private static final byte[][] INTERESTING = {
        {0},
        {(byte) 0xFF},
        {(byte) 0xC0, (byte) 0x80},
        {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
        {(byte) 0xED, (byte) 0xB0, (byte) 0x80},
        {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF},
        {(byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80},
        {(byte) 0xFE, (byte) 0xFF},
        {(byte) 0xE2, (byte) 0x82},
        {'\\', 'u', 'd', '8', '0', '0'},
        {'\\'},
        {'"'},
        {'{'},
        {'['},
        {'}'},
        {']'},
        {','},
        {':'},
        {'\r', '\n'}
    };

    private Bytes() {}

    static byte[] mutate(byte[] body, byte[] donor, RandomGenerator random) {
        int at = random.nextInt(body.length + 1);
        int end = Math.min(body.length, at + length(random));
        return switch (random.nextInt(7)) {
            case 0 -> flip(body, random);
            case 1 -> replace(body, at, end, new byte[0]);
            case 2 -> replace(body, at, at, java.util.Arrays.copyOfRange(body, at, end));
            case 3 -> replace(body, at, body.length, new byte[0]);
            case 4 -> splice(body, at, donor, random);
            case 5 -> replace(body, at, at, INTERESTING[random.nextInt(INTERESTING.length)]);
            default -> replace(body, at, end, noise(random));
        };
    }

    /** Returns {@code body} with the bytes from {@code start} to before {@code end} replaced by {@code by}. */
    static byte[] replace(byte[] body, int start, int end, byte[] by) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(body.length + by.length);
        out.write(body, 0, start);
        out.writeBytes(by);
        out.write(body, end, body.length - end);
        return out.toByteArray();
    }

    private static byte[] flip(byte[] body, RandomGenerator random) {
        byte[] flipped = body.clone();
        for (int i = random.nextInt(4); i >= 0 && body.length > 0; i--) {
            flipped[random.nextInt(body.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return flipped;
    }

    private static byte[] splice(byte[] body, int at, byte[] donor, RandomGenerator random) {
        int from = random.nextInt(donor.length + 1);
        return replace(body, at, body.length, java.util.Arrays.copyOfRange(donor, from, donor.length));
    }

    private static byte[] noise(RandomGenerator random) {
        byte[] noise = new byte[length(random)];
        random.nextBytes(noise);
        return noise;
    }

    /** Returns a length that is mostly short. */
    private static int length(RandomGenerator random) {
        return 1 + random.nextInt(random.nextInt(8) == 0 ? 400 : 8);
    }
}
