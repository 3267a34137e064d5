// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.kit;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/** The C library's heap, from which the native code of all engines allocates. */
public final class NativeHeap {
    private static final Optional<MethodHandle> MALLOC_TRIM = mallocTrim();
    private static final Optional<MethodHandle> MADVISE = madvise();

    /** Linux's number; other systems have other numbers, or keep what was in the pages. */
    private static final int MADV_DONTNEED = 4;

    /** At least as large as a page is anywhere, and a multiple of its size. */
    private static final long PAGE = 1 << 16;

    private NativeHeap() {}

    /**
     * Returns freed memory to the operating system. An engine calls this after freeing a model. When the first large
     * block is freed, glibc raises the size above which a block gets pages of its own, and from then on keeps freed
     * blocks below that size. Without this call, every model but the first would stay resident after it is closed.
     *
     * @return whether the C library supports this: glibc does, and other libraries do not need it
     */
    public static boolean trim() {
        if (MALLOC_TRIM.isEmpty()) {
            return false;
        }
        try {
            // The result says whether any page was returned, which does not matter to the caller.
            int _ = (int) MALLOC_TRIM.get().invokeExact(0L);
            return true;
        } catch (Throwable e) {
            throw new IllegalStateException("malloc_trim takes a size and cannot fail", e);
        }
    }

    /**
     * Returns the pages within a segment of native memory to the operating system, although the memory stays allocated.
     * What was in them is 0 from then on; the beginning and the end of the segment, where pages hold other memory too,
     * stay as they are.
     *
     * @return whether the system supports this: Linux does; elsewhere nothing happens
     */
    public static boolean forget(MemorySegment memory) {
        long first = Math.ceilDiv(memory.address(), PAGE) * PAGE;
        long end = Math.floorDiv(memory.address() + memory.byteSize(), PAGE) * PAGE;
        if (MADVISE.isEmpty() || end <= first) {
            return false;
        }
        try {
            int status = (int) MADVISE.get().invokeExact(first, end - first, MADV_DONTNEED);
            return status == 0;
        } catch (Throwable e) {
            throw new IllegalStateException("madvise takes an address, a size and a number", e);
        }
    }

    @SuppressWarnings("restricted") // void *, size_t and int in, int out: the signature that madvise(2) has
    private static Optional<MethodHandle> madvise() {
        Linker linker = Linker.nativeLinker();
        return System.getProperty("os.name").equals("Linux")
                ? linker.defaultLookup()
                        .find("madvise")
                        .map(address -> linker.downcallHandle(
                                address,
                                FunctionDescriptor.of(
                                        ValueLayout.JAVA_INT,
                                        ValueLayout.JAVA_LONG,
                                        ValueLayout.JAVA_LONG,
                                        ValueLayout.JAVA_INT)))
                : Optional.empty();
    }

    @SuppressWarnings("restricted") // size_t in, int out: the signature that malloc_trim(3) has
    private static Optional<MethodHandle> mallocTrim() {
        Linker linker = Linker.nativeLinker();
        return linker.defaultLookup()
                .find("malloc_trim")
                .map(address -> linker.downcallHandle(
                        address, FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG)));
    }
}
