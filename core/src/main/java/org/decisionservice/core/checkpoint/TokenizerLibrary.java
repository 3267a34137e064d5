// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import ai.djl.engine.EngineException;
import ai.djl.huggingface.tokenizers.jni.LibUtils;
import ai.djl.util.Utils;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.decisionservice.core.text.RootCause;

/** The native library that every tokenizer needs. It is unpacked into DJL's cache unless it is there already. */
public final class TokenizerLibrary {
    /** Bytes of free space that the library needs; its files are smaller on every system. */
    private static final long ROOM = 30_000_000;

    private TokenizerLibrary() {}

    /** Loads the library, once per process. If that fails, returns the reason as one sentence for an operator. */
    public static Optional<String> load() {
        try {
            LibUtils.checkStatus();
            return Optional.empty();
        } catch (EngineException | LinkageError e) {
            Path cache = Utils.getEngineCacheDir("tokenizers");
            return Optional.of("the tokenizers' native library cannot be unpacked into " + cache + " and loaded: "
                    + wrongWith(cache).orElseGet(() -> RootCause.of(e))
                    + "; it needs a directory that can be written to and that code may be run from, with "
                    + ROOM / 1_000_000 + " MB of free space");
        }
    }

    /** The cause of the failure, which the library only logs. */
    private static Optional<String> wrongWith(Path directory) {
        try {
            Files.createDirectories(directory);
            if (!runs(directory)) {
                return Optional.of("its file system is mounted noexec, so nothing is run from it");
            }
            return directory.toFile().getUsableSpace() < ROOM
                    ? Optional.of("there is too little free space")
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.of(RootCause.of(e));
        }
    }

    /** Whether the system allows code to be run from the directory; otherwise no file in it is executable. */
    private static boolean runs(Path directory) throws IOException {
        Path file = Files.createTempFile(directory, "code", "");
        try {
            return !file.toFile().setExecutable(true) || Files.isExecutable(file);
        } finally {
            Files.delete(file);
        }
    }
}
