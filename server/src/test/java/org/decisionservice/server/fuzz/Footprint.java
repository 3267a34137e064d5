// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.fuzz;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The resources that this process holds, which runs both the service and the fuzzer.
 *
 * @param heapBytes what survives a garbage collection
 * @param threads number of platform threads; a virtual thread that is stuck shows in the heap
 * @param files number of open files and sockets, 0 if the system does not report it
 * @param residentBytes memory of the whole process, native memory included, 0 if the system does not report it
 */
record Footprint(long heapBytes, int threads, long files, long residentBytes) {
    private static final long HEAP_GROWTH = 8_000_000;
    private static final int THREAD_GROWTH = 8;
    private static final int FILE_GROWTH = 8;

    /** The engine's memory grows with the largest batch so far. */
    private static final long RESIDENT_GROWTH = 150_000_000;

    /** The serial collector leaves some garbage where it is, and moves everything only each fourth time. */
    private static final int COLLECTIONS = 4;

    static Footprint now() {
        var memory = ManagementFactory.getMemoryMXBean();
        for (int i = 0; i < COLLECTIONS; i++) {
            memory.gc();
        }
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

    /** Describes what has grown since {@code before} by more than chance. */
    List<String> growthSince(Footprint before) {
        return Stream.of(
                        grown("heap bytes", before.heapBytes, heapBytes, HEAP_GROWTH),
                        grown("threads", before.threads, threads, THREAD_GROWTH),
                        grown("open files", before.files, files, FILE_GROWTH),
                        grown("resident bytes", before.residentBytes, residentBytes, RESIDENT_GROWTH))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<String> grown(String what, long before, long after, long allowed) {
        return after - before > allowed
                ? Optional.of("%s grew from %d to %d".formatted(what, before, after))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return "heap %.1f MB, %d threads, %d files, resident %.0f MB"
                .formatted(heapBytes / 1e6, threads, files, residentBytes / 1e6);
    }
}
