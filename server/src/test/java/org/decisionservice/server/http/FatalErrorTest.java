// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.decisionservice.host.Fatal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A request that meets an error after which the process cannot continue. */
class FatalErrorTest {
    private static final String REQUEST =
            "{\"state\": \"x\", \"questions\": {\"q\": {\"type\": \"noul\", \"instructions\": \"y\"}}}";

    static Stream<Throwable> fatal() {
        return Stream.of(new OutOfMemoryError("by hand"), new IllegalStateException(new OutOfMemoryError("by hand")));
    }

    /** The log handler of a service that another test started in this process may see it, too. */
    private static Set<String> endsAfter(Throwable thrown) throws Exception {
        Set<String> ends = ConcurrentHashMap.newKeySet();
        Fatal.lastResort((reason, detail) -> ends.add(reason + " " + detail));
        try (TestServer server = TestServer.open()) {
            server.decisions.behave(_ -> {
                switch (thrown) {
                    case Error e -> throw e;
                    case RuntimeException e -> throw e;
                    default -> throw new IllegalArgumentException(thrown);
                }
            });
            assertThat(server.post("/v1/systemone", REQUEST).status()).isEqualTo(500);
            return Set.copyOf(ends);
        } finally {
            Fatal.lastResort((_, _) -> {});
        }
    }

    @ParameterizedTest
    @MethodSource("fatal")
    void itEndsTheProcess(Throwable thrown) throws Exception {
        assertThat(endsAfter(thrown)).containsExactly("OUT_OF_MEMORY by hand");
    }

    @Test
    void whatIsTheRequestsOwnDoesNot() throws Exception {
        assertThat(endsAfter(new StackOverflowError())).isEmpty();
        assertThat(endsAfter(new IllegalStateException("by hand"))).isEmpty();
    }
}
