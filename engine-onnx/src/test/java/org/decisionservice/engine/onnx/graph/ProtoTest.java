// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Expected bytes were worked out by hand from the description of the encoding. */
class ProtoTest {

    @Test
    void smallNumberTakesOneByte() {
        assertThat(hex(new Proto().number(1, 127))).isEqualTo("087f");
    }

    @Test
    void largerNumberGoesOnInSevenBitGroups() {
        assertThat(hex(new Proto().number(1, 150))).isEqualTo("089601");
    }

    @Test
    void negativeNumberTakesTenBytes() {
        assertThat(hex(new Proto().number(3, -1))).isEqualTo("18ffffffffffffffffff01");
    }

    @Test
    void fieldNumberOverFifteenTakesTwoBytes() {
        assertThat(hex(new Proto().number(20, 2))).isEqualTo("a00102");
    }

    @Test
    void floatIsLittleEndian() {
        assertThat(hex(new Proto().number(2, 1.5f))).isEqualTo("150000c03f");
    }

    @Test
    void textIsUtf8BehindItsLength() {
        assertThat(hex(new Proto().text(2, "né"))).isEqualTo("12036ec3a9");
    }

    @Test
    void messageLiesInItsField() {
        assertThat(hex(new Proto().message(3, new Proto().number(1, 150)))).isEqualTo("1a03089601");
    }

    private static String hex(Proto proto) {
        return HexFormat.of().formatHex(proto.toBytes());
    }
}
