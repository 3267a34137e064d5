// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host;

/**
 * Thrown if the service cannot start with its configuration. The message is one line for the operator: it names the
 * variable and its permitted values, and never contains a secret.
 */
public final class ConfigurationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ConfigurationException(String message) {
        super(message, null, false, false);
    }
}
