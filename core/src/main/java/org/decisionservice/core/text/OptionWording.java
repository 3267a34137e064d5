// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.text;

/** The form in which a model was taught to read the options of a question. */
public enum OptionWording {
    /** With their names: {@code billing: payments}, {@code level 2: angry}, {@code true: yes, the statement holds}. */
    NAMED,

    /** Their descriptions, and the name of an option without one: {@code payments}, {@code angry}, {@code true}. */
    BARE,

    /** As {@link #BARE}, with labels as JSON writes them, and yes and no for sides of a noul that have no words. */
    ANSWERS
}
