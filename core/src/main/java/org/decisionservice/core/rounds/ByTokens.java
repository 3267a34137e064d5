// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.rounds;

import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.decisionservice.api.Question;
import org.decisionservice.core.packing.OptionSizes;
import org.decisionservice.core.packing.RowPacker;

/**
 * Narrows choices whose options would be shortened in one row. A group is as many options as a row holds unshortened, in
 * the client's order if it set one. The best of each group go on, as many as the last row holds, and the answer has a
 * probability for every option.
 */
public record ByTokens() implements Narrowing {

    @Override
    public Plan plan(SequencedMap<String, Question> questions, RowPacker packer) {
        return (id, choice) -> {
            OptionSizes sizes = packer.sizes(choice);
            return sizes.fit() || choice.optionCount() < ByCount.LEAST + 1
                    ? Optional.empty()
                    : Optional.of(begin(id, choice, sizes));
        };
    }

    private static Course begin(String id, Question.Choice choice, OptionSizes sizes) {
        List<Integer> options = choice.optionOrder()
                .orElseGet(
                        () -> IntStream.range(0, choice.optionCount()).boxed().toList());
        return Bracket.of(id, choice, options, new TokenRules(sizes, options));
    }
}
