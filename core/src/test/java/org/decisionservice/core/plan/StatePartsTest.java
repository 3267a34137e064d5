// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.decisionservice.api.State;
import org.junit.jupiter.api.Test;

class StatePartsTest {
    private static List<String> parts(State state) {
        return StateParts.of(state).stream()
                .map(part -> state.text().substring(part.start(), part.end()))
                .toList();
    }

    private static List<String> text(String text) {
        return parts(new State.Text(text));
    }

    private static List<String> json(String text) {
        return parts(new State.Json(text));
    }

    @Test
    void aTextIsCutIntoSentences() {
        assertThat(text("I paid 3.50 twice!  (Really?) \"Help.\" he said\nBye"))
                .containsExactly("I paid 3.50 twice!", "(Really?)", "\"Help.\"", "he said", "Bye");
        assertThat(text("我付了两次。「请退款！」谢谢")).containsExactly("我付了两次。", "「请退款！", "」谢谢");
        assertThat(text("Why?! No... ")).containsExactly("Why?!", "No...");
    }

    @Test
    void oneSentenceIsCutIntoWords() {
        assertThat(text("  I don't,  see it. ")).containsExactly("I", "don't,", "see", "it.");
        assertThat(text("我付了 OK")).containsExactly("我", "付", "了", "OK");
        assertThat(text("refund")).containsExactly("refund");
    }

    @Test
    void aStateOfNothingHasNoPart() {
        assertThat(Stream.of("", " \n\t").flatMap(each -> text(each).stream())).isEmpty();
        assertThat(Stream.of("{}", "[]", "null", "{\"a\": null, \"b\": \"\"}").flatMap(each -> json(each).stream()))
                .isEmpty();
    }

    @Test
    void aDocumentIsCutIntoValuesAndTheSentencesOfItsStrings() {
        assertThat(
                        json(
                                "{\"plan\": \"pro\", \"age\": -3.5e7, \"paid\": true, \"tags\": [null, \"a: b\", {\"x\": \"One. Two.\"}]}"))
                .containsExactly("pro", "-3.5e7", "true", "a: b", "One.", "Two.");
        assertThat(json("{\"text\": \"Two\\nlines \\\"here\\\\\"}")).containsExactly("Two", "lines \\\"here\\\\");
        assertThat(json("[\"one sentence\"]")).containsExactly("one", "sentence");
        assertThat(json("12")).containsExactly("12");
    }
}
