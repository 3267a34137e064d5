// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.security.MessageDigest;
import java.util.List;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.engine.spi.Row;

/**
 * The SHA-256 digest of rows, in four parts. Rows with the same digest show the encoder the same: nobody can make
 * different ones, so a client never gets what belongs to the text of another.
 */
public record RowDigest(long first, long second, long third, long fourth) {

    static RowDigest of(Row row) {
        int[] numbers = new int[row.length() + row.options() + 5];
        int next = 0;
        numbers[next++] = row.length();
        for (int token = 0; token < row.length(); token++) {
            // A type has two bits, and no vocabulary needs more than the other thirty.
            numbers[next++] = row.tokenId(token) << 2 | row.type(token);
        }
        numbers[next++] = row.options();
        for (int slot = 0; slot < row.options(); slot++) {
            numbers[next++] = row.marker(slot);
        }
        numbers[next++] = row.optionsEnd().orElse(-1);
        numbers[next++] = row.stateStart();
        numbers[next] = row.stateEnd();
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * numbers.length);
        bytes.asIntBuffer().put(numbers);
        return of(bytes);
    }

    /** The digest of rows as they may be together in passes: others together are another one. */
    public static RowDigest of(List<List<PackedRow>> batches) {
        int rows = batches.stream().mapToInt(List::size).sum();
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * (batches.size() + 4 * rows));
        LongBuffer parts = bytes.asLongBuffer();
        for (List<PackedRow> batch : batches) {
            parts.put(batch.size());
            for (PackedRow row : batch) {
                RowDigest own = row.digest();
                parts.put(own.first).put(own.second).put(own.third).put(own.fourth);
            }
        }
        return of(bytes);
    }

    private static RowDigest of(ByteBuffer bytes) {
        MessageDigest sha256 = WeightsDigest.sha256();
        sha256.update(bytes);
        LongBuffer parts = ByteBuffer.wrap(sha256.digest()).asLongBuffer();
        return new RowDigest(parts.get(), parts.get(), parts.get(), parts.get());
    }
}
