// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

/** Assigns row numbers to runs of one to three characters, by open addressing over keys of 16 bits per character. */
final class NgramTable {
    /** Zero for a free slot; the number of slots is a power of two. */
    private final long[] keys;
    /** Row of the key in the same slot. */
    private final int[] rows;

    private int size;

    NgramTable(int capacity) {
        keys = new long[Integer.highestOneBit(Math.max(8, capacity) * 2) << 1];
        rows = new int[keys.length];
    }

    static long key(String ngram) {
        long key = 0;
        for (int i = 0; i < ngram.length(); i++) {
            key = (key << 16) | ngram.charAt(i);
        }
        return key;
    }

    /** Assigns the next row to a key that is not in the table yet. */
    int add(long key) {
        int slot = slot(key);
        while (keys[slot] != 0) {
            slot = (slot + 1) & (keys.length - 1);
        }
        keys[slot] = key;
        rows[slot] = size;
        return size++;
    }

    /** The row of a key, or -1 if there is none. */
    int row(long key) {
        int slot = slot(key);
        while (keys[slot] != key) {
            if (keys[slot] == 0) {
                return -1;
            }
            slot = (slot + 1) & (keys.length - 1);
        }
        return rows[slot];
    }

    private int slot(long key) {
        return (int) ((key * 0x9E3779B97F4A7C15L) >>> 32) & (keys.length - 1);
    }
}
