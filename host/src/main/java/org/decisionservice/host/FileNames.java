// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host;

import java.io.File;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Which file names this Java can use. It encodes them as the locale says, and that is settled when it starts: without a
 * locale a name with an accent cannot be opened, and under one of Latin-1 another file would be.
 */
public final class FileNames {
    private static final String ENCODING = System.getProperty("sun.jnu.encoding", "UTF-8");

    /** Windows has its own file names, which do not depend on it. */
    private static final boolean ALL = File.separatorChar == '\\' || isUtf8(ENCODING);

    private FileNames() {}

    /** Whether files can be named by {@code text}. */
    public static boolean permit(String text) {
        return ALL || text.chars().allMatch(c -> c < 0x80);
    }

    /** Why they cannot, and what to do about it. */
    public static String explain(String text) {
        return "'" + text + "' cannot be used as the name of a file: this Java reads such names as " + ENCODING
                + ", because the locale does not say UTF-8; start it with LC_ALL=C.UTF-8";
    }

    private static boolean isUtf8(String name) {
        try {
            return Charset.forName(name).equals(StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return false;
        }
    }
}
