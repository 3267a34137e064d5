// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.decisionservice.core.checkpoint.RegularFile;
import org.decisionservice.host.ConfigurationException;
import org.jspecify.annotations.Nullable;

/**
 * The files that a run writes at its end. They are looked at before it begins: an hour of answers is not lost to a
 * folder that does not exist.
 */
final class Outputs {
    private final SequencedMap<String, Path> read = new LinkedHashMap<>();
    private final SequencedMap<String, Path> written = new LinkedHashMap<>();

    /** Notes a file that the run reads, and so must not write. */
    Outputs reading(String name, @Nullable Path file) {
        if (file != null) {
            read.put(name, file);
        }
        return this;
    }

    /** The same of several. */
    Outputs reading(String name, List<Path> files) {
        for (int i = 0; i < files.size(); i++) {
            reading(i == 0 ? name : name + " " + (i + 1), files.get(i));
        }
        return this;
    }

    /**
     * Checks that {@code file} can be written, without a trace of it.
     *
     * @throws ConfigurationException naming the option and what to change
     */
    Outputs writing(String option, @Nullable Path file) {
        if (file == null) {
            return this;
        }
        Path folder = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file)) {
            throw new ConfigurationException(option + ": " + file + " is a folder; name a file in it");
        }
        if (folder != null && !Files.isDirectory(folder)) {
            throw new ConfigurationException(option + ": "
                    + RegularFile.hidden(folder)
                            .orElse("the folder " + folder + " does not exist; create it, or name a file elsewhere"));
        }
        if (Files.exists(file) ? !Files.isWritable(file) : folder != null && !Files.isWritable(folder)) {
            throw new ConfigurationException(option + ": " + file + " cannot be written; name a file elsewhere, or"
                    + " change who may write there");
        }
        refuseSame(option, file, read, "; it would be lost");
        refuseSame(option, file, written, "; one would overwrite the other");
        written.put(option, file);
        return this;
    }

    private static void refuseSame(String option, Path file, Map<String, Path> others, String why) {
        others.forEach((name, other) -> {
            if (same(file, other)) {
                throw new ConfigurationException(
                        option + ": " + file + " is the file of " + name + " as well" + why + "; name another file");
            }
        });
    }

    private static boolean same(Path one, Path other) {
        try {
            return one.toAbsolutePath()
                            .normalize()
                            .equals(other.toAbsolutePath().normalize())
                    || (Files.isRegularFile(one) && Files.isRegularFile(other) && Files.isSameFile(one, other));
        } catch (IOException _) {
            return false;
        }
    }
}
