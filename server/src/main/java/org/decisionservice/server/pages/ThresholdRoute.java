// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.pages;

import io.helidon.common.media.type.MediaTypes;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.playground.LabelledAnswers;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.server.transport.BodyReader;
import org.decisionservice.server.transport.Client;
import org.decisionservice.server.transport.RequestPatience;
import org.decisionservice.server.transport.Sending;

/**
 * The playground's helper: finds the threshold that labels support, by the code of {@code evaluate}. It is served where
 * the page is, and only read by it; it takes a slot like a decision, so its bodies count among those in flight.
 */
public final class ThresholdRoute implements Handler {
    private final Admission admission;
    private final BodyReader bodies;
    private final Refusal busy;

    /**
     * @param busy what a request is told that finds every slot taken; it does not wait for one
     */
    public ThresholdRoute(Admission admission, BodyReader bodies, Refusal busy) {
        this.admission = admission;
        this.bodies = bodies;
        this.busy = busy;
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) {
        Client client = Client.of(request);
        switch (admission.enter(Duration.ZERO, client, Optional.empty())) {
            case Admission.Busy _, Admission.ShareTaken _, Admission.Left _ -> throw new RefusedException(busy);
            case Admission.Stopping _ -> throw new RefusedException(Refusal.STOPPING);
            case Admission.Entered slot -> {
                try (slot) {
                    byte[] answer = answer(request, response, client);
                    response.headers().contentType(MediaTypes.APPLICATION_JSON);
                    Sending.send(response, answer, slot::close);
                }
            }
        }
    }

    private byte[] answer(ServerRequest request, ServerResponse response, Client client) {
        OptionalLong declared = request.headers().contentLength();
        if (declared.isPresent() && declared.getAsLong() > LabelledAnswers.MOST_BYTES) {
            throw LabelledAnswers.tooLarge(declared.getAsLong());
        }
        RequestPatience patience =
                new RequestPatience(() -> Duration.ZERO, Optional.empty(), client::departed, admission::isOver);
        return LabelledAnswers.read(bodies.read(request, response, patience).decode())
                .threshold();
    }
}
