// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import ai.onnxruntime.OrtEnvironment;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.decisionservice.engine.spi.folder.LibraryFolder;

/**
 * ONNX Runtime's native library, in a place where the runtime can load it; closed once it is loaded. In an image it is
 * already unpacked next to the engine's jar. Otherwise it is unpacked for this start and deleted once it is loaded. If
 * the runtime unpacked it itself, 23 MB would stay behind each time a process is killed, and errors would not say what
 * is wrong with the directory.
 *
 * <p>The jar {@code onnxruntime_gpu} has the same classes as {@code onnxruntime}, its own build of the library, and the
 * CUDA provider, which the library loads from its own folder. All files are therefore taken from the same jar.
 */
final class RuntimeLibrary implements AutoCloseable {
    static final String DIRECTORY = "onnxruntime.native.path";

    /** The runtime itself and its Java binding. */
    static final List<String> CPU_ONLY =
            List.of(System.mapLibraryName("onnxruntime"), System.mapLibraryName("onnxruntime4j_jni"));

    private static final String CUDA = System.mapLibraryName("onnxruntime_providers_cuda");

    /** The same with the CUDA provider and the part that connects it to the runtime. */
    static final List<String> WITH_CUDA = Stream.concat(
                    CPU_ONLY.stream(), Stream.of(System.mapLibraryName("onnxruntime_providers_shared"), CUDA))
            .toList();

    private final Optional<LibraryFolder> unpacked;

    private RuntimeLibrary(Optional<LibraryFolder> unpacked) {
        this.unpacked = unpacked;
    }

    /** Whether there is a CUDA provider for this system, and {@link CudaLibraries} knows what it needs there. */
    static boolean hasSystemWithCuda() {
        return systemResources().endsWith("/linux-x64/");
    }

    /** Whether the CUDA provider is where the runtime is, unpacked or in its jar. */
    static boolean hasCuda() {
        return Optional.ofNullable(System.getProperty(DIRECTORY))
                .map(named -> holds(Path.of(named), WITH_CUDA))
                .orElseGet(() -> holds(folder(), WITH_CUDA) || packed(CUDA).isPresent());
    }

    /** The version of the jar that holds the CUDA provider; empty if it is used unpacked. */
    static Optional<String> packedCudaVersion() throws IOException {
        Optional<URL> provider = packed(CUDA);
        if (provider.isEmpty() || !(provider.get().openConnection() instanceof JarURLConnection connection)) {
            return Optional.empty();
        }
        connection.setUseCaches(false);
        try (JarFile jar = connection.getJarFile()) {
            return Optional.ofNullable(jar.getManifest())
                    .map(manifest -> manifest.getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION));
        }
    }

    /**
     * Must be called before any class of ONNX Runtime is used. A directory that the operator has named is kept.
     *
     * @throws IOException if the library cannot be unpacked; nothing is left behind
     */
    static RuntimeLibrary provide(List<String> files) throws IOException {
        if (System.getProperty(DIRECTORY) != null) {
            return new RuntimeLibrary(Optional.empty());
        }
        if (holds(folder(), files)) {
            System.setProperty(DIRECTORY, folder().toString());
            return new RuntimeLibrary(Optional.empty());
        }
        Optional<LibraryFolder> unpacked = unpack(files);
        unpacked.ifPresent(folder -> System.setProperty(DIRECTORY, folder.path().toString()));
        return new RuntimeLibrary(unpacked);
    }

    /** The runtime's file; empty if the runtime has to look for it itself. */
    Optional<Path> path() {
        return Optional.ofNullable(System.getProperty(DIRECTORY))
                .map(directory -> Path.of(directory, CPU_ONLY.getFirst()).toAbsolutePath())
                .filter(Files::isRegularFile);
    }

    /** The folder of the engine's jar, which is that of its engine. */
    static Path folder() {
        CodeSource engine = RuntimeLibrary.class.getProtectionDomain().getCodeSource();
        if (engine == null) {
            return Path.of("");
        }
        try {
            return Path.of(engine.getLocation().toURI()).resolveSibling("");
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether all files are there. */
    static boolean holds(Path directory, List<String> files) {
        return files.stream().allMatch(file -> Files.isRegularFile(directory.resolve(file)));
    }

    private static String systemResources() {
        return resources(System.getProperty("os.name"), System.getProperty("os.arch"));
    }

    private static Optional<URL> packed(String file) {
        return Optional.ofNullable(OrtEnvironment.class.getResource(systemResources() + file));
    }

    /** The path of that system's library in the runtime's jar. */
    static String resources(String system, String processor) {
        String os = system.toLowerCase(Locale.ROOT);
        String name = os.contains("win") && !os.contains("darwin") ? "win" : os.contains("linux") ? "linux" : "osx";
        String arch = processor.equals("aarch64") ? "aarch64" : "x64";
        return "/ai/onnxruntime/native/" + name + "-" + arch + "/";
    }

    /** Unpacks the library. Empty if the jar has none for this system; the runtime then reports that. */
    private static Optional<LibraryFolder> unpack(List<String> files) throws IOException {
        // The last file is the one that the fewest jars have.
        Optional<URL> rarest = packed(files.getLast());
        if (rarest.isEmpty()) {
            return Optional.empty();
        }
        LibraryFolder folder = LibraryFolder.fresh();
        try {
            for (String file : files) {
                folder.put(file, Optional.of(beside(rarest.get(), file)));
            }
        } catch (IOException e) {
            folder.close();
            throw e;
        }
        return Optional.of(folder);
    }

    /** The file of that name in the same folder of the same jar. */
    private static URL beside(URL packed, String file) throws IOException {
        String url = packed.toString();
        return URI.create(url.substring(0, url.lastIndexOf('/') + 1) + file).toURL();
    }

    /** Idempotent. */
    @Override
    public void close() {
        if (unpacked.isPresent()) {
            System.clearProperty(DIRECTORY);
            unpacked.get().close();
        }
    }
}
