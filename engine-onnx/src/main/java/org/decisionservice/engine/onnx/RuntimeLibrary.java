// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import ai.onnxruntime.OrtEnvironment;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * ONNX Runtime's native library, in a place where the runtime can load it; closed once it is loaded. In an image it is
 * already unpacked next to the engine's jar. Otherwise it is unpacked for this start and deleted once it is loaded. If
 * the runtime unpacked it itself, 23 MB would stay behind each time a process is killed, and errors would not say what
 * is wrong with the directory.
 */
final class RuntimeLibrary implements AutoCloseable {
    static final String DIRECTORY = "onnxruntime.native.path";

    /** The runtime itself and its Java binding. */
    private static final List<String> FILES =
            List.of(System.mapLibraryName("onnxruntime"), System.mapLibraryName("onnxruntime4j_jni"));

    private final Optional<Path> unpacked;

    private RuntimeLibrary(Optional<Path> unpacked) {
        this.unpacked = unpacked;
    }

    /**
     * Must be called before any class of ONNX Runtime is used. A directory that the operator has named is kept.
     *
     * @throws IOException if the library cannot be unpacked; nothing is left behind
     */
    static RuntimeLibrary provide() throws IOException {
        if (System.getProperty(DIRECTORY) != null) {
            return new RuntimeLibrary(Optional.empty());
        }
        Optional<Path> beside = besideTheJar().filter(RuntimeLibrary::holdsLibrary);
        if (beside.isPresent()) {
            System.setProperty(DIRECTORY, beside.get().toString());
            return new RuntimeLibrary(Optional.empty());
        }
        Optional<Path> unpacked = unpack(resources(System.getProperty("os.name"), System.getProperty("os.arch")));
        unpacked.ifPresent(directory -> System.setProperty(DIRECTORY, directory.toString()));
        return new RuntimeLibrary(unpacked);
    }

    private static Optional<Path> besideTheJar() {
        CodeSource engine = RuntimeLibrary.class.getProtectionDomain().getCodeSource();
        if (engine == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Path.of(engine.getLocation().toURI()).resolveSibling(""));
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether both files are there. */
    static boolean holdsLibrary(Path directory) {
        return FILES.stream().allMatch(file -> Files.isRegularFile(directory.resolve(file)));
    }

    /** The path of that system's library in the runtime's jar. */
    static String resources(String system, String processor) {
        String os = system.toLowerCase(Locale.ROOT);
        String name = os.contains("win") && !os.contains("darwin") ? "win" : os.contains("linux") ? "linux" : "osx";
        String arch = processor.equals("aarch64") ? "aarch64" : "x64";
        return "/ai/onnxruntime/native/" + name + "-" + arch + "/";
    }

    /** Unpacks the library. Empty if the jar has none for this system; the runtime then reports that. */
    private static Optional<Path> unpack(String resources) throws IOException {
        SequencedMap<String, URL> files = new LinkedHashMap<>();
        for (String file : FILES) {
            URL packed = OrtEnvironment.class.getResource(resources + file);
            if (packed == null) {
                return Optional.empty();
            }
            files.put(file, packed);
        }
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        if (!Files.isDirectory(temporary)) {
            throw new NoSuchFileException(temporary.toString());
        }
        Path directory = Files.createTempDirectory(temporary, "decision-service-onnxruntime-");
        try {
            for (var file : files.entrySet()) {
                try (InputStream library = file.getValue().openStream()) {
                    Files.copy(library, directory.resolve(file.getKey()));
                }
            }
        } catch (IOException e) {
            delete(directory);
            throw e;
        }
        return Optional.of(directory);
    }

    /** Deletes the directory, or on systems that do not delete files in use, registers it to be deleted at exit. */
    private static void delete(Path directory) {
        directory.toFile().deleteOnExit();
        for (String file : FILES) {
            Path path = directory.resolve(file);
            if (!path.toFile().delete() && Files.exists(path)) {
                path.toFile().deleteOnExit();
            }
        }
        var _ = directory.toFile().delete();
    }

    /** Idempotent. */
    @Override
    public void close() {
        if (unpacked.isPresent()) {
            System.clearProperty(DIRECTORY);
            delete(unpacked.get());
        }
    }
}
