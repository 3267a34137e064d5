// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The rows and columns of a file that are not asked, for a message.
 *
 * @param unlabelled rows without a label
 * @param stateless rows with a label whose state is blank
 * @param left what else was not used, each in words
 */
public record PassedOver(int unlabelled, int stateless, List<String> left) {
    public PassedOver {
        left = List.copyOf(left);
    }

    /** The rows of two files that are not asked. */
    PassedOver and(PassedOver other) {
        return new PassedOver(
                unlabelled + other.unlabelled,
                stateless + other.stateless,
                Stream.concat(left.stream(), other.left.stream()).distinct().toList());
    }

    /** The same with {@code more} rows without a label. */
    public PassedOver andUnlabelled(int more) {
        return new PassedOver(unlabelled + more, stateless, left);
    }

    /** One line: how much is asked, and what is not. */
    public String said(int rows, int labels) {
        List<String> said = new ArrayList<>();
        said.add(count(labels, "label") + " on " + count(rows, "row"));
        if (unlabelled > 0) {
            said.add("passed over " + count(unlabelled, "row") + " without a label");
        }
        if (stateless > 0) {
            said.add("passed over " + count(stateless, "row") + " without a state");
        }
        said.addAll(left);
        return String.join("; ", said);
    }

    private static String count(int count, String word) {
        return String.format(Locale.ROOT, "%,d %s%s", count, word, count == 1 ? "" : "s");
    }
}
