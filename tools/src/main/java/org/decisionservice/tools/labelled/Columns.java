// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.labelled;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.decisionservice.core.text.Quote;

/** Finds columns by name: the one that is written so, or else the one that reads so in any letter case. */
record Columns(Path file, List<String> names) {
    Columns {
        names = List.copyOf(names);
    }

    /**
     * Returns the index of the column named {@code wanted}; empty if there is none.
     *
     * @throws LabelsException if there are two
     */
    OptionalInt find(String wanted) {
        String name = Plain.name(wanted);
        List<Integer> found = matching(names.stream().map(name::equals).toList());
        if (found.isEmpty()) {
            String lower = Plain.lower(wanted);
            found = matching(names.stream().map(Plain::lower).map(lower::equals).toList());
        }
        if (found.size() > 1) {
            throw LabelsException.of(
                    file,
                    String.format(
                            Locale.ROOT,
                            "columns %d and %d are both named %s; rename one of them",
                            found.get(0) + 1,
                            found.get(1) + 1,
                            Quote.of(name)));
        }
        return found.isEmpty() ? OptionalInt.empty() : OptionalInt.of(found.getFirst());
    }

    private static List<Integer> matching(List<Boolean> matches) {
        return IntStream.range(0, matches.size()).filter(matches::get).boxed().toList();
    }
}
