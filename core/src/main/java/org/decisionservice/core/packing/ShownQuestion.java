// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.nio.IntBuffer;
import java.util.List;
import java.util.OptionalInt;

/** A question, or a part of one, as rows show it. */
interface ShownQuestion {
    /** Tokens of the instructions that the rows show. */
    int instructionTokens();

    /** Tokens of each option that the rows show, without its marker, in slot order. */
    List<Integer> optionTokens();

    /** The tokens of each option, without its marker, in slot order, before a row cuts them. */
    List<IntBuffer> options();

    /** What each option was shortened to, including its marker; empty if none was. */
    OptionalInt tokensPerOption();
}
