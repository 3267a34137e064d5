// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.decisionservice.api.JsonValue.JsonString;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A table in and out: its own bytes stay as they are, and what is added is as the table is written. */
class TableCopyTest {
    private static final String MARK = "\uFEFF";

    @TempDir
    private Path dir;

    private Path in = Path.of("");
    private Path out = Path.of("");
    private Path questions = Path.of("");

    @BeforeEach
    void write() throws Exception {
        in = dir.resolve("in.csv");
        out = dir.resolve("out.csv");
        questions = Files.writeString(
                dir.resolve("questions.json"), "{\"q\": {\"type\": \"noul\", \"instructions\": \"Is it so?\"}}");
    }

    private TableFile table(String text, Charset charset) throws IOException {
        Files.write(in, text.getBytes(charset));
        return TableFile.of(in, TableColumns.of(questions));
    }

    private static TableCopy.Rows rows(Iterator<List<String>> cells) {
        return new TableCopy.Rows() {
            @Override
            public boolean hasNext() {
                return cells.hasNext();
            }

            @Override
            public List<String> next() {
                return cells.next();
            }

            @Override
            public void close() {}
        };
    }

    private String copied(TableFile table, Charset charset, List<String> names, List<List<String>> added)
            throws IOException {
        new TableCopy(table, names).write(out, () -> rows(added.iterator()));
        return new String(Files.readAllBytes(out), charset);
    }

    @ParameterizedTest
    @CsvSource({
        "UTF-8, ''",
        "UTF-8, '\uFEFF'",
        "UTF-16LE, '\uFEFF'",
        "UTF-16BE, '\uFEFF'",
        "windows-1252, ''",
    })
    void everyEncodingComesBack(Charset charset, String mark) throws Exception {
        String first = mark + "Größe;state;\r\n";
        String text = first + "=A1;\"Er sagte: \"\"nein\"\"\"  ;\r\n;\r\n \r\n@müller;Über\r\n-5,2; x ;y;;\r\n";
        assertThat(copied(
                        table(text, charset),
                        charset,
                        List.of("q: answer", "=q"),
                        List.of(List.of("1;2", "-0,5"), List.of("", "+x"), List.of("a", "=b"))))
                .isEqualTo(mark + "Größe;state;;q: answer;'=q\r\n=A1;\"Er sagte: \"\"nein\"\"\"  ;;\"1;2\";-0,5\r\n"
                        + ";\r\n \r\n@müller;Über;;;'+x\r\n-5,2; x ;y;a;'=b\r\n");
    }

    @Test
    void aTableInQuotesGetsCellsInQuotesAndTheLastLineAnEnd() throws Exception {
        String text = "sep=,\n\"state\",\"n\"\n\"x\",\"1\"\n\"y\",2";
        assertThat(copied(
                        table(text, Charset.forName("UTF-8")),
                        Charset.forName("UTF-8"),
                        List.of("a"),
                        List.of(List.of("b"), List.of("c"))))
                .isEqualTo("sep=,\n\"state\",\"n\",\"a\"\n\"x\",\"1\",\"b\"\n\"y\",2,c\n");
    }

    @Test
    void aTableInAnsiBecomesUtf8WhereAnsiDoesNotHoldWhatIsAdded() throws Exception {
        TableFile table = table("state\nÄpfel\nÖl\n", Charset.forName("windows-1252"));
        assertThat(copied(table, Charset.forName("UTF-8"), List.of("a"), List.of(List.of("x"), List.of("žena"))))
                .isEqualTo(MARK + "state,a\nÄpfel,x\nÖl,žena\n");
        // It could be read by nobody for certain.
        assertThat(copied(table, Charset.forName("UTF-8"), List.of("à"), List.of(List.of("x"), List.of("y"))))
                .startsWith(MARK + "state,à\n");
    }

    @Test
    void numbersAreWrittenAsTheTableWritesThem() throws Exception {
        assertThat(table("state;n\nx;0,5\n", Charset.forName("UTF-8")).number("0.25"))
                .isEqualTo("0,25");
        assertThat(table("state,n\nx,0.5\n", Charset.forName("UTF-8")).number("0.25"))
                .isEqualTo("0.25");
    }

    @Test
    void rowsAskInTheirOrderWithoutBlankOnes() throws Exception {
        TableFile table = table("n,state\n\n1, first \n,\n2,\n3,\"last\n\"\n", Charset.forName("UTF-8"));
        assertThat(table.rows()).isEqualTo(3);
        try (TableFile.Asked rows = table.open()) {
            assertThat(rows).toIterable().extracting(LabelledRow::state).containsExactly("first", "", "last");
        }
        try (TableFile.Asked rows = table.open()) {
            assertThat(rows.next().request().get("state")).isEqualTo(new JsonString("first"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'n,text\n1,x\n', no column is named 'state'",
        "'n,state\n1\n', 'line 2: cells here: 1, columns in the first row: 2'",
        "'state\n', it has no rows",
        "' \n\n', it is empty",
        "'{\"state\": 1}\n', 'it holds JSON, not a table'",
        "'state\n\"x\n', line 2: a cell begins with a double quote",
    })
    void whatIsNoTableIsRefusedBeforeARowIsAsked(String text, String said) {
        assertThatExceptionOfType(LabelsException.class)
                .isThrownBy(() -> table(text, Charset.forName("UTF-8")))
                .withMessageContaining("in.csv")
                .withMessageContaining(said);
    }

    @ParameterizedTest
    @CsvSource({"'state\nx\nGröße,à\n', windows-1252, line 3", "'state\nx\ny\uD800\n', UTF-16LE, line 3"})
    void bytesOfWhichNobodyKnowsTheLettersAreNotGuessedAt(String text, Charset charset, String line) throws Exception {
        byte[] bytes = text.getBytes(charset);
        if (charset.name().equals("UTF-16LE")) {
            bytes = (MARK + text).getBytes(charset);
            bytes[bytes.length - 3] = (byte) 0xd8;
        }
        Files.write(in, bytes);
        assertThatExceptionOfType(LabelsException.class)
                .isThrownBy(() -> TableFile.of(in, TableColumns.of(questions)))
                .withMessageContaining(line)
                .withMessageContaining("a byte that is not UTF-");
    }
}
