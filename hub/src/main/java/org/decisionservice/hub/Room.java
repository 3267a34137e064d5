// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** Tells how much can still be written. */
interface Room {
    Room ON_DISK = directory -> {
        try {
            long usable = Files.getFileStore(directory).getUsableSpace();
            return usable > 0 ? OptionalLong.of(usable) : OptionalLong.empty();
        } catch (IOException _) {
            return OptionalLong.empty();
        }
    };

    /** Free bytes in the file system of {@code directory}, which must exist; empty if unknown. */
    OptionalLong bytes(Path directory);
}
