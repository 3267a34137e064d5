// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.testkit.AssertingEngine;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Checks how the server uses every engine that a test runs. JUnit finds it as a service and asks it after each test, so
 * no test has to think of it: a breach fails the test whatever became of the error that it was.
 */
public final class Guard implements AfterEachCallback, AfterAllCallback {
    private static final String INFERENCE = "inference";
    private static final Queue<AssertingEngine> WATCHED = new ConcurrentLinkedQueue<>();
    private static final Queue<AssertingEngine> TO_BE_CLOSED = new ConcurrentLinkedQueue<>();

    /** The engine, for whoever calls it from the inference thread and nowhere else. */
    public static Engine onInferenceThread(Engine engine) {
        return watched(new AssertingEngine(engine, Guard::isInference));
    }

    /** As {@link #onInferenceThread}, for whoever has to have closed it when the tests of a class are over. */
    static Engine untilClosed(Engine engine) {
        AssertingEngine watched = watched(new AssertingEngine(engine, Guard::isInference));
        TO_BE_CLOSED.add(watched);
        return watched;
    }

    /** The engine, for a test that calls what calls it from the test's thread. */
    public static Engine onAnyThread(Engine engine) {
        return watched(new AssertingEngine(engine));
    }

    private static boolean isInference(Thread thread) {
        return thread.getName().equals(INFERENCE);
    }

    private static AssertingEngine watched(AssertingEngine engine) {
        WATCHED.add(engine);
        return engine;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        List<String> breaches =
                WATCHED.stream().flatMap(engine -> engine.breaches().stream()).toList();
        // Told once, to the test that is at fault.
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
