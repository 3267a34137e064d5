// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.rounds;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.IntStream;
import org.decisionservice.api.Elimination.Scope;
import org.decisionservice.api.Question;
import org.decisionservice.core.packing.OptionSizes;
import org.decisionservice.core.packing.RowPacker;
import org.decisionservice.core.rounds.QuestionProgress.UnansweredQuestion;

/**
 * Narrows choices whose options would be shortened in one row. A group is as many options as a row holds unshortened,
 * in the client's order if it set one. The best of each group go on, as many as the last row holds, and the answer has
 * a probability for every option.
 */
public record ByTokens() implements Narrowing {
    /** Fewest options of a group: with one, a round would eliminate nothing. */
    private static final int FEWEST = 2;

    @Override
    public Map<String, UnansweredQuestion> begin(SequencedMap<String, Question> questions, RowPacker packer) {
        Map<String, UnansweredQuestion> large = new HashMap<>();
        questions.forEach((id, question) -> {
            if (question instanceof Question.Choice choice && choice.optionCount() > FEWEST) {
                OptionSizes sizes = packer.sizes(choice);
                if (!sizes.fit()) {
                    List<Integer> options = choice.optionOrder()
                            .orElseGet(() -> IntStream.range(0, choice.optionCount())
                                    .boxed()
                                    .toList());
                    large.put(id, EliminationRounds.of(id, choice, options, new Groups(sizes, options)));
                }
            }
        });
        return large;
    }

    @Override
    public int mostGroups(Question.Choice choice) {
        return Math.ceilDiv(choice.optionCount(), FEWEST);
    }

    /**
     * The groups of one choice.
     *
     * @param order all options in the order of the slots
     */
    private record Groups(OptionSizes sizes, List<Integer> order) implements EliminationGroups {

        /** An option with its probability within its group. */
        private record Candidate(int option, double probability) {}

        /** As few groups as possible, and of those the ones with the shortest longest row. */
        @Override
        public List<List<Integer>> groups(List<Integer> options) {
            if (sizes.of(options) <= sizes.most() || options.size() <= FEWEST) {
                return List.of(options);
            }
            int count = filled(options, sizes.room()).size();
            int tooSmall = 0;
            int enough = Math.max(1, sizes.room());
            while (tooSmall + 1 < enough) {
                int middle = (tooSmall + enough) / 2;
                if (filled(options, middle).size() <= count) {
                    enough = middle;
                } else {
                    tooSmall = middle;
                }
            }
            return filled(options, enough);
        }

        private List<List<Integer>> filled(List<Integer> options, int room) {
            List<List<Integer>> groups = new ArrayList<>();
            int first = 0;
            int tokens = 0;
            for (int i = 0; i < options.size(); i++) {
                int size = sizes.tokens().get(options.get(i));
                if (i - first >= FEWEST && tokens + size > room) {
                    groups.add(options.subList(first, i));
                    first = i;
                    tokens = 0;
                }
                tokens += size;
            }
            groups.add(options.subList(first, options.size()));
            return groups;
        }

        /** The winners, and if they leave room in one row, the most probable of the others. */
        @Override
        public List<Integer> survivors(List<GroupLogits> round) {
            Set<Integer> survivors = new HashSet<>();
            List<Candidate> others = new ArrayList<>();
            int tokens = 0;
            for (GroupLogits group : round) {
                int winner = group.winner();
                survivors.add(winner);
                tokens += sizes.tokens().get(winner);
                double total = group.total();
                for (int slot = 0; slot < group.options().size(); slot++) {
                    int option = group.options().get(slot);
                    if (option != winner) {
                        others.add(new Candidate(option, Math.exp(group.logit(slot) - total)));
                    }
                }
            }
            others.sort(Comparator.comparingDouble(Candidate::probability).reversed());
            for (Candidate other : others) {
                tokens += sizes.tokens().get(other.option());
                if (tokens > sizes.room()) {
                    break;
                }
                survivors.add(other.option());
            }
            return order.stream().filter(survivors::contains).toList();
        }

        @Override
        public Scope scope() {
            return Scope.ALL;
        }
    }
}
