// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.lines;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShortenedTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "{'usage':{'truncated':true}}; true; false",
                "{'usage': {'x_truncated': true}}; true; false",
                "{'usage':{'truncated':false}}; false; false",
                "{'usage':{'options':{'q':{'total':77,'distinct':71,'tokens_per_option':4}}}}; false; true",
                "{'usage':{'x_options':{'q':{'tokens_per_option':null}},'x_truncated':true}}; true; true",
                "{'answers':{'truncated':true,'options':{'tokens_per_option':1}},'usage':{}}; false; false",
                "{'detail':'truncated\\':true'}; false; false",
                "{'usage':{'truncated':true}; false; false"
            })
    void onlyUsageSaysWhatWasNotRead(String answer, boolean cut, boolean alike) {
        byte[] bytes = answer.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        assertThat(Shortened.of(bytes)).isEqualTo(new Shortened(cut, alike));
    }
}
