// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.util.Optional;

/** A value, and perhaps an option behind a comma, such as {@code int8,tolerance=0.03}. */
record ValueAndOption(String value, Optional<String> option) {

    /** Reads both; empty if there is anything else behind the comma than the option called {@code name}. */
    static Optional<ValueAndOption> of(String text, String name) {
        String[] parts = text.split(",", 2);
        String value = parts[0].strip();
        if (parts.length == 1) {
            return Optional.of(new ValueAndOption(value, Optional.empty()));
        }
        String[] option = parts[1].split("=", 2);
        return option.length == 2 && option[0].strip().equals(name) && !value.isEmpty()
                ? Optional.of(new ValueAndOption(value, Optional.of(option[1].strip())))
                : Optional.empty();
    }
}
