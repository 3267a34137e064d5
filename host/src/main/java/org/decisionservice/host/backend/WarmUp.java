// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.backend;

import static java.lang.System.Logger.Level.DEBUG;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import org.decisionservice.contract.DecisionFormat;
import org.decisionservice.contract.DecisionRoute;
import org.decisionservice.contract.WireOptions;
import org.decisionservice.host.DecisionService;
import org.decisionservice.host.Fatal;
import org.decisionservice.host.Patience;
import org.decisionservice.host.checkpoints.ServedCheckpoint;

/**
 * Sends requests through reader, packer, worker and writer before the service listens. Otherwise the first clients
 * would wait while Java loads and compiles that path, and while an engine allocates what its passes need.
 */
public final class WarmUp {
    private static final System.Logger LOG = System.getLogger(WarmUp.class.getName());

    /** The additional time that a start may take. */
    private static final Duration LONGEST = Duration.ofMillis(250);

    private final DecisionService service;
    private final DecisionFormat format;
    private final Duration longest;

    public WarmUp(DecisionService service, WireOptions options) {
        this(service, options, LONGEST);
    }

    /** @param longest the time after which it ends */
    WarmUp(DecisionService service, WireOptions options, Duration longest) {
        this.service = service;
        this.format = DecisionFormat.of(DecisionRoute.SINGLE, service.names(), options);
        this.longest = longest;
    }

    /**
     * Asks each of these checkpoints in turn, again and again until the time is over. It ends early if a request is
     * refused or fails, which is left to the clients' own requests to report.
     *
     * @param loaded the resident checkpoints
     * @return the number of requests that were answered in time
     */
    int run(Collection<ServedCheckpoint> loaded) {
        Limit limit = new Limit(System.nanoTime() + longest.toNanos());
        int answered = 0;
        try {
            while (!loaded.isEmpty()) {
                for (ServedCheckpoint checkpoint : loaded) {
                    limit.check();
                    // A name that the configuration asks for too: the names that were asked for are reported.
                    byte[] body = request(checkpoint.askedLabels().getFirst());
                    var _ = service.answer(() -> format.parse(body), limit).body();
                    answered++;
                }
            }
        } catch (CancellationException _) {
            LOG.log(DEBUG, "warm-up: {0} requests answered", answered);
        } catch (RuntimeException | Error e) {
            Fatal.check(e);
            LOG.log(DEBUG, "a warm-up request failed", e);
        }
        return answered;
    }

    /** Waits until {@code end}, on the clock of {@link System#nanoTime()}. */
    private record Limit(long end) implements Patience {
        @Override
        public Duration next() {
            return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
        }

        @Override
        public void check() {
            if (next().isZero()) {
                throw new CancellationException("the time for warm-up requests is over");
            }
        }
    }

    /** Short, so that a large model answers it several times; with every type of question. */
    private static byte[] request(String model) {
        return String.format(Locale.ROOT, """
                {"model": "%s", "state": "My parcel is late.", "questions": {
                  "queue": {"type": "choice", "instructions": "Which team?", "criteria": {"cash": null, "post": null}},
                  "urgency": {"type": "score", "instructions": "How urgent?", "criteria": ["calm", "angry"]},
                  "refund": {"type": "noul", "instructions": "Money back?"}}}""", model).getBytes(StandardCharsets.UTF_8);
    }
}
