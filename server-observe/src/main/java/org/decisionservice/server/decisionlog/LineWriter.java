// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.decisionlog;

import static java.lang.System.Logger.Level.WARNING;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.decisionservice.api.Answer;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.State;
import org.decisionservice.core.text.RootCause;
import org.decisionservice.server.observe.DecisionObserver;
import org.decisionservice.server.observe.Seldom;

/** Formats lines and appends them to the file in batches. For one thread, except {@link #written}. */
final class LineWriter {
    private static final System.Logger LOG = System.getLogger(DecisionLog.class.getName());
    private static final int BUFFER_BYTES = 1 << 16;

    private final LogFile file;
    private final boolean states;
    private final Losses losses;
    private final StateHash hash = StateHash.underANewKey();
    private final AtomicLong written = new AtomicLong();
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream(BUFFER_BYTES);
    private final Seldom looks = new Seldom(Duration.ofSeconds(1), System::nanoTime);
    private int buffered;

    /** {@code states} is whether lines hold the text of states. */
    LineWriter(LogFile file, boolean states, Losses losses) {
        this.file = file;
        this.states = states;
        this.losses = losses;
    }

    /** Lines that are in the file. */
    long written() {
        return written.get();
    }

    /**
     * Adds the lines of a decision; they may wait in memory until {@link #flush}.
     *
     * @param side which of two answers it is; empty if there is one
     */
    void add(Instant time, DecisionObserver.Decided decided, Provenance provenance, Optional<Side> side) {
        List<DecisionResponse> responses = decided.responses();
        for (int i = 0; i < responses.size(); i++) {
            DecisionResponse response = responses.get(i);
            Provenance.Weights weights = provenance.of(DecisionLine.checkpoint(response));
            DecisionLine.About about = new DecisionLine.About(
                    time,
                    decided.requestId(),
                    decided.positions().get(i),
                    decided.request().controls(),
                    side,
                    fields(decided.request().states().get(i)));
            for (var question : decided.request().questions().entrySet()) {
                Answer answer = response.answers().get(question.getKey());
                if (answer != null) {
                    buffer.writeBytes(DecisionLine.bytes(about, response, weights, question, answer));
                    buffered++;
                    if (buffer.size() >= BUFFER_BYTES) {
                        flush();
                    }
                }
            }
        }
    }

    private DecisionLine.StateFields fields(State state) {
        String text = state.text();
        if (!states) {
            String hashed = hash.of(text);
            return out -> out.writeStringField("state_hash", hashed);
        }
        return switch (state) {
            case State.Text _ -> out -> out.writeStringField("state", text);
            // Text that the model reads is JSON unless a number in it is not finite.
            case State.Json _ -> out -> json(out, text);
        };
    }

    private static void json(JsonGenerator out, String text) throws IOException {
        out.writeFieldName("state");
        if (text.contains("Infinity")) {
            out.writeString(text);
        } else {
            out.writeRawValue(text);
        }
    }

    /** Writes what waits in memory. */
    void flush() {
        if (buffered == 0) {
            return;
        }
        if (looks.due()) {
            followName();
        }
        try {
            file.append(buffer.toByteArray());
            written.addAndGet(buffered);
        } catch (IOException e) {
            losses.add(buffered, file + " cannot be written (" + RootCause.of(e) + ")");
        }
        buffer.reset();
        buffered = 0;
    }

    /** Begins a new file if the old one was moved away. */
    void followName() {
        try {
            file.followName();
        } catch (IOException e) {
            LOG.log(WARNING, "decision log: cannot open a new {0}, so the old file stays in use: {1}", file, e);
        }
    }

    void close() {
        flush();
        try {
            file.close();
        } catch (IOException e) {
            LOG.log(WARNING, "decision log: cannot close {0}: {1}", file, e);
        }
    }
}
