// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.email;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.StateCleaner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What single mail programs write: their footers, how they quote, and the charsets that they name. */
class MailProgramsTest {
    private static final StateCleaner CLEANER = new EmailCleaner();
    private static final String HEAD = "From: A <a@b.example>\nMessage-ID: <1@b.example>\nMIME-Version: 1.0\n";
    private static final String RULE = "________________________________";

    private static String left(String text) {
        return ((JsonString) CLEANER.clean(new JsonString(text)).state()).value();
    }

    private static StateCleaner.Cleaned message(String rest) {
        return CLEANER.clean(new JsonString(HEAD + rest));
    }

    private static JsonValue member(StateCleaner.Cleaned message, String name) {
        return ((JsonObject) message.state()).members().getOrDefault(name, new JsonString("absent"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // Outlook draws a rule between its footer and the message that is answered.
                "Obtenir Outlook pour iOS<https://aka.ms/o0ukef>\n" + RULE
                        + "\nDe : Support <s@b.example>\nEnvoyé : lundi 12 mai 2025 10:42\nÀ : Anna <a@b.example>\n"
                        + "Objet : Re: facture\n\nNous avons remboursé.",
                "Get Outlook for Android<https://aka.ms/AAb9ysg>\n" + RULE
                        + "\nFrom: Support <s@b.example>\nSent: Monday, May 12, 2025 10:42 AM\nSubject: Re: invoice\n\nDone.",
                "Sent with Proton Mail secure email.\n\n------- Original Message -------\n"
                        + "On Monday, May 12th, 2025 at 10:42 AM, Support <s@b.example> wrote:\n\n> We refunded.",
                "Sent with ProtonMail Secure Email.\n\n‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐\n"
                        + "On Monday, May 12th, 2025 at 10:42 AM, Support <s@b.example> wrote:\n\nWe refunded.",
                "Sent using Zoho Mail\n\n---- On Mon, 12 May 2025 10:42:00 +0200 Support <s@b.example> wrote ---\n\nDone.",
                // GMX and WEB.DE begin with the date.
                "Gesendet: Montag, 12. Mai 2025 um 10:42 Uhr\nVon: \"Support\" <s@b.example>\nAn: \"Anna\" <a@b.example>\n"
                        + "Betreff: Re: Rechnung\n\nWir haben erstattet.",
                "Enviado con el correo electrónico seguro de Proton Mail.",
                "Yahoo Mail: Search, Organize, Conquer\n\n"
                        + "  On Mon, May 12, 2025 at 10:42 AM, Support<s@b.example> wrote:   We refunded.",
                "  Le lun. 12 mai 2025 à 10:42, Support<s@b.example> a écrit :   Nous avons remboursé.\n\nEt voilà.",
            })
    void whatAProgramAddsIsCut(String added) {
        assertThat(left("Please cancel.\n\n" + added)).isEqualTo("Please cancel.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Please do the following:\n--\n1. cancel order 4711\n2. refund the second payment",
                "Please change:\n\n--\ncancel order 12\nrefund 20 EUR",
                "Meine Wünsche:\n--\nKündigung Vertrag\nRückerstattung Betrag",
                "Please see to this:\n--\nMax Mustermann\n1. cancel his contract\n2. tel 0123 456789 is wrong",
                "My account is broken.\n\nThanks,\n1. cancel order 4711\n2. refund the second payment",
                "My account is broken.\n\nThanks,\n• cancel order 4711\n• refund the second payment",
                "I said on Monday, and he wrote:   nothing at all.",
            })
    void whatTheSenderWantsStays(String text) {
        assertThat(left(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--\nAnna",
                "--\nAnna Whitfield\nNorthgate Tools\n+44 1904 555 0143",
                "--\nDr. Anna Whitfield\nHead of Sales | Northgate\nwww.northgate.example",
                "Best regards,\nAnna Whitfield\nNorthgate Tools\n3. Stock\nT. +44 1904 555 0143",
            })
    void aNameAndHowToReachItAreASignature(String signature) {
        assertThat(left("Please cancel.\n" + signature)).isEqualTo("Please cancel.");
    }

    @Test
    void rawUtf8InAHeaderIsRead() {
        StateCleaner.Cleaned message = message("Subject: Kündigung – 解約 ✓\n\nBitte kündigen.");
        assertThat(member(message, "subject")).isEqualTo(new JsonString("Kündigung – 解約 ✓"));
    }

    @ParameterizedTest
    @CsvSource({
        "macintosh, x-MacRoman, Kündigung",
        "cp-850, IBM850, Kündigung",
        "iso-8859-8-i, ISO-8859-8, שלום",
        "windows-1252, windows-1252, 5 €",
        "KOI8-R, KOI8-R, отмена",
        "ks_c_5601-1987, EUC-KR, 취소",
    })
    void charsetsAreKnownByTheNamesOfMailPrograms(String name, String charset, String text) {
        String base64 = Base64.getEncoder().encodeToString(text.getBytes(Charset.forName(charset)));
        StateCleaner.Cleaned message = message("Subject: =?" + name + "?B?" + base64 + "?=\nContent-Type: text/plain;"
                + " charset=" + name + "\nContent-Transfer-Encoding: base64\n\n" + base64);
        assertThat(member(message, "body")).isEqualTo(new JsonString(text));
        assertThat(member(message, "subject")).isEqualTo(new JsonString(text));
        assertThat(message.cleaning().unknownCharset()).isEmpty();
    }

    @Test
    void utf7IsRead() {
        assertThat(Utf7.decode("Bitte k+APw-ndigen +- +JxM +ieN9BA-")).isEqualTo("Bitte kündigen + ✓ 解約");
        assertThat(Utf7.decode("+2D3eAA-, +2D0-, x+ y+")).isEqualTo("😀, ?, x+ y+");
        assertThat(member(message("Content-Type: text/plain; charset=utf-7\n\n+AOQ-"), "body"))
                .isEqualTo(new JsonString("ä"));
    }

    @ParameterizedTest
    @CsvSource({
        "'Content-Type: text/plain; charset=x-foo\nContent-Transfer-Encoding: quoted-printable\n\nK=81ndigung', x-foo",
        "'Content-Type: text/plain; charset=hz-gb-2312\n\n~{VPND~}', hz-gb-2312",
        "'Subject: =?x-bar?Q?abc?=\n\nhello', x-bar",
        "'Content-Type: text/plain; charset=x-foo\n\nKündigung', ",
        "'Content-Type: text/plain; charset=us-ascii\n\nhello', ",
    })
    void aCharsetThatIsNotKnownIsNamed(String rest, String unknown) {
        assertThat(message(rest.replace("\\n", "\n")).cleaning().unknownCharset())
                .isEqualTo(Optional.ofNullable(unknown));
    }

    @Test
    void aCharacterMayBeDividedBetweenTwoEncodedWords() {
        byte[] bytes = "é".getBytes(StandardCharsets.UTF_8);
        String first = Base64.getEncoder().encodeToString(new byte[] {'a', bytes[0]});
        String second = Base64.getEncoder().encodeToString(new byte[] {bytes[1], 'b'});
        StateCleaner.Cleaned message = message(
                "Subject: Re: =?utf-8?B?" + first + "?=\n =?UTF-8?b?" + second + "?= c =?utf-8*en?q?d_e?=\n\nx");
        assertThat(member(message, "subject")).isEqualTo(new JsonString("Re: aéb c d e"));
    }
}
