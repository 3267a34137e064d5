// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.decisionservice.core.checkpoint.RegularFile;

/**
 * Names files that people give by mistake instead of a file of text. The page's {@code bytes.js} has the same list.
 */
public final class FileKind {
    private static final int HEAD_BYTES = 23;

    /** {@code begin} is its first bytes as hex digits. */
    private record Signature(String begin, String text) {}

    private static final List<Signature> KINDS = List.of(
            new Signature("1f8b", "it is compressed (gzip); unpack it first"),
            new Signature("28b52ffd", "it is compressed (zstd); unpack it first"),
            new Signature("425a68", "it is compressed (bzip2); unpack it first"),
            new Signature("fd377a585a", "it is compressed (xz); unpack it first"),
            new Signature("504b0304", "it is a workbook (.xlsx, .ods) or a ZIP archive; save the sheet as CSV UTF-8"),
            new Signature("d0cf11e0", "it is a workbook of the old kind (.xls); save the sheet as CSV UTF-8"),
            new Signature("50415231", "it is a Parquet file; write it as CSV, or as lines of JSON"),
            // "version https://git-lfs"
            new Signature(
                    "76657273696f6e2068747470733a2f2f6769742d6c6673",
                    "it is a pointer of Git LFS, whose contents were not fetched; run 'git lfs pull'"));

    private FileKind() {}

    /**
     * Checks that {@code file} is one whose text can be read.
     *
     * @throws LabelsException if it is none: a directory, a pipe, a workbook, compressed
     */
    public static void requireText(Path file) {
        if (!Files.exists(file)) {
            throw LabelsException.of(
                    file, "cannot be read; " + RegularFile.hidden(file).orElse("there is no such file"));
        }
        if (Files.isDirectory(file)) {
            throw LabelsException.of(file, "cannot be read; it is a directory");
        }
        // A pipe can be read only once, and may never end.
        if (!Files.isRegularFile(file)) {
            throw LabelsException.of(file, "cannot be read; it is a pipe or a device, so write it to a file first");
        }
        try (InputStream in = Files.newInputStream(file)) {
            Optional<String> other = of(in.readNBytes(HEAD_BYTES));
            if (other.isPresent()) {
                throw LabelsException.of(file, other.get());
            }
        } catch (IOException _) {
            throw LabelsException.of(file, "cannot be read; look at its permissions");
        }
    }

    /** The kind of a file that begins with {@code head}, as far as it is not text; empty if it may be. */
    static Optional<String> of(byte[] head) {
        String digits = HexFormat.of().formatHex(head, 0, Math.min(head.length, HEAD_BYTES));
        return KINDS.stream()
                .filter(kind -> digits.startsWith(kind.begin()))
                .map(Signature::text)
                .findFirst();
    }
}
