// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decisionservice.api.CheckpointName.ENGLISH;
import static org.decisionservice.api.CheckpointName.MULTILINGUAL;
import static org.decisionservice.api.CheckpointName.TYPED_DECISIONS;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.Controls;
import org.decisionservice.api.State;
import org.decisionservice.core.routing.language.EvidenceDetector;
import org.decisionservice.core.routing.language.LanguageDetector;
import org.junit.jupiter.api.Test;

class CheckpointRouterTest {
    private static final CheckpointSelectors SELECTORS = new CheckpointSelectors(CheckpointNames.ROUTED);

    private static final LanguageDetector READING = new EvidenceDetector();

    private static final LanguageDetector NOT_READING = state -> {
        throw new AssertionError("the state must not be read");
    };

    private static final State GERMAN = new State.Text("Wo bleibt mein Paket?");
    private static final State ENGLISH_TEXT = new State.Text("Where is my parcel?");
    private static final Set<String> INVOICE =
            Set.of("discrepancy_severity", "disposition", "duplicate", "matches_order", "urgency");
    private static final Set<String> OTHER = Set.of("refund");

    private final CheckpointRouter router = new CheckpointRouter(ENGLISH, false, Optional.empty(), READING);

    private static Controls controls(String model, String task, String lang, String langGuess) {
        return new Controls(
                SELECTORS.byModel(model),
                SELECTORS.byTask(task),
                present(lang),
                present(langGuess),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalDouble.empty(),
                Optional.empty());
    }

    private static Optional<String> present(String text) {
        return Optional.of(text).filter(value -> !value.isEmpty());
    }

    @Test
    void modelWinsOverTaskAndLangWithoutReadingTheState() {
        Route route = new CheckpointRouter(ENGLISH, true, Optional.empty(), NOT_READING)
                .route(ENGLISH_TEXT, INVOICE, controls("ml", "english", "en", "en"));
        assertThat(route).isEqualTo(new Route(MULTILINGUAL, "explicit model='ml'", Optional.empty(), Optional.empty()));
    }

    @Test
    void taskWinsOverWorkflowAndLang() {
        Route route = new CheckpointRouter(ENGLISH, true, Optional.empty(), NOT_READING)
                .route(GERMAN, INVOICE, controls("jev-1", "Customer-Service", "de", ""));
        assertThat(route.checkpoint()).isEqualTo(TYPED_DECISIONS);
        assertThat(route.reason()).isEqualTo("explicit task='Customer-Service'");
        assertThat(route.workflow()).isEmpty();
    }

    @Test
    void workflowRoutesOnlyWhereTheDeploymentAsksForIt() {
        assertThat(new CheckpointRouter(ENGLISH, true, Optional.empty(), NOT_READING)
                        .route(GERMAN, INVOICE, controls("", "", "de", "")))
                .isEqualTo(new Route(
                        TYPED_DECISIONS,
                        "question ids match the 'invoice_processing' typed-decisions workflow",
                        Optional.empty(),
                        Optional.of("invoice_processing")));
        Route unasked = router.route(GERMAN, INVOICE, Controls.NONE);
        assertThat(unasked.checkpoint()).isEqualTo(MULTILINGUAL);
        assertThat(unasked.workflow()).contains("invoice_processing");
    }

    @Test
    void langWinsOverItsGuess() {
        CheckpointRouter blind = new CheckpointRouter(ENGLISH, false, Optional.empty(), NOT_READING);
        assertThat(blind.route(GERMAN, OTHER, controls("", "", "en-US", "fr")).reason())
                .isEqualTo("explicit lang='en-US'");
        Route guessed = blind.route(ENGLISH_TEXT, OTHER, controls("", "", "und", "xx"));
        assertThat(guessed.checkpoint()).isEqualTo(MULTILINGUAL);
        assertThat(guessed.reason()).isEqualTo("lang_guess: the caller identified this as non-English text");
        assertThat(blind.route(GERMAN, OTHER, controls("", "", "", "en_GB.UTF-8"))
                        .reason())
                .isEqualTo("lang_guess: the caller identified this as English text");
    }

    @Test
    void codesThatNameNoLanguageLeaveItToTheState() {
        assertThat(router.route(GERMAN, OTHER, controls("", "", "xx", "C.UTF-8"))
                        .reason())
                .isEqualTo("Latin script but language looks like 'de', not English");
        assertThat(router.route(ENGLISH_TEXT, OTHER, controls("", "", " ", "")).reason())
                .isEqualTo("English Latin text");
    }

    @Test
    void onlyAsciiWhiteSpaceMaySurroundALanguageCode() {
        assertThat(router.route(ENGLISH_TEXT, OTHER, controls("", "", "\t de\n", ""))
                        .reason())
                .isEqualTo("explicit lang='\\t de\\n'");
        for (String space : List.of("\u00a0", "\u2003")) {
            assertThat(router.route(ENGLISH_TEXT, OTHER, controls("", "", space + "de", ""))
                            .reason())
                    .isEqualTo("English Latin text");
            assertThat(router.route(GERMAN, OTHER, controls("", "", "", "en" + space))
                            .reason())
                    .isEqualTo("lang_guess: the caller identified this as non-English text");
        }
    }

    @Test
    void withoutEvidenceTheDefaultAnswers() {
        CheckpointRouter typed = new CheckpointRouter(TYPED_DECISIONS, false, Optional.empty(), READING);
        Route digits = typed.route(new State.Text("4711"), OTHER, Controls.NONE);
        assertThat(digits.checkpoint()).isEqualTo(TYPED_DECISIONS);
        assertThat(digits.reason()).isEqualTo("no letters detected in state; using default (typed-decisions)");
        Route address = typed.route(new State.Text("me@example.org"), OTHER, Controls.NONE);
        assertThat(address.checkpoint()).isEqualTo(TYPED_DECISIONS);
        assertThat(address.reason())
                .isEqualTo("Latin script, language not identified and no non-English evidence;"
                        + " using default (typed-decisions)");
    }

    @Test
    void namesTheScriptAndItsShare() {
        assertThat(router.route(new State.Text("我的包裹在哪里 ok"), OTHER, Controls.NONE)
                        .reason())
                .isEqualTo("non-Latin script (han, 78% of letters); the English checkpoint cannot read it");
    }

    @Test
    void quotesTheFirstSixtyCharactersOfAForeignLine() {
        String foreign = "meine Waschmaschine verliert seit gestern Abend überall Wasser auf den Boden";
        State state = new State.Text("Please see what the customer wrote to us below.\n" + foreign);
        assertThat(router.route(state, OTHER, Controls.NONE).reason())
                .isEqualTo("mostly English, but a line or field reads as 'de' ('" + foreign.substring(0, 60) + "')");
    }

    @Test
    void aPinnedCheckpointAnswersWhatNamesNoModel() {
        CheckpointRouter pinned = new CheckpointRouter(ENGLISH, true, Optional.of(MULTILINGUAL), NOT_READING);
        assertThat(pinned.route(ENGLISH_TEXT, INVOICE, controls("", "english", "en", ""))
                        .checkpoint())
                .isEqualTo(MULTILINGUAL);
        assertThat(pinned.route(ENGLISH_TEXT, OTHER, controls("typed", "", "", ""))
                        .checkpoint())
                .isEqualTo(TYPED_DECISIONS);
    }
}
