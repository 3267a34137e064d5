// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.kit;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/** The C library's heap, from which the native code of all engines allocates. */
public final class NativeHeap {
    private static final Optional<MethodHandle> MALLOC_TRIM = mallocTrim();

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

    @SuppressWarnings("restricted") // size_t in, int out: the signature that malloc_trim(3) has
    private static Optional<MethodHandle> mallocTrim() {
        Linker linker = Linker.nativeLinker();
        return linker.defaultLookup()
                .find("malloc_trim")
                .map(address -> linker.downcallHandle(
                        address, FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG)));
    }
}
