// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.backend.Backend;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.engines.Placement;
import org.decisionservice.tools.judge.Answering;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Does before the first start what it would do. */
@Command(
        name = "prepare",
        mixinStandardHelpOptions = true,
        description =
                "Prepares checkpoints, so that the service is ready in seconds: judges the precision, and writes what"
                        + " is opened fastest.",
        footer = {
            "A service whose SERVICE_PREPARED is DIR uses it, on any machine with the same kind of processor, as long as",
            "checkpoints, program, precision and tolerance stay the same.",
            "Status: 0, 2 if something cannot be prepared."
        })
final class PrepareCommand implements Callable<Integer> {
    private static final int FAILED = 2;

    private final Program program;

    @Parameters(index = "0", arity = "0..1", paramLabel = "CHECKPOINTS", description = "the same as --checkpoints")
    private @Nullable String checkpoints;

    @Mixin
    private final Where where = new Where();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "where to, created if need be; SERVICE_PREPARED, which it is without")
    private @Nullable String out;

    PrepareCommand(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() {
        Map<String, String> settings = new HashMap<>();
        Optional.ofNullable(checkpoints).ifPresent(given -> settings.put("--checkpoints", given));
        Optional.ofNullable(out).ifPresent(given -> settings.put("SERVICE_PREPARED", given));
        boolean all = true;
        try (Answering open = program.open(where, settings)) {
            for (ServedCheckpoint checkpoint : open.backend().catalogue().all()) {
                all &= prepared(open.backend(), checkpoint);
            }
        }
        return all ? 0 : FAILED;
    }

    private boolean prepared(Backend backend, ServedCheckpoint checkpoint) {
        Placement placement = backend.placements().of(checkpoint);
        if (!placement.engine().keeps()) {
            throw new ConfigurationException("--out: nothing can be kept for checkpoint " + checkpoint
                    + ": SERVICE_PREPARED is off, or engine '" + placement.engineName() + "' leaves nothing");
        }
        Optional<Precision> served = placement.prepare(checkpoint.refresh().checkpoint());
        program.out()
                .println(served.map(serving -> "checkpoint " + checkpoint + " is prepared, and is served in " + serving)
                        .orElse("checkpoint " + checkpoint + " could not be prepared; the log says why"));
        return served.isPresent();
    }
}
