// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.decisionservice.core.packing.PackedRow;

/**
 * The requests of one class that wait for the inference thread. They take turns, one pass at a time.
 *
 * <p>Requests with more than one pass left come one after the other. Between two of their passes, every request that
 * had one pass left when the first of the two ended has its turn. So a request with one pass waits for at most two
 * passes of the others, however many wait, and the others get on however many requests with one pass come.
 *
 * <p>Not thread-safe: {@link WaitingRequests} guards it.
 */
final class Turns {
    private final boolean coalesces;
    private final Deque<QueuedRequest> last = new ArrayDeque<>();
    private final Deque<QueuedRequest> several = new ArrayDeque<>();
    /** Number of requests that have ever had one pass left. */
    private long lastSoFar;
    /** Requests up to this number have their turn before the next pass of a request with several. */
    private long due;

    private boolean severalHadATurn;

    /** @param coalesces whether requests share passes */
    Turns(boolean coalesces) {
        this.coalesces = coalesces;
    }

    /** Puts a request behind the others. */
    void add(QueuedRequest request) {
        if (request.isLast()) {
            request.joinLast(++lastSoFar);
            last.add(request);
        } else {
            several.add(request);
        }
    }

    boolean remove(QueuedRequest request) {
        return several.remove(request) || last.remove(request);
    }

    void dropGivenUp() {
        several.removeIf(QueuedRequest::givenUp);
        last.removeIf(QueuedRequest::givenUp);
    }

    boolean isEmpty() {
        return several.isEmpty() && last.isEmpty();
    }

    Stream<QueuedRequest> all() {
        return Stream.concat(last.stream(), several.stream());
    }

    /**
     * Takes the request whose turn it is, and with it all that can share its pass. It does not wait for further
     * requests.
     *
     * @param allowed which requests may have a turn now
     * @return empty if none of them waits
     */
    List<QueuedRequest> take(Predicate<QueuedRequest> allowed) {
        if (severalHadATurn || several.isEmpty()) {
            due = lastSoFar;
            severalHadATurn = false;
        }
        Optional<QueuedRequest> one = first(last, due, allowed);
        if (one.isPresent()) {
            return withSharing(one.get());
        }
        Optional<QueuedRequest> next = first(several, Long.MAX_VALUE, allowed);
        if (next.isPresent()) {
            severalHadATurn = true;
            return List.of(next.get());
        }
        return first(last, Long.MAX_VALUE, allowed).map(this::withSharing).orElse(List.of());
    }

    /** Takes the first of {@code requests} that may have its turn, of those with a number up to {@code most}. */
    private static Optional<QueuedRequest> first(
            Deque<QueuedRequest> requests, long most, Predicate<QueuedRequest> allowed) {
        for (Iterator<QueuedRequest> all = requests.iterator(); all.hasNext(); ) {
            QueuedRequest request = all.next();
            if (request.lastNumber() > most) {
                break;
            }
            if (allowed.test(request)) {
                all.remove();
                return Optional.of(request);
            }
        }
        return Optional.empty();
    }

    private List<QueuedRequest> withSharing(QueuedRequest first) {
        List<QueuedRequest> taken = new ArrayList<>();
        taken.add(first);
        if (coalesces && first.canShare()) {
            // One pass, so that sharing makes nobody wait longer than a pass takes.
            takeSharing(taken, first.passes().limit());
        }
        return taken;
    }

    private void takeSharing(List<QueuedRequest> taken, int tokens) {
        QueuedRequest first = taken.getFirst();
        int rows = first.passes().next().size();
        int longest = longest(first);
        for (Iterator<QueuedRequest> others = last.iterator(); others.hasNext(); ) {
            QueuedRequest request = others.next();
            if (request.canShare()
                    && request.current().version().equals(first.current().version())) {
                int count = rows + request.passes().next().size();
                int width = Math.max(longest, longest(request));
                if ((long) count * width <= tokens) {
                    rows = count;
                    longest = width;
                    others.remove();
                    taken.add(request);
                }
            }
        }
    }

    private static int longest(QueuedRequest request) {
        return request.passes().next().stream()
                .mapToInt(PackedRow::length)
                .max()
                .orElse(0);
    }
}
