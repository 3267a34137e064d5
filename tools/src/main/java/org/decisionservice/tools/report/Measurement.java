// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.report;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The subject of a measurement. Reports of the same file and questions can be compared; checkpoint and calibration are
 * what one compares.
 *
 * @param name what people call the file of labels; blank if nobody knows
 * @param file SHA-256 of the file of labels, 64 hex digits
 * @param questions digest of the wordings of all questions
 * @param checkpoints revision by the name of each checkpoint that answered
 * @param calibration SHA-256 of the calibration in force, if any
 * @param learned SHA-256 of what was learned from labels and is in force, if anything
 * @param calibrationName what people call the file of the calibration; blank if nobody knows
 */
public record Measurement(
        String name,
        String file,
        String questions,
        SortedMap<String, String> checkpoints,
        Optional<String> calibration,
        Optional<String> learned,
        String calibrationName) {
    public Measurement {
        checkpoints = Collections.unmodifiableSortedMap(new TreeMap<>(checkpoints));
    }

    public Measurement(
            String file,
            String questions,
            Map<String, String> checkpoints,
            Optional<String> calibration,
            Optional<String> learned) {
        this("", file, questions, new TreeMap<>(checkpoints), calibration, learned, "");
    }

    /** The same with names for people. */
    public Measurement named(String labels, String calibratedBy) {
        return new Measurement(labels, file, questions, checkpoints, calibration, learned, calibratedBy);
    }
}
