// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.Character.UnicodeScript;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.decisionservice.api.Detection;
import org.decisionservice.core.routing.language.Cases.Case;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OwnCasesTest {
    private final EvidenceDetector detector = new EvidenceDetector();

    static List<Case> cases() throws IOException, URISyntaxException {
        return Cases.read(Path.of(Objects.requireNonNull(OwnCasesTest.class.getResource("own-cases.jsonl"))
                .toURI()));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void judgesWhoCanReadIt(Case each) {
        assertThat(verdict(detector.detect(each.state()))).as(each.shown()).isEqualTo(each.expect());
    }

    @Test
    void coversAtLeastTwentyFiveLanguages() throws IOException, URISyntaxException {
        assertThat(cases().stream().map(Case::language).collect(Collectors.toSet()))
                .hasSizeGreaterThan(45);
    }

    private static String verdict(Detection detection) {
        if (detection.script() == UnicodeScript.UNKNOWN) {
            return "no letters";
        }
        if (!detection.english()) {
            return "multilingual";
        }
        return detection.languageUndecided() ? "undecided" : "english";
    }
}
