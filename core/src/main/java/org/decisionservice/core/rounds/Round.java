// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.rounds;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.decisionservice.api.State;
import org.decisionservice.core.packing.Asked;
import org.decisionservice.core.packing.PackedQuestions;
import org.decisionservice.core.packing.PackedState;
import org.decisionservice.core.packing.QuestionRows;
import org.decisionservice.core.packing.RowPacker;
import org.decisionservice.core.packing.RowRange;
import org.decisionservice.engine.spi.Logits;

/** What the questions about a state ask in one round. The first round is the same for all states. Immutable. */
public final class Round {
    private final List<Turn> turns;
    private final PackedQuestions packed;

    /**
     * A question's part in the round.
     *
     * @param asks which of the packed questions are its own; none if it is settled
     */
    private record Turn(String id, Course course, RowRange asks) {}

    private Round(List<Turn> turns, PackedQuestions packed) {
        this.turns = List.copyOf(turns);
        this.packed = packed;
    }

    /**
     * Packs what the open ones of {@code courses} ask.
     *
     * @param courses by question id
     * @throws org.decisionservice.api.RefusedException as {@link RowPacker#pack(List)} does
     */
    public static Round of(SequencedMap<String, Course> courses, RowPacker packer) {
        List<Turn> turns = new ArrayList<>(courses.size());
        List<Asked> asked = new ArrayList<>(courses.size());
        courses.forEach((id, course) -> {
            List<Asked> own = switch (course) {
                case Course.Open open -> open.asks();
                case Course.Settled _ -> List.of();
            };
            turns.add(new Turn(id, course, new RowRange(asked.size(), own.size())));
            asked.addAll(own);
        });
        return new Round(turns, packer.pack(asked));
    }

    /** The rows of the round over {@code state}. */
    public PackedState pack(State state) {
        return packed.pack(state);
    }

    /**
     * The courses after the round, by question id.
     *
     * @param questions of what {@link #pack} returned
     * @param rows of the same
     */
    public SequencedMap<String, Course> after(List<QuestionRows> questions, Logits rows) {
        SequencedMap<String, Course> courses = LinkedHashMap.newLinkedHashMap(turns.size());
        for (Turn turn : turns) {
            courses.put(
                    turn.id(),
                    switch (turn.course()) {
                        case Course.Open open -> {
                            List<Reading> own = new ArrayList<>(turn.asks().count());
                            for (QuestionRows asked : turn.asks().of(questions)) {
                                own.add(new Reading(asked.rows().of(rows), asked.windows()));
                            }
                            yield open.after(own);
                        }
                        case Course.Settled settled -> settled;
                    });
        }
        return courses;
    }
}
