// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.fuzz;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.decisionservice.server.testing.Message;

/** Derives messages from recorded ones; the number and the seed alone determine the result. */
final class Mutator {
    private final Corpus corpus;
    private final long seed;

    Mutator(Corpus corpus, long seed) {
        this.corpus = corpus;
        this.seed = seed;
    }

    Message message(long number) {
        RandomGenerator random = new SplittableRandom(seed + number);
        Message recorded = corpus.pick(random);
        byte[] body = recorded.body();
        // A single change reaches deepest; several changes find what one hides.
        int changes = random.nextInt(3) > 0 ? 1 : 2 + random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            byte[] donor = corpus.pick(random).body();
            body = random.nextInt(6) == 0 ? Bytes.mutate(body, donor, random) : Structure.mutate(body, donor, random);
        }
        return Wrapping.wrap(recorded.path(), body, random);
    }
}
