// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.email;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.decisionservice.api.Cleaning;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonArray;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.StateCleaner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts that would take a reader with regular expressions or recursion for ever; scripts/check/attack.sh measures. */
class HostileMailTest {
    private static final StateCleaner CLEANER = new EmailCleaner();
    private static final String HEAD = "From: a@b.example\nSubject: Re: x\nMIME-Version: 1.0\n";

    @ParameterizedTest
    @ValueSource(
            strings = {
                ">",
                "\n",
                "_",
                "-- \n",
                "On 1 wrote ",
                "On 1 Jan 2025 at 10:00 a@b.example\nwrote\n",
                "Best regards\n",
                "Sent from my iPhone\n",
                "this e-mail is confidential, intended recipient, in error ",
                "From: a@b\nSent: 10:00\nSubject: x\n\n",
                "---------- Forwarded message ---------\nFrom: a\n\n",
                "😀",
                "\u0000",
                "<div>",
                "<blockquote>x<br>",
                "<b><i><a href=x>",
                "=\n"
            })
    void aMillionCharactersOfOneKindAreRead(String unit) {
        String text = unit.repeat(990_000 / unit.length());
        for (String start : List.of("hello\n", "<html>hello ", HEAD + "\n", HEAD + "Content-Type: text/html\n\n")) {
            assertTimeoutPreemptively(Duration.ofSeconds(20), () -> CLEANER.clean(new JsonString(start + text)));
        }
    }

    @Test
    void multipartsInEachOtherAreFollowedToAFixedDepth() {
        StringBuilder mail = new StringBuilder(HEAD);
        for (int i = 0; i < 900; i++) {
            mail.append("Content-Type: multipart/mixed; boundary=\"b" + i + "\"\n\n--b" + i + "\n");
        }
        Cleaning cleaning = CLEANER.clean(new JsonString(mail + "\nhello\n")).cleaning();
        assertThat(cleaning.form()).isEqualTo(Cleaning.Form.MESSAGE);
        assertThat(cleaning.partsLeftOut()).isPositive();
    }

    @Test
    void messagesInEachOtherAreFollowedToAFixedDepth() {
        String mail = (HEAD + "Content-Type: message/rfc822\n\n").repeat(900) + HEAD + "\nhello\n";
        assertThat(CLEANER.clean(new JsonString(mail)).cleaning().partsLeftOut())
                .isPositive();
    }

    /** What cannot be decoded is left out or read as it stands; nothing throws. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Transfer-Encoding: base64\n\n=A=A",
                "Content-Transfer-Encoding: base64\n\nAAAAA",
                "Content-Transfer-Encoding: quoted-printable\n\n=ZZ=\n=4",
                "Content-Transfer-Encoding: x-uuencode\n\nbegin 644 a\nM",
                "Content-Type: text/plain; charset=no-such\n\nhello",
                "Content-Type: text/plain; charset=\"\n\nhello",
                "Content-Type: ;;;===\n\nhello",
                "Content-Type: multipart/mixed\n\nhello",
                "Content-Type: multipart/mixed; boundary=\"\"\n\nhello",
                "Content-Type: multipart/alternative; boundary=b\n\n",
                "Content-Type: message/rfc822\n\n",
                "Content-Type: text/html\n\n<<<>>>&#xFFFFFFFF;&#0;<![CDATA[",
                "Content-Type: text/plain; charset=iso-2022-jp\n\n\u001b$B",
                "Subject: =?utf-8?b?=A=?= =?x?q?y?=\n\nhello"
            })
    void brokenMessagesAreReadAsFarAsTheyGo(String rest) {
        StateCleaner.Cleaned cleaned = CLEANER.clean(new JsonString(HEAD + rest));
        assertThat(cleaned.state()).isInstanceOf(JsonObject.class);
        assertThat(cleaned.cleaning().form()).isEqualTo(Cleaning.Form.MESSAGE);
    }

    @Test
    void quotedPrintableIsDecodedAndWhatIsNoCodeStays() {
        assertThat(new String(
                        Decoding.bytes("Gr=C3=BC=\r\n=c3=9fe =3D =4 =ZZ= \t\n!=".getBytes(UTF_8), "Quoted-Printable"),
                        UTF_8))
                .isEqualTo("Grüße = =4 =ZZ!");
    }

    @Test
    void otherStatesStayAsTheyAre() {
        SequencedMap<String, JsonValue> members = new LinkedHashMap<>();
        members.put("subject", new JsonString("x"));
        members.put("body", new JsonInteger("1"));
        for (JsonValue state : List.of(
                new JsonArray(List.of(new JsonString("On 1 Jan 2025, A wrote:\n> x\n\nhello"))),
                new JsonObject(members),
                new JsonInteger("7"))) {
            StateCleaner.Cleaned cleaned = CLEANER.clean(state);
            assertThat(cleaned.state()).isEqualTo(state);
            assertThat(cleaned.cleaning()).isEqualTo(new Cleaning(Cleaning.Form.OTHER, false, List.of(), 0, false));
        }
    }
}
