// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.testkit.AssertingEngine;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Checks how the server uses every engine that a test runs. JUnit finds it as a service and calls it after each test,
 * so no test has to do so itself. A breach fails the test even if the error that reported it was lost.
 */
public final class Guard implements AfterEachCallback, AfterAllCallback {
    private static final Set<String> COMPUTING = Set.of("inference", "judging");
    private static final Queue<AssertingEngine> WATCHED = new ConcurrentLinkedQueue<>();
    private static final Queue<AssertingEngine> TO_BE_CLOSED = new ConcurrentLinkedQueue<>();

    /** Guards an engine that may be called only from the inference thread, and the one that judges beside it. */
    public static Engine onInferenceThread(Engine engine) {
        return watched(new AssertingEngine(engine, Guard::isInference));
    }

    /** Like {@link #onInferenceThread}, for an engine that must be closed when the tests of a class are over. */
    static Engine untilClosed(Engine engine) {
        AssertingEngine watched = watched(new AssertingEngine(engine, Guard::isInference));
        TO_BE_CLOSED.add(watched);
        return watched;
    }

    /** Guards an engine for a test that uses it from the test's own thread. */
    public static Engine onAnyThread(Engine engine) {
        return watched(new AssertingEngine(engine));
    }

    private static boolean isInference(Thread thread) {
        return COMPUTING.contains(thread.getName());
    }

    private static AssertingEngine watched(AssertingEngine engine) {
        WATCHED.add(engine);
        return engine;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        List<String> breaches =
                WATCHED.stream().flatMap(engine -> engine.breaches().stream()).toList();
        // Reported once, to the test at fault.
        WATCHED.removeIf(engine -> !engine.breaches().isEmpty());
        assertThat(breaches).as("how the engine was misused").isEmpty();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        try {
            afterEach(context);
            assertThat(TO_BE_CLOSED).as("engines that were opened and closed").allMatch(AssertingEngine::isClosed);
        } finally {
            WATCHED.clear();
            TO_BE_CLOSED.clear();
        }
    }
}
