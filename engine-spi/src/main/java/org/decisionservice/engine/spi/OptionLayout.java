// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.util.Locale;

/** How a checkpoint's encoder sees the options of a row. The weights are trained for one of the two. */
public enum OptionLayout {
    /** One after the other: every token has its index as its position and sees the whole row. */
    SEQUENTIAL,

    /**
     * Side by side: options share positions and do not see each other, so their order cannot matter.
     * {@link ParallelRow} has the details.
     */
    PARALLEL;

    /** The name in a checkpoint's configuration. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
