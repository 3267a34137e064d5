// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;

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

    /** Returns the digest as 64 lower-case hex digits. */
    public static String sha256(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
