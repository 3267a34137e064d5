// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * libtorch's switch for TF32, which DJL does not have. There is one for the process, which is read when a product is
 * started, so only one pass is started at a time; the GPU computes them one after the other anyway.
 */
final class Tf32 {
    private static final Object PASSES = new Object();

    private final MethodHandle allow;
    private final MethodHandle allows;
    private final MemorySegment context;

    private Tf32(MethodHandle allow, MethodHandle allows, MemorySegment context) {
        this.allow = allow;
        this.allows = allows;
        this.context = context;
    }

    /**
     * The switch; empty if this libtorch has none by these names, which are those of GCC and Clang.
     *
     * @param libtorch finds its functions
     */
    // The calls are restricted because a wrong signature would break the process; these are those in ATen/Context.h.
    @SuppressWarnings("restricted")
    static Optional<Tf32> of(SymbolLookup libtorch) {
        Optional<MemorySegment> context = libtorch.find("_ZN2at13globalContextEv");
        Optional<MemorySegment> allow = libtorch.find("_ZN2at7Context18setAllowTF32CuBLASEb");
        Optional<MemorySegment> allows = libtorch.find("_ZNK2at7Context15allowTF32CuBLASEv");
        if (context.isEmpty() || allow.isEmpty() || allows.isEmpty()) {
            return Optional.empty();
        }
        Linker linker = Linker.nativeLinker();
        try {
            return Optional.of(new Tf32(
                    linker.downcallHandle(
                            allow.get(), FunctionDescriptor.ofVoid(ValueLayout.ADDRESS, ValueLayout.JAVA_BOOLEAN)),
                    linker.downcallHandle(
                            allows.get(), FunctionDescriptor.of(ValueLayout.JAVA_BOOLEAN, ValueLayout.ADDRESS)),
                    (MemorySegment) linker.downcallHandle(context.get(), FunctionDescriptor.of(ValueLayout.ADDRESS))
                            .invokeExact()));
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    /** Whether products of float32 may round their factors. */
    boolean isAllowed() {
        try {
            return (boolean) allows.invokeExact(context);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    /** Runs a pass whose products of float32 round their factors, or do not. */
    <T> T during(boolean allowed, Supplier<T> pass) {
        synchronized (PASSES) {
            set(allowed);
            try {
                return pass.get();
            } finally {
                set(false);
            }
        }
    }

    private void set(boolean allowed) {
        try {
            allow.invokeExact(context, allowed);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private static RuntimeException failed(Throwable e) {
        if (e instanceof RuntimeException unchecked) {
            return unchecked;
        }
        return new IllegalStateException("TF32", e);
    }
}
