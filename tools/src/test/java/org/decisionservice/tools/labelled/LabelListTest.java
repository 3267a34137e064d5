// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several labels of a text, in cells and in lines of JSON. */
class LabelListTest {
    private static final String NOUL = "{\"type\": \"noul\", \"instructions\": \"Is it about %s?\"}";
    private static final String QUESTIONS = "{\"Billing\": " + NOUL.formatted("payments") + ", \"refund\": "
            + NOUL.formatted("refunds") + ", \"a, b\": " + NOUL.formatted("letters") + "}";

    @TempDir
    private Path dir;

    private static List<String> yes(LabelledRow row) {
        return row.gold().entrySet().stream()
                .filter(each -> each.getValue().equals(new JsonBoolean(true)))
                .map(Map.Entry::getKey)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "refund ! refund",
                "billing; refund ! Billing refund",
                "Billing|REFUND|refund ! Billing refund",
                "Billing,refund ! Billing refund",
                "a, b ! 'a, b'",
                "a, b;refund ! 'refund a, b'",
                "[\"a, b\", \"refund\"] ! 'refund a, b'",
                "['refund', \"billing\"] ! Billing refund",
                "[refund] ! refund",
                "[] ! ''",
                ";refund; ! refund"
            })
    void aCellListsWhatIsTrueAndAllElseIsFalse(String cell, String expected) {
        var gold = new LabelList(List.of("Billing", "refund", "a, b")).read(cell);
        assertThat(gold).hasSize(3);
        assertThat(String.join(
                        " ",
                        gold.entrySet().stream()
                                .filter(each -> each.getValue().equals(new JsonBoolean(true)))
                                .map(Map.Entry::getKey)
                                .toList()))
                .isEqualTo(expected);
    }

    private LabelledFile read(String name, String text, String questions) throws Exception {
        Path file = Files.writeString(dir.resolve(name), text);
        Path asked = Files.writeString(dir.resolve("questions.json"), questions);
        return LabelledFile.read(
                file,
                LabelledFile.isTable(file)
                        ? Optional.of(
                                new TableColumns(asked, Optional.of("text"), Optional.empty(), Optional.of("topics")))
                        : Optional.empty());
    }

    @Test
    void aBlankCellIsNoLabelAndAnEmptyListIsOneForEachQuestion() throws Exception {
        LabelledFile file =
                read("in.csv", "text;topics\none;billing|refund\ntwo;\nthree;[]\nfour;n/a\nfive; refund\n", QUESTIONS);
        assertThat(file.rows()).extracting(LabelledRow::state).containsExactly("one", "three", "five");
        assertThat(file.rows())
                .extracting(LabelListTest::yes)
                .containsExactly(List.of("Billing", "refund"), List.of(), List.of("refund"));
        assertThat(file.rows()).allMatch(row -> row.gold().size() == 3);
        assertThat(file.passedOver().said(3, 9))
                .isEqualTo(
                        "9 labels on 3 rows; passed over 2 rows without a label; a blank list is no label; [] says that"
                                + " none is true");
    }

    @Test
    void aLineOfJsonMayHaveTheListAsItsGold() throws Exception {
        LabelledFile file = read(
                "in.jsonl",
                "{\"state\": \"one\", \"questions\": " + QUESTIONS + ", \"gold\": [\"refund\"]}\n"
                        + "{\"state\": \"two\", \"questions\": " + QUESTIONS + ", \"gold\": []}\n",
                QUESTIONS);
        assertThat(file.rows()).extracting(LabelListTest::yes).containsExactly(List.of("refund"), List.of());
        assertThat(file.rows()).allMatch(row -> row.gold().size() == 3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "'text,topics\none,refund\ntwo,biling\n' ! 'in.csv line 3: the label ''biling'' is none of ''Billing'', ''refund'', ''a, b''; did you mean Billing?'",
                "'text,topics\none,\"refund;shipping\"\n' ! 'in.csv line 2: the label ''shipping'' is none of ''Billing'', ''refund'', ''a, b'''",
                "'text,labels\none,refund\n' ! 'no column is named ''topics'''"
            })
    void aLabelThatNoQuestionIsNamedByIsRefusedByItsLine(String text, String said) {
        assertThatExceptionOfType(LabelsException.class)
                .isThrownBy(() -> read("in.csv", text, QUESTIONS))
                .withMessageContaining(said);
    }

    @Test
    void onlyYesNoQuestionsHaveLists() {
        String choice =
                "{\"team\": {\"type\": \"choice\", \"instructions\": \"Which?\", \"criteria\": [\"a\", \"b\"]}}";
        assertThatExceptionOfType(LabelsException.class)
                .isThrownBy(() -> read("in.csv", "text,topics\none,a\n", choice))
                .withMessageContaining("questions.json: a list of labels answers yes/no questions")
                .withMessageContaining("'team' is of another type");
        assertThatExceptionOfType(LabelsException.class)
                .isThrownBy(() -> read(
                        "in.jsonl",
                        "{\"state\": \"one\", \"questions\": " + choice + ", \"gold\": [\"a\"]}\n",
                        QUESTIONS))
                .withMessageContaining("in.jsonl line 1: a list of labels answers yes/no questions");
    }
}
