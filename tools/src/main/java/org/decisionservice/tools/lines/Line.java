// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.lines;

/**
 * A line of a file.
 *
 * @param number from 1
 * @param length in bytes, without the line break
 * @param bytes the line without its line break; of a line that is longer than its reader takes, only the beginning
 */
@SuppressWarnings("ArrayRecordComponent") // A body, which is never compared.
public record Line(long number, long length, byte[] bytes) {

    /** Whether it holds nothing but JSON's whitespace. */
    public boolean isBlank() {
        for (byte each : bytes) {
            if (each != ' ' && each != '\t' && each != '\r' && each != '\n') {
                return false;
            }
        }
        return true;
    }
}
