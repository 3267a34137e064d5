// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;

/**
 * ONNX Runtime's own log, as lines of the service's log. The runtime would write coloured text to standard error, and
 * its Java API cannot tell it otherwise. The runtime has one environment in a process, which is made here, so that the
 * one that Java makes later is the same.
 */
final class RuntimeLog {
    private static final System.Logger LOG = System.getLogger(RuntimeLog.class.getName());

    /** Of the functions of {@code onnxruntime_c_api.h}, whose order never changes. */
    private static final int API_VERSION = 1;

    private static final int CREATE_ENV_WITH_CUSTOM_LOGGER = 4;

    /** The runtime's levels: 2 is a warning, 3 an error, 4 fatal. */
    private static final int WARNINGS = 2;

    private static final FunctionDescriptor WRITE = FunctionDescriptor.ofVoid(
            ValueLayout.ADDRESS,
            ValueLayout.JAVA_INT,
            ValueLayout.ADDRESS,
            ValueLayout.ADDRESS,
            ValueLayout.ADDRESS,
            ValueLayout.ADDRESS);

    private RuntimeLog() {}

    /**
     * Takes the log over. Must be called before the runtime is used, and after its library is where it is loaded from.
     *
     * @param library the runtime's own, by its absolute path
     */
    // The calls are restricted because a wrong signature would break the process; these are those in
    // onnxruntime_c_api.h. What they need stays as long as the process.
    @SuppressWarnings("restricted")
    static void takeOver(Path library) {
        Linker linker = Linker.nativeLinker();
        Arena forever = Arena.global();
        SymbolLookup runtime;
        try {
            runtime = SymbolLookup.libraryLookup(library, forever);
        } catch (IllegalArgumentException _) {
            // Whoever loads it next is told why it cannot be loaded.
            return;
        }
        try {
            MethodHandle write = MethodHandles.lookup().findStatic(RuntimeLog.class, "write", WRITE.toMethodType());
            MethodHandle base = linker.downcallHandle(
                    runtime.findOrThrow("OrtGetApiBase"), FunctionDescriptor.of(ValueLayout.ADDRESS));
            MethodHandle api = linker.downcallHandle(
                    function((MemorySegment) base.invokeExact(), 0),
                    FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
            MethodHandle create = linker.downcallHandle(
                    function((MemorySegment) api.invokeExact(API_VERSION), CREATE_ENV_WITH_CUSTOM_LOGGER),
                    FunctionDescriptor.of(
                            ValueLayout.ADDRESS,
                            ValueLayout.ADDRESS,
                            ValueLayout.ADDRESS,
                            ValueLayout.JAVA_INT,
                            ValueLayout.ADDRESS,
                            ValueLayout.ADDRESS));
            MemorySegment failure = (MemorySegment) create.invokeExact(
                    linker.upcallStub(write, WRITE, forever),
                    MemorySegment.NULL,
                    WARNINGS,
                    forever.allocateFrom("decision-service"),
                    forever.allocate(ValueLayout.ADDRESS));
            if (!failure.equals(MemorySegment.NULL)) {
                LOG.log(DEBUG, "ONNX Runtime writes its log to standard error");
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** The function at a place of a table. */
    @SuppressWarnings("restricted")
    private static MemorySegment function(MemorySegment table, int index) {
        return table.reinterpret(ValueLayout.ADDRESS.byteSize() * (index + 1)).getAtIndex(ValueLayout.ADDRESS, index);
    }

    /** Called by the runtime, on any thread. An exception would end the process. */
    @SuppressWarnings("unused")
    private static void write(
            MemorySegment parameter,
            int level,
            MemorySegment category,
            MemorySegment logger,
            MemorySegment place,
            MemorySegment message) {
        try {
            LOG.log(level > WARNINGS ? WARNING : INFO, "ONNX Runtime: {0} ({1})", text(message), text(place));
        } catch (Throwable _) {
            // Then there is nobody to tell.
        }
    }

    /** On one line. */
    @SuppressWarnings("restricted")
    private static String text(MemorySegment characters) {
        return characters.reinterpret(Long.MAX_VALUE).getString(0).strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
