// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.locks.ReentrantLock;
import org.decisionservice.core.packing.RowDigest;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.host.checkpoints.CheckpointVersion;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.residency.ModelIdentity;

/**
 * The logits of work that was computed, for whoever asks the same again. Work is found as a whole: a row beside other
 * rows has other last digits than alone, so single rows would show who asked before. What was not used for longest
 * leaves first. Safe for any number of threads.
 */
public final class LogitsCache {
    /**
     * Bytes of an entry without its rows: its place in the map, the key, the digest, and the logits' own objects, with
     * references of 8 bytes.
     */
    private static final long ENTRY = 250;

    /** Bytes of a row without its options: references, headers of arrays, and the act probability. */
    private static final long ROW = 56;

    private final long limit;
    private final ReentrantLock lock = new ReentrantLock();
    private final SequencedMap<Key, Logits> known = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<ServedCheckpoint, ComputedBy> weights = new HashMap<>();
    private long bytes;
    private long found;
    private long missed;

    private record Key(CheckpointVersion version, RowDigest rows, boolean stateVectors) {
        static Key of(PassRequest work) {
            return new Key(work.version(), work.digest(), work.stateVectors());
        }
    }

    /** The weights that all known logits of a checkpoint come from. */
    private record ComputedBy(CheckpointVersion version, ModelIdentity model) {}

    /**
     * The savings of a cache and its costs.
     *
     * @param found rows that were not computed because their logits were known
     * @param missed rows that were computed
     * @param bytes that it holds now
     * @param limit that it may hold, in bytes
     */
    public record Use(long found, long missed, long bytes, long limit) {}

    /** Creates an empty cache of at most {@code limit} bytes. */
    public LogitsCache(long limit) {
        this.limit = limit;
    }

    /** For any thread. */
    public Use use() {
        lock.lock();
        try {
            return new Use(found, missed, bytes, limit);
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #find}, for work that is no request's and is not counted. */
    Optional<Logits> peek(PassRequest work) {
        Key key = Key.of(work);
        lock.lock();
        try {
            return Optional.ofNullable(known.get(key));
        } finally {
            lock.unlock();
        }
    }

    /** The logits of {@code work}, if the same was computed before and is still known. */
    Optional<Logits> find(PassRequest work) {
        return findAll(List.of(work)).map(List::getFirst);
    }

    /** The logits of each of these; empty unless all are known. */
    Optional<List<Logits>> findAll(List<PassRequest> works) {
        List<Key> keys = works.stream().map(Key::of).toList();
        List<Logits> all = new ArrayList<>(keys.size());
        lock.lock();
        try {
            for (Key key : keys) {
                Logits logits = known.get(key);
                if (logits == null) {
                    return Optional.empty();
                }
                all.add(logits);
            }
            found += all.stream().mapToLong(Logits::size).sum();
            return Optional.of(all);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Keeps what {@code model} computed, and forgets what other weights computed for the same checkpoint.
     *
     * @param logits of all rows of {@code work}
     */
    void keep(PassRequest work, Logits logits, ModelIdentity model) {
        Key key = Key.of(work);
        // Views of a pass would keep the whole pass in memory.
        Logits own = logits.copy();
        long size = size(own);
        lock.lock();
        try {
            missed += own.size();
            if (size > limit || !work.checkpoint().version().equals(work.version())) {
                return;
            }
            ComputedBy now = new ComputedBy(work.version(), model);
            if (!now.equals(weights.put(work.checkpoint(), now))) {
                forget(work.checkpoint());
            }
            Logits before = known.put(key, own);
            bytes += size - (before == null ? 0 : size(before));
            while (bytes > limit) {
                bytes -= size(known.pollFirstEntry().getValue());
            }
        } finally {
            lock.unlock();
        }
    }

    private void forget(ServedCheckpoint checkpoint) {
        known.entrySet().removeIf(entry -> {
            boolean other = entry.getKey().version().served().equals(checkpoint);
            bytes -= other ? size(entry.getValue()) : 0;
            return other;
        });
    }

    private static long size(Logits logits) {
        long size = ENTRY;
        for (int row = 0; row < logits.size(); row++) {
            size += ROW + (long) Float.BYTES * logits.options(row);
            size += (long) Float.BYTES * logits.stateVectorsLength();
        }
        return size;
    }
}
