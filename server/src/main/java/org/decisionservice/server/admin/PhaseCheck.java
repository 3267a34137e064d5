// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admin;

import io.helidon.health.HealthCheck;
import io.helidon.health.HealthCheckResponse;
import io.helidon.health.HealthCheckType;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A probe whose result follows from the service's phase and, for readiness, from whether what is served can be loaded.
 */
record PhaseCheck(HealthCheckType type, Supplier<Phase> phase, BooleanSupplier loadable) implements HealthCheck {

    @Override
    public String name() {
        return switch (type) {
            case STARTUP -> "started";
            case READINESS -> "ready";
            case LIVENESS -> "live";
        };
    }

    @Override
    public HealthCheckResponse call() {
        Phase now = phase.get();
        boolean up = switch (now) {
            case STARTING -> type == HealthCheckType.LIVENESS;
            case SERVING -> type != HealthCheckType.READINESS || loadable.getAsBoolean();
            // The service has started, and killing it now would lose what it is still computing.
            case STOPPING -> type != HealthCheckType.READINESS;
            case FAILED -> false;
        };
        return HealthCheckResponse.builder()
                .status(up)
                .detail("phase", now.name().toLowerCase(Locale.ROOT))
                .build();
    }
}
