// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Makes copies of test data that a test may modify. */
public final class Copies {
    private Copies() {}

    /** Writes a checkpoint of the Julia family: the tiny multilingual one under a configuration of Julia's. */
    public static Path julia(Path to) throws IOException {
        copy(Testdata.tiny().resolve("multilingual"), to);
        Files.delete(to.resolve("rl_agent_config.json"));
        Files.writeString(
                to.resolve("julia_config.json"),
                "{\"format_version\": 1, \"head_layers\": 2, \"n_act\": 2, \"dropout\": 0.1}");
        return to;
    }

    /** Copies a directory with all its content. */
    public static void copy(Path from, Path to) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(from)) {
            files = walk.toList();
        }
        for (Path file : files) {
            Path target = to.resolve(from.relativize(file).toString());
            if (Files.isDirectory(file)) {
                Files.createDirectories(target);
            } else {
                Files.copy(file, target);
            }
        }
    }
}
