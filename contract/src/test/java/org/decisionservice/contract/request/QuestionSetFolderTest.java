// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.request.QuestionSetFolder.Unusable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a folder of question sets may hold, and how the first thing that it may not is said. */
class QuestionSetFolderTest {
    private static final String GOOD =
            "{\"description\":\"D.\",\"questions\":{\"q\":{\"type\":\"noul\",\"instructions\":\"Is `body` spam?\"}}}";

    @TempDir
    private Path folder;

    private void write(String name, String content) throws IOException {
        Files.writeString(folder.resolve(name), content);
    }

    private QuestionSetFolder open() {
        return QuestionSetFolder.open(folder, RequestRules.DOCUMENT);
    }

    private String refusal() {
        return String.valueOf(catchThrowableOfType(Unusable.class, this::open).getMessage());
    }

    private static String questions(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "\"q" + i + "\":{\"type\":\"noul\",\"instructions\":\"x\"}")
                .collect(Collectors.joining(",", "{\"questions\":{", "}}"));
    }

    @Test
    void everyJsonFileIsASetAndNothingElse() throws IOException {
        write("mail.json", GOOD);
        write("b.json", GOOD);
        write("README.md", "not one");
        write(".hidden.json", "not one either");
        QuestionSetFolder sets = open();
        assertThat(sets.sets()).extracting(QuestionSet::name).containsExactly("b", "mail");
        assertThat(new String(sets.listing(), StandardCharsets.UTF_8))
                .startsWith("{\"question_sets\":[{\"name\":\"b\",\"description\":\"D.\",\"state_field\":\"body\","
                        + "\"questions\":{\"q\": {\"type\": \"noul\", \"instructions\": \"Is `body` spam?\"}}}");
    }

    @Test
    void theListIsMadeWhenTheFolderIsReadAndNotForEachRequest() throws IOException {
        write("mail.json", GOOD);
        QuestionSetFolder sets = open();
        byte[] before = sets.listing();
        assertThat(sets.listing()).isSameAs(before);
        write("b.json", GOOD);
        assertThat(sets.listing()).isSameAs(before);
        sets.reload();
        assertThat(new String(sets.listing(), StandardCharsets.UTF_8)).contains("\"mail\"", "\"b\"");
        assertThat(sets.listing()).isSameAs(sets.listing());
    }

    @Test
    void theStateFieldIsTheOneNameInBackticks() throws IOException {
        write("one.json", GOOD);
        write("none.json", GOOD.replace("`", ""));
        write("two.json", GOOD.replace("}}}", "},\"r\":{\"type\":\"noul\",\"instructions\":\"Is `subject` rude?\"}}}"));
        assertThat(open().require("one").stateField()).contains("body");
        assertThat(open().require("none").stateField()).isEmpty();
        assertThat(open().require("two").stateField()).isEmpty();
    }

    @Test
    void anUnknownSetIsRefusedWithTheNamesThereAre() throws IOException {
        write("mail.json", GOOD);
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> open().require("nope"))
                .withMessageContaining("'question_set': there is no question set 'nope'; use one of 'mail'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "[]|it takes a JSON object",
                "{\"questions\":[]}|'questions', an object",
                "{\"questions\":{}}|'questions', an object",
                "{}|'questions', an object",
                "{\"questions\":{\"q\":{NOPE}}}|question 'q': unknown type 'nope'; use choice",
                "{\"questions\":{\"q\":{\"type\":\"noul\"}}}|question 'q': no 'instructions'",
                "{\"questions\":{\" \":{NOUL}}}|the id is blank",
                "{\"questions\":{\"q\":7}}|question 'q': must be an object",
                "{\"questions\":{\"q\":{NOUL,\"min_confidence\":2}}}|'min_confidence'",
                "{\"questions\":{\"q\":{NOUL}},\"title\":\"t\"}|'title' is no member that is read",
                "{\"questions\":{\"q\":{NOUL}},\"description\":7}|'description' must be",
                "{\"questions\":{\"q\":{NOUL}},\"description\":\" \"}|'description' must be",
                "{\"questions\":{\"q\":{NOUL},\"q\":{}}}|it must be valid JSON",
                "{\"questions\":{\"q\":{\"type\":\"noul\",\"instructions\":\"\\ud800\"}}}|unpaired surrogate",
                "{\"questions\":{\"q\":{\"type\":\"noul\",\"instructions\":NaN}}}|it must be valid JSON",
                "{\"questions\":{\"q\":{NOUL}},\"blocks\":[]}|'blocks'",
                "{\"questions\":{\"q\":{NOUL}},\"blocks\":{\"r\":\"true\"}}|'blocks.r': there is no question of this id",
                "{\"questions\":{\"q\":{NOUL}},\"blocks\":{\"q\":\"yes\"}}|'blocks.q' must be an answer of the question,"
                        + " or an array of them: 'false', 'true'",
                "{\"questions\":{\"q\":{NOUL}},\"blocks\":{\"q\":true}}|'blocks.q' must be an answer",
                "{\"questions\":{\"q\":{NOUL}},\"blocks\":{\"q\":[]}}|'blocks.q' names no answer",
                "{\"questions\":{\"q\":{\"type\":\"score\",\"instructions\":\"x\",\"criteria\":[\"a\",\"b\"]}},"
                        + "\"blocks\":{\"q\":\"a\"}}|a score has no answer to name",
                "{\"questions\":|it must be valid JSON",
                "##|it is empty"
            })
    void aFileAtFaultIsNamedWithThePlace(String content, String expected) throws IOException {
        String noul = "\"type\":\"noul\",\"instructions\":\"x\"";
        write("bad.json", content.replace("NOUL", noul).replace("NOPE", noul.replace("noul", "nope")));
        assertThat(refusal()).startsWith(folder.resolve("bad.json") + ": ").contains(expected);
    }

    /** In a request a member that nobody knows is passed over; a file is read by people, who trust what is in it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "{\"version\":2,\"questions\":{\"q\":{NOUL}}} | its 'version' is '2', and this program reads version 1",
                "{\"questions\":{\"q\":{NOUL,\"min_confidance\":1}}} | 'questions.q.min_confidance' is no member that"
                        + " is read; 'questions.q' takes criteria, instructions, labels, min_confidence, option_order,"
                        + " type",
                "{\"question\":{\"q\":{NOUL}}} | 'question' is no member that is read; it takes blocks,"
                        + " description, questions, version"
            })
    void whatNobodyReadsIsNamed(String content, String expected) throws IOException {
        write("bad.json", content.replace("NOUL", "\"type\":\"noul\",\"instructions\":\"x\""));
        assertThat(refusal()).startsWith(folder.resolve("bad.json") + ": ").contains(expected);
        write("bad.json", "{\"version\":1," + GOOD.strip().substring(1));
        assertThat(open().sets()).hasSize(1);
    }

    @Test
    void theLimitsOfARequestHold() throws IOException {
        write("bad.json", questions(65));
        assertThat(refusal()).contains("too many questions (65 > 64); make several sets of it");
        write("bad.json", questions(64));
        assertThat(open().sets()).hasSize(1);
        String options =
                IntStream.range(0, 101).mapToObj(i -> "\"o" + i + "\"").collect(Collectors.joining(",", "[", "]"));
        write(
                "bad.json",
                "{\"questions\":{\"q\":{\"type\":\"choice\",\"instructions\":\"x\",\"criteria\":" + options + "}}}");
        assertThat(refusal()).contains("question 'q': too many choice options (101 > 100)");
        assertThat(QuestionSetFolder.open(folder, RequestRules.CONTRACT).sets()).hasSize(1);
    }

    @Test
    void aHugeFileIsNotRead() throws IOException {
        write("bad.json", questions(10_000));
        assertThat(refusal()).contains("bad.json: it cannot be read: it is larger than 131072 bytes");
    }

    @Test
    void aHugeFolderIsNotReadToItsEnd() throws IOException {
        for (int i = 0; i < QuestionSetFolder.MOST_SETS; i++) {
            write("set" + i + ".json", GOOD);
        }
        assertThat(open().sets()).hasSize(QuestionSetFolder.MOST_SETS);
        write("another.json", GOOD);
        assertThat(refusal()).contains("more than 64 question sets");
        Files.delete(folder.resolve("another.json"));
        for (int i = 0; i < QuestionSetFolder.MOST_FILES; i++) {
            Files.createFile(folder.resolve("file" + i));
        }
        assertThat(refusal()).contains("more than 1000 files");
    }

    @Test
    void bytesThatAreNoTextAreRefused() throws IOException {
        Files.write(folder.resolve("bad.json"), new byte[] {'{', '"', (byte) 0xC3, (byte) 0x28, '"', '}'});
        assertThat(refusal()).contains("bad.json: ", "UTF-8");
    }

    @Test
    void aDirectoryInPlaceOfAFileIsRefusedAndALinkIsFollowed() throws IOException {
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("real"), GOOD);
        Files.createSymbolicLink(folder.resolve("linked.json"), elsewhere.resolve("real"));
        assertThat(open().sets()).extracting(QuestionSet::name).containsExactly("linked");
        Files.createSymbolicLink(folder.resolve("gone.json"), folder.resolve("nowhere"));
        assertThat(refusal()).contains("gone.json: it cannot be read: there is no such file");
        Files.delete(folder.resolve("gone.json"));
        Files.createSymbolicLink(folder.resolve("circle.json"), folder.resolve("circle.json"));
        assertThat(refusal()).contains("circle.json: it cannot be read");
        Files.delete(folder.resolve("circle.json"));
        Files.createDirectory(folder.resolve("folder.json"));
        assertThat(refusal()).contains("folder.json: it cannot be read: it is not a regular file");
        Files.delete(folder.resolve("folder.json"));
        Files.createSymbolicLink(folder.resolve("device.json"), Path.of("/dev/zero"));
        assertThat(refusal()).contains("device.json: it cannot be read: it is not a regular file");
    }

    @ParameterizedTest
    @CsvSource({"a b.json", "-a.json", "ä.json"})
    void aNameThatNobodyCanWriteIsRefused(String name) throws IOException {
        write(name, GOOD);
        assertThat(refusal()).contains("cannot name a question set; use 1 to 64 letters");
    }

    @Test
    void aFolderWithoutSetsIsRefused() throws IOException {
        assertThat(refusal()).contains("holds no question set; put files NAME.json into it");
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThat(catchThrowableOfType(Unusable.class, () -> QuestionSetFolder.open(file, RequestRules.DOCUMENT)))
                .hasMessageContaining("there is no such folder");
        assertThat(catchThrowableOfType(
                        Unusable.class, () -> QuestionSetFolder.open(folder.resolve("none"), RequestRules.DOCUMENT)))
                .hasMessageContaining("there is no such folder; it takes a folder of question sets");
    }

    @Test
    void aGuardrailIsASetThatBlocksSomething() throws IOException {
        write("mail.json", GOOD);
        write(
                "guard.json",
                GOOD.replace("{\"description\"", "{\"blocks\":{\"q\":[\"true\",\"false\"]},\"description\""));
        QuestionSetFolder sets = QuestionSetFolder.open(folder, RequestRules.DOCUMENT, Optional.of("guard"));
        assertThat(sets.guardrail().orElseThrow().blocking()).containsEntry("q", Set.of("true", "false"));
        assertThat(open().guardrail()).isEmpty();
        assertThat(new String(sets.listing(), StandardCharsets.UTF_8)).doesNotContain("blocks");
        assertThatExceptionOfType(Unusable.class)
                .isThrownBy(() -> QuestionSetFolder.open(folder, RequestRules.DOCUMENT, Optional.of("mail")))
                .withMessageStartingWith("SERVICE_GUARDRAIL names the set 'mail', which blocks nothing");
        assertThatExceptionOfType(Unusable.class)
                .isThrownBy(() -> QuestionSetFolder.open(folder, RequestRules.DOCUMENT, Optional.of("nope")))
                .withMessageContaining("'nope', which is not there; it takes one of 'guard', 'mail'");
        Files.delete(folder.resolve("guard.json"));
        assertThatExceptionOfType(Unusable.class).isThrownBy(sets::reload);
        assertThat(sets.guardrail()).as("the old one stays in force").isPresent();
    }

    @Test
    void aReloadReplacesAllOrNothing() throws IOException {
        write("mail.json", GOOD);
        QuestionSetFolder sets = open();
        QuestionSet before = sets.require("mail");
        write("mail.json", GOOD.replace("spam", "rude"));
        write("bad.json", "{");
        assertThatExceptionOfType(Unusable.class)
                .isThrownBy(sets::reload)
                .withMessageContaining("bad.json: it must be valid JSON");
        assertThat(sets.require("mail")).isSameAs(before);
        Files.delete(folder.resolve("bad.json"));
        sets.reload();
        assertThat(sets.require("mail").questions().get("q"))
                .hasToString(String.valueOf(before.questions().get("q")).replace("spam", "rude"));
        Files.delete(folder.resolve("mail.json"));
        Files.delete(folder);
        assertThatExceptionOfType(Unusable.class)
                .isThrownBy(sets::reload)
                .withMessageContaining("there is no such folder");
        assertThat(sets.sets()).hasSize(1);
    }

    @Test
    void theSetsOfTheProductCanBeRead() {
        QuestionSetFolder ours = QuestionSetFolder.open(Path.of("..", "conf", "question-sets"), RequestRules.DOCUMENT);
        assertThat(ours.sets())
                .extracting(QuestionSet::name)
                .isEqualTo(List.of("email", "guard", "moderation", "router", "triage"));
        assertThat(ours.sets()).allMatch(set -> set.description().isPresent());
    }
}
