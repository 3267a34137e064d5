// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.json.JsonReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuestionReaderTest {

    private static Question read(String definition) {
        JsonObject object =
                (JsonObject) JsonReader.read(("{\"q\":" + definition + "}").getBytes(StandardCharsets.UTF_8))
                        .root();
        return QuestionReader.read(object.members(), RequestRules.DOCUMENT)
                .firstEntry()
                .getValue();
    }

    private static Question choice(String rest) {
        return read("{\"type\":\"choice\",\"instructions\":\"x\"" + rest + "}");
    }

    private static Question score(String rest) {
        return read("{\"type\":\"score\",\"instructions\":\"x\"" + rest + "}");
    }

    private static Question noul(String rest) {
        return read("{\"type\":\"noul\",\"instructions\":\"x\"" + rest + "}");
    }

    private static void refused(String detail, Runnable reading) {
        assertThatThrownBy(reading::run)
                .asInstanceOf(InstanceOfAssertFactories.type(RefusedException.class))
                .satisfies(e -> {
                    assertThat(e.refusal().kind()).isEqualTo(Refusal.Kind.INVALID);
                    assertThat(e.refusal().detail())
                            .startsWith("question 'q': ")
                            .contains(detail);
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "\"text\"|must be an object",
                "null|must be an object",
                "[]|must be an object",
                "{}|unknown type (missing)",
                "{\"type\":5,\"instructions\":\"x\"}|unknown type (not a string)",
                "{\"type\":\"Noul\",\"instructions\":\"x\"}|unknown type 'Noul'; use choice, score or noul",
                "{\"type\":\"noul\"}|no 'instructions'",
                "{\"type\":\"noul\",\"instructions\":null}|'instructions' must not be empty",
                "{\"type\":\"noul\",\"instructions\":\" \\u00a0\\u0085\"}|'instructions' must not be empty",
                "{\"type\":\"noul\",\"instructions\":{}}|'instructions' must not be empty",
                "{\"type\":\"noul\",\"instructions\":[]}|'instructions' must not be empty"
            })
    void everyQuestionNeedsATypeAndInstructions(String definition, String detail) {
        refused(detail, () -> read(definition));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"type\":\"noul\",\"instruction\":\"x\"}|"
                        + "no 'instructions'; add the text the model should answer;"
                        + " did you mean 'instructions' where it says 'instruction'?",
                "{\"type\":\"noul\",\"Instructions\":\"x\"}|did you mean 'instructions' where it says 'Instructions'?",
                "{\"type\":\"noul\",\"x\":1,\"isntructoins\":1}|where it says 'isntructoins'?",
                "{\"type\":\"noul\",\"prompt\":1}|did you mean 'instructions' where it says 'prompt'?",
                "{\"type\":\"choice\",\"instructions\":\"x\",\"criterion\":[]}|"
                        + "did you mean 'criteria' where it says 'criterion'?",
                "{\"type\":\"choice\",\"instructions\":\"x\",\"option\":[]}|"
                        + "did you mean 'criteria' where it says 'option'?",
                "{\"type\":\"score\",\"instructions\":\"x\",\"levels\":[]}|"
                        + "did you mean 'criteria' where it says 'levels'?",
                "{\"Type\":\"noul\"}|unknown type (missing); use choice, score or noul;"
                        + " did you mean 'type' where it says 'Type'?"
            })
    void aMemberThatWasMisspeltIsNamed(String definition, String detail) {
        refused(detail, () -> read(definition));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"noul\",\"structure\":\"x\"}",
                "{\"type\":\"noul\",\"labels\":{}}",
                "{\"type\":\"choice\",\"instructions\":\"x\",\"labels\":[]}",
                "{\"type\":\"Noul\",\"instruction\":\"x\"}"
            })
    void otherMembersAreNotTakenForOne(String definition) {
        assertThatThrownBy(() -> read(definition)).hasMessageNotContaining("did you mean");
    }

    @Test
    void idsAreNotBlank() {
        JsonObject object =
                (JsonObject) JsonReader.read("{\" \\u0085\\u001f\\u2003\":{}}".getBytes(StandardCharsets.UTF_8))
                        .root();
        assertThatThrownBy(() -> QuestionReader.read(object.members(), RequestRules.DOCUMENT))
                .hasMessageContaining("the id is blank");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {"true|true", "0|0", "1e-7|1e-07", "{\"a\":[1.0,\"ä\"]}|{\"a\": [1.0, \"ä\"]}", "\" x \"|~ x ~"})
    void structuredInstructionsAreReadAsJsonText(String instructions, String text) {
        assertThat(read("{\"type\":\"noul\",\"instructions\":" + instructions + "}")
                        .instructions())
                .isEqualTo(text);
    }

    @Test
    void choicesWithDescriptions() {
        assertThat(choice(",\"criteria\":{\"a\":null,\"b\":\"\",\"c\":\"text\",\"d\":0,\"e\":{\"k\":false}}"))
                .isEqualTo(new Question.Choice(
                        "x",
                        List.of(
                                new Question.Option(new JsonString("a"), Optional.empty()),
                                new Question.Option(new JsonString("b"), Optional.empty()),
                                new Question.Option(new JsonString("c"), Optional.of("text")),
                                new Question.Option(new JsonString("d"), Optional.of("0")),
                                new Question.Option(new JsonString("e"), Optional.of("{\"k\": false}"))),
                        Optional.empty()));
    }

    @Test
    void choicesOfBareLabelsKeepTheirTypes() {
        Question.Choice read = (Question.Choice) choice(",\"criteria\":[1,\"2\",2.5,false,\"\"]");
        assertThat(read.options().stream().map(Question.Option::label))
                .containsExactly(
                        new JsonInteger("1"),
                        new JsonString("2"),
                        new JsonDouble(2.5),
                        new JsonBoolean(false),
                        new JsonString(""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[\"a\",\"b\",\"a\"]",
                "[1,1.0]",
                "[true,1]",
                "[0,false]",
                "[false,-0.0]",
                "[100,1e2]",
                "[9007199254740993,\"x\",9007199254740993]"
            })
    void equalLabelsAreRefused(String labels) {
        refused("repeats label 0", () -> choice(",\"criteria\":" + labels));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "[1,\"1\",\"a\"]|labels 0 and 1 are written alike: 1 and the string '1'",
                "[\"a\",\"true\",true]|labels 1 and 2 are written alike: the string 'true' and true",
                "[1.0,\"1.0\"]|labels 0 and 1 are written alike: 1.0 and the string '1.0'"
            })
    void labelsThatAreWrittenAlikeAreRefused(String labels, String detail) {
        refused(detail, () -> choice(",\"criteria\":" + labels));
    }

    @Test
    void aSideOfANoulIsDescribedOnce() {
        refused(
                "'criteria' describes true twice, once as 'TRUE'",
                () -> noul(",\"criteria\":{\"true\":\"A\",\"TRUE\":\"B\"}"));
        refused(
                "'criteria' describes false twice, once as 'false'",
                () -> noul(",\"criteria\":{\"False\":null,\"false\":\"B\"}"));
    }

    @Test
    void labelsBeyondTheExactRangeOfADoubleStayApart() {
        assertThat(choice(",\"criteria\":[9007199254740993,9007199254740992.0]").optionCount())
                .isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "~~|takes 'criteria'",
                ",\"criteria\":null|takes 'criteria'",
                ",\"criteria\":\"a\"|takes 'criteria'",
                ",\"criteria\":{}|at least one option",
                ",\"criteria\":[]|at least one option",
                ",\"criteria\":[\"a\",null]|choice label 1 is null",
                ",\"criteria\":[\"a\",[\"b\"]]|choice label 1 is an array or object",
                ",\"criteria\":[{\"a\":1}]|choice label 0 is an array or object",
                ",\"criteria\":[1e400]|beyond the range",
                ",\"criteria\":[\"a\"],\"labels\":null|'labels' is for noul questions only"
            })
    void choicesThatAreNone(String rest, String detail) {
        refused(detail, () -> choice(rest));
    }

    @Test
    void scoresRenderTheirLevels() {
        assertThat(score(",\"criteria\":[{\"max\":1.0},[\"mid\",2],3,true,\"high\",\"\",1e16]"))
                .isEqualTo(new Question.Score(
                        "x",
                        List.of("{\"max\": 1.0}", "[\"mid\", 2]", "3", "true", "high", "", "1e+16"),
                        Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "~~|non-empty array",
                ",\"criteria\":{\"0\":\"a\"}|non-empty array",
                ",\"criteria\":[]|non-empty array",
                ",\"criteria\":[\"a\",null]|score level 1 is null",
                ",\"criteria\":[\"a\"],\"labels\":{\"false\":\"a\",\"true\":\"b\"}|'labels' is for noul"
            })
    void scoresThatAreNone(String rest, String detail) {
        refused(detail, () -> score(rest));
    }

    @Test
    void noulsDescribeAndLabelTheirSides() {
        Question.Side plainFalse = new Question.Side("false", Optional.empty());
        Question.Side plainTrue = new Question.Side("true", Optional.empty());
        Question plain = new Question.Noul("x", plainFalse, plainTrue, Optional.empty());
        for (String rest : new String[] {
            "", ",\"criteria\":null", ",\"criteria\":{}", ",\"labels\":null", ",\"criteria\":{\"false\":\"\"}"
        }) {
            assertThat(noul(rest)).isEqualTo(plain);
        }
        assertThat(noul(",\"criteria\":{\"TRUE\":\"yes\",\"False\":0},\"labels\":{\"true\":\" on "
                        + "\",\"false\":\"off\"}"))
                .isEqualTo(new Question.Noul(
                        "x",
                        new Question.Side("off", Optional.of("0")),
                        new Question.Side("on", Optional.of("yes")),
                        Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                ",\"criteria\":[]|'true' and/or 'false'",
                ",\"criteria\":\"x\"|'true' and/or 'false'",
                ",\"criteria\":{\"true\":\"a\",\"maybe\":\"b\"}|not 'maybe'",
                ",\"labels\":{\"true\":\"a\"}|'labels'",
                ",\"labels\":{\"true\":\"a\",\"false\":\"a \"}|'labels'",
                ",\"labels\":{\"true\":\"a\",\"false\":\" \"}|'labels'",
                ",\"labels\":{\"true\":\"a\",\"false\":5}|'labels'",
                ",\"labels\":{\"true\":\"a\",\"false\":\"b\",\"x\":\"c\"}|'labels'",
                ",\"labels\":[\"a\",\"b\"]|'labels'"
            })
    void noulsThatAreNone(String rest, String detail) {
        refused(detail, () -> noul(rest));
    }

    @Test
    void optionOrders() {
        assertThat(choice(",\"criteria\":[\"a\",\"b\",\"c\"],\"option_order\":[2,0,1]")
                        .optionOrder())
                .contains(List.of(2, 0, 1));
        assertThat(noul(",\"option_order\":[1,0]").optionOrder()).contains(List.of(1, 0));
        assertThat(score(",\"criteria\":[\"a\"],\"option_order\":[0]").optionOrder())
                .contains(List.of(0));
        for (String bad : new String[] {
            "null",
            "[]",
            "[0]",
            "[0,0]",
            "[0,2]",
            "[-1,0]",
            "[0,1,1]",
            "[0.0,1]",
            "[false,true]",
            "\"01\"",
            "[0,1000000000000]"
        }) {
            refused("'option_order' must hold each option index from 0 to 1", () -> noul(",\"option_order\":" + bad));
        }
    }

    @Test
    void refusalsQuoteIdsReadably() {
        JsonObject object = (JsonObject) JsonReader.read("{\"a\\nb\\u202e\":5}".getBytes(StandardCharsets.UTF_8))
                .root();
        assertThatThrownBy(() -> QuestionReader.read(object.members(), RequestRules.DOCUMENT))
                .hasMessageStartingWith("question 'a\\u000ab");
    }
}
