// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.decisionservice.core.golden.Golden;
import org.junit.jupiter.api.Test;

class TokenizerTest {
    private static final String TEXT = "The parcel arrived late, the box was open and nobody answers. 😀 ";

    private final Tokenizer tokenizer = Golden.checkpoint(Golden.starter()).tokenizer();

    @Test
    void addsNoTokens() {
        assertThat(tokenizer.encode("")).isEmpty();
        assertThat(tokenizer.encode("hello")).containsExactly(7592);
    }

    @Test
    void cutsOnlyAtTheLimit() {
        int[] once = tokenizer.encode(TEXT);
        int[] many = tokenizer.encode(TEXT.repeat(1000));
        assertThat(many).hasSize(once.length * 1000);
        assertThat(tokenizer.encode(TEXT.repeat(1000), 48)).isEqualTo(Arrays.copyOf(many, 48));
        assertThat(tokenizer.encode(TEXT, 1_000_000)).isEqualTo(once);
        assertThat(tokenizer.encode(TEXT, 0)).isEmpty();
    }

    @Test
    void servesManyThreads() {
        int[] alone = tokenizer.encode(TEXT);
        assertThat(IntStream.range(0, 200).parallel().mapToObj(_ -> tokenizer.encode(TEXT)))
                .allSatisfy(ids -> assertThat(ids).isEqualTo(alone));
    }

    @Test
    void isUnusableOnceClosed() {
        Tokenizer closed = CheckpointReader.read(Golden.tiny("typed-decisions")).tokenizer();
        closed.close();
        closed.close();
        assertThatIllegalStateException().isThrownBy(() -> closed.encode("x"));
    }
}
