// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decisionservice.api.CheckpointName.ENGLISH;
import static org.decisionservice.api.CheckpointName.TYPED_DECISIONS;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.decisionservice.core.packing.PackedRow;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.PassPlanner;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.host.RequestClass;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.testing.Catalogues;
import org.junit.jupiter.api.Test;

/** Whose turn it is, with passes that take no time and a machine that has room for one checkpoint. */
class WaitingRequestsTest {
    private static final PackedRow ROW = PackedRow.of(new Row(new int[] {1, 2}, new int[] {1}, 0));

    private final ServedCheckpoint english = Catalogues.tiny(ENGLISH);
    private final ServedCheckpoint typed = Catalogues.tiny(TYPED_DECISIONS);
    private final PassPlanner planner =
            PassPlanner.of(english.version().checkpoint().source().config(), Device.CPU, Precision.FLOAT32);
    private final Map<QueuedRequest, String> names = new HashMap<>();
    private final List<String> turns = new ArrayList<>();

    /** The checkpoint that has the room, once one was loaded. */
    private Optional<ServedCheckpoint> loaded = Optional.empty();

    private int loads;
    private final WaitingRequests waiting = new WaitingRequests(false, this::displaces);

    private boolean displaces(QueuedRequest request) {
        return !loaded.map(request.current().checkpoint()::equals).orElse(true);
    }

    private QueuedRequest add(String name, ServedCheckpoint checkpoint, int passes) {
        return add(name, RequestClass.INTERACTIVE, checkpoint, passes);
    }

    private QueuedRequest add(String name, RequestClass requestClass, ServedCheckpoint checkpoint, int passes) {
        PassRequest work = new PassRequest(checkpoint, Collections.nCopies(passes, List.of(ROW)), true);
        QueuedRequest request = new QueuedRequest(
                List.of(work), requestClass, names.size(), 0, new CompletableFuture<>(), _ -> planner);
        names.put(request, name);
        waiting.add(request);
        return request;
    }

    private QueuedRequest addBulk(String name, ServedCheckpoint checkpoint, int passes) {
        return add(name, RequestClass.BULK, checkpoint, passes);
    }

    private QueuedRequest add(String name, int passes) {
        return add(name, english, passes);
    }

    /** Takes the next request, gives it a pass and returns its name; empty if none waits. */
    private Optional<String> turn() {
        List<QueuedRequest> taken = waiting.take();
        taken.forEach(this::pass);
        return taken.stream().map(names::get).findFirst();
    }

    private void pass(QueuedRequest request) {
        request.begin(0);
        if (!loaded.equals(Optional.of(request.current().checkpoint()))) {
            loads++;
            loaded = Optional.of(request.current().checkpoint());
        }
        turns.add(names.get(request));
        request.passes().add(new Logits(List.of(new float[1]), new float[1]));
        if (request.passes().left() == 0) {
            request.completeCurrent();
        } else {
            waiting.again(request);
        }
    }

    private List<String> allTurns() {
        while (turn().isPresent()) {}
        return turns;
    }

    @Test
    void jobsOfOnePassAreFirstComeFirstServed() {
        add("a", 1);
        add("b", 1);
        add("c", 1);
        assertThat(allTurns()).containsExactly("a", "b", "c");
    }

    @Test
    void jobsOfSeveralPassesComeOneAfterTheOther() {
        add("A", 3);
        add("B", 4);
        turn();
        add("C", 3);
        assertThat(allTurns())
                .as("the last pass of a request has its turn with those of one pass")
                .containsExactly("A", "B", "A", "A", "C", "B", "C", "C", "B", "B");
    }

    @Test
    void aRequestOfOnePassGetsItsTurnBetweenTwoPassesOfLargerOnes() {
        for (int i = 0; i < 15; i++) {
            add("L", 64);
        }
        turn();
        add("a", 1);
        add("b", 1);
        turn();
        add("c", 1);
        for (int i = 0; i < 4; i++) {
            turn();
        }
        assertThat(turns).containsExactly("L", "a", "b", "L", "c", "L");
    }

    @Test
    void manyOfOnePassDoNotStopTheOthers() {
        add("L", 50);
        for (int i = 0; i < 10; i++) {
            add("s", 1);
        }
        for (int i = 0; i < 200; i++) {
            turn();
            add("s", 1);
        }
        assertThat(turns.stream().filter("L"::equals)).hasSizeGreaterThan(5);
    }

