// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.helidon.webserver.ConnectionContext;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;

class FramedContextTest {
    /** Helidon makes its lines from what the other methods say. */
    private static final String LOG = "log";

    /** A later Helidon may add a method with a default, which would answer for this connection without knowing it. */
    @Test
    void everyMethodOfHelidonsContextIsForwarded() {
        for (Method method : ConnectionContext.class.getMethods()) {
            if (method.getName().equals(LOG)) {
                continue;
            }
            assertThatCode(() -> FramedContext.class.getDeclaredMethod(method.getName(), method.getParameterTypes()))
                    .as("%s of Helidon's ConnectionContext; forward it in FramedContext", method.getName())
                    .doesNotThrowAnyException();
        }
    }
}
