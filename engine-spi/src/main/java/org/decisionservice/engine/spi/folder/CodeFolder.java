// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi.folder;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Folders that native libraries are unpacked into and loaded from. The system may forbid the second. */
public final class CodeFolder {
    private static final Path MOUNTS = Path.of("/proc/self/mounts");
    private static final int MOUNT_POINT = 1;
    private static final int OPTIONS = 3;

    private CodeFolder() {}

    /** Why no library can be loaded from {@code folder}, as half a sentence; empty if nothing is known against it. */
    public static Optional<String> refusal(Path folder) {
        try {
            return refusal(
                    folder.toRealPath(),
                    new String(Files.readAllBytes(MOUNTS), StandardCharsets.UTF_8)
                            .lines()
                            .toList());
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /** {@code mounts} are lines of device, mount point, type and options; of two on one point, the later is on top. */
    static Optional<String> refusal(Path folder, List<String> mounts) {
        int longest = -1;
        Optional<String> refusal = Optional.empty();
        for (String mount : mounts) {
            String[] parts = mount.split(" ", -1);
            if (parts.length <= OPTIONS) {
                continue;
            }
            Path point = Path.of(parts[MOUNT_POINT].replace("\\040", " "));
            if (folder.startsWith(point) && point.getNameCount() >= longest) {
                longest = point.getNameCount();
                refusal = List.of(parts[OPTIONS].split(",", -1)).contains("noexec")
                        ? Optional.of("the file system of " + point + " is mounted noexec, so nothing is run from it")
                        : Optional.empty();
            }
        }
        return refusal;
    }
}
