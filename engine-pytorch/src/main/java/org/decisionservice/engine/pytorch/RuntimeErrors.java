// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch;

import static org.decisionservice.engine.spi.EngineException.Kind.DEVICE_LOST;
import static org.decisionservice.engine.spi.EngineException.Kind.OUT_OF_DEVICE_MEMORY;

import java.util.List;
import org.decisionservice.engine.kit.ErrorTable;
import org.decisionservice.engine.kit.ErrorTable.Meaning;
import org.decisionservice.engine.spi.EngineException;

/** Interprets libtorch's messages, because all its errors have the same type in Java. */
final class RuntimeErrors {
    private static final ErrorTable TABLE = new ErrorTable(List.of(
            new Meaning("can't allocate memory", OUT_OF_DEVICE_MEMORY),
            new Meaning("cuda error: unknown error", DEVICE_LOST)));

    private RuntimeErrors() {}

    /** Translates an error into one of the matching kind. */
    static EngineException translate(String doing, Throwable error) {
        return TABLE.translate(doing, error);
    }
}
