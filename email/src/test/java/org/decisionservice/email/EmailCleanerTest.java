// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.email;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.decisionservice.api.Cleaning;
import org.decisionservice.api.Cleaning.Cut;
import org.decisionservice.api.Cleaning.Form;
import org.decisionservice.api.Cleaning.Kind;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.StateCleaner;
import org.junit.jupiter.api.Test;

class EmailCleanerTest {
    private static final StateCleaner CLEANER = new EmailCleaner();
    private static final String HISTORY = "On Mon, May 12, 2025 at 10:42 AM A <a@b.example> wrote:\n> old";

    private static StateCleaner.Cleaned text(String text) {
        return CLEANER.clean(new JsonString(text));
    }

    private static StateCleaner.Cleaned object(String... members) {
        return CLEANER.clean(members(members));
    }

    private static JsonObject members(String... members) {
        SequencedMap<String, JsonValue> object = new LinkedHashMap<>();
        for (int i = 0; i < members.length; i += 2) {
            object.put(members[i], new JsonString(members[i + 1]));
        }
        return new JsonObject(object);
    }

    @Test
    void offsetsCountCodePointsOfTheTextAsSent() {
        StateCleaner.Cleaned cleaned = text("😀 where is it?\r\n\r\nBest regards,\r\nAnna\r\n\r\n" + HISTORY);
        assertThat(cleaned.state()).isEqualTo(new JsonString("😀 where is it?"));
        assertThat(cleaned.cleaning())
                .isEqualTo(new Cleaning(
                        Form.TEXT,
                        false,
                        List.of(
                                new Cut(Kind.SIGNATURE, Optional.empty(), 14, 41),
                                new Cut(Kind.QUOTED, Optional.empty(), 41, 41 + HISTORY.length())),
                        0,
                        false));
    }

    /** On every e-mail of the test data, taken for a text. */
    @Test
    void whatIsLeftIsTheTextWithoutTheCuts() throws IOException {
        int cuts = 0;
        try (Stream<Path> files = Files.walk(Path.of("..", "testdata", "emails"))) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".eml")).toList()) {
                String mail = "😀" + Files.readString(file).split("\r\n\r\n", 2)[1];
                StateCleaner.Cleaned cleaned = text(mail);
                int[] points = mail.codePoints().toArray();
                StringBuilder left = new StringBuilder();
                int at = 0;
                for (Cut cut : cleaned.cleaning().cuts()) {
                    assertThat(cut.start()).isBetween(at, cut.end() - 1);
                    left.append(new String(points, at, cut.start() - at));
                    at = cut.end();
                    cuts++;
                }
                left.append(new String(points, at, points.length - at));
                assertThat(cleaned.state()).isEqualTo(new JsonString(left.toString()));
            }
        }
        assertThat(cuts).isGreaterThan(20);
    }

    @Test
    void answersBetweenTheQuotationsAreLeft() {
        assertThat(text("On 1 May 2025, A wrote:\n> One?\n\nYes.\n\n> Two?\n\nNo.")
                        .state())
                .isEqualTo(new JsonString("Yes.\n\nNo."));
    }

    @Test
    void aStateIsNeverEmptied() {
        for (String text : List.of(HISTORY, "Best regards,\nAnna", "-- \nAnna", "Sent from my iPhone")) {
            StateCleaner.Cleaned cleaned = text(text);
            assertThat(cleaned.state()).as(text).isEqualTo(new JsonString(text));
            assertThat(cleaned.cleaning().cuts()).as(text).isEmpty();
        }
        assertThat(text(HISTORY).cleaning().keptWhole()).isTrue();
    }

    @Test
    void aMessageThatIsPassedOnWithFewWordsIsTheContent() {
        String passedOn = "---------- Forwarded message ---------\nFrom: B <b@c.example>\nSubject: broken\n\nIt broke.";
        assertThat(text("FYI\n\n" + passedOn + "\n\n-- \nB").state()).isEqualTo(new JsonString("FYI\n\n" + passedOn));
        assertThat(text("Can you take this one, please?\n\n" + passedOn).state())
                .isEqualTo(new JsonString("Can you take this one, please?\n\n" + passedOn));
        String request = "Please refund the second payment of invoice 40871 to the account that we have always used.";
        assertThat(text(request + "\n\n" + passedOn).cleaning().cuts())
                .containsExactly(new Cut(Kind.FORWARDED, Optional.empty(), 90, 92 + passedOn.length()));
    }

    @Test
    void wordsOfOtherProgramsAreKnownToo() {
        String passedOn = "----- Forwarded message from B <b@c.example> -----\n\nFrom: B\nSubject: broken\n\nIt broke.";
        assertThat(text(passedOn).state()).isEqualTo(new JsonString(passedOn));
        assertThat(object("subject", "Re: x", "body", "Once upon a time, B wrote :\n> old\n\nnew")
                        .state())
                .isEqualTo(members("subject", "Re: x", "body", "new"));
        String line = "word ".repeat(40) + "http://lists.example/mailman/listinfo/users";
        assertThat(text("One.\n\n" + line).cleaning().cuts()).isEmpty();
    }

    @Test
    void ofAnObjectTheFieldsOfAnEmailAreCleanedAndOthersStay() {
        StateCleaner.Cleaned cleaned =
                object("id", "> 7", "subject", "Re: late", "body", "> old\n\nnew", "note", "Best regards,\nAnna");
        assertThat(cleaned.state())
                .isEqualTo(members("id", "> 7", "subject", "Re: late", "body", "new", "note", "Best regards,\nAnna"));
        assertThat(cleaned.cleaning().cuts()).containsExactly(new Cut(Kind.QUOTED, Optional.of("body"), 0, 7));
    }

    @Test
    void htmlIsReadAsTextAndLeftOutBesideText() {
        StateCleaner.Cleaned alone =
                object("html", "<p>One &amp; <b>two</b></p><style>x</style><div>three<br>four</div>");
        assertThat(alone.state()).isEqualTo(members("html", "One & two\n\nthree\nfour"));
        assertThat(alone.cleaning().decoded()).isTrue();
        StateCleaner.Cleaned beside = object("text", "One", "html", "<p>One</p>");
        assertThat(beside.state()).isEqualTo(members("text", "One"));
        assertThat(beside.cleaning().cuts()).containsExactly(new Cut(Kind.ALTERNATIVE, Optional.of("html"), 0, 10));
    }

    @Test
    void attachmentsAreCounted() {
        StateCleaner.Cleaned cleaned = text("""
                From: A <a@b.example>
                Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=
                MIME-Version: 1.0
                Content-Type: multipart/mixed; boundary=b

                --b

                hello
                --b
                Content-Type: image/png

                x
                --b--
                """);
        assertThat(cleaned.state()).isEqualTo(members("subject", "Grüße", "from", "A <a@b.example>", "body", "hello"));
        assertThat(cleaned.cleaning().partsLeftOut()).isEqualTo(1);
    }
}
