// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The SHA-256 digests that files of a checkpoint must have. They are checked before anything in the checkpoint is
 * parsed.
 */
public final class ExpectedDigests {
    private final Map<String, String> byPath;
    private final Map<String, FileStamp> verified = new ConcurrentHashMap<>();

    /** @param byPath from path within the checkpoint directory to SHA-256 in 64 lower-case hex digits; may be empty */
    public ExpectedDigests(Map<String, String> byPath) {
        this.byPath = Map.copyOf(byPath);
    }

    /**
     * Checks every file that has an expected digest.
     *
     * @throws CheckpointException naming the first file that is missing or has a different digest
     */
    public void check(Path directory) {
        byPath.keySet().stream().sorted().forEach(path -> checkFile(directory, path));
    }

    /**
     * Checks the files of weights that have an expected digest. Cheap as long as the file has not changed since it was
     * last checked.
     *
     * @throws CheckpointException as {@link #check}
     */
    public void checkWeights(Path directory) {
        byPath.keySet().stream()
                .filter(path -> path.endsWith(".safetensors"))
                .sorted()
                .forEach(path -> checkFile(directory, path));
    }

    private void checkFile(Path directory, String path) {
        Path file = directory.resolve(path);
        if (!Files.isRegularFile(file)) {
            throw new CheckpointException(
                    path, "is missing, but has an expected SHA-256 digest; correct the path or add the file");
        }
        try {
            // Taken before the digest, so that a write while the digest is computed counts as a change.
            FileStamp stamp = FileStamp.of(file);
            if (stamp.equals(verified.get(path))) {
                return;
            }
            String actual = WeightsDigest.sha256(file);
            if (!actual.equals(byPath.get(path))) {
                throw new CheckpointException(
                        path,
                        "has the SHA-256 digest " + actual + ", expected " + byPath.get(path)
                                + "; it is not the expected file");
            }
            verified.put(path, stamp);
        } catch (IOException | UncheckedIOException e) {
            throw new CheckpointException(path, "cannot be read; check its permissions", e);
        }
    }
}
