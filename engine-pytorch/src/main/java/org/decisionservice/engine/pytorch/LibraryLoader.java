// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch;

import static java.lang.System.Logger.Level.DEBUG;

import java.nio.file.Path;

/** Loads libtorch's libraries for DJL, which calls it by its name. */
public final class LibraryLoader {
    /** The system property that names this class to DJL. */
    static final String PROPERTY = "ai.djl.pytorch.native_helper";

    private static final System.Logger LOG = System.getLogger(LibraryLoader.class.getName());

    /** Linked with the driver's own library. libtorch loads it when it compiles code for a GPU, and not before. */
    private static final String COMPILER = System.mapLibraryName("caffe2_nvrtc");

    private LibraryLoader() {}

    /**
     * Loads a library.
     *
     * @throws UnsatisfiedLinkError if it cannot be loaded and nothing can be computed without it
     */
    @SuppressWarnings("restricted") // loading a library runs its code
    public static void load(String path) {
        try {
            System.load(path);
        } catch (UnsatisfiedLinkError e) {
            if (!Path.of(path).endsWith(COMPILER)) {
                throw e;
            }
            LOG.log(DEBUG, "without a GPU''s driver: {0}", e.getMessage());
        }
    }
}
