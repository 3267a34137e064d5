// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

/**
 * A stretch of a long state that the model read as one row, a window or a sentence. Offsets count Unicode code points
 * of the text given to the model: the state itself if it is a string, otherwise its JSON text.
 *
 * @param index among the windows of its question, or among the sentences, from 0, in the order of the text
 * @param count windows, or sentences, that the question's state was cut into, at least 2
 * @param start offset of the first character
 * @param end offset behind the last character
 */
public record Window(int index, int count, int start, int end) {}
