// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The result of a forward pass, on the heap: raw option logits in slot order, one act probability per row and, if they
 * were asked for, what the encoder made of the state.
 */
public final class Logits {
    /** How many vectors {@link #stateVectors} has of a row. */
    public static final int STATE_VECTORS = 4;

    private final List<float[]> optionLogits;
    private final float[] actProbabilities;
    /** Index of row 0's act probability, which may be above 0 in a slice. */
    private final int firstAct;
    /** Of each row, or empty. */
    private final List<float[]> stateVectors;

    /**
     * Takes ownership of the arrays; the caller must not keep them.
     *
     * @param optionLogits [rows][options of that row], before any temperature
     * @param actProbabilities [rows], entry 0 of the act head's softmax, in [0, 1]
     */
    public Logits(List<float[]> optionLogits, float[] actProbabilities) {
        this(optionLogits, actProbabilities, List.of());
    }

    /**
     * Takes ownership of the arrays; the caller must not keep them.
     *
     * @param optionLogits [rows][options of that row], before any temperature
     * @param actProbabilities [rows], entry 0 of the act head's softmax, in [0, 1]
     * @param stateVectors [rows][4 · hidden] as {@link #stateVectors} returns them, or empty
     */
    public Logits(List<float[]> optionLogits, float[] actProbabilities, List<float[]> stateVectors) {
        this(List.copyOf(optionLogits), actProbabilities, 0, List.copyOf(stateVectors));
        if (optionLogits.size() != actProbabilities.length) {
            throw new IllegalArgumentException(
                    optionLogits.size() + " rows of logits, " + actProbabilities.length + " act probabilities");
        }
        if (!stateVectors.isEmpty() && stateVectors.size() != optionLogits.size()) {
            throw new IllegalArgumentException(
                    optionLogits.size() + " rows of logits, state vectors of " + stateVectors.size());
        }
    }

    private Logits(List<float[]> optionLogits, float[] actProbabilities, int firstAct, List<float[]> stateVectors) {
        this.optionLogits = optionLogits;
        this.actProbabilities = actProbabilities;
        this.firstAct = firstAct;
        this.stateVectors = stateVectors;
    }

    /**
     * The rows of several passes, one after the other. What they hold of a row is shared with the passes, not copied; a
     * single pass is returned as it is. There are state vectors if all passes have them.
     */
    public static Logits joined(List<Logits> passes) {
        if (passes.size() == 1) {
            return passes.getFirst();
        }
        List<float[]> options = new ArrayList<>();
        float[] acts = new float[passes.stream().mapToInt(Logits::size).sum()];
        List<float[]> vectors = new ArrayList<>();
        int next = 0;
        for (Logits pass : passes) {
            options.addAll(pass.optionLogits);
            vectors.addAll(pass.stateVectors);
            System.arraycopy(pass.actProbabilities, pass.firstAct, acts, next, pass.size());
            next += pass.size();
        }
        return new Logits(options, acts, vectors.size() == acts.length ? vectors : List.of());
    }

    /**
     * The same rows in another order, which are shared and not copied.
     *
     * @param places the place that each row goes to: [rows], every place once
     */
    public Logits placed(int[] places) {
        float[][] options = new float[size()][];
        float[] acts = new float[size()];
        float[][] vectors = new float[stateVectors.size()][];
        for (int row = 0; row < places.length; row++) {
            options[places[row]] = optionLogits.get(row);
            acts[places[row]] = actProbability(row);
            if (vectors.length > 0) {
                vectors[places[row]] = stateVectors.get(row);
            }
        }
        return new Logits(Arrays.asList(options), acts, Arrays.asList(vectors));
    }

    /**
     * Some of the rows, in any order and any number of times, which are shared and not copied.
     *
     * @param chosen indices of the rows
     * @throws IndexOutOfBoundsException if any of these rows does not exist
     */
    public Logits repeated(int[] chosen) {
        List<float[]> options = new ArrayList<>(chosen.length);
        float[] acts = new float[chosen.length];
        List<float[]> vectors = new ArrayList<>();
        for (int place = 0; place < chosen.length; place++) {
            options.add(optionLogits.get(chosen[place]));
            acts[place] = actProbability(chosen[place]);
            if (!stateVectors.isEmpty()) {
                vectors.add(stateVectors.get(chosen[place]));
            }
        }
        return new Logits(options, acts, vectors);
    }

    /**
     * A view of {@code count} rows starting at {@code first}, renumbered from 0. Nothing is copied, so the view keeps
     * all rows in memory.
     *
     * @throws IndexOutOfBoundsException if any of these rows does not exist
     */
    public Logits slice(int first, int count) {
        return new Logits(
                optionLogits.subList(first, first + count),
                actProbabilities,
                firstAct + first,
                stateVectors.isEmpty() ? stateVectors : stateVectors.subList(first, first + count));
    }

    /**
     * The same rows with {@code count} of the options of each, from slot {@code first} on, which are copied.
     *
     * @throws IndexOutOfBoundsException if a row does not have them
     */
    public Logits slots(int first, int count) {
        List<float[]> some = optionLogits.stream()
                .map(row ->
                        Arrays.copyOfRange(row, Objects.checkFromIndexSize(first, count, row.length), first + count))
                .toList();
        return new Logits(some, actProbabilities, firstAct, stateVectors);
    }

    /** The same rows without anything else that this may be a view of. */
    public Logits copy() {
        float[] acts = new float[size()];
        System.arraycopy(actProbabilities, firstAct, acts, 0, acts.length);
        return new Logits(optionLogits, acts, stateVectors);
    }

    /** Numbers that {@link #stateVectors} has for each row: 4 · hidden; 0 without them. */
    public int stateVectorsLength() {
        return stateVectors.isEmpty() ? 0 : stateVectors.getFirst().length;
    }

    /** Number of rows. */
    public int size() {
        return optionLogits.size();
    }

    /** Number of options of a row. */
    public int options(int row) {
        return optionLogits.get(row).length;
    }

    /** The raw logit of the option that {@code row} shows in {@code slot}. */
    public float optionLogit(int row, int slot) {
        return optionLogits.get(row)[slot];
    }

    /** The act probability of a row, in [0, 1]. */
    public float actProbability(int row) {
        return actProbabilities[firstAct + Objects.checkIndex(row, size())];
    }

    /**
     * What the encoder made of a row's state, before the decision head. After the last layer, as the head reads it: the
     * mean over the tokens of the state, and the vector of the row's first token, which sees question and state. Then
     * after the {@link EncoderConfig#middle} layers: the mean again, and the vector of the state's first token. All 0
     * if the row shows no token of a state.
     *
     * @return a copy: [4 · hidden]; empty if the pass did not ask for them, or the engine has none
     */
    public Optional<float[]> stateVectors(int row) {
        Objects.checkIndex(row, size());
        return stateVectors.isEmpty()
                ? Optional.empty()
                : Optional.of(stateVectors.get(row).clone());
    }
}
