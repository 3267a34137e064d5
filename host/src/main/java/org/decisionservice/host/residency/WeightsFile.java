// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.residency;

import static org.decisionservice.engine.spi.EngineException.Kind.BAD_MODEL;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.decisionservice.core.checkpoint.FileStamp;
import org.decisionservice.engine.spi.EngineException;

/**
 * The file that a model was loaded from. Engines keep parts of it mapped: bytes written to it show in answers, and if
 * it is truncated, a pass that reads the lost part ends the process.
 */
final class WeightsFile implements AutoCloseable {
    private final Path path;
    private final FileStamp loaded;
    private final FileChannel file;

    /** What has happened to the file since it was opened. */
    enum Condition {
        UNTOUCHED,
        /** The path leads to another file or to none; the mapped bytes are the ones that were loaded. */
        ELSEWHERE,
        /** The mapped bytes are not the ones that were loaded. */
        WRITTEN
    }

    private WeightsFile(Path path, FileStamp loaded, FileChannel file) {
        this.path = path;
        this.loaded = loaded;
        this.file = file;
    }

    /**
     * Opens the file. Call this before an engine reads it, so that no change in between goes unnoticed.
     *
     * @param path may be a symbolic link
     * @throws EngineException BAD_MODEL if the file does not exist or cannot be read
     */
    static WeightsFile open(Path path) {
        try {
            FileStamp stamp = FileStamp.of(path);
            return new WeightsFile(path, stamp, FileChannel.open(path));
        } catch (IOException e) {
            throw new EngineException(BAD_MODEL, path.getFileName() + ": is missing or cannot be read", e);
        }
    }

    FileStamp loaded() {
        return loaded;
    }

    /** Checks the file with two system calls, which take a few microseconds. */
    Condition condition() {
        FileStamp now;
        try {
            // The path may lead to another file, and the file itself may still have been truncated.
            if (file.size() < loaded.size()) {
                return Condition.WRITTEN;
            }
            now = FileStamp.of(path);
        } catch (IOException _) {
            return Condition.ELSEWHERE;
        }
        if (now.equals(loaded)) {
            return Condition.UNTOUCHED;
        }
        return now.isOfSameFileAs(loaded) ? Condition.WRITTEN : Condition.ELSEWHERE;
    }

    /** Creates the exception to throw instead of an answer that may match neither the old weights nor the new ones. */
    EngineException changed(String meanwhile) {
        return unusable("was changed while it was " + meanwhile);
    }

    EngineException unusable(String problem) {
        return new EngineException(BAD_MODEL, path.getFileName() + ": " + problem);
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
