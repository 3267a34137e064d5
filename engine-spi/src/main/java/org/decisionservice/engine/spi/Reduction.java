// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What an engine offers of one checkpoint in a reduced precision, and what to compare it with. The host loads the
 * variants one after the other and serves the first whose answers are near enough to the exact ones. The first variant
 * is what {@link Engine#load} loads.
 *
 * @param exact what float32 answers to the samples of the source, one entry for each
 * @param variants at least one, the fastest first
 */
public record Reduction(Logits exact, List<Variant> variants) {
    public Reduction {
        variants = List.copyOf(variants);
        if (variants.isEmpty()) {
            throw new IllegalArgumentException("a precision that is offered has a variant");
        }
    }

    /**
     * One way of computing in the precision. A host may keep the variant that it serves and load it again later, as
     * long as the checkpoint's file is unchanged; so it holds little memory and nothing native.
     *
     * @param name for the log, such as {@code bf16} or {@code int8 with 16-bit activations}
     * @param loader loads the checkpoint so, each time as another model, and throws as {@link Engine#load}
     * @param preparer as {@link #prepare}; empty if the engine leaves no files
     */
    public record Variant(String name, Supplier<LoadedModel> loader, Optional<Function<Path, LoadedModel>> preparer) {
        /** A variant of an engine that leaves no files. */
        public Variant(String name, Supplier<LoadedModel> loader) {
            this(name, loader, Optional.empty());
        }

        public LoadedModel load() {
            return loader.get();
        }

        /**
         * Writes into a folder what the engine opens faster than the checkpoint, and opens it, so that what the host
         * judges is what it opens the next time with {@link Engine#loadPrepared}. Without a preparer it is only loaded.
         *
         * @param folder empty and on the file system that the files stay on; it may be renamed while the model is open
         * @throws EngineException as {@link Engine#load}; FAILED, too, if the files cannot be written, for example
         *     because there is too little room, and then {@link #load} may still work
         */
        public LoadedModel prepare(Path folder) {
            return preparer.map(to -> to.apply(folder)).orElseGet(this::load);
        }
    }
}
