// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.text;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Describes the root cause of a library's error, which may be wrapped several times, for an operator. */
public final class RootCause {
    private static final int LONGEST_CHAIN = 32;

    private RootCause() {}

    /** The deepest cause, on one line. Never empty, and never just a file name. */
    public static String of(Throwable error) {
        Throwable deepest = error;
        for (int i = 0; i < LONGEST_CHAIN; i++) {
            Throwable cause = deepest.getCause();
            if (cause == null) {
                break;
            }
            deepest = cause;
        }
        return switch (deepest) {
            case NoSuchFileException missing -> "there is no " + missing.getFile();
            case AccessDeniedException denied -> "there is no permission for " + denied.getFile();
            case FileSystemException other
            when other.getReason() == null -> other.getClass().getSimpleName() + " " + other.getFile();
            default -> {
                String message = deepest.getMessage();
                yield message == null || message.isBlank()
                        ? deepest.getClass().getSimpleName()
                        : Printable.joinLines(message);
            }
        };
    }
}
