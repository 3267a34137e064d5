// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The bytes that files of a checkpoint must have. Asked before anything of the checkpoint is parsed. */
public final class ExpectedDigests {
    private final Map<String, String> byPath;
    private final Map<String, FileStamp> genuine = new ConcurrentHashMap<>();

    /** @param byPath path within the checkpoint directory to SHA-256 in 64 small hex digits; may be empty */
    public ExpectedDigests(Map<String, String> byPath) {
        this.byPath = Map.copyOf(byPath);
    }

    /**
     * Checks every file that has a digest here.
     *
     * @throws CheckpointException naming the first that is missing or has other bytes
     */
    public void check(Path directory) {
        byPath.keySet().stream().sorted().forEach(path -> checkFile(directory, path));
    }

    /**
     * Checks the weights, where they have a digest here. Cheap while the file is the one that was checked before.
     *
     * @throws CheckpointException as {@link #check}
     */
    public void checkWeights(Path directory) {
        if (byPath.containsKey(CheckpointReader.WEIGHTS)) {
            checkFile(directory, CheckpointReader.WEIGHTS);
        }
    }

    private void checkFile(Path directory, String path) {
        Path file = directory.resolve(path);
        if (!Files.isRegularFile(file)) {
            throw new CheckpointException(
                    path, "is not there, but a SHA-256 digest is expected of it; correct the path or bring the file");
        }
        try {
            // Taken first: what is written while the digest is computed shows as a change.
            FileStamp stamp = FileStamp.of(file);
            if (stamp.equals(genuine.get(path))) {
                return;
            }
            String actual = WeightsDigest.sha256(file);
            if (!actual.equals(byPath.get(path))) {
                throw new CheckpointException(
                        path,
                        "has the SHA-256 digest " + actual + ", expected " + byPath.get(path)
                                + "; it is not the file that was meant");
            }
            genuine.put(path, stamp);
        } catch (IOException | UncheckedIOException e) {
            throw new CheckpointException(path, "cannot be read; check its permissions", e);
        }
    }
}
