// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.testing;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.core.checkpoint.TextReading;
import org.decisionservice.host.HostSettings;
import org.decisionservice.host.checkpoints.CheckpointCatalogue;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.hub.Hub;

/** Locates the checkpoints and other data of the tests. */
public final class Testdata {
    private Testdata() {}

    /** The directory of the three tiny checkpoints. */
    public static Path tiny() {
        return Path.of(Objects.requireNonNull(System.getProperty("testdata")), "tiny");
    }

    /** Exchanges recorded with the upstream implementation on the tiny checkpoints. */
    public static Path recording() {
        return tiny().resolveSibling("golden/respond_dev.jsonl");
    }

    public static Path starter() {
        return Path.of(Objects.requireNonNull(System.getProperty("starter")), "checkpoint");
    }

    /** The configuration file that is shipped. */
    public static Path configuration() {
        return tiny().resolve("../../conf/application.yaml").normalize();
    }

    public static CheckpointCatalogue tinyCatalogue() {
        return catalogue(new HostSettings.Directory(tiny()));
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
                starter());
    }

    /** Returns the digest as 64 lower-case hex digits. */
    public static String sha256(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    public static Hub noHub() {
        return new Hub(new Hub.Settings(URI.create("http://hub.invalid"), Optional.empty(), Path.of("none"), true));
    }

    public static ServedCheckpoint tiny(CheckpointName name) {
        return tinyCatalogue().find(name).orElseThrow();
    }
}
