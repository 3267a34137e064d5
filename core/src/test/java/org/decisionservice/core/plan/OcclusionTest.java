// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.decisionservice.api.Answer;
import org.decisionservice.api.Certainty;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Explanation;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.State;
import org.decisionservice.api.Usage;
import org.decisionservice.core.packing.PackedRow;
import org.decisionservice.core.packing.PackedState;
import org.decisionservice.engine.spi.Row;
import org.junit.jupiter.api.Test;

class OcclusionTest {
    private static final Certainty SURE = new Certainty(1, 1, 1, Optional.empty());

    private static PackedState packed(int rows, int tokens, int dropped) {
        Usage usage = new Usage(tokens, tokens, dropped, List.of(), new LinkedHashMap<>());
        PackedRow row = PackedRow.of(new Row(new int[] {1, 2}, new int[] {1}, 2));
        return new PackedState(Collections.nCopies(rows, row), usage, List.of());
    }

    private static Occlusion of(State state) {
        return Occlusion.of(state, packed(1, 10, 0), false);
    }

    private static List<String> texts(Occlusion occlusion) {
        return occlusion.states().stream().map(State::text).toList();
    }

    private static String sentences(int count) {
        return IntStream.range(0, count).mapToObj(i -> "Sentence " + i + ".").collect(Collectors.joining(" "));
    }

    @Test
    void everyPartIsLeftOutOnce() {
        assertThat(texts(of(new State.Text("One. Two!\nThree"))))
                .containsExactly("One. Two!\nThree", "Two!\nThree", "One. Three", "One. Two!\n");
        assertThat(texts(of(new State.Json("{\"a\": 1, \"b\": [\"x y\", true]}"))))
                .containsExactly(
                        "{\"a\": 1, \"b\": [\"x y\", true]}",
                        "{\"a\": null, \"b\": [\"x y\", true]}",
                        "{\"a\": 1, \"b\": [\"\", true]}",
                        "{\"a\": 1, \"b\": [\"x y\", null]}");
        assertThat(texts(of(new State.Text(" ")))).containsExactly(" ");
    }

    @Test
    void aDocumentOfManyValuesIsADocumentWithoutSomeOfThem() throws Exception {
        String values = IntStream.range(0, 300)
                .mapToObj(i -> i % 3 == 0 ? "\"A \\\"b\\\". C\\n\"" : i % 3 == 1 ? "{\"k\": -1.5}" : "[false, null]")
                .collect(Collectors.joining(", ", "[", "]"));
        List<String> texts = texts(of(new State.Json(values)));
        assertThat(texts).hasSize(Occlusion.MOST_SPANS + 1).doesNotHaveDuplicates();
        for (String text : texts) {
            assertThat(new ObjectMapper().readTree(text)).hasSize(300);
        }
    }

    @Test
    void neighboursAreLeftOutTogetherUntilTheyAreFewEnough() {
        State state = new State.Text(sentences(33));
        assertThat(of(state).states()).hasSizeBetween(20, Occlusion.MOST_SPANS + 1);
        assertThat(Occlusion.of(state, packed(500, 10, 0), false).states()).hasSize(8);
        State words = new State.Text("x ".repeat(25_000));
        assertThat(of(words).states()).hasSize(Occlusion.MOST_SPANS + 1);
    }

