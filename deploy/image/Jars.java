import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Unpacks native libraries from jars, or removes them.
 *
 * <pre>
 * unpack FOLDER GLOB   puts the libraries for this platform in ONNX Runtime's jar next to the jar
 * strip FOLDER         deletes the libraries of all platforms from the jars below it; nothing checks signatures
 * </pre>
 */
class Jars {
    private static final String LIBRARY = ".*\\.(so(\\.\\d+)?|dll|dylib|jnilib|lib|a)";
    /** Loads its library in another way; it is small. */
    private static final String KEPT = "aircompressor-";

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[1]);
        switch (arguments[0]) {
            case "unpack" -> {
                for (Path jar : jars(folder, arguments[2])) {
                    unpack(jar);
                }
            }
            case "strip" -> {
                for (Path jar : jars(folder, "*.jar")) {
                    if (!jar.getFileName().toString().startsWith(KEPT)) {
                        strip(jar);
                    }
                }
            }
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static List<Path> jars(Path folder, String glob) throws IOException {
        var matcher = folder.getFileSystem().getPathMatcher("glob:" + glob);
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> matcher.matches(file.getFileName())).toList();
        }
    }

    private static void unpack(Path jar) throws IOException {
        String platform = System.getProperty("os.arch").equals("aarch64") ? "linux-aarch64" : "linux-x64";
        try (FileSystem content = FileSystems.newFileSystem(jar);
                Stream<Path> files = Files.list(content.getPath("ai/onnxruntime/native", platform))) {
            for (Path file : files.toList()) {
                Files.copy(file, jar.resolveSibling(file.getFileName().toString()));
            }
        }
    }

    private static void strip(Path jar) throws IOException {
        try (FileSystem content = FileSystems.newFileSystem(jar);
                Stream<Path> files = Files.walk(content.getPath("/"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (file.toString().matches(LIBRARY) || file.toString().contains(".dSYM/")) {
                    Files.delete(file);
                }
            }
        }
    }
}
