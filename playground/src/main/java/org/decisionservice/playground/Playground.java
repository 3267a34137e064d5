// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.playground;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The files of the page. */
public final class Playground {
    /** The path of the page; its other files are below it. */
    public static final String PATH = "/docs/try";

    /** The path that {@link LabelledAnswers} are sent to, beside the page's files. */
    public static final String THRESHOLD_PATH = PATH + "/threshold";

    /** The path that labels are sent to, to be learned from. */
    public static final String LEARN_PATH = PATH + "/learn";

    /** The value of {@code Content-Security-Policy}: files are served beside the page, and it calls this service. */
    public static final String POLICY = "default-src 'none'; connect-src 'self'; script-src 'self';"
            + " style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final String PAGE = "page.html";

    private static final List<String> STYLES = List.of("style.css", "form.css", "answers.css");

    private static final List<String> SCRIPTS = List.of(
            "alone.js",
            "ansi.js",
            "answers.js",
            "ask.js",
            "batches.js",
            "bytes.js",
            "checked.js",
            "code.js",
            "compare.js",
            "csv.js",
            "decisions.js",
            "dialogs.js",
            "dom.js",
            "draft.js",
            "examples.js",
            "faults.js",
            "form.js",
            "given.js",
            "gold.js",
            "keep.js",
            "labelling.js",
            "labels.js",
            "learn.js",
            "lines.js",
            "link.js",
            "main.js",
            "plain.js",
            "questions.js",
            "rows.js",
            "service.js",
            "sets.js",
            "sheet.js",
            "snippet.js",
            "state.js",
            "table.js",
            "theme.js",
            "trial.js",
            "why.js",
            "words.js");

    private Playground() {}

    /**
     * A file of the page.
     *
     * @param path where it is served
     * @param type its media type, such as {@code text/css}
     */
    public record PageFile(String path, String type, String name) {
        /** Reads it. Pages use relative paths, so they work under any prefix. */
        public byte[] read() {
            try (InputStream in = Objects.requireNonNull(Playground.class.getResourceAsStream(name), name)) {
                return in.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** All of them. */
    public static List<PageFile> files() {
        List<PageFile> files = new ArrayList<>();
        files.add(new PageFile(PATH, "text/html", PAGE));
        STYLES.forEach(name -> files.add(new PageFile(PATH + "/" + name, "text/css", name)));
        SCRIPTS.forEach(name -> files.add(new PageFile(PATH + "/" + name, "text/javascript", name)));
        return files;
    }
}
