// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import java.io.ByteArrayOutputStream;
import java.util.zip.CRC32;
import org.decisionservice.contract.BodyLimit;

/** A buffer for decoded bytes that holds at most as many as a body may have. */
final class CappedBytes extends ByteArrayOutputStream {

    /** {@code expected} is an estimate of the size in bytes. */
    CappedBytes(int expected) {
        super(Math.clamp(expected, 512, BodyLimit.BYTES));
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
        if (length > BodyLimit.BYTES - size()) {
            throw BodyLimit.counted((long) size() + length);
        }
        super.write(bytes, offset, length);
    }

    /** Returns the CRC-32 of all bytes from {@code start} on. */
    synchronized int crc32(int start) {
        CRC32 crc = new CRC32();
        crc.update(buf, start, count - start);
        return (int) crc.getValue();
    }
}
