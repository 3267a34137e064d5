// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InputTest {
    @ParameterizedTest
    @CsvSource({
        "x.json, .json, json",
        "/data/rows.JSONL, .jsonl, json",
        "hdfs://lake/rows.ndjson.gz, .ndjson, json",
        "rows.csv, .csv, csv",
        "rows.orc, .orc, orc"
    })
    void aNameOfAnotherFormatIsRefusedAtOnce(String input, String ending, String format) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Input.check(input, Optional.empty()))
                .withMessage("--input ends in " + ending + " and would be read as parquet; add --format " + format);
        assertThatCode(() -> Input.check(input, Optional.of(format))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tickets.parquet", "tickets", "/data/2026-11-28", "s3a://lake/json/day=1", "lake.tickets"})
    void otherNamesAreBelieved(String input) {
        assertThatCode(() -> Input.check(input, Optional.empty())).doesNotThrowAnyException();
    }

    @Test
    void aFolderOfAnotherFormatIsNamedWithTheFix(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("part-0"), "{\"state\": \"I was charged twice.\"}\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Input.read(LocalSpark.SESSION, folder.toString(), Optional.empty()))
                .withMessageStartingWith("--input cannot be read as parquet: ")
                .withMessageEndingWith("; if it has another format, name it with --format");
        assertThat(Input.read(LocalSpark.SESSION, folder.toString(), Optional.of("json"))
                        .count())
                .isEqualTo(1);
    }

    @Test
    void aMissingInputIsNamed(@TempDir Path folder) {
        String missing = folder.resolve("missing").toString();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Input.read(LocalSpark.SESSION, missing, Optional.empty()))
                .withMessageContaining(missing);
    }
}
