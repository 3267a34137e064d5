// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.util.Locale;

/** How a checkpoint's encoder sees the options of a row. The weights are trained for one of the two. */
public enum OptionLayout {
    /** One after the other: every token has its index as its position and sees the whole row. */
    SEQUENTIAL,

    /**
     * Side by side: options share positions and do not see each other, so their order cannot matter. An option is its
     * marker and the tokens up to the next marker or, for the last one, up to the end of the options. All options begin
     * at the same position, and what follows them continues after the longest. A token of an option sees its own option
     * and everything outside the options; a token outside sees everything. The distances of sliding attention are
     * between positions. The layers of the decision head know no positions, so there every token sees the whole row.
     */
    PARALLEL;

    /** The name in a checkpoint's configuration. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
