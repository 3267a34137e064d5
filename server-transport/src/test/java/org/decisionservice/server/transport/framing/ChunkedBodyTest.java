// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport.framing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.helidon.http.RequestException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.decisionservice.server.transport.Packets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Chunked bodies, split wherever packets may split them; texts in this class have LF for CRLF. */
class ChunkedBodyTest {
    private static final int LONGEST = 1000;

    private static List<Inbox> packets(String chunks) {
        return Stream.concat(
                        IntStream.range(0, Packets.latin1(chunks).length)
                                .mapToObj(first -> Packets.split(chunks, first)),
                        Stream.of(Packets.single(chunks)))
                .map(Inbox::new)
                .toList();
    }

    /** Returns the content of the chunks that are passed on, and checks that each is in its plainest form. */
    private static String read(Inbox in) {
        ChunkedBody body = new ChunkedBody(in, LONGEST);
        StringBuilder data = new StringBuilder();
        while (true) {
            String chunk = new String(body.next(), StandardCharsets.ISO_8859_1);
            if (body.done()) {
                assertThat(chunk).isEqualTo("0\r\n\r\n");
                return data.toString();
            }
            int line = chunk.indexOf("\r\n");
            int size = Integer.parseInt(chunk, 0, line, 16);
            assertThat(size).isPositive();
            assertThat(chunk).hasSize(line + 2 + size + 2).endsWith("\r\n");
            data.append(chunk, line + 2, line + 2 + size);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'5\nhello\n0\n\n' | hello",
                "'5\nhello\n6\n world\n0\n\n' | hello world",
                "'0\n\n' | ''",
                "'00a\n0123456789\n000\n\n' | 0123456789",
                "'A\n0123456789\n0\n\n' | 0123456789",
                "'5;name\nhello\n0;last=\"x;y\"\n\n' | hello",
                "'5 ; name = value\nhello\n0\n\n' | hello",
                "'5\nhello\n0\nX-Sum: 1\nY:\n\n' | hello"
            })
    void extensionsAndTrailersAreDropped(String chunks, String data) {
        for (Inbox in : packets(chunks + "GET")) {
            assertThat(read(in)).isEqualTo(data);
            assertThat(in.take(1)).containsExactly('G');
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "+5\nhello\n0\n\n",
                "-1\nhello\n0\n\n",
                "0x5\nhello\n0\n\n",
                " 5\nhello\n0\n\n",
                "5 \nhello\n0\n\n",
                "5 x\nhello\n0\n\n",
                "\nhello\n0\n\n",
                "xyz\nhello\n0\n\n",
                "5\nhelloX\n0\n\n",
                "5\nhello0\n\n",
                "5;\u0001\nhello\n0\n\n",
                "5\nhello\n0\nno colon\n\n",
                "5\nhello\n0\nX : y\n\n",
                "5\nhello\n0\n folded: y\n\n",
                "5\nhello\n0\nX: \u0000\n\n"
            })
    void invalidChunkedFramingIsRefused(String chunks) {
        for (Inbox in : packets(chunks)) {
            assertThatExceptionOfType(RequestException.class)
                    .as(chunks)
                    .isThrownBy(() -> read(in))
                    .satisfies(e -> assertThat(e.status().code()).isEqualTo(400));
        }
    }

    @Test
    void aBareLineFeedIsRefused() {
        for (String chunks : List.of("5\nhello\r\n0\r\n\r\n", "5\r\nhello\n0\r\n\r\n")) {
            byte[] bytes = chunks.getBytes(StandardCharsets.US_ASCII);
            assertThatExceptionOfType(RequestException.class).isThrownBy(() -> read(new Inbox(() -> bytes)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"3e9\n", "7fffffff\n", "ffffffffffffffff5\n", "10000000000000005\n"})
    void chunksThatAreTooLongAreRefused(String size) {
        assertThatExceptionOfType(ChunkTooLongException.class)
                .isThrownBy(() -> read(new Inbox(Packets.split(size + "x", 0))));
    }

    @Test
    void linesAndTrailersThatAreTooLongAreRefused() {
        String line = "5;" + "x".repeat(ChunkedBody.MAX_LINE - 2);
        assertThat(read(new Inbox(Packets.split(line + "\nhello\n0\n\n", 0)))).isEqualTo("hello");
        String trailer = "x:" + "y".repeat(ChunkedBody.MAX_TRAILERS / 4 - 4) + "\n";
        assertThat(read(new Inbox(Packets.split("0\n" + trailer.repeat(4) + "\n", 0))))
                .isEmpty();
        for (String longer : List.of(line + "x\nhello\n0\n\n", line + "x", "0\n" + trailer.repeat(4) + "x:\n\n")) {
            assertThatExceptionOfType(RequestException.class)
                    .isThrownBy(() -> read(new Inbox(Packets.split(longer, 0))));
        }
    }
}
