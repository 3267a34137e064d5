package org.decisionservice.server.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** A secret from a mounted file. No message here shows it. */
final class SecretFile {
    private static final long LARGEST_FILE_BYTES = 16_384;

    private SecretFile() {}

    /**
     * The content of the file {@code name} without surrounding space.
     *
     * @param setting that names the file
     * @param what the file holds, for messages
     * @throws ConfigurationException where it is not readable UTF-8 text, or blank
     */
    static String read(Setting setting, String name, String what) {
        String variable = setting.variable();
        try {
            Path file = Path.of(name);
            if (Files.size(file) > LARGEST_FILE_BYTES) {
                throw new ConfigurationException(variable + ": " + name + " is too large to be a " + what + " file");
            }
            String secret = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
                    .toString()
                    .strip();
            if (secret.isEmpty()) {
                throw new ConfigurationException(
                        variable + ": " + name + " is empty; it takes a file that holds the " + what);
            }
            return secret;
        } catch (CharacterCodingException e) {
            throw new ConfigurationException(variable + ": " + name + " is not UTF-8 text");
        } catch (IOException | InvalidPathException e) {
            throw new ConfigurationException(
                    variable + ": " + name + " cannot be read; it takes a file that holds the " + what);
        }
    }
}
