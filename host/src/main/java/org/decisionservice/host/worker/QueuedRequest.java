// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.PassPlanner;
import org.decisionservice.host.DecisionService.Timings;
import org.decisionservice.host.RequestClass;
import org.decisionservice.host.checkpoints.CheckpointVersion;
import org.jspecify.annotations.Nullable;

/** A request's work on its way through the worker. Its progress belongs to the inference thread. */
final class QueuedRequest {
    private final List<PassRequest> work;
    private final RequestClass requestClass;
    private final CompletableFuture<PassResult> outcome;
    private final Function<CheckpointVersion, PassPlanner> planner;
    private final long asked;
    private final long number;
    private final List<Logits> done = new ArrayList<>();
    private @Nullable RequestPasses passes;
    private int rows;
    private int passesDone;
    private long lastNumber;
    private volatile boolean begun;

    // Nanoseconds on the inference thread, and when the turn in progress began; guarded by this object's monitor.
    private long computing;
    private long loading;
    private OptionalLong turn = OptionalLong.empty();

    /**
     * @param requestClass says which requests go before it
     * @param number of the request, which is larger than those of all requests before it
     * @param asked when it was submitted, on the worker's clock
     * @param outcome completed by the inference thread, cancelled by a caller that gives up, which ends the work
     * @param planner plans the passes; called on the inference thread
     */
    QueuedRequest(
            List<PassRequest> work,
            RequestClass requestClass,
            long number,
            long asked,
            CompletableFuture<PassResult> outcome,
            Function<CheckpointVersion, PassPlanner> planner) {
        this.work = List.copyOf(work);
        this.requestClass = requestClass;
        this.number = number;
        this.asked = asked;
        this.outcome = outcome;
        this.planner = planner;
    }

    RequestClass requestClass() {
        return requestClass;
    }

    long number() {
        return number;
    }

    /** Order in which requests reached their last pass; 0 until then. */
    long lastNumber() {
        return lastNumber;
    }

    void joinLast(long place) {
        lastNumber = place;
    }

    CompletableFuture<PassResult> outcome() {
        return outcome;
    }

    /** Whether nobody waits for the request any more. */
    boolean givenUp() {
        return outcome.isCancelled();
    }

    /** Whether the inference thread has taken it. For any thread. */
    boolean begun() {
        return begun;
    }

    /** Begins a turn. */
    synchronized void begin(long now) {
        begun = true;
        turn = OptionalLong.of(now);
    }

    /** Whether all is computed. */
    boolean finished() {
        return done.size() == work.size();
    }

    /** The work that is computed next. */
    PassRequest current() {
        return work.get(done.size());
    }

    /** The passes of {@link #current()}, planned when they are first asked for. */
    RequestPasses passes() {
        RequestPasses planned = passes;
        if (planned == null) {
            planned = new RequestPasses(current(), planner.apply(current().version()));
            passes = planned;
        }
        return planned;
    }

    /** Goes on to the next work, because no pass of {@link #current()} is left, whose logits are returned. */
    Logits completeCurrent() {
        Logits logits = passes().logits();
        rows += logits.size();
        passesDone += passes().computed();
        skipCurrent(logits);
        return logits;
    }

    /** Goes on to the next work, because the logits of {@link #current()} were known. */
    void skipCurrent(Logits known) {
        done.add(known);
        passes = null;
    }

    /** Whether a pass of {@link #current()} was computed. */
    boolean currentBegun() {
        return passes != null && passes.begun();
    }

    /** Whether one pass, or only a load, is left. */
    boolean isLast() {
        return done.size() == work.size() - 1 && passes().left() <= 1;
    }

    /** Whether it is a single pass that other requests' rows may share. */
    boolean canShare() {
        return work.size() == 1
                && work.getFirst().shareable()
                && work.getFirst().batches().size() == 1
                && isLast()
                && !begun;
    }

    /** Counts a turn of this length in nanoseconds, of which {@code load} went to loading. */
    synchronized void count(long length, long load) {
        computing += length - load;
        loading += load;
        turn = OptionalLong.empty();
    }

    /** Counts a turn of this length, or a time between turns, all of which went to loading. */
    void countLoading(long length) {
        count(length, length);
    }

    /** The result at {@code now}, when all is computed. */
    PassResult result(long now) {
        return new PassResult(done, rows, passesDone, timings(now));
    }

    /** The timings until {@code now}. For any thread. */
    synchronized Timings timings(long now) {
        long unfinished = turn.isPresent() ? now - turn.getAsLong() : 0;
        return Timings.ofWorker(now - asked, loading, computing + unfinished);
    }
}
