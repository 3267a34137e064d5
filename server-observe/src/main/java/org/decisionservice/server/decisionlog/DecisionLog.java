// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.decisionlog;

import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.core.text.Quote;
import org.decisionservice.core.text.RootCause;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.Fatal;
import org.decisionservice.server.observe.DecisionObserver;

/**
 * Writes decisions to a file, one line for each answered question. A request only puts its decision into a queue, which
 * is bounded in length and in size; lines that do not fit or cannot be written are counted and lost.
 */
public final class DecisionLog implements DecisionObserver, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(DecisionLog.class.getName());
    private static final int MOST_WAITING = 4_096;

    /** Estimated bytes of everything that waits. */
    private static final long MOST_BYTES = 8L << 20;

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final boolean states;
    private final Provenance provenance;
    private final InstantSource clock;
    private final Losses losses;
    private final LineWriter lines;
    /** Empty is the end. */
    private final BlockingQueue<Optional<PendingLine>> waiting = new ArrayBlockingQueue<>(MOST_WAITING);

    private final AtomicLong bytes = new AtomicLong();
    private final Thread writer =
            Thread.ofPlatform().daemon().name("decision-log").unstarted(this::write);
    private volatile boolean moved;

    /** A decision whose lines are still to be made; {@code size} is estimated, in bytes. */
    private record PendingLine(Instant time, Decided decided, Optional<Second> second, long size) {}

    /** The second answer to the same. */
    private record Second(Decided decided, Provenance provenance, String tried) {}

    private DecisionLog(LogFile file, String name, boolean states, Provenance provenance, InstantSource clock) {
        this.states = states;
        this.provenance = provenance;
        this.clock = clock;
        this.losses = new Losses(name);
        this.lines = new LineWriter(file, states, losses);
    }

    /**
     * Opens {@code file} and begins to write what it is told.
     *
     * @param states whether lines hold the text of states rather than a hash
     * @throws ConfigurationException if it cannot be written
     */
    public static DecisionLog open(Path file, boolean states, Provenance provenance, InstantSource clock) {
        return open(file, "SERVICE_DECISION_LOG", "decision log", states, provenance, clock);
    }

    /**
     * Opens the log of two answers to each request.
     *
     * @param provenance of the first answer
     * @throws ConfigurationException if it cannot be written
     */
    public static DecisionLog ofTwo(Path file, boolean states, Provenance provenance, InstantSource clock) {
        return open(file, "SERVICE_SHADOW", "shadow log", states, provenance, clock);
    }

    private static DecisionLog open(
            Path file, String variable, String name, boolean states, Provenance provenance, InstantSource clock) {
        String unwritable = variable + ": " + file + " cannot be written: ";
        try {
            DecisionLog log = new DecisionLog(LogFile.open(file), name, states, provenance, clock);
            log.writer.start();
            return log;
        } catch (NoSuchFileException _) {
            throw new ConfigurationException(unwritable + "there is no such directory");
        } catch (IOException e) {
            throw new ConfigurationException(unwritable + RootCause.of(e));
        }
    }

    @Override
    public void decided(Decided decision) {
        add(decision, Optional.empty());
    }

    /**
     * Adds both answers to a request, or none of them.
     *
     * @param second the same request with the other answers
     * @param of the second answer
     * @param tried what it was answered with
     */
    public void decided(Decided decision, Decided second, Provenance of, String tried) {
        add(decision, Optional.of(new Second(second, of, tried)));
    }

    private void add(Decided decision, Optional<Second> second) {
        DecisionRequest request = decision.request();
        int sides = second.isPresent() ? 2 : 1;
        long count =
                (long) sides * request.questions().size() * request.states().size();
        if (count == 0) {
            return;
        }
        long size = sides * Size.of(request, states);
        if (bytes.addAndGet(size) > MOST_BYTES
                || !waiting.offer(Optional.of(new PendingLine(clock.instant(), decision, second, size)))) {
            bytes.addAndGet(-size);
            losses.add(count, "they come faster than they are written");
        }
    }

    /** Lines that are in the file. */
    public long written() {
        return lines.written();
    }

    /** Lines that were dropped. */
    public long dropped() {
        return losses.count();
    }

    /** Looks, before the next line, whether the file was moved away, and then begins a new one. */
    public void followName() {
        moved = true;
    }

    private void write() {
        try {
            for (Optional<PendingLine> next = waiting.take(); next.isPresent(); next = waiting.take()) {
                write(next.get());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        lines.close();
    }

    private void write(PendingLine next) {
        try {
            if (moved) {
                moved = false;
                lines.followName();
            }
            lines.add(next.time(), next.decided(), provenance, next.second().map(_ -> Side.SERVED));
            next.second()
                    .ifPresent(second -> lines.add(
                            next.time(),
                            second.decided(),
                            second.provenance(),
                            Optional.of(Side.shadow(second.tried()))));
            if (waiting.isEmpty()) {
                lines.flush();
            }
        } catch (RuntimeException | Error e) {
            Fatal.check(e);
            // A line that cannot be made must not end those that follow.
            LOG.log(
                    ERROR,
                    "decision log: cannot write the lines of request "
                            + Quote.field(next.decided().requestId()),
                    e);
            losses.add(1, "an answer cannot be written as JSON");
        } finally {
            bytes.addAndGet(-next.size());
        }
    }

    /** Writes what waits, for two seconds at most. */
    @Override
    public void close() {
        try {
            if (waiting.offer(Optional.empty(), PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                writer.join(PATIENCE);
            }
            if (writer.isAlive()) {
                LOG.log(WARNING, "decision log: stopped before {0} decisions were written", waiting.size());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
