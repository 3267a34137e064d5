// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.preload;

import static java.lang.System.Logger.Level.DEBUG;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import org.decisionservice.contract.WireOptions;
import org.decisionservice.host.DecisionService;
import org.decisionservice.host.Fatal;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.exchange.DecisionExchange;

/**
 * Sends requests through reader, packer, worker and writer before the service listens. Otherwise the first clients
 * would wait while Java loads and compiles that path, and while an engine allocates what its passes need.
 */
public final class WarmUp {
    private static final System.Logger LOG = System.getLogger(WarmUp.class.getName());

    /** How much longer a start may take. */
    private static final Duration LONGEST = Duration.ofMillis(250);

    private final DecisionExchange exchange;
    private final Duration longest;

    public WarmUp(DecisionService service, WireOptions options) {
        this(DecisionExchange.single(service, options), LONGEST);
    }

    /** @param longest the time after which it ends */
    WarmUp(DecisionExchange exchange, Duration longest) {
        this.exchange = exchange;
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
        long end = System.nanoTime() + longest.toNanos();
        int answered = 0;
        try {
            while (!loaded.isEmpty()) {
                for (ServedCheckpoint checkpoint : loaded) {
                    if (!answers(checkpoint, Duration.ofNanos(end - System.nanoTime()))) {
                        return answered;
                    }
                    answered++;
                }
            }
        } catch (RuntimeException | Error e) {
            Fatal.check(e);
            LOG.log(DEBUG, "a request before the first client's failed", e);
        }
        return answered;
    }

    /** Asks by a name that the configuration asks for too: the names that were asked for are reported. */
    private boolean answers(ServedCheckpoint checkpoint, Duration patience) {
        if (!patience.isPositive()) {
            return false;
        }
        byte[] body = request(checkpoint.askedLabels().getFirst());
        DecisionExchange.InProgress begun = exchange.begin(() -> body);
        boolean inTime = begun.decision()
                .await(patience)
                .map(outcome -> begun.answer("warm-up", outcome))
                .isPresent();
        if (!inTime) {
            begun.decision().abandon();
        }
        return inTime;
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
