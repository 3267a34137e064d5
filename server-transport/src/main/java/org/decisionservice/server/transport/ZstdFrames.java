// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import io.airlift.compress.v3.MalformedInputException;
import io.airlift.compress.v3.zstd.ZstdJavaDecompressor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import org.decisionservice.contract.BodyLimit;

/**
 * A zstd body as in RFC 8878: a sequence of frames. Each is decoded directly into the result. The library's stream
 * would keep an additional window of up to 8 MiB, copied whenever it grows, and does not support skippable frames.
 */
final class ZstdFrames {
    private static final int MAGIC = 0xFD2FB528;
    private static final int SKIPPABLE_MAGIC = 0x184D2A50;
    private static final int SKIPPABLE_MASK = ~0xF;
    private static final int BLOCK_BYTES = 128 * 1024;
    /** Includes room for the block with which a body becomes too long. */
    private static final int MOST_BYTES = BodyLimit.BYTES + BLOCK_BYTES;

    private final ByteBuffer body;
    private final ZstdJavaDecompressor decompressor = new ZstdJavaDecompressor();
    private byte[] out = new byte[0];
    private int size;

    private ZstdFrames(byte[] body) {
        this.body = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Returns the concatenated content of the frames.
     *
     * @throws DataFormatException or an unchecked exception if {@code body} is not zstd
     */
    static byte[] decode(byte[] body) throws DataFormatException {
        ZstdFrames frames = new ZstdFrames(body);
        while (frames.body.hasRemaining()) {
            frames.next();
        }
        return Arrays.copyOf(frames.out, frames.size);
    }

    private void next() throws DataFormatException {
        int start = body.position();
        int magic = body.getInt();
        if ((magic & SKIPPABLE_MASK) == SKIPPABLE_MAGIC) {
            skip(Integer.toUnsignedLong(body.getInt()));
            return;
        }
        require(magic == MAGIC, "magic number");
        int descriptor = Byte.toUnsignedInt(body.get());
        require((descriptor & 0b1000) == 0, "reserved bit");
        long declared = declaredSize(descriptor);
        if (declared > BodyLimit.BYTES - size) {
            throw BodyLimit.announced(Math.max(declared, declared + size));
        }
        long most = skipBlocks();
        if ((descriptor & 0b100) != 0) {
            skip(Integer.BYTES); // a checksum, which decoding verifies
        }
        int decoded = decode(start, declared < 0 ? most : Math.min(declared, most));
        require(declared < 0 || declared == decoded, "declared size");
        size += decoded;
        if (size > BodyLimit.BYTES) {
            throw BodyLimit.counted(size);
        }
    }

    /** Returns the size that the rest of a frame's header declares, in bytes; -1 if it declares none. */
    private long declaredSize(int descriptor) {
        boolean single = (descriptor & 0b10_0000) != 0;
        int dictionary = descriptor & 0b11;
        skip((single ? 0 : 1) + (dictionary == 0 ? 0 : 1 << (dictionary - 1)));
        return switch (descriptor >>> 6) {
            case 0 -> single ? Byte.toUnsignedLong(body.get()) : -1;
            case 1 -> Short.toUnsignedLong(body.getShort()) + 256;
            case 2 -> Integer.toUnsignedLong(body.getInt());
            // A size of 2^63 or more is too large in any case; with its sign bit it would read as undeclared.
            default -> body.getLong() & Long.MAX_VALUE;
        };
    }

    /** Skips to the end of a frame's blocks and returns the maximum number of bytes they can hold. */
    private long skipBlocks() throws DataFormatException {
        long most = 0;
        boolean last;
        do {
            int header = Short.toUnsignedInt(body.getShort()) | Byte.toUnsignedInt(body.get()) << 16;
            last = (header & 1) != 0;
            int type = header >>> 1 & 0b11;
            int length = header >>> 3;
            require(type != 3 && length <= BLOCK_BYTES, "block");
            most += type == 2 ? BLOCK_BYTES : length;
            skip(type == 1 ? 1 : length);
        } while (!last);
        return most;
    }

    /** Decodes the frame that begins at {@code start} and ends at the current position; returns its decoded length. */
    private int decode(int start, long most) {
        boolean mayBeTooLarge = most > MOST_BYTES - size;
        int needed = mayBeTooLarge ? MOST_BYTES : Math.max(1, size + (int) most);
        if (needed > out.length) {
            out = Arrays.copyOf(out, Math.max(needed, Math.min(2 * out.length, MOST_BYTES)));
        }
        try {
            return decompressor.decompress(body.array(), start, body.position() - start, out, size, out.length - size);
        } catch (MalformedInputException e) {
            // The exception reports this case only in its message.
            if (mayBeTooLarge && String.valueOf(e.getMessage()).startsWith("Output buffer too small")) {
                throw BodyLimit.counted(MOST_BYTES);
            }
            throw e;
        }
    }

    private void skip(long bytes) {
        body.position(Math.toIntExact(body.position() + bytes));
    }

    private static void require(boolean holds, String what) throws DataFormatException {
        if (!holds) {
            throw new DataFormatException("not zstd: " + what);
        }
    }
}
