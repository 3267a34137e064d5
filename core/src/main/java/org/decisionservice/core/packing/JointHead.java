// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.List;
import org.decisionservice.core.checkpoint.SpecialTokens;
import org.decisionservice.engine.spi.Row;

/**
 * The head of rows that ask several questions: CLS and then every question, whole. What they leave of a row is the
 * state's.
 */
final class JointHead implements RowHead {
    /** Fewest tokens that a row has for the state and the SEP after it. */
    static final int STATE_SHARE = 64;

    private final List<QuestionBlock> questions;
    private final SpecialTokens special;
    private final int maxLen;
    private final int length;
    private final int options;

    /** @param questions at least one */
    JointHead(List<QuestionBlock> questions, SpecialTokens special, int maxLen) {
        this.questions = List.copyOf(questions);
        this.special = special;
        this.maxLen = maxLen;
        this.length = 1 + questions.stream().mapToInt(QuestionBlock::length).sum();
        this.options =
                questions.stream().mapToInt(each -> each.options().size()).sum();
    }

    /** Tokens that the options of a question that is asked alone may have with their markers. */
    static int optionsRoom(int instructions, int maxLen) {
        return Math.max(0, maxLen - STATE_SHARE - 1 - instructions - 1);
    }

    /** Number of tokens. */
    int length() {
        return length;
    }

    /** Whether the questions leave the state its share of a row. */
    boolean fits() {
        return length <= maxLen - STATE_SHARE;
    }

    @Override
    public int room() {
        return maxLen - length - 1;
    }

    @Override
    public PackedRow row(int[] state, int first, int count) {
        return new PackedRow(length + count + 1, () -> assembled(state, first, count));
    }

    private Row assembled(int[] state, int first, int count) {
        int[] ids = new int[length + count + 1];
        int[] types = new int[ids.length];
        Arrays.fill(types, Row.NO_QUESTION);
        IntBuffer markers = IntBuffer.allocate(options);
        ids[0] = special.cls();
        int next = 1;
        for (QuestionBlock question : questions) {
            question.write(ids, next, markers, special);
            Arrays.fill(types, next, next + question.length(), question.type());
            next += question.length();
        }
        System.arraycopy(state, first, ids, length, count);
        ids[length + count] = special.sep();
        return Row.ofTypes(ids, markers.array(), types).withState(length, length + count);
    }
}
