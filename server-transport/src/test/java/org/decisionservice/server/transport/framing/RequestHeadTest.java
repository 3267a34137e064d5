// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport.framing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.helidon.common.buffers.DataReader;
import io.helidon.http.RequestException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.decisionservice.server.transport.Packets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Heads as clients write them, and as Helidon gets them; texts in this class have LF for CRLF. */
class RequestHeadTest {
    private static final OptionalLong NO_BODY = OptionalLong.of(0);

    /** Returns the same head in one packet, in two packets split at every possible place, and byte by byte. */
    private static List<Inbox> packets(String head) {
        int length = Packets.latin1(head).length;
        return Stream.concat(
                        IntStream.range(0, length).mapToObj(first -> Packets.split(head, first)),
                        Stream.of(Packets.single(head)))
                .map(Inbox::new)
                .toList();
    }

    private static Arguments head(String sent, String passedOn, OptionalLong length, boolean last) {
        return Arguments.of(sent, passedOn, length, last);
    }

    static Stream<Arguments> heads() {
        String minimal = "GET / HTTP/1.1\nHost: t\n\n";
        return Stream.of(
                head(minimal, minimal, NO_BODY, false),
                head("\n" + minimal, minimal, NO_BODY, false),
                head(
                        "GET /a?b=c&d HTTP/1.1\nhost:t\nX:\nY: 1\n\n",
                        "GET /a?b=c&d HTTP/1.1\nhost:t\nX:\nY: 1\n\n",
                        NO_BODY,
                        false),
                head(
                        "GET / HTTP/1.1\nHost: t\nX: \u00e9\u00ff\t!\n\n",
                        "GET / HTTP/1.1\nHost: t\nX: \u00e9\u00ff\t!\n\n",
                        NO_BODY,
                        false),
                // methods
                head("BREW / HTTP/1.1\nHost: t\n\n", "BREW / HTTP/1.1\nHost: t\n\n", NO_BODY, false),
                head("post / HTTP/1.1\nHost: t\n\n", "~post / HTTP/1.1\nHost: t\n\n", NO_BODY, false),
                head("Get / HTTP/1.1\nHost: t\n\n", "~Get / HTTP/1.1\nHost: t\n\n", NO_BODY, false),
                head("HEAD / HTTP/1.1\nHost: t\n\n", "GET / HTTP/1.1\nHost: t\n\n", NO_BODY, false),
                head(
                        "HEAD / HTTP/1.1\nHost: t\nExpect: 100-continue\n\n",
                        "GET / HTTP/1.1\nHost: t\n\n",
                        NO_BODY,
                        false),
                head("head / HTTP/1.1\nHost: t\n\n", "~head / HTTP/1.1\nHost: t\n\n", NO_BODY, false),
                // queries
                head(
                        "GET /a?b={c}|%2f%%zz%4?d\"^[1]\\ HTTP/1.1\nHost: t\n\n",
                        "GET /a?b=%7Bc%7D%7C%2f%25%25zz%254?d%22%5E%5B1%5D%5C HTTP/1.1\nHost: t\n\n", NO_BODY, false),
                head("GET http://a?{ HTTP/1.1\nHost: t\n\n", "GET /?%7B HTTP/1.1\nHost: a\n\n", NO_BODY, false),
                head("GET /{a}?b HTTP/1.1\nHost: t\n\n", "GET /{a}?b HTTP/1.1\nHost: t\n\n", NO_BODY, false),
                head("OPTIONS * HTTP/1.1\nHost: t\n\n", "OPTIONS * HTTP/1.1\nHost: t\n\n", NO_BODY, false),
                head("CONNECT a:1 HTTP/1.1\nHost: t\n\n", "CONNECT a:1 HTTP/1.1\nHost: t\n\n", NO_BODY, false),
                // absolute targets
                head(
                        "GET http://a.example:80/x?y HTTP/1.1\nHost: t\n\n",
                        "GET /x?y HTTP/1.1\nHost: a.example:80\n\n",
                        NO_BODY,
                        false),
                head("GET HTTPS://a HTTP/1.1\nHost: t\n\n", "GET / HTTP/1.1\nHost: a\n\n", NO_BODY, false),
                head("GET http://a?y HTTP/1.1\nHost: t\n\n", "GET /?y HTTP/1.1\nHost: a\n\n", NO_BODY, false),
                head("GET http://a/ HTTP/1.0\n\n", "GET / HTTP/1.1\nHost: a\nConnection: close\n\n", NO_BODY, true),
                // connections
                head(
                        "GET / HTTP/1.1\nHost: t\nConnection: keep-alive\n\n",
                        "GET / HTTP/1.1\nHost: t\n\n",
                        NO_BODY,
                        false),
                head(
                        "GET / HTTP/1.1\nConnection: x ,\tClose\nHost: t\nConnection: close\n\n",
                        "GET / HTTP/1.1\nHost: t\nConnection: close\n\n",
                        NO_BODY,
                        true),
                head("GET / HTTP/1.1\nHost: t\nConnection: closed\n\n", "GET / HTTP/1.1\nHost: t\n\n", NO_BODY, false),
                head(
                        "GET / HTTP/1.1\nHost: t\nConnection: Upgrade, a\nUpgrade: h2c\nHTTP2-Settings: !!!\n\n",
                        "GET / HTTP/1.1\nHost: t\nUpgrade: h2c\nHTTP2-Settings: !!!\n\n",
                        NO_BODY,
                        false),
                // HTTP/1.0
                head("GET / HTTP/1.0\n\n", "GET / HTTP/1.1\nHost: localhost\nConnection: close\n\n", NO_BODY, true),
                head(
                        "POST / HTTP/1.0\nHost: h\nConnection: keep-alive\nExpect: 100-continue\nContent-Length: 3\n\n",
                        "POST / HTTP/1.1\nHost: h\nContent-Length: 3\nConnection: close\n\n",
                        OptionalLong.of(3),
                        true),
                // permission to send a body
                head(
                        "POST / HTTP/1.1\nHost: t\nexpect: 100-Continue \nContent-Length: 3\n\n",
                        "POST / HTTP/1.1\nHost: t\nContent-Length: 3\nExpect: 100-continue\n\n",
                        OptionalLong.of(3),
                        false),
                head(
                        "POST / HTTP/1.1\nExpect: x,\t100-CONTINUE\nExpect: y\nHost: t\nContent-Length: 3\n\n",
                        "POST / HTTP/1.1\nHost: t\nContent-Length: 3\nExpect: 100-continue\n\n",
                        OptionalLong.of(3),
                        false),
                head(
                        "POST / HTTP/1.1\nHost: t\nExpect: 100-continued\nContent-Length: 3\n\n",
                        "POST / HTTP/1.1\nHost: t\nContent-Length: 3\n\n",
                        OptionalLong.of(3),
                        false),
                // bodies
                head(
                        "POST / HTTP/1.1\nHost: t\ncontent-length:\t007 \nA: b\n\n",
                        "POST / HTTP/1.1\nHost: t\nA: b\nContent-Length: 7\n\n",
                        OptionalLong.of(7),
                        false),
                head(
                        "POST / HTTP/1.1\nHost: t\nTransfer-Encoding: Chunked\n\n",
                        "POST / HTTP/1.1\nHost: t\nTransfer-Encoding: chunked\n\n",
                        OptionalLong.empty(),
                        false),
                head(
                        "POST / HTTP/1.1\nHost: t\nContent-Length: 5\nTransfer-Encoding: chunked\n\n",
                        "POST / HTTP/1.1\nHost: t\nTransfer-Encoding: chunked\nConnection: close\n\n",
                        OptionalLong.empty(),
                        true),
                head(
                        "POST / HTTP/1.1\nHost: t\nContent-Length: 5\nTransfer-Encoding: gzip, chunked\n\n",
                        "POST / HTTP/1.1\nHost: t\nTransfer-Encoding: gzip, chunked\nConnection: close\n\n",
                        NO_BODY,
                        true));
    }

