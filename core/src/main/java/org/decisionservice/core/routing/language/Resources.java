// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The word list and the language model, read when the first state needs them. */
final class Resources {
    static final EvidenceReader READER = read();

    private Resources() {}

    private static EvidenceReader read() {
        try (InputStream words = open("english-words.txt");
                InputStream model = open("/langdetect-183.bin")) {
            return new EvidenceReader(WordList.read(words), NgramModelReader.read(model));
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
