// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The word list and the language model, read when the first state needs them. */
final class Resources {
    static final WordList ENGLISH = read("english-words.txt", WordList::read);
    static final NgramModel MODEL = read("/langdetect-183.bin", NgramModelReader::read);

    private interface Reader<T> {
        T read(InputStream in) throws IOException;
    }

    private Resources() {}

    private static <T> T read(String name, Reader<T> reader) {
        try (InputStream in = open(name)) {
            return reader.read(in);
        } catch (IOException e) {
            throw new UncheckedIOException("a resource of language detection cannot be read: the build is broken", e);
        }
    }

    private static InputStream open(String name) throws IOException {
        InputStream in = Resources.class.getResourceAsStream(name);
        if (in == null) {
            throw new FileNotFoundException(name + " is missing from the class path");
        }
        return in;
    }
}
