// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.decisionservice.server.admission.LeastRate;
import org.junit.jupiter.api.Test;

/** Checks when connections are closed, with a clock that the test sets. */
class ConnectionsTest {
    private static final ConnectionLimits LIMITS =
            new ConnectionLimits(8, Duration.ofSeconds(10), Duration.ofSeconds(60), LeastRate.NONE);

    private long now = 5;
    private final Connections connections = new Connections(LIMITS, () -> now);
    private final List<FakeSocket> sockets = new ArrayList<>();

    private Connection open(Phase phase) {
        FakeSocket socket = new FakeSocket();
        sockets.add(socket);
        Connection connection = connections.connection(socket, _ -> socket);
        connection.enter(phase);
        connections.add(connection);
        return connection;
    }

    private void pass(Duration time) {
        now += time.toNanos();
        connections.tick();
    }

    /** Returns one letter for each connection in order of opening: o for open, c for closed. */
    private String states() {
        StringBuilder states = new StringBuilder();
        sockets.forEach(socket -> states.append(socket.isConnected() ? 'o' : 'c'));
        return states.toString();
    }

    @Test
    void eachPhaseHasItsTimeLimit() {
        for (Phase phase : List.of(Phase.WAITING, Phase.HEAD, Phase.REQUEST, Phase.WRITING)) {
            open(phase);
        }
        pass(Duration.ofMillis(9_999));
        assertThat(states()).isEqualTo("oooo");
        pass(Duration.ofMillis(1));
        assertThat(states()).isEqualTo("ocoo");
        pass(Duration.ofSeconds(50));
        assertThat(states()).isEqualTo("ccoc");
        pass(Duration.ofDays(1));
        assertThat(states()).isEqualTo("ccoc");
    }

    @Test
    void whoSendsWhatNobodyWantsIsWaitedForASecondOrUntilOthersNeedThePlace() {
        open(Phase.DISCARDING);
        pass(Duration.ofMillis(999));
        assertThat(states()).isEqualTo("o");
        pass(Duration.ofMillis(1));
        assertThat(states()).isEqualTo("c");
        for (int i = 0; i < 4; i++) {
            open(Phase.WAITING);
            open(Phase.DISCARDING);
        }
        pass(Duration.ZERO);
        assertThat(states()).isEqualTo("cococococ");
    }

    @Test
    void aNewPhaseRestartsTheTimeLimit() {
        Connection connection = open(Phase.WAITING);
        pass(Duration.ofSeconds(59));
        connection.enter(Phase.HEAD);
        pass(Duration.ofSeconds(9));
        connection.enter(Phase.REQUEST);
        pass(Duration.ofSeconds(100));
        connection.enter(Phase.WAITING);
        pass(Duration.ofSeconds(59));
        assertThat(states()).isEqualTo("o");
    }

    @Test
    void theLongestWaitingConnectionsAreClosedFirst() {
        open(Phase.REQUEST);
        for (int i = 0; i < 7; i++) {
            open(Phase.WAITING);
            now += 1;
        }
        pass(Duration.ofMillis(999));
        assertThat(states()).as("nobody has waited for long").isEqualTo("oooooooo");
        pass(Duration.ofMillis(1));
        assertThat(states()).as("down to the half").isEqualTo("occccooo");
        pass(Duration.ofSeconds(10));
        assertThat(states()).as("there is room").isEqualTo("occccooo");
    }

    @Test
    void silentConnectionsAreClosedBeforeWaitingOnes() {
        for (int i = 0; i < 4; i++) {
            open(Phase.WAITING);
        }
        for (int i = 0; i < 4; i++) {
            open(Phase.SILENT);
        }
        pass(Duration.ofMillis(199));
        assertThat(states()).isEqualTo("oooooooo");
        pass(Duration.ofMillis(1));
        assertThat(states()).isEqualTo("oooocccc");
    }

    @Test
    void aConnectionIsSilentUntilItsFirstByte() {
        FakeSocket socket = new FakeSocket();
        assertThat(connections
                        .connection(socket, _ -> socket)
                        .dispensable(now + Duration.ofMillis(200).toNanos()))
                .isZero();
    }

    @Test
    void unfinishedHeadsAndUnreadAnswersAreClosedLater() {
        for (int i = 0; i < 4; i++) {
            open(Phase.HEAD);
        }
        for (int i = 0; i < 4; i++) {
            open(Phase.WRITING);
        }
        pass(Duration.ofMillis(1_999));
        assertThat(states()).isEqualTo("oooooooo");
        pass(Duration.ofMillis(1));
        assertThat(states()).isEqualTo("ccccoooo");
        for (int i = 0; i < 4; i++) {
            open(Phase.REQUEST);
        }
        pass(Duration.ofMillis(2_999));
        assertThat(states()).isEqualTo("ccccoooooooo");
        pass(Duration.ofMillis(1));
        assertThat(states()).isEqualTo("ccccccccoooo");
    }