    @ParameterizedTest
    @MethodSource("heads")
    void headsAreRewrittenHoweverTheyAreSplitIntoPackets(
            String sent, String passedOn, OptionalLong length, boolean last) {
        for (Inbox in : packets(sent + "rest")) {
            RequestHead head = RequestHead.read(in);
            assertThat(new String(head.canonical(), StandardCharsets.ISO_8859_1))
                    .isEqualTo(passedOn.replace("\n", "\r\n"));
            assertThat(head.length()).isEqualTo(length);
            assertThat(head.last()).isEqualTo(last);
            byte[] rest = in.take(1);
            assertThat(rest).containsExactly('r');
        }
    }

    private static void refused(String head, int status) {
        for (Inbox in : packets(head)) {
            assertThatExceptionOfType(RequestException.class)
                    .as(head)
                    .isThrownBy(() -> RequestHead.read(in))
                    .satisfies(e -> assertThat(e.status().code()).isEqualTo(status))
                    .satisfies(e -> assertThat(e.keepAlive()).isFalse());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\n\nGET / HTTP/1.1\nHost: t\n\n",
                "NONSENSE\n\n",
                "GET /\n\n",
                " GET / HTTP/1.1\nHost: t\n\n",
                "GET  / HTTP/1.1\nHost: t\n\n",
                "GET /  HTTP/1.1\nHost: t\n\n",
                "GET / HTTP/1.1 \nHost: t\n\n",
                "GET\t/ HTTP/1.1\nHost: t\n\n",
                "GET / http/1.1\nHost: t\n\n",
                "GET / HTTP/11\nHost: t\n\n",
                "GET / HTTP/1.11\nHost: t\n\n",
                "G(T / HTTP/1.1\nHost: t\n\n",
                "G\u00e9T / HTTP/1.1\nHost: t\n\n",
                "P\u0000ST / HTTP/1.1\nHost: t\n\n",
                "GET /\u00e9 HTTP/1.1\nHost: t\n\n",
                "GET /#x HTTP/1.1\nHost: t\n\n",
                "GET * HTTP/1.1\nHost: t\n\n",
                "GET health HTTP/1.1\nHost: t\n\n",
                "GET ftp://a/ HTTP/1.1\nHost: t\n\n",
                "GET http:// HTTP/1.1\nHost: t\n\n",
                "GET http:///x HTTP/1.1\nHost: t\n\n",
                "GET http://u@a/ HTTP/1.1\nHost: t\n\n",
                "GET / HTTP/1.1\n\n",
                "GET http://a/ HTTP/1.1\n\n",
                "GET / HTTP/1.1\nHost: a\nHost: a\n\n",
                "GET / HTTP/1.1\nHost : t\n\n",
                "GET / HTTP/1.1\nHost: t\nX\n\n",
                "GET / HTTP/1.1\nHost: t\n: x\n\n",
                "GET / HTTP/1.1\nHost: t\nX: a\n b\n\n",
                "GET / HTTP/1.1\n X: a\nHost: t\n\n",
                "GET / HTTP/1.1\nHost: t\nX: a\u0000b\n\n",
                "GET / HTTP/1.1\nHost: t\nX: a\u007fb\n\n",
                "GET / HTTP/1.1\nHost: t\nX: a\rb\n\n",
                "GET / HTTP/1.1\nHost: t\nX\u00e9: a\n\n",
                "POST / HTTP/1.1\nHost: t\nContent-Length: +5\n\n",
                "POST / HTTP/1.1\nHost: t\nContent-Length: -5\n\n",
                "POST / HTTP/1.1\nHost: t\nContent-Length: 5, 5\n\n",
                "POST / HTTP/1.1\nHost: t\nContent-Length: 5\nContent-Length: 5\n\n",
                "POST / HTTP/1.1\nHost: t\nContent-Length:\n\n",
                "POST / HTTP/1.1\nHost: t\nContent-Length: 0x5\n\n",
                "POST / HTTP/1.1\nHost: t\nContent-Length: x\nTransfer-Encoding: chunked\n\n",
                "POST / HTTP/1.1\nHost: t\nTransfer-Encoding: chunked\nTransfer-Encoding: chunked\n\n",
                "POST / HTTP/1.0\nTransfer-Encoding: chunked\n\n"
            })
    void invalidHeadsAreRefused(String head) {
        refused(head, 400);
    }

