package org.decisionservice.engine.onnx;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;

/**
 * ONNX Runtime's native library where it lies unpacked beside the engine's jar. Otherwise every start unpacks it into
 * the directory for temporary files, which costs time, and memory where that directory is in memory.
 */
final class UnpackedLibrary {
    static final String DIRECTORY = "onnxruntime.native.path";

    private UnpackedLibrary() {}

    /** Has to come before ONNX Runtime's first class; a directory that the operator has named stays. */
    static void use() {
        CodeSource engine = UnpackedLibrary.class.getProtectionDomain().getCodeSource();
        if (engine != null && System.getProperty(DIRECTORY) == null) {
            use(engine);
        }
    }

    private static void use(CodeSource engine) {
        try {
            Path directory = Path.of(engine.getLocation().toURI()).resolveSibling("");
            if (holdsLibrary(directory)) {
                System.setProperty(DIRECTORY, directory.toString());
            }
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether both parts are there: the runtime itself and what Java calls it through. */
    static boolean holdsLibrary(Path directory) {
        return Files.isRegularFile(directory.resolve(System.mapLibraryName("onnxruntime")))
                && Files.isRegularFile(directory.resolve(System.mapLibraryName("onnxruntime4j_jni")));
    }
}
