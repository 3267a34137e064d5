// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.decisionservice.core.golden.Golden;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A link may lead to any file on the machine, and errors go to logs and terminals. */
class LinkedFilesTest {
    private static final String SECRET = "s3cret";

    @TempDir
    private Path dir;

    private CheckpointCopy copy;
    private Path directory;

    @BeforeEach
    void copy() throws IOException {
        directory = Files.createDirectories(dir.resolve("cache/snapshots/1234"));
        copy = CheckpointCopy.of(Golden.tiny("english"), directory);
    }

    private void link(String file, Path elsewhere, String content) throws IOException {
        Files.createDirectories(elsewhere.resolveSibling(""));
        Files.writeString(elsewhere, content);
        copy.delete(file);
        Files.createSymbolicLink(directory.resolve(file), elsewhere);
    }

    private CheckpointException refusal() {
        return catchThrowableOfType(CheckpointException.class, () -> CheckpointReader.read(directory));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "rl_agent_config.json            | s3cret: x                                    | line 1",
                "rl_agent_config.json            | {\"a\": s3cret}                              | line 1",
                "rl_agent_config.json            | {\"max_len\": \"s3cret\"}                    | 'max_len'",
                "rl_agent_config.json            | {\"option_layout\": \"s3cret\"}              | 'option_layout'",
                "rl_agent_config.json            | {\"temperature\": \"s3cret\"}                | 'temperature'",
                "encoder/config.json             | {\"model_type\": \"s3cret\"}                 | 'model_type'",
                "encoder/config.json             | {\"model_type\": [\"s3cret\"]}               | 'model_type'",
                "tokenizer/tokenizer_config.json | {\"cls_token\": \"s3cret\"}                  | 'cls_token'",
                "tokenizer/tokenizer_config.json | {\"cls_token\": {\"token\": \"s3cret\"}}     | 'cls_token'",
                "tokenizer/tokenizer.json        | s3cret                                       | tokenizer.json",
                "tokenizer/tokenizer.json        | {\"normalizer\": {\"type\": \"s3cret\"}}      | tokenizer.json",
                "tokenizer/tokenizer.json        | {\"pattern\": {\"Regex\": \"(s3cret+)+\"}}    | regular expression",
            })
    void aFileOutsideTheCheckpointIsNamedButNotQuoted(String file, String content, String place) throws IOException {
        link(file, dir.resolve("elsewhere/file"), content);
        CheckpointException refusal = refusal();
        StringWriter trace = new StringWriter();
        refusal.printStackTrace(new PrintWriter(trace));
        assertThat(trace.toString())
                .startsWith(CheckpointException.class.getName() + ": " + file + ": ")
                .contains(place)
                .doesNotContain(SECRET);
    }

    @Test
    void aFileInTheHubCacheIsQuoted() throws IOException {
        link("encoder/config.json", dir.resolve("cache/blobs/abcd"), "{\"model_type\": \"gpt2\"}");
        assertThat(refusal()).hasMessageContaining("'model_type' is \"gpt2\"");
    }

    @Test
    void linkedFilesAreReadWhereverTheyAre() throws IOException {
        for (String file : CheckpointReader.stamps(directory).keySet()) {
            Path target = dir.resolve("elsewhere").resolve(file);
            Files.createDirectories(target.getParent());
            Files.move(directory.resolve(file), target);
            Files.createSymbolicLink(directory.resolve(file), target);
        }
        assertThatCode(() -> CheckpointReader.read(directory).tokenizer().close())
                .doesNotThrowAnyException();
    }
}
