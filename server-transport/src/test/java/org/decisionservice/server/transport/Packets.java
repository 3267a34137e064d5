// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a client sends, in the packets in which it arrives, followed by the end. */
public final class Packets implements Supplier<byte @Nullable []> {
    private final Queue<byte[]> left = new ArrayDeque<>();

    private Packets() {}

    /** Splits the bytes of {@code text} into two packets, the first of that size; empty packets are left out. */
    public static Packets split(String text, int first) {
        Packets packets = new Packets();
        byte[] bytes = latin1(text);
        packets.add(Arrays.copyOf(bytes, first));
        packets.add(Arrays.copyOfRange(bytes, first, bytes.length));
        return packets;
    }

    /** Makes one packet of each byte. */
    public static Packets single(String text) {
        Packets packets = new Packets();
        for (byte b : latin1(text)) {
            packets.add(new byte[] {b});
        }
        return packets;
    }

    /** Encodes one character per byte, and each line end as CRLF. */
    public static byte[] latin1(String text) {
        return text.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1);
    }

    private void add(byte[] packet) {
        if (packet.length > 0) {
            left.add(packet);
        }
    }

    @Override
    public byte @Nullable [] get() {
        return left.poll();
    }
}
