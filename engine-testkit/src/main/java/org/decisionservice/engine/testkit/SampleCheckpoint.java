// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.CheckpointReader;
import org.decisionservice.core.checkpoint.Tokenizer;
import org.decisionservice.core.checkpoint.WeightFiles;
import org.decisionservice.core.packing.Probe;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.OptionLayout;

/**
 * The checkpoints that come with the sources: three with random weights in upstream's layout, and the starter. Two of
 * them exist with the parallel option layout as well, on the same weights.
 */
public enum SampleCheckpoint {
    ENGLISH("english"),
    MULTILINGUAL("multilingual"),
    TYPED_DECISIONS("typed-decisions"),
    STARTER("starter"),
    PARALLEL_ENGLISH("english", OptionLayout.PARALLEL),
    PARALLEL_STARTER("starter", OptionLayout.PARALLEL);

    /** Read once each, because the tests only read these files and load them hundreds of times. */
    private static final Map<SampleCheckpoint, ModelSource> SOURCES = new ConcurrentHashMap<>();

    private final String folder;
    private final OptionLayout layout;

    SampleCheckpoint(String folder) {
        this(folder, OptionLayout.SEQUENTIAL);
    }

    SampleCheckpoint(String folder, OptionLayout layout) {
        this.folder = folder;
        this.layout = layout;
    }

    OptionLayout layout() {
        return layout;
    }

    /** Whether it is small; the other weights need about two hundred times the arithmetic. */
    boolean isTiny() {
        return !folder.equals("starter");
    }

    /** Name in the recordings. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The directory of the files; its configuration is that of the sequential layout. */
    public Path directory() {
        return isTiny() ? Path.of(property("testdata"), "tiny", folder) : Path.of(property("starter"), "checkpoint");
    }

    /**
     * The source that an engine loads, with every eighth of the sentences that the service judges a reduced precision
     * by. The contracts load hundreds of times, and an engine may run the samples with every load.
     */
    public ModelSource source() {
        return withFewSamples(sourceWithAllSamples());
    }

    /** A checkpoint with a linear head, and without an embedding of types and an act head. */
    static ModelSource withLinearHead() {
        return withFewSamples(read(Path.of(property("testdata"), "tiny", "decision-tune")));
    }

    /** A checkpoint with an embedding of segments and without an act head, whose rows may hold several questions. */
    static ModelSource withSegments() {
        return withFewSamples(read(Path.of(property("testdata"), "tiny", "tacet")));
    }

    private static ModelSource withFewSamples(ModelSource all) {
        return all.withSamples(IntStream.range(0, all.samples().size())
                .filter(i -> i % 8 == 0)
                .mapToObj(all.samples()::get)
                .toList());
    }

    /** The same with other weights of the same architecture: safetensors files that hold the tensors together. */
    public ModelSource source(Path... weights) {
        ModelSource source = source();
        return new ModelSource(source.config(), WeightFiles.of(weights[0], List.of(weights)), source.samples());
    }

    /** The source as the service loads it. */
    public ModelSource sourceWithAllSamples() {
        return SOURCES.computeIfAbsent(this, SampleCheckpoint::read);
    }

    private ModelSource read() {
        ModelSource source = read(directory());
        return new ModelSource(source.config().with(layout), source.weights(), source.samples());
    }

    private static ModelSource read(Path directory) {
        Checkpoint checkpoint = CheckpointReader.read(directory);
        try (Tokenizer _ = checkpoint.tokenizer()) {
            return checkpoint
                    .source()
                    .withSamples(
                            Probe.bundled(checkpoint).stream().map(Probe::row).toList());
        }
    }

    static String property(String name) {
        return Objects.requireNonNull(
                System.getProperty(name), () -> "the build sets the system property '" + name + "' to a directory");
    }
}
