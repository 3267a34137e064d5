// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.metrics;

import java.util.List;

/**
 * Where an answer stands and how it came about: nothing that its numbers depend on, but what people need to look at it.
 *
 * @param file of the labels; blank if there is only one
 * @param line of the file, from 1; 0 if nobody knows
 * @param instructions of the question
 * @param optionTexts the options as the model reads them, descriptions included, in criteria order
 * @param state the text that was asked about; blank if it is not kept
 * @param stateCut whether a part of the state was left out because it is too long
 * @param languageUnsupported whether the checkpoint does not read the language of the state, or there is nothing to
 *     read
 * @param distinctOptions how many options the model could tell apart
 * @param narrowed whether it is a choice that was narrowed down in rounds
 */
public record Context(
        String file,
        int line,
        String instructions,
        List<String> optionTexts,
        String state,
        boolean stateCut,
        boolean languageUnsupported,
        int distinctOptions,
        boolean narrowed) {
    /** Of an answer that is only counted. */
    public static final Context NONE = new Context("", 0, "", List.of(), "", false, false, Integer.MAX_VALUE, false);

    public Context {
        optionTexts = List.copyOf(optionTexts);
    }

    /** Where it stands, for people: its line, and its file if there are several. */
    public String place() {
        return file.isEmpty() ? "line " + line : file + " line " + line;
    }

    /** The same without the text that was asked about. */
    Context withoutState() {
        return new Context(
                file, line, instructions, optionTexts, "", stateCut, languageUnsupported, distinctOptions, narrowed);
    }
}