    @Test
    void whatTakesTooManyRowsIsRefused() {
        assertThat(Occlusion.of(new State.Text(sentences(9)), packed(1364, 10, 0), false)
                        .states())
                .hasSize(3);
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> Occlusion.of(new State.Text("x"), packed(1365, 10, 0), false))
                .satisfies(refused -> {
                    assertThat(refused.refusal().kind()).isEqualTo(Refusal.Kind.TOO_LARGE);
                    assertThat(refused.refusal().detail()).contains("'explain'", "1365 rows", "4096");
                });
    }

    @Test
    void onlyWhatIsReadIsLeftOut() {
        State state = new State.Text(sentences(10));
        List<String> begins = texts(Occlusion.of(state, packed(1, 100, 70), false));
        assertThat(begins).hasSize(4);
        assertThat(begins.get(1)).startsWith("Sentence 1.");
        List<String> ends = texts(Occlusion.of(state, packed(1, 100, 70), true));
        assertThat(ends).hasSize(4);
        assertThat(ends.getLast()).endsWith("Sentence 8. ");
    }

    private static Answer choice(int chosen, double... p) {
        return new Answer.Choice(List.of(new JsonString("a"), new JsonString("b")), chosen, Probabilities.of(p), SURE);
    }

    private static Answer score(double score) {
        return new Answer.Score(score, List.of("low", "high"), Probabilities.of(1 - score, score), SURE);
    }

    private static Answer noul(double yes) {
        return new Answer.Noul(Probabilities.of(1 - yes, yes), SURE);
    }

    private static DecisionResponse response(Answer choice, Answer score, Answer noul) {
        LinkedHashMap<String, Answer> answers = new LinkedHashMap<>(Map.of("choice", choice));
        answers.put("score", score);
        answers.put("noul", noul);
        return new DecisionResponse(answers, packed(1, 10, 0).usage(), Optional.empty());
    }

    @Test
    void thePartsThatMoveAnAnswerMostComeFirst() {
        DecisionResponse explained = of(new State.Text("😀 One. Two.  Three."))
                .explained(
                        List.of(
                                response(choice(0, 0.9, 0.1), score(0.5), noul(0.2)),
                                response(choice(0, 0.8, 0.2), score(0.50004), noul(0.2)),
                                response(choice(1, 0.3, 0.7), score(0.4), noul(0.6)),
                                response(choice(0, 0.95, 0.05), score(0.7), noul(0.15))),
                        7,
                        2);
        Explanation explanation = explained.explanation().orElseThrow();
        assertThat(explanation.spans()).isEqualTo(3);
        assertThat(explanation.rows()).isEqualTo(7);
        assertThat(explanation.passes()).isEqualTo(2);
        assertThat(explained.answers().get("choice")).isEqualTo(choice(0, 0.9, 0.1));
        assertThat(changes(explanation, "choice")).containsExactly("7 Two. -0.60", "0 😀 One. -0.10", "13 Three. 0.05");
        assertThat(changes(explanation, "score")).containsExactly("13 Three. 0.20", "7 Two. -0.10");
        assertThat(changes(explanation, "noul")).containsExactly("7 Two. 0.40", "13 Three. -0.05");
        assertThat(explanation.of("choice").getFirst().end()).isEqualTo(11);
        assertThat(explanation.of("none")).isEmpty();
    }

    private static List<String> changes(Explanation explanation, String id) {
        return explanation.of(id).stream()
                .map(each -> "%d %s %.2f".formatted(each.start(), each.text(), each.change()))
                .toList();
    }

    @Test
    void onlyAFewAreNamedAndALongOneNotWhole() {
        String state = ("x".repeat(1_000) + ". ").repeat(20).strip();
        List<DecisionResponse> responses = new ArrayList<>(List.of(response(choice(0, 1, 0), score(0), noul(1))));
        for (int i = 0; i < 20; i++) {
            responses.add(response(choice(0, 1, 0), score(0), noul(i / 40.0)));
        }
        Explanation explanation = of(new State.Text(state))
                .explained(responses, 21, 21)
                .explanation()
                .orElseThrow();
        assertThat(explanation.of("noul")).hasSize(5).allSatisfy(each -> {
            assertThat(each.text()).hasSize(500);
            assertThat(each.end() - each.start()).isEqualTo(1_001);
        });
        assertThat(explanation.of("noul").getFirst().change()).isCloseTo(-1, within(1e-9));
        assertThat(explanation.of("choice")).isEmpty();
    }
}
