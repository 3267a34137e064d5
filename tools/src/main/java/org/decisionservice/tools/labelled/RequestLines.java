// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.decisionservice.core.text.RootCause;

/**
 * Looks at the beginning of a file of requests, which may be too long to be read as a whole, before any is answered.
 */
public final class RequestLines {
    private static final int HEAD_BYTES = 1 << 16;
    private static final String REMEDY = "; save it as UTF-8";

    private RequestLines() {}

    /**
     * Checks that a file may have a request on each line. What is wrong with a single line becomes its answer.
     *
     * @throws LabelsException if the file is another kind of file
     */
    public static void require(Path file) {
        FileKind.requireText(file);
        String head = head(file);
        if (head.startsWith("\u00ff\u00fe") || head.startsWith("\u00fe\u00ff")) {
            throw LabelsException.of(file, "it is UTF-16" + REMEDY);
        }
        int nul = head.indexOf('\0');
        if (nul >= 0) {
            throw LabelsException.at(file, Lines.at(head, nul), "a NUL character" + REMEDY);
        }
        String text = head.startsWith("\u00ef\u00bb\u00bf") ? head.substring(3) : head;
        int line = Lines.at(head, head.length() - text.stripLeading().length());
        String first = text.stripLeading().split("[\r\n]", 2)[0];
        if (!first.isEmpty()) {
            JsonLines.notLines(first).ifPresent(why -> {
                throw LabelsException.at(file, line, why);
            });
        }
        if (head.indexOf('\n') < 0 && head.indexOf('\r') >= 0) {
            throw LabelsException.at(file, line, "lines end with CR alone; end them with LF");
        }
    }

    /** The first bytes, each as the character of its value. */
    private static String head(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(HEAD_BYTES), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw LabelsException.of(file, "cannot be read: " + RootCause.of(e));
        }
    }
}
