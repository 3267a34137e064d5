// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestWatchTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String NEW = "0af7651916cd43dd8448eb211c80319c";
    private static final Optional<Supplier<String>> TRACING = Optional.of(() -> NEW);

    private final List<FinishedRequest> finished = new ArrayList<>();

    private String line(boolean addresses, Optional<Supplier<String>> newTrace, Optional<String> traceparent) {
        RequestWatch watch = new RequestWatch(System::nanoTime, List.of(finished::add), List.of(), addresses, newTrace);
        watch.begin(GuardedRoute.SINGLE, "id-1", traceparent, "192.0.2.7").close();
        return finished.getLast().toString();
    }

    @Test
    void theTraceThatAClientNamesIsInTheLineOfItsRequestWhetherTracesAreSentOrNot() {
        Optional<String> named = Optional.of("00-" + TRACE + "-00f067aa0ba902b7-01");
        assertThat(line(false, Optional.empty(), named)).startsWith("request request_id=id-1 trace_id=" + TRACE + " ");
        assertThat(line(false, TRACING, named)).contains(" trace_id=" + TRACE + " ");
        assertThat(line(false, TRACING, Optional.of("01-" + TRACE + "-00f067aa0ba902b7-01-of a later version")))
                .contains(" trace_id=" + TRACE + " ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00-" + TRACE,
                "ff-" + TRACE + "-00f067aa0ba902b7-01",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-" + TRACE + "-0000000000000000-01",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01"
            })
    void aHeaderThatNamesNoTraceIsAsGoodAsNone(String header) {
        assertThat(line(false, Optional.empty(), Optional.of(header))).doesNotContain("trace_id");
        assertThat(line(false, TRACING, Optional.of(header))).contains(" trace_id=" + NEW + " ");
    }

    @Test
    void aRequestWithoutATraceHasTheOneThatIsSent() {
        assertThat(line(false, Optional.empty(), Optional.empty())).doesNotContain("trace_id");
        assertThat(line(false, TRACING, Optional.empty())).contains(" trace_id=" + NEW + " ");
    }

    @Test
    void theAddressOfAClientIsInTheLineOnlyIfItIsAskedFor() {
        assertThat(line(true, Optional.empty(), Optional.empty())).contains(" client_address=192.0.2.7 ");
        assertThat(line(false, Optional.empty(), Optional.empty())).doesNotContain("192.0.2.7");
    }
}
