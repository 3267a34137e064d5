// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.decisionservice.core.golden.Golden;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PatternCheckTest {
    @TempDir
    private Path directory;

    /**
     * The patterns of published tokenizers (GPT-2, GPT-4, Llama 3, Qwen, o200k, DeepSeek, CLIP, BLOOM), and digits in
     * threes.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+",
                "'(?i:[sdmt]|ll|ve|re)|[^\\r\\n\\p{L}\\p{N}]?+\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]++[\\r\\n]*"
                        + "|\\s*[\\r\\n]|\\s+(?!\\S)|\\s+",
                "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*"
                        + "|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
                "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*"
                        + "|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
                "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+"
                        + "(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*"
                        + "|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
                "[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|[^\\r\\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+"
                        + "| ?[\\p{P}\\p{S}]+[\\r\\n]*",
                "'s|'t|'re|'ve|'m|'ll|'d|[\\p{L}]+|[\\p{N}]|[^\\s\\p{L}\\p{N}]+",
                " ?[^(\\s|[.,!?\u2026\u3002\uff0c\u3001\u0964\u06d4\u060c])]+",
                "\\d{1,3}(?=(?:\\d{3})*\\b)",
                " {2,}",
                "[]()*+]+",
                "(?:ab){3}+",
                "(?:a|b)?c+"
            })
    void patternsOfPublishedTokenizersPass(String pattern) {
        assertThat(PatternCheck.isDangerous(pattern)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(a+)+$",
                "(?:a*)*b",
                "((a+))*b",
                "(a|a)*b",
                "(?:\\w|\\d)+!",
                "(?:a?){40}b",
                "(?:a{2,}){3,}",
                "(?:[a-z]+ ?)*x",
                "(?<x>a\\g<x>?)",
                "(?:a+b){1,30}",
                "x|(y|(z+)*)",
                "a+*"
            })
    void repeatedAmbiguousGroupsAreDangerous(String pattern) {
        assertThat(PatternCheck.isDangerous(pattern)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"english", "multilingual", "typed-decisions"})
    void theTokenizersOfTheTestdataPass(String checkpoint) throws IOException {
        byte[] tokenizer = Files.readAllBytes(Golden.tiny(checkpoint).resolve(TokenizerReader.TOKENIZER));
        assertThat(TokenizerShape.read(TokenizerReader.TOKENIZER, tokenizer).dangerous())
                .isEmpty();
    }

    @Test
    void aDangerousTokenizerIsRefusedBeforeTheLibraryReadsIt() {
        CheckpointCopy copy = CheckpointCopy.of(Golden.tiny("english"), directory);
        copy.edit(TokenizerReader.TOKENIZER, json -> {
            ObjectNode split = json.putObject("pre_tokenizer");
            split.put("type", "Split").put("behavior", "Isolated").put("invert", false);
            split.putObject("pattern").put("Regex", "(a+)+$");
        });
        assertThatExceptionOfType(CheckpointException.class)
                .isThrownBy(() -> CheckpointReader.read(copy.directory()))
                .withMessageStartingWith(
                        "tokenizer/tokenizer.json: has a regular expression that takes exponential time")
                .withMessageContaining("(a+)+$");
    }
}
