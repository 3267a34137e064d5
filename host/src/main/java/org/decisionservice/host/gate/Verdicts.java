// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.gate;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.decisionservice.core.checkpoint.FileStamp;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Reduction;

/**
 * What the gate has decided. Answering the probes in float32 takes several times as long as the rest of a load, so a
 * checkpoint that is unloaded and loaded again is not compared again. The newest verdict of each file in each precision
 * on each device is kept, and only as long as file, architecture and probes stay the same. For any thread.
 */
final class Verdicts {
    private final Map<Key, Remembered> newest = new ConcurrentHashMap<>();

    /**
     * The decision of the gate about a candidate.
     *
     * @param accepted what serves; empty if float32 does
     * @param report about that variant, or about the last one that was refused
     */
    record Verdict(Optional<Reduction.Variant> accepted, PrecisionReport report) {}

    /** Several precisions of one file are compared if the fastest is asked for. */
    private record Key(Path weights, Device device, Precision precision) {}

    private record Remembered(Subject subject, Verdict verdict) {}

    private record Subject(Candidate candidate, FileStamp weights) {}

    /** One candidate as it was when the verdict about it was asked for. */
    final class Case {
        private final Subject subject;

        private Case(Subject subject) {
            this.subject = subject;
        }

        /** The verdict that was kept about the same candidate. */
        Optional<Verdict> known() {
            return Optional.ofNullable(newest.get(place()))
                    .filter(entry -> entry.subject().equals(subject))
                    .map(Remembered::verdict);
        }

        void keep(Verdict verdict) {
            newest.put(place(), new Remembered(subject, verdict));
        }

        private Key place() {
            Candidate candidate = subject.candidate();
            return new Key(candidate.source().weights().file(), candidate.device(), candidate.precision());
        }
    }

    /**
     * Opens the case of a candidate. Call this before its weights are read, so that a change in between leads to
     * another case next time.
     *
     * @throws EngineException BAD_MODEL if the file of the weights cannot be read
     */
    Case about(Candidate candidate) {
        return new Case(
                new Subject(candidate, FastestPrecision.stamp(candidate.source().weights())));
    }
}
