package org.decisionservice.engine.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the kernel says of this process's memory; a kernel without {@code /proc} says nothing, so nothing grows. */
final class ResidentMemory {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path MAPS = Path.of("/proc/self/maps");

    private ResidentMemory() {}

    /**
     * Bytes resident beyond the Java heap, which grows and shrinks for reasons of its own; 0 where there is no telling.
     */
    static long outsideTheHeap() {
        System.gc();
        return lines(STATUS).stream()
                        .filter(line -> line.startsWith("VmRSS:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                        .findFirst()
                        .orElse(0)
                - Runtime.getRuntime().totalMemory();
    }

    /** Lines of the process's memory map that belong to {@code file}. */
    static List<String> mappings(Path file) {
        String path = file.toAbsolutePath().normalize().toString();
        return lines(MAPS).stream().filter(line -> line.endsWith(path)).toList();
    }

    private static List<String> lines(Path file) {
        if (!Files.isReadable(file)) {
            return List.of();
        }
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
