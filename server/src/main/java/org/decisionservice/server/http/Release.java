// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.Properties;

/** Properties of this release, from the build. */
final class Release {
    /** The date of the release's sources in UTC; the same for every build of them. */
    static final LocalDate DATE = LocalDate.ofInstant(Instant.parse(property("timestamp")), ZoneOffset.UTC);

    /** The version of the build. */
    static final String VERSION = property("version");

    private Release() {}

    private static String property(String name) {
        try (InputStream in = Objects.requireNonNull(Release.class.getResourceAsStream("release.properties"))) {
            Properties properties = new Properties();
            properties.load(in);
            return Objects.requireNonNull(properties.getProperty(name), name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
