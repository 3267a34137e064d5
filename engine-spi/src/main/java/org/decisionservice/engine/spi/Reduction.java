// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.util.List;
import java.util.function.Supplier;

/**
 * What an engine offers of one checkpoint in a reduced precision, and what to compare it with. The host loads the
 * variants one after the other and serves the first whose answers are near enough to the exact ones.
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
     * One way of computing in the precision. A host may keep the variant that it serves and load it again later, as long
     * as the checkpoint's file is unchanged; so it holds little memory and nothing native.
     *
     * @param name for the log, such as {@code bf16} or {@code int8 with 16-bit activations}
     * @param loader loads the checkpoint so, each time as another model, and throws as {@link Engine#load}
     */
    public record Variant(String name, Supplier<LoadedModel> loader) {
        public LoadedModel load() {
            return loader.get();
        }
    }
}
