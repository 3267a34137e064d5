// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** A copy of a checkpoint whose files a test may change. */
final class CheckpointCopy {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path directory;

    private CheckpointCopy(Path directory) {
        this.directory = directory;
    }

    /** Links the weights and copies everything else. */
    static CheckpointCopy of(Path original, Path directory) {
        try {
            Files.createDirectory(directory.resolve("encoder"));
            Files.createDirectory(directory.resolve("tokenizer"));
            for (String file : List.of(
                    Family.LAYA.config(),
                    EncoderConfigReader.FILE,
                    TokenizerReader.TOKENIZER,
                    TokenizerReader.CONFIG)) {
                Files.copy(original.resolve(file), directory.resolve(file));
            }
            Files.createSymbolicLink(directory.resolve(WeightFiles.WEIGHTS), original.resolve(WeightFiles.WEIGHTS));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new CheckpointCopy(directory);
    }

    Path directory() {
        return directory;
    }

    /** Changes the JSON object in {@code file}. */
    CheckpointCopy edit(String file, Consumer<ObjectNode> change) {
        try {
            ObjectNode content = (ObjectNode) JSON.readTree(Files.readAllBytes(directory.resolve(file)));
            change.accept(content);
            return write(file, content.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    CheckpointCopy write(String file, String content) {
        try {
            Files.writeString(directory.resolve(file), content);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    CheckpointCopy delete(String file) {
        try {
            Files.delete(directory.resolve(file));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
