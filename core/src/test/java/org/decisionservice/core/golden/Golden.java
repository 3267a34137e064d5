// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.golden;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPInputStream;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.CheckpointReader;

/** Finds the checkpoints and recordings that tests use. */
public final class Golden {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<Path, Checkpoint> CHECKPOINTS = new ConcurrentHashMap<>();

    private Golden() {}

    /** The directory of a tiny checkpoint: {@code english}, {@code multilingual} or {@code typed-decisions}. */
    public static Path tiny(String name) {
        return directory("testdata").resolve("tiny").resolve(name);
    }

    public static Path starter() {
        return directory("starter").resolve("checkpoint");
    }

    /** The checkpoint in {@code directory}, read once for all tests; never closed. */
    public static Checkpoint checkpoint(Path directory) {
        return CHECKPOINTS.computeIfAbsent(directory, CheckpointReader::read);
    }

    /** The lines of a recording, one JSON object each. */
    public static List<JsonNode> lines(String file) {
        try (var lines = Files.lines(directory("testdata").resolve("golden").resolve(file))) {
            return lines.map(Golden::parse).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same of a recording that is compressed with gzip. */
    public static List<JsonNode> compressedLines(String file) {
        Path path = directory("testdata").resolve("golden").resolve(file);
        try (var lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(path)), StandardCharsets.UTF_8))) {
            return lines.lines().map(Golden::parse).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode parse(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path directory(String property) {
        return Path.of(Objects.requireNonNull(System.getProperty(property), property));
    }
}
