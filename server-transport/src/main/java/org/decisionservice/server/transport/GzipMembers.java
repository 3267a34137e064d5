// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;

/**
 * A gzip body as in RFC 1952: a sequence of members and nothing else. The JDK's stream calls itself for every empty
 * member, so that 90,000 of them overflow its stack, and it takes bytes that are not a member for the end.
 */
final class GzipMembers {
    private static final int MAGIC_AND_DEFLATE = 0x08_8B_1F;
    /** The header's time, extra flags and operating system. */
    private static final int UNUSED_BYTES = 6;

    private static final int HEADER_CRC = 1 << 1;
    private static final int EXTRA = 1 << 2;
    private static final int NAME = 1 << 3;
    private static final int COMMENT = 1 << 4;
    private static final int RESERVED = 0xE0;

    private final ByteBuffer body;

    private GzipMembers(byte[] body) {
        this.body = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Returns the concatenated content of the members.
     *
     * @throws DataFormatException or an unchecked exception if {@code body} is not gzip
     */
    static byte[] decode(byte[] body) throws DataFormatException {
        CappedBytes out = new CappedBytes(ContentCoding.USUAL_RATIO * body.length);
        GzipMembers members = new GzipMembers(body);
        try (Inflation inflation = new Inflation(body, true)) {
            do {
                members.next(inflation, out);
            } while (members.body.hasRemaining());
        }
        return out.toByteArray();
    }

    private void next(Inflation inflation, CappedBytes out) throws DataFormatException {
        skipHeader();
        int before = out.size();
        body.position(inflation.inflate(body.position(), out));
        require(body.getInt() == out.crc32(before), "checksum");
        require(body.getInt() == out.size() - before, "length");
    }

    private void skipHeader() throws DataFormatException {
        int start = body.position();
        int lead = body.getInt();
        int flags = lead >>> 24;
        require((lead & 0xFF_FFFF) == MAGIC_AND_DEFLATE && (flags & RESERVED) == 0, "header");
        skip(UNUSED_BYTES);
        if ((flags & EXTRA) != 0) {
            skip(Short.toUnsignedInt(body.getShort()));
        }
        if ((flags & NAME) != 0) {
            skipText();
        }
        if ((flags & COMMENT) != 0) {
            skipText();
        }
        if ((flags & HEADER_CRC) != 0) {
            CRC32 crc = new CRC32();
            crc.update(body.array(), start, body.position() - start);
            require(body.getShort() == (short) crc.getValue(), "checksum of the header");
        }
    }

    private void skip(int bytes) {
        body.position(body.position() + bytes);
    }

    private void skipText() {
        while (body.get() != 0) {
            // Skips to the terminating zero.
        }
    }

    private static void require(boolean holds, String what) throws DataFormatException {
        if (!holds) {
            throw new DataFormatException("not gzip: " + what);
        }
    }
}
