// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.pages;

import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.OptionalLong;
import org.decisionservice.playground.LabelledAnswers;
import org.decisionservice.server.transport.BodyReader;
import org.decisionservice.server.transport.RequestPatience;

/**
 * The playground's helper: finds the threshold that labels support, by the code of {@code evaluate}. It is served where
 * the page is, and only read by it.
 */
public final class ThresholdRoute {
    private ThresholdRoute() {}

    /** Answers an admitted request with JSON. */
    public static byte[] answer(
            BodyReader bodies, ServerRequest request, ServerResponse response, RequestPatience patience) {
        OptionalLong declared = request.headers().contentLength();
        if (declared.isPresent() && declared.getAsLong() > LabelledAnswers.MOST_BYTES) {
            throw LabelledAnswers.tooLarge(declared.getAsLong());
        }
        return LabelledAnswers.read(bodies.read(request, response, patience).plain())
                .threshold();
    }
}
