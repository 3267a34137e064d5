// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.decisionservice.engine.kit.ErrorTable.Meaning;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.EngineException.Kind;
import org.junit.jupiter.api.Test;

class ErrorTableTest {
    private static final ErrorTable TABLE = new ErrorTable(List.of(new Meaning("broken graph", Kind.BAD_MODEL)));

    @Test
    void everyCauseIsLookedAtAndTheInnermostIsShown() {
        Throwable error = new IllegalStateException(
                "call failed", new IllegalArgumentException("CUDA out of memory", new RuntimeException("inner")));
        EngineException translated = TABLE.translate("forward pass", error);
        assertThat(translated.kind()).isEqualTo(Kind.OUT_OF_DEVICE_MEMORY);
        assertThat(translated).hasMessage("forward pass: inner").hasCause(error);
    }

    @Test
    void anEngineBringsItsOwnMeanings() {
        assertThat(TABLE.translate("loading", new IllegalStateException("This is a Broken Graph."))
                        .kind())
                .isEqualTo(Kind.BAD_MODEL);
    }

    @Test
    void anythingElseIsAFailure() {
        assertThat(TABLE.translate("loading", new IllegalStateException()).kind())
                .isEqualTo(Kind.FAILED);
    }
}
