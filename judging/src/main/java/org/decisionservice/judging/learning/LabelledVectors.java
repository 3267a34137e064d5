// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.learning;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The labelled rows of one question. Immutable if nobody changes the arrays, which are not copied.
 *
 * @param logits the checkpoint's, divided by its temperature: [rows][options], in the same order of options in each
 * @param vectors of the states: [rows][4 × width], as {@link org.decisionservice.core.learning.Features}
 *     takes them
 * @param gold index of the right option: [rows]
 * @param states rows of equal states have the same number, so that none of them is judged by what another taught:
 *     [rows]
 */
public record LabelledVectors(List<double[]> logits, List<float[]> vectors, List<Integer> gold, List<Integer> states) {
    public LabelledVectors {
        logits = List.copyOf(logits);
        vectors = List.copyOf(vectors);
        gold = List.copyOf(gold);
        states = List.copyOf(states);
        if (logits.size() != gold.size() || states.size() != gold.size() || vectors.size() != gold.size()) {
            throw new IllegalArgumentException(
                    logits.size() + " logits, " + vectors.size() + " vectors and " + gold.size() + " labels");
        }
        for (int row = 0; row < logits.size(); row++) {
            if (logits.get(row).length != logits.getFirst().length
                    || vectors.get(row).length != vectors.getFirst().length
                    || gold.get(row) < 0
                    || gold.get(row) >= logits.getFirst().length) {
                throw new IllegalArgumentException("row " + row + " is not of the same question");
            }
        }
    }

    /** Rows whose states all differ. */
    public LabelledVectors(List<double[]> logits, List<float[]> vectors, List<Integer> gold) {
        this(logits, vectors, gold, IntStream.range(0, gold.size()).boxed().toList());
    }

    /** Number of rows. */
    public int size() {
        return gold.size();
    }

    /** Number of different states. */
    public int distinct() {
        return (int) states.stream().distinct().count();
    }

    /** Number of options; at least one row is needed to know. */
    public int options() {
        return logits.getFirst().length;
    }

    /** Options that no label names. */
    List<Integer> unlabelled() {
        return IntStream.range(0, options())
                .filter(option -> !gold.contains(option))
                .boxed()
                .toList();
    }

    /** The rows at these places. */
    public LabelledVectors rows(List<Integer> places) {
        List<double[]> ownLogits = new ArrayList<>();
        List<float[]> ownVectors = new ArrayList<>();
        List<Integer> ownGold = new ArrayList<>();
        List<Integer> ownStates = new ArrayList<>();
        for (int place : places) {
            ownLogits.add(logits.get(place));
            ownVectors.add(vectors.get(place));
            ownGold.add(gold.get(place));
            ownStates.add(states.get(place));
        }
        return new LabelledVectors(ownLogits, ownVectors, ownGold, ownStates);
    }
}
