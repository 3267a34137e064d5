// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.email;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A text with gaps: {@code *} stands for anything, {@code {device}} for up to six words of which one is a device.
 * Matched from left to right without going back, so in time proportional to the text.
 */
record Template(List<String> pieces, boolean device) {
    private static final String DEVICE = "{device}";
    private static final int MOST_WORDS = 6;

    Template {
        pieces = List.copyOf(pieces);
    }

    static Template of(String text) {
        boolean device = text.contains(DEVICE);
        List<String> pieces = new ArrayList<>();
        String rest = text.replace(DEVICE, "*");
        for (int star = rest.indexOf('*'); star >= 0; star = rest.indexOf('*')) {
            pieces.add(rest.substring(0, star));
            rest = rest.substring(star + 1);
        }
        pieces.add(rest);
        return new Template(pieces, device);
    }

    /** Whether it begins with a gap. */
    boolean open() {
        return pieces.getFirst().isEmpty();
    }

    boolean begins(String line) {
        return line.startsWith(pieces.getFirst());
    }

    /** Whether the whole of {@code line} is this, a last period aside. */
    boolean matches(String line, Set<String> devices) {
        String first = pieces.getFirst();
        String last = pieces.getLast();
        if (pieces.size() == 1) {
            return line.equals(first) || line.equals(first + ".");
        }
        if (!line.startsWith(first)) {
            return false;
        }
        int end = line.length() - (line.endsWith(".") && !last.endsWith(".") ? 1 : 0) - last.length();
        if (end < first.length() || !line.startsWith(last, end)) {
            return false;
        }
        int at = first.length();
        for (String piece : pieces.subList(1, pieces.size() - 1)) {
            int found = line.indexOf(piece, at);
            if (found < 0 || found + piece.length() > end) {
                return false;
            }
            at = found + piece.length();
        }
        return !device || namesDevice(line.substring(first.length(), end), devices);
    }

    private static boolean namesDevice(String gap, Set<String> devices) {
        String[] words = gap.strip().split(" ", MOST_WORDS + 1);
        if (words.length > MOST_WORDS) {
            return false;
        }
        for (String word : words) {
            if (devices.contains(Lines.bare(word))) {
                return true;
            }
        }
        return false;
    }
}
