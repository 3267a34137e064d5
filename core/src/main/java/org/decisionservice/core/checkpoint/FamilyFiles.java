// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The places of a family's files in a checkpoint's directory, and of its tensors in them.
 *
 * @param config the family's own configuration
 * @param encoder the encoder's configuration; it may be the same file
 * @param tokenizer the tokenizer
 * @param tokenizerConfig what names the tokenizer's special tokens; empty if the family itself does
 * @param head weights of the head that are in a file of their own, if they are
 * @param encoderPrefix what the names of the encoder's tensors begin with
 */
record FamilyFiles(
        String config,
        String encoder,
        String tokenizer,
        Optional<String> tokenizerConfig,
        Optional<String> head,
        String encoderPrefix) {

    /** A layout with folders for the encoder and the tokenizer, and all weights together. */
    static FamilyFiles inFolders(String config) {
        return new FamilyFiles(
                config,
                EncoderConfigReader.FILE,
                TokenizerReader.TOKENIZER,
                Optional.of(TokenizerReader.CONFIG),
                Optional.empty(),
                "encoder.");
    }

    /** The encoder's own files, as its library saves them, beside those of the head. */
    static FamilyFiles flat(String head) {
        return new FamilyFiles("config.json", "config.json", "tokenizer.json", Optional.empty(), Optional.of(head), "");
    }

    /** All of them but the weights, each once. */
    List<String> besideWeights() {
        List<String> names = new ArrayList<>(List.of(config, encoder, tokenizer));
        tokenizerConfig.ifPresent(names::add);
        return names.stream().distinct().toList();
    }
}
