// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.kit;

import static org.decisionservice.engine.spi.EngineException.Kind.DEVICE_LOST;
import static org.decisionservice.engine.spi.EngineException.Kind.FAILED;
import static org.decisionservice.engine.spi.EngineException.Kind.OUT_OF_DEVICE_MEMORY;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.EngineException.Kind;

/**
 * Maps error messages to kinds, for runtimes without typed errors. Each engine adds its own messages to those of the
 * CUDA driver, of CUDA's libraries and of the C++ library, which are listed here.
 */
public final class ErrorTable {
    /** A message that contains {@code text} (lower case) is of this kind. */
    public record Meaning(String text, Kind kind) {}

    private static final List<Meaning> COMMON = List.of(
            new Meaning("out of memory", OUT_OF_DEVICE_MEMORY),
            new Meaning("bad_alloc", OUT_OF_DEVICE_MEMORY),
            new Meaning("bad allocation", OUT_OF_DEVICE_MEMORY),
            new Meaning("alloc_failed", OUT_OF_DEVICE_MEMORY),
            // A library's handle cannot be created if its workspace does not fit.
            new Meaning("cublas_status_not_initialized", OUT_OF_DEVICE_MEMORY),
            new Meaning("cudnn_status_not_initialized", OUT_OF_DEVICE_MEMORY),
            new Meaning("illegal memory access", DEVICE_LOST),
            new Meaning("unspecified launch failure", DEVICE_LOST),
            new Meaning("device-side assert", DEVICE_LOST),
            new Meaning("uncorrectable ecc", DEVICE_LOST),
            new Meaning("no cuda-capable device", DEVICE_LOST),
            new Meaning("devices are busy or unavailable", DEVICE_LOST),
            new Meaning("fallen off the bus", DEVICE_LOST),
            new Meaning("misaligned address", DEVICE_LOST),
            new Meaning("illegal instruction", DEVICE_LOST),
            new Meaning("cublas_status_execution_failed", DEVICE_LOST),
            new Meaning("cublas_status_internal_error", DEVICE_LOST));

    private static final Pattern OTHERS = Pattern.compile(
            " Process \\d+ has [^ ]+ [KMGT]iB memory in use\\.|\\s*(If reserved but unallocated memory|See"
                    + " documentation for Memory Management|Exception raised from ).*");

    private final List<Meaning> meanings;

    /** @param own the engine's own meanings; the common ones are tried before them, and the first match wins */
    public ErrorTable(List<Meaning> own) {
        this.meanings = Stream.concat(COMMON.stream(), own.stream()).toList();
    }

    /** Translates an error into one of the matching kind. Its causes are searched too. */
    public EngineException translate(String doing, Throwable error) {
        StringBuilder texts = new StringBuilder();
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            texts.append(cause.getMessage()).append('\n');
        }
        return new EngineException(kind(texts.toString()), doing + ": " + reason(error), error);
    }

    /**
     * What the deepest cause of an error says, on one line; its type if it says nothing. What it says of other
     * processes on the machine is left out, and what it adds for those who build the runtime.
     */
    public static String reason(Throwable error) {
        Throwable deepest = error;
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            deepest = cause;
        }
        String message = deepest.getMessage();
        return message == null || message.isBlank()
                ? deepest.getClass().getSimpleName()
                : OTHERS.matcher(message.strip().replaceAll("\\s*\\R\\s*", " ")).replaceAll("");
    }

    private Kind kind(String messages) {
        String text = messages.toLowerCase(Locale.ROOT);
        for (Meaning meaning : meanings) {
            if (text.contains(meaning.text())) {
                return meaning.kind();
            }
        }
        return FAILED;
    }
}
