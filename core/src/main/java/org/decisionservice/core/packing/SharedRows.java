// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.decisionservice.api.Usage.CollapsedOptions;

/**
 * Questions that are asked by the same rows: one, or several that the model reads together.
 *
 * @param questions in the order of their slots
 * @param heads of the rows: one, or one for each part of a single choice that is split
 */
record SharedRows(List<Asked> questions, List<? extends RowHead> heads) {
    SharedRows {
        questions = List.copyOf(questions);
        heads = List.copyOf(heads);
    }

    /**
     * A question of such rows.
     *
     * @param parts the question as the rows show it: one, or several if it is split
     * @param slots those of each row that are its own; empty if all are
     */
    record Asked(RowQuestion question, List<? extends ShownQuestion> parts, Optional<SlotRange> slots) {
        Asked {
            parts = List.copyOf(parts);
        }

        /** How many options of the question can still be told apart, whether or not all can. */
        CollapsedOptions distinctOptions() {
            Set<IntBuffer> distinct = new HashSet<>();
            int total = 0;
            for (ShownQuestion part : parts) {
                distinct.addAll(part.options());
                total += part.options().size();
            }
            return new CollapsedOptions(total, distinct.size(), parts.getFirst().tokensPerOption());
        }
    }

    /** The rows of a single question, of which each part is a head. */
    static SharedRows of(RowQuestion question, List<QuestionHead> parts) {
        return new SharedRows(List.of(new Asked(question, parts, Optional.empty())), parts);
    }

    /**
     * Rows that ask all of {@code questions}.
     *
     * @param blocks the same as {@code head} shows them
     */
    static SharedRows of(List<RowQuestion> questions, List<QuestionBlock> blocks, JointHead head) {
        List<Asked> asked = new ArrayList<>(questions.size());
        int first = 0;
        for (int index = 0; index < questions.size(); index++) {
            QuestionBlock block = blocks.get(index);
            SlotRange slots = new SlotRange(first, block.options().size());
            asked.add(new Asked(questions.get(index), List.of(block), Optional.of(slots)));
            first += slots.count();
        }
        return new SharedRows(asked, List.of(head));
    }

    /**
     * Whether a state of {@code tokens} tokens has to be read in windows to be read whole. Questions that have several
     * rows anyway, or leave no room for the state, read as much of it as fits.
     */
    boolean takesWindows(int tokens) {
        int room = heads.getFirst().room();
        return heads.size() == 1
                && room > 0
                && tokens > room
                && questions.stream().allMatch(each -> each.question().whole());
    }

    /** Fewest tokens of a state that fit into a row. */
    int leastRoom() {
        return heads.stream().mapToInt(RowHead::room).min().orElse(0);
    }

    /** Most tokens of a state that fit into a row. */
    int mostRoom() {
        return heads.stream().mapToInt(RowHead::room).max().orElse(0);
    }
}
