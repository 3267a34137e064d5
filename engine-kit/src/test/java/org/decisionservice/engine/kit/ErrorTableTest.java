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

    /** As libtorch says it. The text is in the log and in /health. */
    @Test
    void otherProcessesAndPlacesInTheSourceAreLeftOut() {
        Throwable error = new IllegalStateException(
                "CUDA out of memory. Tried to allocate 20.00 MiB. GPU 0 has a total capacity of 139.80 GiB of which"
                        + " 6.50 MiB is free. Process 41 has 1.20 GiB memory in use. Process 7231 has 520.00 MiB memory in"
                        + " use. Of the allocated memory 2.20 GiB is allocated by PyTorch, and 41.50 MiB is reserved by"
                        + " PyTorch but unallocated. If reserved but unallocated memory is large try setting"
                        + " PYTORCH_CUDA_ALLOC_CONF\n"
                        + "Exception raised from malloc at ../c10/cuda/CUDACachingAllocator.cpp:1448");
        assertThat(TABLE.translate("forward pass", error))
                .hasMessage(
                        "forward pass: CUDA out of memory. Tried to allocate 20.00 MiB. GPU 0 has a total capacity of"
                                + " 139.80 GiB of which 6.50 MiB is free. Of the allocated memory 2.20 GiB is allocated by"
                                + " PyTorch, and 41.50 MiB is reserved by PyTorch but unallocated.");
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
