// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.weights;

import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class QuantizedFileTest {
    @Test
    void tooLittleRoomSaysHowMuchThereHasToBe() throws IOException {
        QuantizedFile.requireRoom("int8", 10, 10);
        assertThatIOException()
                .isThrownBy(() -> QuantizedFile.requireRoom("int8", 370 << 20, (100 << 20) - 1))
                .withMessage("int8 needs 370 MiB of files while it loads, and there is room for 100 MiB");
    }
}
