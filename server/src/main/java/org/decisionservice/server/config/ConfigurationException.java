// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

/**
 * The service cannot start as it is configured. The message is one line for the operator: it names the variable and
 * what it takes, and never holds a secret.
 */
public final class ConfigurationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ConfigurationException(String message) {
        super(message, null, false, false);
    }
}
