// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.Tokenizer;
import org.decisionservice.core.golden.Golden;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Where sentences end, with tokenizers that put the space before a word into its token and with those that do not. */
class SentencesTest {
    static Stream<Checkpoint> checkpoints() {
        return Stream.of(Golden.checkpoint(Golden.starter()), Golden.checkpoint(Golden.tiny("english")));
    }

    private static List<String> sentences(Checkpoint checkpoint, String text) {
        Tokenizer tokenizer = checkpoint.tokenizer();
        StateTokens state = StateTokens.of(text, tokenizer);
        assertThat(state.ids()).isEqualTo(tokenizer.encode(text));
        int[] points = text.codePoints().toArray();
        List<String> found = new ArrayList<>();
        int next = 0;
        for (TokenRange range : Sentences.of(text, state)) {
            assertThat(range.first()).isEqualTo(next);
            next = range.last() + 1;
            int start = state.start(range.first());
            found.add(new String(points, start, state.end(range.last()) - start).strip());
        }
        assertThat(next).isEqualTo(state.ids().length);
        return found;
    }

    @ParameterizedTest
    @MethodSource("checkpoints")
    void marksBeforeSpaceAndLinesEndASentence(Checkpoint checkpoint) {
        assertThat(sentences(
                        checkpoint, "The parcel is late. Where is it now?  I waited (for 3.5 weeks!) Please answer me"))
                .containsExactly(
                        "The parcel is late.", "Where is it now?", "I waited (for 3.5 weeks!)", "Please answer me");
        assertThat(sentences(checkpoint, "first line of text\n\nsecond line of text \r\n third line of text"))
                .containsExactly("first line of text", "second line of text", "third line of text");
    }

    @ParameterizedTest
    @MethodSource("checkpoints")
    void quotedAndListedSentencesEndWithTheirClosingMarks(Checkpoint checkpoint) {
        assertThat(sentences(checkpoint, "[\"The parcel is late.\", \"Nobody answers the phone.\", \"I am waiting\"]"))
                .containsExactly("[\"The parcel is late.\",", "\"Nobody answers the phone.\",", "\"I am waiting\"]");
    }

    @ParameterizedTest
    @MethodSource("checkpoints")
    void aVeryShortSentenceIsJoinedToTheNext(Checkpoint checkpoint) {
        assertThat(sentences(checkpoint, "Hi! Bell waits for the parcel. It is late today."))
                .containsExactly("Hi! Bell waits for the parcel.", "It is late today.");
    }

    @ParameterizedTest
    @MethodSource("checkpoints")
    void scriptsWithoutSpacesHaveTheirOwnMarks(Checkpoint checkpoint) {
        assertThat(sentences(checkpoint, "日本語日本語。日本語日本語？日本語日本語")).containsExactly("日本語日本語。", "日本語日本語？", "日本語日本語");
    }

    @ParameterizedTest
    @MethodSource("checkpoints")
    void textWithoutMarksIsOneSentence(Checkpoint checkpoint) {
        assertThat(sentences(
                        checkpoint,
                        "error=3.14 host=a.b.c state=down ".repeat(20).strip()))
                .hasSize(1);
    }
}
