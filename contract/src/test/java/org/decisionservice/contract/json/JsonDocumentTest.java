// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonDocumentTest {
    private static String text(int bytes) {
        return "é".repeat((bytes - 2) / 2) + (bytes % 2 == 0 ? "" : "x");
    }

    @ParameterizedTest
    @ValueSource(
            ints = {2, 3, 1024, JsonDocument.MOST_KEPT - 1, JsonDocument.MOST_KEPT, JsonDocument.MOST_KEPT + 1, 300_001
            })
    void itsLengthAndItsBytesAreThoseOfTheTextWhateverItsLength(int bytes) {
        JsonDocument document = JsonDocument.of(out -> out.writeString(text(bytes)));
        byte[] expected = ("\"" + text(bytes) + "\"").getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        document.writeTo(written);
        assertThat(document.length()).isEqualTo(bytes).isEqualTo(expected.length);
        assertThat(written.toByteArray()).isEqualTo(expected);
        assertThat(document.bytes()).isEqualTo(expected);
        assertThat(document.kept().isPresent()).isEqualTo(bytes <= JsonDocument.MOST_KEPT);
    }

    @Test
    void aShortOneIsMadeOnceAndALongOneForEachUse() {
        for (int bytes : new int[] {1_000, 100_000}) {
            AtomicInteger made = new AtomicInteger();
            JsonDocument document = JsonDocument.of(out -> {
                made.incrementAndGet();
                out.writeString(text(bytes));
            });
            document.writeTo(OutputStream.nullOutputStream());
            document.writeTo(OutputStream.nullOutputStream());
            assertThat(made).hasValue(bytes > JsonDocument.MOST_KEPT ? 3 : 1);
        }
    }

    @Test
    void aFaultOfTheReaderReachesTheCaller() {
        JsonDocument document = JsonDocument.of(out -> out.writeString(text(100_000)));
        OutputStream broken = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("gone");
            }
        };
        assertThatThrownBy(() -> document.writeTo(broken)).isInstanceOf(UncheckedIOException.class);
    }
}
