// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes a TorchScript module without data in the form that libtorch loads: an uncompressed ZIP file that contains the
 * code, a pickled object of the module's class, and an empty pickled tuple of constants.
 */
final class ScriptArchive {
    /** Protocol 2, an empty tuple. */
    private static final String NO_CONSTANTS = "\u0080\u0002).";

    private ScriptArchive() {}

    /**
     * Returns the file.
     *
     * @param name the class of the module
     * @param code defines it, in the language of serialized TorchScript
     */
    static InputStream of(String name, String code) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(file)) {
            // Protocol 2, the class, "make an object of it", "empty dictionary", "set its members".
            String object = "\u0080\u0002c__torch__\n" + name + "\n)\u0081}b.";
            write(zip, name + "/data.pkl", object.getBytes(StandardCharsets.ISO_8859_1));
            write(zip, name + "/code/__torch__.py", code.getBytes(StandardCharsets.UTF_8));
            write(zip, name + "/constants.pkl", NO_CONSTANTS.getBytes(StandardCharsets.ISO_8859_1));
            write(zip, name + "/version", "3\n".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ByteArrayInputStream(file.toByteArray());
    }

    private static void write(ZipOutputStream zip, String name, byte[] content) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(content.length);
        CRC32 check = new CRC32();
        check.update(content);
        entry.setCrc(check.getValue());
        zip.putNextEntry(entry);
        zip.write(content);
        zip.closeEntry();
    }
}
