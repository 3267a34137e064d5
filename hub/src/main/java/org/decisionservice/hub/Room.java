// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** How much can still be written. */
interface Room {
    Room ON_DISK = directory -> {
        try {
            long usable = Files.getFileStore(directory).getUsableSpace();
            return usable > 0 ? OptionalLong.of(usable) : OptionalLong.empty();
        } catch (IOException _) {
            return OptionalLong.empty();
        }
    };

    /** Bytes in the file system of {@code directory}, which exists; empty where it does not say. */
    OptionalLong bytes(Path directory);
}
