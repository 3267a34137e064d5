// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.decision;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.ParsedRequest;
import org.decisionservice.core.plan.Destination;
import org.decisionservice.core.routing.CheckpointRouter;
import org.decisionservice.core.routing.Route;
import org.decisionservice.host.Arrival;
import org.decisionservice.host.DecisionService;
import org.decisionservice.host.checkpoints.CheckpointCatalogue;
import org.decisionservice.host.checkpoints.CheckpointVersion;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.jspecify.annotations.Nullable;

/**
 * A request that is parsed and routed once, however often it is planned, unless it waits for memory meanwhile. It holds
 * the versions of checkpoints that it is packed with until it is answered. Packing takes place on another thread, which
 * may still be at it when the request is given up; the versions stay that long too.
 *
 * <p>Used by one thread at a time, but for {@link #release}, {@link #inTerms}, {@link #routedTo} and {@link #timings}.
 */
final class RoutedRequest {
    private final CheckpointRouter router;
    private final CheckpointCatalogue catalogue;
    private final Arrival arrival;
    private volatile @Nullable ParsedRequest parsed;
    private volatile @Nullable List<Destination<ServedCheckpoint>> routed;
    private volatile Supplier<DecisionService.Timings> timings = () -> DecisionService.Timings.NONE;

    // Guarded by this object's monitor, but for the versions while the request is packed.
    private final Map<ServedCheckpoint, CheckpointVersion> held = new HashMap<>();
    private boolean packing;
    private boolean released;

    RoutedRequest(CheckpointRouter router, CheckpointCatalogue catalogue, Arrival arrival) {
        this.router = router;
        this.catalogue = catalogue;
        this.arrival = arrival;
    }

    /**
     * Reads it, unless that was done before; returns false if there is no memory for that yet.
     *
     * @param here whether it may be read on this thread; asked when it is known how large it is
     */
    boolean parse(BooleanSupplier here) {
        if (parsed == null) {
            if (!arrival.mayBeRead() || !here.getAsBoolean()) {
                return false;
            }
            parsed = arrival.read();
        }
        return true;
    }

    /**
     * Whether there is memory for it. If not, it is forgotten, to be read again.
     *
     * @param heap bytes that it needs
     */
    boolean mayBeAnswered(long heap) {
        boolean may = arrival.mayBeAnswered(heap);
        if (!may) {
            parsed = null;
            routed = null;
        }
        return may;
    }

    /** The request, which must have been parsed. */
    ParsedRequest parsed() {
        return Objects.requireNonNull(parsed);
    }

    /** The destination of each of its states. */
    List<Destination<ServedCheckpoint>> route() {
        List<Destination<ServedCheckpoint>> known = routed;
        if (known == null) {
            DecisionRequest request = parsed().request();
            known = request.states().stream()
                    .map(state -> catalogue.destination(
                            router, state, request.questions().keySet(), request.controls()))
                    .toList();
            routed = known;
        }
        return known;
    }

    /** Whether the files of these checkpoints are read; true also if it is not routed. */
    boolean filesAreRead() {
        List<Destination<ServedCheckpoint>> known = routed;
        return known == null
                || known.stream().allMatch(each -> each.checkpoint().isRead());
    }

    /** A step in which {@link #version} may be called, on another thread; {@link #release} is called in any case. */
    synchronized <T> Supplier<T> packing(Supplier<T> step) {
        released = false;
        return () -> {
            begin();
            try {
                return step.get();
            } finally {
                end();
            }
        };
    }

    private synchronized void begin() {
        packing = true;
    }

    private synchronized void end() {
        packing = false;
        releaseIfUnused();
    }

    /** The version of a checkpoint, the same for every part of the request until {@link #release}. */
    CheckpointVersion version(ServedCheckpoint checkpoint) {
        return held.computeIfAbsent(checkpoint, ServedCheckpoint::hold);
    }

    /** Gives back the versions. */
    synchronized void release() {
        released = true;
        releaseIfUnused();
    }

    private void releaseIfUnused() {
        if (released && !packing) {
            held.values().forEach(CheckpointVersion::release);
            held.clear();
        }
    }

    /** The names of the checkpoints that its states go to; empty if it is not routed yet. */
    Optional<Set<Optional<CheckpointName>>> routedTo() {
        return Optional.ofNullable(routed)
                .map(all -> all.stream()
                        .map(each -> each.route().map(Route::checkpoint))
                        .collect(Collectors.toSet()));
    }

    /** Says what tells where its time has gone so far. */
    void computedBy(Supplier<DecisionService.Timings> telling) {
        timings = telling;
    }

    DecisionService.Timings timings() {
        return timings.get();
    }

    /** A refusal as the client's contract words it; one of the body itself is worded so already. */
    RefusedException inTerms(RefusedException refused) {
        ParsedRequest known = parsed;
        return known == null ? refused : known.inTerms(refused);
    }
}
