// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.decisionservice.core.checkpoint.RegularFile;
import org.decisionservice.host.ConfigurationException;

/** A key or password, from its file or its variable. No message of this class shows it. */
final class Secret {
    private static final int LARGEST_FILE_BYTES = 16_384;
    private static final int LARGEST_OBJECT_BYTES = 1 << 20;

    private static final String TAKES_FILE = " cannot be read; it takes a file that holds the secret";

    private Secret() {}

    /** Reads the secret; the file takes precedence over the secret itself. */
    static Optional<String> read(Values values, Setting secret) {
        Optional<String> file = values.file(secret);
        Optional<String> key =
                file.isPresent() ? file.map(f -> fromFile(f, secret.fileVariable())) : values.text(secret);
        if (key.filter(k -> k.chars().anyMatch(Secret::isInvisible)).isPresent()) {
            throw new ConfigurationException(origin(values, secret)
                    + ": the secret contains a line break or another invisible character, which no client sends; remove"
                    + " it");
        }
        return key;
    }

    /** Editors and web pages leave such characters in what is copied from them. */
    private static boolean isInvisible(int c) {
        return Character.isISOControl(c) || Character.getType(c) == Character.FORMAT;
    }

    /** The variable of what {@link #read} reads. */
    static String origin(Values values, Setting secret) {
        return values.file(secret).isPresent() ? secret.fileVariable() : secret.variable();
    }

    /** The file of the secret if that holds a JSON object instead, which begins as no secret may. */
    static Optional<Path> object(Values values, Setting secret) {
        return values.file(secret)
                .map(name -> path(name, secret.fileVariable()))
                .filter(Secret::holdsObject);
    }

    private static boolean holdsObject(Path file) {
        try {
            return RegularFile.text(file, LARGEST_OBJECT_BYTES).stripLeading().startsWith("{");
        } catch (IOException _) {
            return false;
        }
    }

    private static Path path(String name, String variable) {
        return Values.required(variable, () -> Values.path(name), ": " + name + TAKES_FILE);
    }

    /**
     * Reads the secret in a file.
     *
     * @param variable that names the file
     * @throws ConfigurationException if there is none
     */
    static String fromFile(String name, String variable) {
        try {
            Path file = path(name, variable);
            if (RegularFile.require(file).size() > LARGEST_FILE_BYTES) {
                throw new ConfigurationException(variable + ": " + name + " is too large to hold one");
            }
            String key = RegularFile.text(file, LARGEST_FILE_BYTES).strip();
            if (key.isEmpty()) {
                throw new ConfigurationException(
                        variable + ": " + name + " is empty; it takes a file that holds the secret");
            }
            return key;
        } catch (IOException e) {
            throw new ConfigurationException(variable + ": " + name + " cannot be read: " + RegularFile.reason(e)
                    + "; it takes a file that holds the secret");
        }
    }
}