    @Test
    void aRemovedConnectionIsNotClosed() {
        Connection connection = open(Phase.WAITING);
        connections.remove(connection);
        pass(Duration.ofDays(1));
        assertThat(states()).isEqualTo("o");
    }

    @Test
    void aClientThatReadsBelowTheMinimumRateIsClosed() {
        Connections atLeast = new Connections(
                new ConnectionLimits(8, Duration.ofSeconds(10), Duration.ofSeconds(60), new LeastRate(100)), () -> now);
        FakeSocket socket = new FakeSocket();
        Connection connection = atLeast.connection(socket, _ -> socket);
        atLeast.add(connection);
        connection.enter(Phase.REQUEST);
        for (int part = 0; part < 10; part++) {
            connection.beginWrite(300);
            now += Duration.ofSeconds(3).toNanos();
            atLeast.tick();
            connection.endWrite();
            now += Duration.ofSeconds(5).toNanos();
        }
        assertThat(socket.isConnected()).as("100 bytes per second").isTrue();
        connection.beginWrite(300);
        now += Duration.ofSeconds(5).toNanos();
        atLeast.tick();
        assertThat(socket.isConnected()).as("two seconds in all are free").isTrue();
        now += 1;
        atLeast.tick();
        assertThat(socket.isConnected()).isFalse();
    }

    @Test
    void aClientLingersAfterTwoSecondsOfWritingOneAnswer() {
        Connection connection = open(Phase.REQUEST);
        for (int part = 0; part < 4; part++) {
            connection.beginWrite(1);
            now += Duration.ofMillis(500).toNanos();
            assertThat(connection.lingering()).isEmpty();
            connection.endWrite();
            now += Duration.ofSeconds(1).toNanos();
        }
        assertThat(connection.lingering()).as("nothing is being written").isEmpty();
        connection.beginWrite(1);
        now += 1;
        assertThat(connection.lingering()).isPresent();
        connection.enter(Phase.HEAD);
        connection.beginWrite(1);
        assertThat(connection.lingering()).isEmpty();
    }

    @Test
    void aRequestIsInFlightFromItsHeadToTheEndOfItsAnswer() {
        Connection connection = open(Phase.HEAD);
        assertThat(connections.inFlight()).isZero();
        connection.enter(Phase.REQUEST);
        assertThat(connections.inFlight()).isEqualTo(1);
        connection.beginWrite(1);
        assertThat(connections.inFlight()).isEqualTo(1);
        connection.endWrite();
        assertThat(connections.inFlight()).as("more of the answer may follow").isEqualTo(1);
        connection.enter(Phase.WAITING);
        assertThat(connections.inFlight()).isZero();
        assertThat(connections.awaitIdle(Duration.ZERO)).isTrue();
    }

    @Test
    void aBodyThatComesSlowlyLingersAfterASecondAndIsRefusedThen() {
        Connections atLeast = new Connections(
                new ConnectionLimits(8, Duration.ofSeconds(10), Duration.ofSeconds(60), new LeastRate(1)), () -> now);
        FakeSocket socket = new FakeSocket();
        sockets.add(socket);
        Connection connection = atLeast.connection(socket, _ -> socket);
        connection.enter(Phase.REQUEST);
        atLeast.add(connection);
        AtomicLong bytes = new AtomicLong(1_000);
        AtomicBoolean refused = new AtomicBoolean();
        connection.receives(Optional.of(new Incoming(bytes::get, () -> refused.set(true))));
        pass(Duration.ofMillis(250));
        assertThat(connection.stalls()).isFalse();
        pass(Duration.ofMillis(1));
        assertThat(connection.stalls()).isTrue();
        assertThat(connection.lingering()).isEmpty();
        pass(Duration.ofMillis(750));
        assertThat(connection.lingering()).hasValue(999);
        bytes.set(Incoming.LEAST_RATE * 2L);
        assertThat(connection.stalls()).as("it comes fast enough").isFalse();
        pass(Duration.ofSeconds(1));
        assertThat(connection.lingering()).isPresent();
        connection.dismiss();
        assertThat(refused).isTrue();
        assertThat(states()).isEqualTo("o");
        connection.receives(Optional.empty());
        assertThat(connection.lingering()).as("it has come").isEmpty();
        connection.dismiss();
        assertThat(states()).as("there is no body to refuse").isEqualTo("c");
    }
}
