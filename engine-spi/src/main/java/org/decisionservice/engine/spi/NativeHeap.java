// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/** The C library's heap, which the natives of all engines allocate from. */
public final class NativeHeap {
    private static final Optional<MethodHandle> MALLOC_TRIM = mallocTrim();

    private NativeHeap() {}

    /**
     * Hands freed memory back to the operating system. For an engine to call after it freed a model: glibc raises, with
     * the first large block that is freed, the size from which blocks get pages of their own, and from then on keeps
     * the others, so that every model but the first would stay resident after its close.
     *
     * @return whether the C library can: glibc can, the others need not be asked
     */
    public static boolean trim() {
        if (MALLOC_TRIM.isEmpty()) {
            return false;
        }
        try {
            // The result says whether any page was returned, which changes nothing for the caller.
            int _ = (int) MALLOC_TRIM.get().invokeExact(0L);
            return true;
        } catch (Throwable e) {
            throw new IllegalStateException("malloc_trim takes a size and cannot fail", e);
        }
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
