// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host;

import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.hub.HubException;

/**
 * Thrown if the service cannot start with its configuration. The message is one line for the operator: it names the
 * variable and its permitted values, and never contains a secret.
 */
public final class ConfigurationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Exit status of a start that somebody has to change something for; the same start would fail again. */
    private static final int MISCONFIGURED = 2;

    /** Exit status of a start that may succeed later without a change, {@code EX_TEMPFAIL} of {@code sysexits.h}. */
    private static final int NOT_NOW = 75;

    private final int exitStatus;

    public ConfigurationException(String message) {
        this(message, MISCONFIGURED);
    }

    private ConfigurationException(String message, int exitStatus) {
        super(message, null, false, false);
        this.exitStatus = exitStatus;
    }

    /** A failure that may pass without a change of the configuration, such as a port that is still in use. */
    public static ConfigurationException forNow(String message) {
        return new ConfigurationException(message, NOT_NOW);
    }

    /** A failure that passes by itself if {@code cause} does. */
    public static ConfigurationException of(String message, Throwable cause) {
        return mayPass(cause) ? forNow(message) : new ConfigurationException(message);
    }

    private static boolean mayPass(Throwable cause) {
        return switch (cause) {
            case ConfigurationException e -> e.exitStatus == NOT_NOW;
            case HubException e -> e.mayPass();
            case EngineException e ->
                e.kind() == EngineException.Kind.OUT_OF_DEVICE_MEMORY || e.kind() == EngineException.Kind.DEVICE_LOST;
            default -> false;
        };
    }

    /** The status that the process ends with: 75 if the same start may succeed later, otherwise 2. */
    public int exitStatus() {
        return exitStatus;
    }
}
