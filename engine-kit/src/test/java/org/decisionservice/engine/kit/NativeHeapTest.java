// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

@SuppressWarnings("restricted") // malloc and free, as declared in stdlib.h
class NativeHeapTest {
    /** Small enough for glibc's heap; larger blocks get pages of their own. */
    private static final long BLOCK_BYTES = 64 << 10;

    private static final int BLOCKS = 2_000;

    private final Linker linker = Linker.nativeLinker();

    @Test
    void returnsWhatWasFreedBelowABlockThatIsStillUsed() throws Throwable {
        assumeTrue(NativeHeap.trim(), "this C library has no malloc_trim");
        MethodHandle malloc = call("malloc", FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_LONG));
        MethodHandle free = call("free", FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));
        List<MemorySegment> blocks = new ArrayList<>();
        for (int i = 0; i < BLOCKS; i++) {
            MemorySegment block = (MemorySegment) malloc.invokeExact(BLOCK_BYTES);
            blocks.add(block.reinterpret(BLOCK_BYTES).fill((byte) 1));
        }
        MemorySegment last = blocks.removeLast();
        for (MemorySegment block : blocks) {
            free.invokeExact(block);
        }
        long kept = residentBytes();

        NativeHeap.trim();

        assertThat(kept - residentBytes()).isGreaterThan(BLOCKS * BLOCK_BYTES / 2);
        free.invokeExact(last);
    }

    @Test
    void forgetsThePagesOfMemoryThatStaysAllocated() throws IOException {
        long size = BLOCKS * BLOCK_BYTES;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(size, 1).fill((byte) 1);
            long kept = residentBytes();

            assumeTrue(NativeHeap.forget(memory), "this system has no madvise as Linux has it");

            assertThat(kept - residentBytes()).isGreaterThan(size * 9 / 10);
            assertThat(memory.get(ValueLayout.JAVA_BYTE, size / 2)).isZero();
            memory.fill((byte) 2);
            assertThat(memory.get(ValueLayout.JAVA_BYTE, size / 2)).isEqualTo((byte) 2);
        }
    }

    @Test
    void leavesPagesThatHoldOtherMemoryToo() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(3 * BLOCK_BYTES, 1).fill((byte) 1);
            NativeHeap.forget(memory.asSlice(BLOCK_BYTES / 2, 2 * BLOCK_BYTES));
            assertThat(memory.asSlice(0, BLOCK_BYTES / 2).toArray(ValueLayout.JAVA_BYTE))
                    .containsOnly(1);
            assertThat(memory.asSlice(BLOCK_BYTES / 2 + 2 * BLOCK_BYTES).toArray(ValueLayout.JAVA_BYTE))
                    .containsOnly(1);
            assertThat(NativeHeap.forget(memory.asSlice(0, 100))).isFalse();
        }
    }

    private MethodHandle call(String name, FunctionDescriptor descriptor) {
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), descriptor);
    }

    private static long residentBytes() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                .sum();
    }
}
