// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The switch of the libtorch that is here. */
class Tf32Test {
    private final Tf32 tf32 = Libtorch.start().tf32().orElseThrow();

    @Test
    void itIsOnWhileAPassAsksForIt() {
        assertThat(tf32.isAllowed()).isFalse();
        assertThat(tf32.during(true, tf32::isAllowed)).isTrue();
        assertThat(tf32.isAllowed()).isFalse();
        assertThat(tf32.during(false, tf32::isAllowed)).isFalse();
    }

    @Test
    void aPassThatFailsSwitchesItOffAgain() {
        assertThatIllegalStateException()
                .isThrownBy(() -> tf32.during(true, () -> {
                    throw new IllegalStateException();
                }));
        assertThat(tf32.isAllowed()).isFalse();
    }

    @Test
    void aLibraryWithoutItHasNone() {
        assertThat(Tf32.of(_ -> Optional.empty())).isEmpty();
    }
}
