// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.testing;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.core.checkpoint.TextReading;
import org.decisionservice.host.HostSettings;
import org.decisionservice.host.checkpoints.CheckpointCatalogue;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.hub.Hub;
import org.decisionservice.testing.Testdata;

/** Catalogues of the tests' checkpoints, for a host that reaches no hub. */
public final class Catalogues {
    private Catalogues() {}

    public static CheckpointCatalogue tiny() {
        return catalogue(new HostSettings.Directory(Testdata.tiny()));
    }

    /** Returns the catalogue of a deployment that pins nothing and reaches no hub. */
    public static CheckpointCatalogue catalogue(HostSettings.Source source) {
        return catalogue(source, HostSettings.Pins.NONE);
    }

    public static CheckpointCatalogue catalogue(HostSettings.Source source, HostSettings.Pins pins) {
        return CheckpointCatalogue.of(
                new HostSettings.Checkpoints(
                        source,
                        pins,
                        HostSettings.Loading.LAZY,
                        List.of(),
                        List.of(),
                        List.of(),
                        OptionalDouble.empty(),
                        TextReading.WITH_SPECIAL_TOKENS),
                noHub(),
                Testdata.starter());
    }

    public static Hub noHub() {
        return new Hub(new Hub.Settings(URI.create("http://hub.invalid"), Optional.empty(), Path.of("none"), true));
    }

    public static ServedCheckpoint tiny(CheckpointName name) {
        return tiny().find(name).orElseThrow();
    }
}
