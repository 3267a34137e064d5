// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the few other files that name the version agree with the poms. */
class ReleaseTest {
    private static final Path ROOT = Testdata.tiny().resolve("../..").normalize();

    private static String first(String pattern, String file) throws IOException {
        Matcher found = Pattern.compile(pattern, Pattern.MULTILINE).matcher(Files.readString(ROOT.resolve(file)));
        assertThat(found.find()).as(file).isTrue();
        return found.group(1);
    }

    private static String version() throws IOException {
        return first("^  <version>(.*)</version>$", "pom.xml");
    }

    @ParameterizedTest
    @ValueSource(strings = {"base", "overlays/offline"})
    void theManifestsForKubernetesNameTheImageOfThisVersion(String folder) throws IOException {
        assertThat(first("^    newTag: (.*)$", "deploy/kubernetes/" + folder + "/kustomization.yaml"))
                .isEqualTo(version());
    }

    @Test
    void theNewestReleaseInTheChangelogIsThisVersion() throws IOException {
        // What has changed since stands above it as unreleased.
        assertThat(first("^## (\\d\\S*)", "CHANGELOG.md")).isEqualTo(version());
    }
}
