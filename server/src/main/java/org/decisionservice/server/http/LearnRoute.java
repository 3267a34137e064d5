// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.WireOptions;
import org.decisionservice.host.Fatal;
import org.decisionservice.host.Patience;
import org.decisionservice.host.backend.Backend;
import org.decisionservice.server.config.HttpOptions;
import org.decisionservice.server.transport.BodyReader;
import org.decisionservice.server.transport.RequestPatience;
import org.decisionservice.tools.labelled.LabelsException;
import org.jspecify.annotations.Nullable;

/**
 * Learns from the labels of the playground by the code of {@code ./serve learn}, with the weights that are served. What
 * was learned is sent back and kept nowhere: who has a key of decisions must not change everybody's answers.
 */
public final class LearnRoute {
    /** As long as whoever labelled waits; a larger task is one for the command. */
    static final Duration MOST_TIME = Duration.ofMinutes(10);

    private static final String ACCURACY = "accuracy";
    private static final double WANTED = 0.95;
    private static final Pattern SHARE = Pattern.compile("0?\\.\\d{1,20}");

    /** How often somebody who waits looks whether to go on. */
    static final Duration LOOK = Duration.ofMillis(250);

    /** What reading a body of labels takes for each byte of it, at most: the tree of its JSON. */
    private static final int HEAP_PER_BYTE = 26;

    private static final Refusal TAKEN = new Refusal(
            Refusal.Kind.RATE_LIMITED,
            "the service is learning from other labels, and learns from one file at a time; try again when that is"
                    + " done");

    private final Supplier<Backend> alone;
    private final WireOptions wire;
    private final long memory;

    /** What is being learned from: learning takes a processor and much memory, so one at a time has its turn. */
    private final AtomicReference<@Nullable PageLabels> turn = new AtomicReference<>();

    private LearnRoute(Supplier<Backend> alone, WireOptions wire, long memory) {
        this.alone = alone;
        this.wire = wire;
        this.memory = memory;
    }

    /**
     * The route of a service whose playground may have it learn; empty of any other.
     *
     * @param alone the weights that are served, answering alone and with the encoder's vectors; asked for at each
     *     request
     * @param memory bytes for all requests together, which learning may not exceed either
     */
    public static Optional<LearnRoute> of(HttpOptions options, Supplier<Backend> alone, long memory) {
        return options.learns() ? Optional.of(new LearnRoute(alone, options.wire(), memory)) : Optional.empty();
    }

    /**
     * Answers an admitted request with JSON.
     *
     * @param hold reserves so many bytes of memory in all, and waits for them
     * @throws RefusedException if the labels cannot be used, naming the line; if it learns already; or after
     *     {@link #MOST_TIME}
     */
    public byte[] answer(
            BodyReader bodies,
            ServerRequest request,
            ServerResponse response,
            RequestPatience patience,
            LongConsumer hold) {
        double wanted = wanted(request);
        PageLabels labels = new PageLabels(alone, wire);
        if (!turn.compareAndSet(null, labels)) {
            labels.end();
            throw new RefusedException(TAKEN);
        }
        boolean handedOver = false;
        try {
            byte[] body = bodies.read(request, response, patience).plain();
            long toRead = (long) HEAP_PER_BYTE * body.length;
            hold.accept(toRead);
            Patience within = within(patience);
            long bytes = toRead + within.await(begin(() -> labels.read(body), () -> {}));
            if (bytes > memory) {
                throw tooLarge(bytes);
            }
            hold.accept(bytes);
            // A fit may go on for some seconds when nobody waits for it any more; the next one begins after it.
            FutureTask<byte[]> fit = begin(() -> learn(labels, wanted), () -> endTurn(labels));
            handedOver = true;
            return within.await(fit);
        } finally {
            labels.end();
            if (!handedOver) {
                endTurn(labels);
            }
        }
    }

    /** The share of given answers that should be right: {@code ?accuracy=0.9}, or what the command takes by default. */
    private static double wanted(ServerRequest request) {
        if (!request.query().contains(ACCURACY)) {
            return WANTED;
        }
        String given = request.query().get(ACCURACY);
        return Optional.of(given)
                .filter(text -> SHARE.matcher(text).matches())
                .map(Double::valueOf)
                .filter(share -> share > 0 && share < 1)
                .orElseThrow(() -> new RefusedException(
                        Refusal.Kind.INVALID,
                        List.of(ACCURACY),
                        "'" + ACCURACY + "' must be a number between 0 and 1, such as 0.9"));
    }

    /** Learns, and ends the turn before anybody sees the result: who has it may send the next labels. */
    private byte[] learn(PageLabels labels, double wanted) {
        try {
            return labels.learn(wanted);
        } finally {
            endTurn(labels);
        }
    }

    /** Without effect if it has ended. */
    private void endTurn(PageLabels labels) {
        turn.compareAndSet(labels, null);
    }

    /**
     * Begins {@code work} on a thread of its own.
     *
     * @param afterwards also if it was cancelled before it began
     */
    private static <T> FutureTask<T> begin(Supplier<T> work, Runnable afterwards) {
        FutureTask<T> task = new FutureTask<>(Fatal.checkedCall(() -> {
            try {
                return work.get();
            } catch (LabelsException e) {
                throw new RefusedException(Refusal.Kind.MALFORMED, String.valueOf(e.getMessage()));
            }
        }));
        Thread.ofPlatform().daemon().name("learning").start(() -> {
            try {
                task.run();
            } finally {
                afterwards.run();
            }
        });
        return task;
    }

    private RefusedException tooLarge(long bytes) {
        return new RefusedException(
                Refusal.Kind.TOO_LARGE,
                String.format(
                        Locale.ROOT,
                        "learning from these labels takes %,d MiB of memory, and the service has %,d for all requests;"
                                + " send fewer rows, or run ./serve learn",
                        bytes >> 20,
                        memory >> 20));
    }

    private static Patience within(RequestPatience patience) {
        return new Patience() {
            @Override
            public Duration next() {
                return patience.within(LOOK);
            }

            @Override
            public void check() {
                patience.check();
                if (patience.elapsed().get().compareTo(MOST_TIME) >= 0) {
                    throw new RefusedException(
                            Refusal.Kind.TIMED_OUT,
                            "learning took more than " + MOST_TIME.toMinutes()
                                    + " minutes; send fewer rows, or run ./serve learn");
                }
            }
        };
    }
}
