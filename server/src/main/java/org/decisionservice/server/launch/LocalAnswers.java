// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.server.DecisionService;
import org.decisionservice.server.HttpOptions;
import org.decisionservice.server.calibration.Calibrations;
import org.decisionservice.server.checkpoints.ServedCheckpoint;
import org.decisionservice.server.config.Settings;
import org.decisionservice.server.judge.Answering;
import org.decisionservice.server.worker.PassObserver;

/** The backend for a command that answers files: the same reader, router, passes and decoder, but no port. */
record LocalAnswers(Backend backend, HttpOptions options) implements Answering {

    /** Opens backends that share the engines' classes, because a native library is loaded by one loader only. */
    static Answering.Opener opener(Home home) {
        ClassLoader engines = Inventory.engines(home);
        return new Answering.Opener() {
            @Override
            public Answering open(Settings settings) {
                return LocalAnswers.open(settings, Inventory.of(settings, home, engines));
            }

            @Override
            public SequencedMap<String, String> contents(Settings settings) {
                return LocalAnswers.contents(settings, Inventory.of(settings, home, engines));
            }
        };
    }

    private static SequencedMap<String, String> contents(Settings settings, Inventory inventory) {
        SequencedMap<String, String> contents = new LinkedHashMap<>();
        contents.put("version", About.version());
        for (ServedCheckpoint served : inventory.catalogue().all()) {
            served.contents().forEach((file, digest) -> contents.put("checkpoint " + served + " " + file, digest));
        }
        for (Settings.Calibrated calibrated : settings.checkpoints().calibration()) {
            contents.put(
                    "SERVICE_CALIBRATION"
                            + calibrated
                                    .checkpoint()
                                    .map(name -> " " + name.wireName())
                                    .orElse(""),
                    WeightsDigest.sha256(calibrated.file()));
        }
        return contents;
    }

    private static LocalAnswers open(Settings settings, Inventory inventory) {
        Logging.apply(settings.log());
        return new LocalAnswers(Backend.open(settings, inventory, PassObserver.NONE), settings.http());
    }

    @Override
    public DecisionService service() {
        return backend.decider();
    }

    @Override
    public Weights weights(String checkpoint) {
        ServedCheckpoint served = backend.catalogue().all().stream()
                .filter(each -> each.labels().contains(checkpoint))
                .findFirst()
                .orElseThrow();
        return new Weights(
                Calibrations.revision(served), served.checkpoint().config().temperatures());
    }

    @Override
    public Optional<String> calibration() {
        var digests = backend.calibrations().digests().values();
        return digests.isEmpty() ? Optional.empty() : Optional.of(String.join(",", digests));
    }

    @Override
    public void close() {
        backend.close(Duration.ofSeconds(10));
    }
}