    /** A thousand requests that come at random, seven in eight of them short. */
    @Test
    void aRequestOfOnePassWaitsForAtMostTwoPassesOfLargerOnes() {
        Random random = new Random(24);
        Map<String, Integer> severalBefore = new HashMap<>();
        int several = 0;
        int most = 0;
        for (int i = 0; i < 1000; ) {
            if (random.nextInt(3) == 0) {
                boolean isShort = random.nextInt(8) > 0;
                String name = (isShort ? "s" : "L") + i++;
                severalBefore.put(name, several);
                add(name, isShort ? 1 : 2 + random.nextInt(9));
            }
            Optional<String> turn = turn();
            if (turn.isPresent() && turn.get().startsWith("L")) {
                several++;
            } else if (turn.isPresent()) {
                most = Math.max(most, several - severalBefore.getOrDefault(turn.get(), 0));
            }
        }
        assertThat(most).isBetween(1, 2);
    }

    @Test
    void checkpointsThatHaveNoRoomBesideEachOtherAreLoadedOncePerJobAtMost() {
        add("E", english, 20);
        add("T", typed, 20);
        add("e", english, 1);
        add("t", typed, 1);
        add("E", english, 20);
        add("t", typed, 1);
        allTurns();
        assertThat(turns).hasSize(63);
        assertThat(turns.subList(0, 2)).as("the resident one's need not wait").containsExactly("E", "e");
        assertThat(loads).isEqualTo(3);
    }

    @Test
    void theOldestHasItsTurnAlthoughItsCheckpointIsNotLoaded() {
        add("E", english, 3);
        turn();
        add("t", typed, 1);
        for (int i = 0; i < 20; i++) {
            add("e", english, 1);
            turn();
        }
        assertThat(turns).contains("t");
    }

    @Test
    void interactiveJobsPassBulkOnesAtEveryPass() {
        addBulk("bulk", english, 4);
        addBulk("b", english, 1);
        turn();
        add("A", 3);
        turn();
        add("a", 1);
        assertThat(allTurns()).containsExactly("bulk", "A", "a", "A", "A", "b", "bulk", "bulk", "bulk");
    }

    @Test
    void oneOfEightPassesIsForBulkJobsThatWaitAllTheWhile() {
        for (int i = 0; i < 10; i++) {
            add("s", 1);
        }
        for (int i = 0; i < 5; i++) {
            turn();
        }
        addBulk("bulk", english, 3);
        addBulk("b", english, 1);
        for (int i = 0; i < 32; i++) {
            add("s", 1);
            turn();
        }
        List<String> since = turns.subList(5, turns.size());
        assertThat(IntStream.range(0, since.size()).filter(i -> !"s".equals(since.get(i))))
                .containsExactly(7, 15, 23, 31);
        assertThat(since.stream().filter(name -> !"s".equals(name))).containsExactly("bulk", "b", "bulk", "bulk");
    }

    @Test
    void aBulkJobDoesNotHaveACheckpointUnloadedForOnePassBetweenOlderInteractiveOnes() {
        add("E", english, 20);
        addBulk("bulk", typed, 2);
        for (int i = 0; i < 12; i++) {
            turn();
        }
        assertThat(turns).containsOnly("E");
        add("e", english, 1);
        allTurns();
        assertThat(turns.subList(21, 23)).containsExactly("bulk", "bulk");
        assertThat(loads).isEqualTo(2);
    }

    @Test
    void anInteractiveJobNeedNotWaitForOlderBulkOnesToHaveTheirsUnloaded() {
        addBulk("bulk", english, 20);
        turn();
        add("t", typed, 1);
        turn();
        assertThat(turns).containsExactly("bulk", "t");
    }

    @Test
    void theOldestBulkJobEndsAlthoughItsCheckpointIsNotLoaded() {
        addBulk("bulk", typed, 2);
        add("e", english, 1);
        for (int i = 0; i < 16; i++) {
            turn();
            add("e", english, 1);
        }
        assertThat(turns.stream().filter("bulk"::equals)).hasSize(2);
    }

    @Test
    void classesDoNotShareAPass() {
        WaitingRequests coalescing = new WaitingRequests(true, _ -> false);
        for (RequestClass each : List.of(RequestClass.BULK, RequestClass.INTERACTIVE, RequestClass.BULK)) {
            coalescing.add(add("", each, english, 1));
        }
        assertThat(coalescing.take()).hasSize(1);
        assertThat(coalescing.take()).hasSize(2);
    }

    @Test
    void aRequestThatWasGivenUpIsForgotten() {
        add("A", 3);
        QueuedRequest second = add("B", 3);
        QueuedRequest third = add("c", 1);
        assertThat(waiting.size()).isEqualTo(3);
        turn();
        assertThat(waiting.size()).as("those that have not begun").isEqualTo(2);
        second.outcome().cancel(false);
        third.outcome().cancel(false);
        waiting.dropGivenUp();
        assertThat(waiting.size()).isZero();
        assertThat(allTurns()).doesNotContain("B");
    }

    @Test
    void aJobIsTakenBackOnce() {
        QueuedRequest request = add("a", 1);
        assertThat(waiting.remove(request)).isTrue();
        assertThat(waiting.remove(request)).isFalse();
        assertThat(turn()).isEmpty();
    }
}
