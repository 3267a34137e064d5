// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static java.lang.System.Logger.Level.ERROR;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.BodyLimit;
import org.decisionservice.contract.DecisionFormat;
import org.decisionservice.contract.DecisionRoute;
import org.decisionservice.core.checkpoint.RegularFile;
import org.decisionservice.core.text.Printable;
import org.decisionservice.core.text.RootCause;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.DecisionService;
import org.decisionservice.host.Fatal;
import org.decisionservice.host.backend.Backend;
import org.decisionservice.host.backend.Inventory;
import org.decisionservice.host.decision.TruncationLog;
import org.decisionservice.server.config.Settings;

/**
 * Answers the request in a file and ends. It uses the same reader, router, passes and writer as the route, but no port.
 */
final class OneShot {
    private static final System.Logger LOG = System.getLogger(OneShot.class.getName());

    /** Of a file, in bytes; a body of fewer may be too large as well. */
    private static final int LARGEST = 64 << 20;

    private static final int ANSWERED = 0;
    private static final int NOT_ANSWERED = 1;

    private OneShot() {}

    /**
     * Writes the answer to {@code out}, and everything else to standard error.
     *
     * @return the exit status: 0, or 1 if the request is refused or inference fails
     * @throws ConfigurationException if the configuration prevents an attempt
     */
    static int run(Settings given, Home home, PrintStream out) {
        Settings settings = Cleaners.open(given, home);
        byte[] request = request(settings);
        Backend backend = Backend.open(
                settings.host(), Inventory.of(settings.host(), home.starter(), home.engineClasses()), Optional.empty());
        try {
            DecisionFormat format = DecisionFormat.of(
                    DecisionRoute.SINGLE,
                    backend.pipeline().names(),
                    settings.http().wire());
            DecisionService.Decision decision = backend.answer(() -> format.parse(withinLimit(request)));
            TruncationLog.of(format).ifPresent(log -> log.record("once", decision));
            byte[] answer = decision.body().bytes();
            out.write(answer, 0, answer.length);
            out.println();
            out.flush();
            return ANSWERED;
        } catch (RefusedException e) {
            System.err.println(
                    "SERVICE_REQUEST_FILE: " + Printable.of(e.refusal().detail()));
            return NOT_ANSWERED;
        } catch (ConfigurationException e) {
            throw e;
        } catch (RuntimeException e) {
            Fatal.check(e);
            LOG.log(ERROR, "inference failed: {0}", RootCause.of(e));
            return NOT_ANSWERED;
        } finally {
            backend.close(Duration.ofSeconds(10));
        }
    }

    private static byte[] withinLimit(byte[] body) {
        if (body.length > BodyLimit.BYTES) {
            throw BodyLimit.counted(body.length);
        }
        return body;
    }

    private static byte[] request(Settings settings) {
        Path file = settings.requestFile()
                .orElseThrow(() -> new ConfigurationException(
                        "SERVICE_REQUEST_FILE: --once answers the request in this file; it takes the path of a JSON"
                                + " request as POST /v1/systemone takes it"));
        try {
            return RegularFile.bytes(file, LARGEST);
        } catch (IOException e) {
            throw new ConfigurationException("SERVICE_REQUEST_FILE: " + file + " cannot be read: "
                    + RegularFile.reason(e) + "; it takes the path of a JSON request");
        }
    }
}
