// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.decisionservice.api.QuestionType;
import org.jspecify.annotations.Nullable;

/**
 * The divisors of a question's logits, depending on its type and number of options. A value below 1 sharpens
 * the distribution. An extreme value would misstate every confidence, so all values are confined to [{@value #LEAST},
 * {@value #MOST}]. Immutable.
 */
public final class Temperatures {
    public static final double LEAST = 0.5;
    public static final double MOST = 5;

    private static final List<String> BUCKETS = List.of("2", "3-5", "6-10", "11+");
    private static final SequencedSet<String> KEYS = Arrays.stream(QuestionType.values())
            .flatMap(type -> BUCKETS.stream().map(bucket -> type.wireName() + ":" + bucket))
            .collect(Collectors.toCollection(LinkedHashSet::new));

    /** [question types][buckets]. */
    private final double[][] values;

    private final List<String> replaced;

    private Temperatures(double[][] values, List<String> replaced) {
        this.values = values;
        this.replaced = List.copyOf(replaced);
    }

    /**
     * Creates temperatures from a checkpoint's numbers; NaN stands for a value that is not a number.
     *
     * @param byType choice, score, noul
     * @param byOptions by {@link #buckets}; other keys count for nothing, which {@link #replaced} says
     */
    public static Temperatures of(List<Double> byType, Map<String, Double> byOptions) {
        if (byType.size() != QuestionType.values().length) {
            throw new IllegalArgumentException("expected a temperature for each question type, got " + byType);
        }
        List<String> replaced = new ArrayList<>();
        byOptions.forEach((key, value) -> {
            String entry = "temperature_by_options[\"" + key + "\"]";
            if (KEYS.contains(key)) {
                note(replaced, entry, value);
            } else {
                replaced.add(entry + " is passed over: keys are like choice:2, score:3-5, noul:6-10, choice:11+");
            }
        });
        double[][] values = new double[byType.size()][BUCKETS.size()];
        for (QuestionType type : QuestionType.values()) {
            double general = byType.get(type.code());
            note(replaced, "temperature[" + type.code() + "]", general);
            for (int bucket = 0; bucket < BUCKETS.size(); bucket++) {
                @Nullable Double special = byOptions.get(type.wireName() + ":" + BUCKETS.get(bucket));
                values[type.code()][bucket] = confine(special == null ? general : special);
            }
        }
        return new Temperatures(values, replaced);
    }

    /** The temperature for a question with that many options, in [{@value #LEAST}, {@value #MOST}]. */
    public double of(QuestionType type, int optionCount) {
        return values[type.code()][bucket(optionCount)];
    }

    /** One line for each entry that was not a number or was out of bounds, saying what is used instead. */
    public List<String> replaced() {
        return replaced;
    }

    /** The keys that {@code temperature_by_options} may have: {@code <type>:<2|3-5|6-10|11+>}. */
    public static Set<String> buckets() {
        return Collections.unmodifiableSet(KEYS);
    }

    /** The key of {@code temperature_by_options} that such a question has: {@code choice:3-5}. */
    public static String bucketOf(QuestionType type, int optionCount) {
        return type.wireName() + ":" + BUCKETS.get(bucket(optionCount));
    }

    private static int bucket(int optionCount) {
        if (optionCount <= 2) {
            return 0;
        }
        if (optionCount <= 5) {
            return 1;
        }
        return optionCount <= 10 ? 2 : 3;
    }

    private static double confine(double value) {
        return Double.isFinite(value) ? Math.clamp(value, LEAST, MOST) : 1.0;
    }

    private static void note(List<String> replaced, String entry, double value) {
        if (!Double.isFinite(value)) {
            replaced.add(entry + " is not a number: 1.0 is used");
        } else if (confine(value) != value) {
            replaced.add(
                    entry + " is " + value + ", outside " + LEAST + " to " + MOST + ": " + confine(value) + " is used");
        }
    }

    @Override
    public String toString() {
        return Arrays.deepToString(values);
    }
}
