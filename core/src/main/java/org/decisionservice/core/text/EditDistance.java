// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.text;

/**
 * The edit distance of two names, to recognise misspellings. Takes time proportional to the product of their lengths.
 */
public final class EditDistance {
    private EditDistance() {}

    /** The least number of characters to insert, remove, replace or swap with their neighbour. */
    public static int of(String a, String b) {
        int[][] edits = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    edits[i][j] = i + j;
                    continue;
                }
                int replaced = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                int fewest = Math.min(edits[i - 1][j] + 1, edits[i][j - 1] + 1);
                fewest = Math.min(fewest, edits[i - 1][j - 1] + replaced);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    fewest = Math.min(fewest, edits[i - 2][j - 2] + 1);
                }
                edits[i][j] = fewest;
            }
        }
        return edits[a.length()][b.length()];
    }
}
