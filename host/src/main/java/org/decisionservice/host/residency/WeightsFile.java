// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.residency;

import static org.decisionservice.engine.spi.EngineException.Kind.BAD_MODEL;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.decisionservice.core.checkpoint.FileStamp;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.ModelWeights;

/**
 * The files that a model was loaded from. Engines keep parts of them mapped: bytes written to one show in answers, and
 * if it is truncated, a pass that reads the lost part ends the process.
 */
final class WeightsFile implements AutoCloseable {
    private final Path file;
    private final List<Path> files;
    private final FileStamp loaded;
    private final List<FileChannel> open;

    /** The condition of the files since they were opened. */
    enum Condition {
        UNTOUCHED,
        /** A path leads to another file or to none; the mapped bytes are the ones that were loaded. */
        ELSEWHERE,
        /** The mapped bytes are not the ones that were loaded. */
        WRITTEN
    }

    private WeightsFile(ModelWeights weights, FileStamp loaded, List<FileChannel> open) {
        this.file = weights.file();
        this.files = weights.files();
        this.loaded = loaded;
        this.open = open;
    }

    /**
     * Opens the files. Call this before an engine reads them, so that no change in between goes unnoticed.
     *
     * @throws EngineException BAD_MODEL if a file does not exist or cannot be read
     */
    static WeightsFile open(ModelWeights weights) {
        List<FileChannel> open = new ArrayList<>();
        try {
            FileStamp stamp = FileStamp.of(weights.files());
            for (Path file : weights.files()) {
                open.add(FileChannel.open(file));
            }
            return new WeightsFile(weights, stamp, open);
        } catch (IOException e) {
            close(open);
            throw new EngineException(BAD_MODEL, weights.name() + ": is missing or cannot be read", e);
        }
    }

    FileStamp loaded() {
        return loaded;
    }

    /** Checks the files with two system calls for each, which take a few microseconds. */
    Condition condition() {
        FileStamp now;
        try {
            // The path may lead to another file, and the file itself may still have been truncated.
            long size = 0;
            for (FileChannel file : open) {
                size += file.size();
            }
            if (size < loaded.size()) {
                return Condition.WRITTEN;
            }
            now = FileStamp.of(files);
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
        return new EngineException(BAD_MODEL, file.getFileName() + ": " + problem);
    }

    @Override
    public void close() {
        close(open);
    }

    private static void close(List<FileChannel> open) {
        try {
            for (FileChannel file : open) {
                file.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
