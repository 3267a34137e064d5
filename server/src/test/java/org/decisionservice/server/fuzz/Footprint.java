package org.decisionservice.server.fuzz;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What this process, service and fuzzer in one, holds on to.
 *
 * @param heapBytes what survives a collection
 * @param threads platform threads; a virtual one that is stuck shows in the heap
 * @param files open files and sockets, 0 where the system does not tell
 * @param residentBytes memory of the whole process, natives included, 0 where the system does not tell
 */
record Footprint(long heapBytes, int threads, long files, long residentBytes) {

    static Footprint now() {
        System.gc();
        var memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        return new Footprint(
                memory.getHeapMemoryUsage().getUsed(),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                        ? unix.getOpenFileDescriptorCount()
                        : 0,
                resident());
    }

    private static long resident() {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return 0;
        }
        try (var lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("[^0-9]", "")))
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return "heap %.1f MB, %d threads, %d files, resident %.0f MB"
                .formatted(heapBytes / 1e6, threads, files, residentBytes / 1e6);
    }
}
