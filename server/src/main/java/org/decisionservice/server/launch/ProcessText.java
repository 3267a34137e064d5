// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The text that a process is started with, and what it prints, in UTF-8. Java decodes both as the locale says, and
 * without one, as under systemd or cron, as ASCII: a key with an accent would become another key. The kernel of Linux
 * shows the bytes; where they are not shown, Java's own reading has to do. A byte that is not UTF-8 becomes U+FFFD,
 * which no setting takes.
 */
public final class ProcessText {
    private static final Path VARIABLES = Path.of("/proc/self/environ");
    private static final Path ARGUMENTS = Path.of("/proc/self/cmdline");

    private ProcessText() {}

    /** The environment variables of this process, which {@code decoded} are as Java read them. */
    public static Map<String, String> variables(Map<String, String> decoded) {
        return variables(VARIABLES, decoded);
    }

    /** The variables in {@code shown}; {@code decoded} if it cannot be read. */
    static Map<String, String> variables(Path shown, Map<String, String> decoded) {
        List<String> entries = entries(shown);
        if (entries.isEmpty()) {
            return decoded;
        }
        Map<String, String> variables = new HashMap<>();
        for (String entry : entries) {
            int equals = entry.indexOf('=');
            if (equals > 0) {
                // Of a variable that is there twice, programs read the first.
                variables.putIfAbsent(entry.substring(0, equals), entry.substring(equals + 1));
            }
        }
        return variables;
    }

    /** The arguments that {@code decoded} are as Java read them. */
    public static List<String> arguments(String... decoded) {
        return arguments(ARGUMENTS, List.of(decoded));
    }

    /** The arguments of the program are the last in {@code shown}, behind those of Java. */
    static List<String> arguments(Path shown, List<String> decoded) {
        List<String> all = entries(shown);
        if (all.size() < decoded.size()) {
            return decoded;
        }
        List<String> last = all.subList(all.size() - decoded.size(), all.size());
        // Where a launcher has changed what it passes on, the two differ in more than letters that ASCII lacks.
        for (int i = 0; i < last.size(); i++) {
            if (isAscii(decoded.get(i)) && !decoded.get(i).equals(last.get(i))) {
                return decoded;
            }
        }
        return List.copyOf(last);
    }

    /** Makes standard output and standard error UTF-8. Java would write a question mark for what the locale lacks. */
    public static void print() {
        System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 0x80);
    }

    /** The entries of such a file, each of which ends with a NUL; none if it cannot be read. */
    private static List<String> entries(Path shown) {
        String text;
        try {
            text = new String(Files.readAllBytes(shown), StandardCharsets.UTF_8);
        } catch (IOException _) {
            return List.of();
        }
        List<String> entries = new ArrayList<>();
        int start = 0;
        for (int end = text.indexOf('\0'); end >= 0; end = text.indexOf('\0', start)) {
            entries.add(text.substring(start, end));
            start = end + 1;
        }
        return entries;
    }
}
