// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads this process's memory from {@code /proc}. On a system without it, all figures are 0, so nothing appears to
 * grow.
 */
public final class ResidentMemory {
    private static final Path MAPS = Path.of("/proc/self/maps");

    /** The same regions, each followed by its figures, such as {@code Rss: 12 kB}. */
    private static final Path DETAILED_MAPS = Path.of("/proc/self/smaps");

    /** Its most resident memory is among them. */
    private static final Path STATUS = Path.of("/proc/self/status");

    private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+([0-9]+) kB");
    private static final Pattern REGION = Pattern.compile("([0-9a-f]+)-[0-9a-f]+ .*");
    private static final Pattern RESIDENT = Pattern.compile("Rss: +([0-9]+) kB");

    /**
     * A JVM with compressed pointers keeps its heap below this address (in bytes), and little else. The heap is left
     * out because it grows and shrinks by more than a leak would.
     */
    private static final long HEAP_END = 32L << 30;

    private ResidentMemory() {}

    /** Whether this system has the figures. */
    public static boolean isTold() {
        return Files.isReadable(DETAILED_MAPS);
    }

    /** Resident bytes outside the Java heap; 0 if unknown. */
    public static long outsideTheHeap() {
        System.gc();
        long bytes = 0;
        boolean heap = false;
        for (String line : lines(DETAILED_MAPS)) {
            Matcher region = REGION.matcher(line);
            Matcher resident = RESIDENT.matcher(line);
            if (region.matches()) {
                heap = Long.parseUnsignedLong(region.group(1), 16) < HEAP_END;
            } else if (!heap && resident.matches()) {
                bytes += Long.parseLong(resident.group(1)) << 10;
            }
        }
        return bytes;
    }

    /** Begins to measure {@link #peak} anew, and returns the bytes that are resident now, the Java heap included. */
    static long forgetPeak() {
        System.gc();
        try {
            Files.writeString(Path.of("/proc/self/clear_refs"), "5");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return peak();
    }

    /** The most bytes that were resident since {@link #forgetPeak}, the Java heap included. */
    static long peak() {
        return lines(STATUS).stream()
                .map(PEAK::matcher)
                .filter(Matcher::matches)
                .mapToLong(peak -> Long.parseLong(peak.group(1)) << 10)
                .findFirst()
                .orElse(0);
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
