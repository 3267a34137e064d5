// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an engine found when it judged checkpoints in a reduced precision. Answering the probes in float32 takes several
 * times as long as the rest of a load, so a checkpoint that is unloaded and loaded again is not judged again. The
 * newest verdict of each file is kept, and only as long as file, architecture and probes stay the same. Used by one
 * caller at a time.
 *
 * @param <V> what an engine needs in order to load without judging
 */
public final class Verdicts<V> {
    private final Map<Path, Entry<V>> newest = new HashMap<>();

    private record Entry<V>(Subject subject, V verdict) {}

    /** @param key what distinguishes the file from every other one; null on file systems without such a key */
    private record Subject(
            ModelSource source,
            long size,
            FileTime modified,
            @Nullable Object key) {}

    /** One checkpoint as it was when the verdict about it was asked for. */
    public final class Case {
        private final Subject subject;

        private Case(Subject subject) {
            this.subject = subject;
        }

        /** The verdict that was kept about the same file, architecture and probes. */
        public Optional<V> known() {
            return Optional.ofNullable(newest.get(subject.source().weights()))
                    .filter(entry -> entry.subject().equals(subject))
                    .map(Entry::verdict);
        }

        public void keep(V verdict) {
            newest.put(subject.source().weights(), new Entry<>(subject, verdict));
        }
    }

    /**
     * Opens the case of a checkpoint. Call this before its weights are read, so that a change in between leads to
     * another case next time.
     *
     * @throws EngineException BAD_MODEL if the file of the weights cannot be read
     */
    public Case about(ModelSource source) {
        try {
            BasicFileAttributes file = Files.readAttributes(source.weights(), BasicFileAttributes.class);
            return new Case(new Subject(source, file.size(), file.lastModifiedTime(), file.fileKey()));
        } catch (IOException e) {
            throw new EngineException(
                    EngineException.Kind.BAD_MODEL, source.weights().getFileName() + ": cannot be read", e);
        }
    }
}
