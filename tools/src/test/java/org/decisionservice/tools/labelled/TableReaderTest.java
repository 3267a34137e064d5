// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows as they are written; what cells mean is tested on the files of {@code testdata/labels}. */
class TableReaderTest {
    private static final Path PATH = Path.of("table.csv");

    private static List<TableReader.Written> read(Reader in) {
        List<TableReader.Written> rows = new ArrayList<>();
        try (TableReader reader = new TableReader(PATH, in)) {
            reader.forEachRemaining(rows::add);
        }
        return rows;
    }

    /** A character at a time, as a slow disk may give them. */
    private static Reader trickling(String text) {
        return new FilterReader(new StringReader(text)) {
            @Override
            public int read(char[] buffer, int offset, int length) throws IOException {
                return super.read(buffer, offset, Math.min(1, length));
            }
        };
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a;b\r\n\"x\r\ny\";2\r\n",
                "a,b\n\"say \"\"no\"\"\" ,2\n\n1",
                "a\tb\r\r1\t2",
                "sep=|\r\na|b\r\n1|2\r\n",
                "\n \n\"a\",\"b\"\n\"1\",\"2\"\n"
            })
    void theTextsAndEndsOfItsRowsAreTheFile(String text) {
        try (TableReader reader = new TableReader(PATH, trickling(text))) {
            StringBuilder all = new StringBuilder(reader.begin());
            reader.forEachRemaining(row -> all.append(row.text()).append(row.end()));
            assertThat(all).hasToString(text);
        }
        assertThat(read(trickling(text))).isEqualTo(read(new StringReader(text)));
    }

    @Test
    void aRowMayBeLongerThanWhatIsReadAtOnce() {
        String text = IntStream.range(0, 2_000)
                .mapToObj(n -> n + ",\"" + "word, \"\"x\"\" \n".repeat(n % 40 * 80) + "\"\r\n")
                .collect(Collectors.joining());
        List<TableReader.Written> rows = read(new StringReader(text));
        assertThat(rows).hasSize(2_000);
        assertThat(rows.get(39).row().cells()).containsExactly("39", "word, \"x\" \n".repeat(39 * 80));
        // Lines that end inside of cells count, as in an editor.
        assertThat(rows.get(3).row().line()).isEqualTo(1 + 3 + (0 + 1 + 2) * 80);
    }

    @Test
    void aRowWithoutAnEndTakesNoMoreMemoryThanALongOne() {
        Reader endless = new Reader() {
            @Override
            public int read(char[] buffer, int offset, int length) {
                Arrays.fill(buffer, offset, offset + length, 'x');
                return length;
            }

            @Override
            public void close() {}
        };
        assertThatExceptionOfType(LabelsException.class)
                .isThrownBy(() -> read(endless))
                .withMessageContaining(
                        "a row of more than 16,777,216 characters; a cell's closing quote may be missing");
    }

    @Test
    void aNulIsNamedByItsLineInsideOfACell() {
        assertThatExceptionOfType(LabelsException.class)
                .isThrownBy(() -> read(new StringReader("a,b\n\"x\n\0\",1\n")))
                .withMessageStartingWith("table.csv line 3: a NUL character");
    }
}
