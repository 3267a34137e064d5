// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import ai.djl.engine.EngineException;
import ai.djl.huggingface.tokenizers.jni.LibUtils;
import ai.djl.util.Platform;
import ai.djl.util.Utils;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.decisionservice.core.text.RootCause;
import org.decisionservice.engine.spi.folder.CodeFolder;
import org.decisionservice.engine.spi.folder.LibraryFolder;

/**
 * The native library that every tokenizer needs. It is unpacked into DJL's cache unless it is there already, to a
 * folder that is named after its version and the platform. DJL itself would name the folder after the GPU, too, and
 * takes one that anybody has made.
 */
public final class TokenizerLibrary {
    /** Bytes of free space that the library needs; its files are smaller on every system. */
    private static final long ROOM = 30_000_000;

    private static final String NAME = System.mapLibraryName("tokenizers");

    /** What it is linked with on Windows, where it does not come with the system. */
    private static final List<String> WINDOWS = List.of("libwinpthread-1.dll", "libgcc_s_seh-1.dll", "libstdc++-6.dll");

    /** Names the file that DJL loads instead of unpacking its own. */
    private static final String FILE = "RUST_LIBRARY_PATH";

    private TokenizerLibrary() {}

    /** Loads the library, once per process. If that fails, returns the reason as one sentence for an operator. */
    public static synchronized Optional<String> load() {
        Path folder = Utils.getEngineCacheDir("tokenizers");
        try {
            if (Utils.getEnvOrSystemProperty(FILE) == null) {
                Platform platform = Platform.detectPlatform("tokenizers");
                folder = folder.resolve(platform.getVersion() + "-cpu-" + platform.getClassifier());
                try (LibraryFolder own = LibraryFolder.of(folder)) {
                    folder = own.path();
                    System.setProperty(FILE, unpack(own, platform).toString());
                    LibUtils.checkStatus();
                }
            }
            LibUtils.checkStatus();
            return Optional.empty();
        } catch (IOException | EngineException | LinkageError e) {
            return Optional.of("the tokenizers' native library cannot be unpacked into " + folder + " and loaded: "
                    + CodeFolder.refusal(folder).orElse(RootCause.of(e))
                    + "; it needs a directory that can be written to and that code may be run from, with "
                    + ROOM / 1_000_000 + " MB of free space");
        }
    }

    private static Path unpack(LibraryFolder folder, Platform platform) throws IOException {
        if (platform.getOsPrefix().equals("win")) {
            for (String needed : WINDOWS) {
                put(folder, platform, needed);
            }
        }
        return put(folder, platform, NAME);
    }

    private static Path put(LibraryFolder folder, Platform platform, String name) throws IOException {
        String packed = "/native/lib/" + platform.getClassifier() + "/cpu/" + name;
        return folder.put(name, Optional.ofNullable(LibUtils.class.getResource(packed)));
    }
}
