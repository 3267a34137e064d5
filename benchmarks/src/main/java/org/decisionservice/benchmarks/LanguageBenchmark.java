// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.benchmarks;

import java.util.concurrent.TimeUnit;
import org.decisionservice.api.Detection;
import org.decisionservice.api.State;
import org.decisionservice.core.routing.language.EvidenceDetector;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;

/**
 * Detects the language of everyday, long and hostile states. Hostile ones have two lengths, to show how the time grows.
 */
@org.openjdk.jmh.annotations.State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class LanguageBenchmark {
    private static final String ENGLISH = "The courier left the box in the rain and the books inside are ruined, so I"
            + " would like a refund or a new set before the end of the month, whichever is faster for you. ";

    private static final String GERMAN = "Der Fahrer hat das Paket im Regen stehen lassen und die Bücher darin sind"
            + " hin, deshalb möchte ich bis Monatsende mein Geld zurück oder neue Bücher. ";

    /** A text that is repeated, and the number of characters. */
    public enum Sample {
        ENGLISH_40(ENGLISH, 40),
        ENGLISH_200(ENGLISH, 200),
        ENGLISH_4000(ENGLISH, 4_000),
        GERMAN_40(GERMAN, 40),
        GERMAN_200(GERMAN, 200),
        GERMAN_4000(GERMAN, 4_000),
        LINES_5000("see below\n", 50_000),
        NEITHER_LINES_3850("data kaxo in\n", 50_000),
        ONE_WORD_25000("a", 25_000),
        ONE_WORD_50000("a", 50_000),
        DOTS_25000(".", 25_000),
        DOTS_50000(".", 50_000),
        COMBINING_MARKS_25000("\u0301\u0323", 25_000),
        COMBINING_MARKS_50000("\u0301\u0323", 50_000),
        ONE_LETTER_WORDS_25000("e ", 25_000),
        ONE_LETTER_WORDS_50000("e ", 50_000),
        ONE_LETTER_LINES_50000("e\n", 50_000),
        JOINED_50000("a.b@c/", 50_000),
        APOSTROPHES_50000("a'", 50_000),
        CYRILLIC_CAPITALS_50000("ab Ёж ", 50_000),
        LINE_ENDS_50000("\n", 50_000),
        EMOJI_50000("\uD83D\uDE00", 50_000);

        private final String repeated;
        private final int characters;

        Sample(String repeated, int characters) {
            this.repeated = repeated;
            this.characters = characters;
        }

        State state() {
            return new State.Text(
                    repeated.repeat(characters / repeated.length() + 1).substring(0, characters));
        }
    }

    @Param
    public Sample text = Sample.ENGLISH_40;

    private final EvidenceDetector detector = new EvidenceDetector();
    private State state = Sample.ENGLISH_40.state();

    @Setup
    public void prepare() {
        // Loads the resources, so that no iteration includes the time.
        detector.prepare();
        state = text.state();
    }

    @Benchmark
    public Detection language() {
        return detector.detect(state);
    }
}
