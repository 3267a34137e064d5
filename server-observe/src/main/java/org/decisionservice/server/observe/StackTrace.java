// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.observe;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.decisionservice.core.text.Printable;
import org.jspecify.annotations.Nullable;

/**
 * A stack trace for people, in the form of {@link Throwable#printStackTrace()}. Unlike there, the text of an exception
 * stays on its line, because it may quote a client.
 */
final class StackTrace {
    private final StringBuilder out = new StringBuilder();
    private final Set<Throwable> shown = Collections.newSetFromMap(new IdentityHashMap<>());

    private record Part(String head, Throwable thrown, List<StackTraceElement> around) {}

    private StackTrace() {}

    static String of(Throwable thrown) {
        StackTrace trace = new StackTrace();
        Deque<Part> parts = new ArrayDeque<>();
        parts.add(new Part("", thrown, List.of()));
        // A chain of causes may be longer than the stack is deep.
        while (!parts.isEmpty()) {
            trace.write(parts.pop(), parts);
        }
        return trace.out.toString();
    }

    private void write(Part part, Deque<Part> parts) {
        Throwable thrown = part.thrown();
        String indent = "\t".repeat(part.head().startsWith("\t") ? 1 : 0);
        out.append(part.head()).append(Printable.of(thrown.toString()));
        if (!shown.add(thrown)) {
            out.append(" (shown above)\n");
            return;
        }
        out.append('\n');
        List<StackTraceElement> frames = List.of(thrown.getStackTrace());
        int own = frames.size() - common(frames, part.around());
        for (int i = 0; i < own; i++) {
            out.append(indent).append("\tat ").append(frames.get(i)).append('\n');
        }
        if (own < frames.size()) {
            out.append(indent).append("\t... ").append(frames.size() - own).append(" more\n");
        }
        @Nullable Throwable cause = thrown.getCause();
        if (cause != null) {
            parts.push(new Part(indent + "Caused by: ", cause, frames));
        }
        Throwable[] suppressed = thrown.getSuppressed();
        for (int i = suppressed.length - 1; i >= 0; i--) {
            parts.push(new Part("\tSuppressed: ", suppressed[i], frames));
        }
    }

    /** Number of frames at the end of {@code frames} that are those of the exception around it. */
    private static int common(List<StackTraceElement> frames, List<StackTraceElement> around) {
        int common = 0;
        while (common < Math.min(frames.size(), around.size())
                && frames.get(frames.size() - 1 - common).equals(around.get(around.size() - 1 - common))) {
            common++;
        }
        return common;
    }
}