    @Test
    void aBareLineFeedDoesNotEndALine() {
        byte[] bare = "GET / HTTP/1.1\nHost: t\n\n".getBytes(StandardCharsets.US_ASCII);
        assertThatExceptionOfType(RequestException.class).isThrownBy(() -> RequestHead.read(new Inbox(() -> bare)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PRI * HTTP/2.0\n\nSM\n\n", "GET / HTTP/1.2\nHost: t\n\n", "GET / HTTP/0.9\n\n"})
    void otherVersionsAreRefused(String head) {
        refused(head, 505);
    }

    @Test
    void headsThatAreTooLongAreRefused() {
        String longest = "GET /" + "a".repeat(RequestHead.MAX_LINE - 14) + " HTTP/1.1\nHost: t\nX: ";
        String value = "b".repeat(RequestHead.MAX_FIELDS - "Host: t\r\nX: \r\n".length());
        RequestHead head = RequestHead.read(new Inbox(Packets.split(longest + value + "\n\n", 0)));
        assertThat(head.length()).isEqualTo(NO_BODY);
        refusedWhole(longest.replace("/a", "/aa"), 414);
        refusedWhole("GET /" + "a".repeat(RequestHead.MAX_LINE), 414);
        refusedWhole(longest + value + "b\n\n", 431);
        refusedWhole(longest + value + "b", 431);
        refusedWhole("GET / HTTP/1.1\nHost: t\n" + "a:\n".repeat(RequestHead.MAX_FIELDS / 4), 431);
    }

    /** Sends the head in one packet and byte by byte. */
    private static void refusedWhole(String head, int status) {
        for (Packets packets : List.of(Packets.split(head, 0), Packets.single(head))) {
            assertThatExceptionOfType(RequestException.class)
                    .isThrownBy(() -> RequestHead.read(new Inbox(packets)))
                    .satisfies(e -> assertThat(e.status().code()).isEqualTo(status));
        }
    }

    @Test
    void anIncompleteHeadEndsTheConnection() {
        for (String head : List.of("", "GET", "GET / HTTP/1.1\nHost: t\n")) {
            assertThatExceptionOfType(DataReader.InsufficientDataAvailableException.class)
                    .isThrownBy(() -> RequestHead.read(new Inbox(Packets.split(head, 0))));
        }
    }
}
