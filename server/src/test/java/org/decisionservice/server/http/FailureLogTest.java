// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.decisionservice.engine.spi.EngineException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FailureLogTest {
    private static final String NAME = "failures of a test";
    private static final Logger LOGGER = Logger.getLogger(NAME);

    private final List<LogRecord> records = new ArrayList<>();
    private long now;
    private final FailureLog failures = new FailureLog(System.getLogger(NAME), () -> now);
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord logged) {
            records.add(logged);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        LOGGER.addHandler(handler);
        LOGGER.setUseParentHandlers(false);
    }

    @AfterEach
    void stop() {
        LOGGER.removeHandler(handler);
    }

    private static EngineException failure(EngineException.Kind kind, String message) {
        return new EngineException(kind, message);
    }

    @Test
    void ourOwnFaultsComeWithTheirTraceEveryTime() {
        failures.log("1", failure(EngineException.Kind.FAILED, "broken"));
        failures.log("2", failure(EngineException.Kind.FAILED, "broken"));
        assertThat(records).hasSize(2).allMatch(logged -> logged.getThrown() != null);
    }

    @Test
    void thoseOfFilesAreSaidOnceInALine() {
        failures.log("1", failure(EngineException.Kind.BAD_MODEL, "model.safetensors: is cut off"));
        failures.log("2", failure(EngineException.Kind.BAD_MODEL, "model.safetensors: is cut off"));
        failures.log("3", failure(EngineException.Kind.BAD_MODEL, "model.safetensors: is missing"));
        failures.log("4", failure(EngineException.Kind.BAD_MODEL, "model.safetensors: is cut off"));
        assertThat(records).hasSize(3).allMatch(logged -> logged.getThrown() == null);
    }

    @Test
    void aFaultOfFilesThatLastsIsLoggedOnceAMinute() {
        for (int second = 0; second <= 120; second += 10) {
            now = TimeUnit.SECONDS.toNanos(second);
            failures.log("1", failure(EngineException.Kind.BAD_MODEL, "model.safetensors: is cut off"));
        }
        assertThat(records).hasSize(3);
    }
}
