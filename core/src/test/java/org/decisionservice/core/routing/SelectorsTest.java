// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decisionservice.api.CheckpointName.ENGLISH;
import static org.decisionservice.api.CheckpointName.MULTILINGUAL;
import static org.decisionservice.api.CheckpointName.TYPED_DECISIONS;

import java.util.List;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.CheckpointSelector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelectorsTest {
    private static final CheckpointSelectors SELECTORS = new CheckpointSelectors(CheckpointNames.ROUTED);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  ",
                "jev-1",
                "auto",
                "convaiinnovations/laya",
                "someone/else",
                "../up",
                "customer_service",
                "engl\u0130sh",
                "\u00a0english",
                "english\u2003",
                "\u3000convaiinnovations/laya-multilingual"
            })
    void modelTextsThatLeaveTheChoiceToTheRouter(String text) {
        assertThat(SELECTORS.byModel(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u00a0typed_decisions", "customer_service\u2003", "\u2009english"})
    void onlyAsciiWhiteSpaceMaySurroundATask(String text) {
        assertThat(SELECTORS.byTask(text)).isEmpty();
        assertThat(SELECTORS.byTask("\t\n\u000b\f\r " + text.replaceAll("[^a-z_]", "") + " "))
                .isPresent();
    }

    @Test
    void modelTextsThatSelect() {
        assertThat(SELECTORS.byModel(" English\n")).contains(new CheckpointSelector(" English\n", ENGLISH));
        assertThat(SELECTORS.byModel("DEFAULT")).contains(new CheckpointSelector("DEFAULT", ENGLISH));
        assertThat(SELECTORS.byModel("ConvAIInnovations/laya-multilingual"))
                .contains(new CheckpointSelector("ConvAIInnovations/laya-multilingual", MULTILINGUAL));
        assertThat(SELECTORS.byModel("convaiinnovations/laya-typed-decisions"))
                .contains(new CheckpointSelector("convaiinnovations/laya-typed-decisions", TYPED_DECISIONS));
        assertThat(SELECTORS.byModel("decisions")).contains(new CheckpointSelector("decisions", TYPED_DECISIONS));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "typed_decisions",
                "Typed-Decisions",
                "agent_trace_observability",
                "customer-service",
                "INVOICE_PROCESSING",
                " security_incidents "
            })
    void tasksOfTheTypedDecisionsCheckpoint(String text) {
        assertThat(SELECTORS.byTask(text)).contains(new CheckpointSelector(text, TYPED_DECISIONS));
    }

    @Test
    void otherTasks() {
        assertThat(SELECTORS.byTask("ml")).contains(new CheckpointSelector("ml", MULTILINGUAL));
        assertThat(SELECTORS.byTask("convaiinnovations/laya-multilingual")).isEmpty();
        assertThat(SELECTORS.byTask("")).isEmpty();
        assertThat(SELECTORS.byTask("sentiment")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "en, true", "EN-us, true", "en_US.UTF-8, true", "eng, true", "English, true", "'  en ', true",
        "de, false", "pt-BR, false", "fil, false", "german, false", "Swahili, false", "zh-Hant-TW, false"
    })
    void languagesThatAClientStates(String code, boolean english) {
        assertThat(LanguageCode.stated(code)).contains(english);
        assertThat(LanguageCode.guessed(code)).contains(english);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "C", "c.utf-8", "POSIX", "und", "zxx", "mul", "-", ".", "_DE"})
    void codesThatNameNoLanguage(String code) {
        assertThat(LanguageCode.stated(code)).isEmpty();
        assertThat(LanguageCode.guessed(code)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"xx", "engl", "it's", "日本", "e1", "klingonese"})
    void codesThatOnlyAnIdentifierMayUse(String code) {
        assertThat(LanguageCode.stated(code)).isEmpty();
        assertThat(LanguageCode.guessed(code)).contains(false);
    }

    @Test
    void quotesWhatAClientSent() {
        assertThat(Quoted.of("ml")).isEqualTo("'ml'");
        assertThat(Quoted.of("it's")).isEqualTo("\"it's\"");
        assertThat(Quoted.of("it's \"x\"")).isEqualTo("'it\\'s \"x\"'");
        assertThat(Quoted.of("日本\n\u0000é\u200b😀\\")).isEqualTo("'日本\\n\\x00é\\u200b😀\\\\'");
        assertThat(Quoted.of("\u00ad\u0378\ud800")).isEqualTo("'\\xad\\u0378\\ud800'");
    }

    @Test
    void addedNamesSelectLikeTheThreeAndAWorkflowComesFirst() {
        CheckpointName papers = new CheckpointName("papers");
        CheckpointName workflow = new CheckpointName("customer_service");
        CheckpointSelectors selectors = new CheckpointSelectors(new CheckpointNames(List.of(papers, workflow)));
        assertThat(selectors.byModel(" Papers")).contains(new CheckpointSelector(" Papers", papers));
        assertThat(selectors.byTask("PAPERS")).contains(new CheckpointSelector("PAPERS", papers));
        assertThat(selectors.byModel("ml")).contains(new CheckpointSelector("ml", MULTILINGUAL));
        assertThat(selectors.byModel("paper")).isEmpty();
        assertThat(selectors.byModel("customer_service"))
                .contains(new CheckpointSelector("customer_service", workflow));
        assertThat(selectors.byTask("customer_service"))
                .contains(new CheckpointSelector("customer_service", TYPED_DECISIONS));
    }
}
