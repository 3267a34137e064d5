// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decisionservice.server.launch.ListenerWatch.Answer.LISTENING;
import static org.decisionservice.server.launch.ListenerWatch.Answer.REFUSED;
import static org.decisionservice.server.launch.ListenerWatch.Answer.UNKNOWN;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.decisionservice.testing.Await;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListenerWatchTest {
    private static final Duration SHORT = Duration.ofMillis(100);

    private final List<InetSocketAddress> told = new CopyOnWriteArrayList<>();

    private ListenerWatch watch(ServerSocket... sockets) {
        List<InetSocketAddress> addresses =
                Stream.of(sockets).map(ListenerWatchTest::address).toList();
        return new ListenerWatch(addresses, told::add, SHORT, SHORT);
    }

    private static ServerSocket listener() throws IOException {
        return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    private static void end(ServerSocket listener) throws IOException {
        listener.close();
    }

    private static InetSocketAddress address(ServerSocket socket) {
        return new InetSocketAddress(socket.getInetAddress(), socket.getLocalPort());
    }

    private static boolean shut(ListenerWatch.Answer... answers) {
        ListenerWatch.Door door = new ListenerWatch.Door(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1));
        boolean shut = false;
        for (ListenerWatch.Answer answer : answers) {
            shut = door.isShut(answer);
        }
        return shut;
    }

    @Test
    void twoRefusalsInARowAfterItWasOpenMeanThatNobodyListens() {
        assertThat(shut(LISTENING, REFUSED, REFUSED)).isTrue();
        assertThat(shut(LISTENING, REFUSED)).isFalse();
        assertThat(shut(LISTENING, REFUSED, LISTENING, REFUSED)).isFalse();
        assertThat(shut(LISTENING, REFUSED, UNKNOWN, REFUSED)).isFalse();
        assertThat(shut(LISTENING, UNKNOWN, UNKNOWN, UNKNOWN)).isFalse();
        assertThat(shut(REFUSED, REFUSED, REFUSED)).as("never open from here").isFalse();
    }

    @Test
    void theListenerThatEndedIsNamed() throws Exception {
        try (ServerSocket stays = listener();
                ServerSocket ends = listener();
                ListenerWatch watch = watch(stays, ends)) {
            watch.round();
            watch.round();
            assertThat(told).isEmpty();
            end(ends);
            watch.round();
            assertThat(told).isEmpty();
            watch.round();
            assertThat(told).containsExactly(address(ends));
        }
    }

    @Test
    void aListenerThatAcceptsNobodyIsOneThatListens() throws Exception {
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ListenerWatch watch = watch(full)) {
            for (int i = 0; i < 4; i++) {
                watch.round();
            }
            assertThat(told).isEmpty();
        }
    }

    @Test
    void aClosedWatchReportsNothing() throws Exception {
        try (ServerSocket socket = listener()) {
            ListenerWatch watch = watch(socket);
            watch.round();
            watch.close();
            end(socket);
            watch.round();
            watch.round();
            watch.round();
            assertThat(told).isEmpty();
        }
    }

    @Test
    void theWatchRunsOnItsOwnThread() throws Exception {
        try (ServerSocket socket = listener();
                ListenerWatch _ = watch(socket).start()) {
            socket.accept().close();
            InetSocketAddress address = address(socket);
            end(socket);
            Await.until("the end is told", () -> told.contains(address));
        }
    }

    @ParameterizedTest
    @CsvSource({"0.0.0.0, 127.0.0.1", "::, ::1", "127.0.0.1, 127.0.0.1", "127.0.0.2, 127.0.0.2"})
    void aListenerOnAllAddressesIsCheckedThroughTheLoopbackOfItsFamily(String bound, String reached)
            throws IOException {
        assertThat(Listening.reached(bound, 80)).isEqualTo(new InetSocketAddress(InetAddress.getByName(reached), 80));
    }
}
