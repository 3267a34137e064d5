// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.CheckpointReader;
import org.decisionservice.core.checkpoint.Tokenizer;
import org.decisionservice.core.packing.ProbeRows;
import org.decisionservice.engine.spi.ModelSource;

/** The checkpoints that come with the sources: three with random weights in upstream's layout, and the starter. */
public enum SampleCheckpoint {
    ENGLISH,
    MULTILINGUAL,
    TYPED_DECISIONS,
    STARTER;

    /** Name in the recordings. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The directory, in a checkpoint's usual layout. */
    public Path directory() {
        return this == STARTER
                ? Path.of(property("starter"), "checkpoint")
                : Path.of(property("testdata"), "tiny", key());
    }

    /**
     * The source that an engine loads, with every fourth of the sentences that it judges a reduced precision by. The
     * contracts load hundreds of times, and most of a load would be the judging.
     */
    public ModelSource source() {
        ModelSource all = sourceWithAllProbes();
        return all.withProbes(IntStream.range(0, all.probes().size())
                .filter(i -> i % 4 == 0)
                .mapToObj(all.probes()::get)
                .toList());
    }

    /** The source as the service loads it. */
    public ModelSource sourceWithAllProbes() {
        Checkpoint checkpoint = CheckpointReader.read(directory());
        try (Tokenizer _ = checkpoint.tokenizer()) {
            return checkpoint.source().withProbes(ProbeRows.of(checkpoint));
        }
    }

    static String property(String name) {
        return Objects.requireNonNull(
                System.getProperty(name), () -> "the build sets the system property '" + name + "' to a directory");
    }
}
