// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import java.nio.file.Path;
import java.util.OptionalLong;

/** Tells how much can still be written. */
interface Room {
    Room ON_DISK = directory -> {
        long usable = directory.toFile().getUsableSpace();
        return usable > 0 ? OptionalLong.of(usable) : OptionalLong.empty();
    };

    /** Free bytes in the file system of {@code directory}, which must exist; empty if unknown. */
    OptionalLong bytes(Path directory);
}
