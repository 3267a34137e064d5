// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.decisionservice.core.checkpoint.RegularFile;
import org.decisionservice.host.ConfigurationException;

/** A key or password, from its file or its variable. No message of this class shows it. */
final class Secret {
    private static final int LARGEST_FILE_BYTES = 16_384;

    private Secret() {}

    /** Reads the secret; the file takes precedence over the variable. */
    static Optional<String> read(Values values, Setting itself, Setting inFile) {
        Optional<String> file = values.text(inFile);
        Optional<String> key = file.isPresent() ? file.map(f -> fromFile(f, inFile.variable())) : values.text(itself);
        if (key.filter(k -> k.chars().anyMatch(Character::isISOControl)).isPresent()) {
            Setting origin = file.isPresent() ? inFile : itself;
            throw new ConfigurationException(origin.variable()
                    + ": the secret contains a line break or another control character, which no client can send");
        }
        return key;
    }

    /**
     * Reads the secret in a file.
     *
     * @param variable that names the file
     * @throws ConfigurationException if there is none
     */
    static String fromFile(String name, String variable) {
        try {
            Path file = Path.of(name);
            if (RegularFile.require(file).size() > LARGEST_FILE_BYTES) {
                throw new ConfigurationException(variable + ": " + name + " is too large to hold one");
            }
            String key = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(RegularFile.bytes(file, LARGEST_FILE_BYTES)))
                    .toString()
                    .strip();
            if (key.isEmpty()) {
                throw new ConfigurationException(
                        variable + ": " + name + " is empty; it takes a file that holds the secret");
            }
            return key;
        } catch (CharacterCodingException e) {
            throw new ConfigurationException(variable + ": " + name + " is not UTF-8 text");
        } catch (IOException e) {
            throw new ConfigurationException(variable + ": " + name + " cannot be read: " + RegularFile.reason(e)
                    + "; it takes a file that holds the secret");
        } catch (InvalidPathException _) {
            throw new ConfigurationException(
                    variable + ": " + name + " cannot be read; it takes a file that holds the secret");
        }
    }
}
