// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.json;

/**
 * The Unicode encoding of a JSON text. Without a byte-order mark, the first bytes show the encoding: the first two
 * characters of a JSON text are ASCII, so the positions of their zero bytes reveal width and byte order.
 */
enum JsonEncoding {
    UTF_8,
    UTF_8_BOM,
    UTF_16_BE,
    UTF_16_LE,
    UTF_16_BE_BOM,
    UTF_16_LE_BOM,
    UTF_32_BE,
    UTF_32_LE,
    UTF_32_BE_BOM,
    UTF_32_LE_BOM;

    static JsonEncoding detect(byte[] b) {
        // FF FE 00 00 is a UTF-32 mark, although its first half is a UTF-16 mark.
        if (starts(b, 0x00, 0x00, 0xFE, 0xFF)) {
            return UTF_32_BE_BOM;
        }
        if (starts(b, 0xFF, 0xFE, 0x00, 0x00)) {
            return UTF_32_LE_BOM;
        }
        if (starts(b, 0xFE, 0xFF)) {
            return UTF_16_BE_BOM;
        }
        if (starts(b, 0xFF, 0xFE)) {
            return UTF_16_LE_BOM;
        }
        if (starts(b, 0xEF, 0xBB, 0xBF)) {
            return UTF_8_BOM;
        }
        return b.length >= 4 ? byZeroBytes(b) : byTwoBytes(b);
    }

    private static JsonEncoding byZeroBytes(byte[] b) {
        if (b[0] == 0) {
            return b[1] == 0 ? UTF_32_BE : UTF_16_BE;
        }
        if (b[1] == 0) {
            return b[2] == 0 && b[3] == 0 ? UTF_32_LE : UTF_16_LE;
        }
        return UTF_8;
    }

    private static JsonEncoding byTwoBytes(byte[] b) {
        if (b.length == 2 && b[0] == 0) {
            return UTF_16_BE;
        }
        return b.length == 2 && b[1] == 0 ? UTF_16_LE : UTF_8;
    }

    private static boolean starts(byte[] b, int... mark) {
        if (b.length < mark.length) {
            return false;
        }
        for (int i = 0; i < mark.length; i++) {
            if ((b[i] & 0xFF) != mark[i]) {
                return false;
            }
        }
        return true;
    }
}
