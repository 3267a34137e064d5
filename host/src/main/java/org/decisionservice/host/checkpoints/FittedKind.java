// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.checkpoints;

import java.io.IOException;
import java.nio.file.Path;
import org.decisionservice.contract.fitted.CalibrationFile;
import org.decisionservice.contract.fitted.LearnedFile;
import org.decisionservice.contract.fitted.ThresholdsFile;
import org.decisionservice.contract.json.JsonFile;
import org.decisionservice.contract.json.MalformedFile;
import org.decisionservice.core.checkpoint.RegularFile;
import org.decisionservice.host.ConfigurationException;

/**
 * The kinds of files that commands fit to labels and {@code SERVICE_FITTED} names. What is in a file tells its kind.
 */
public enum FittedKind {
    CALIBRATION("calibrate", "calibrate"),
    LEARNED("learn", "learn for"),
    THRESHOLDS("evaluate --thresholds", "measure thresholds for");

    /** The setting that names such files. */
    static final String SETTING = "SERVICE_FITTED";

    private final String command;
    private final String verb;

    FittedKind(String command, String verb) {
        this.command = command;
        this.verb = verb;
    }

    /**
     * The kind of {@code file}. One that is none of them counts as a calibration, and reading it as one says what is
     * wrong with it.
     */
    public static FittedKind of(Path file) {
        try {
            byte[] content = RegularFile.bytes(file, LearnedFile.LARGEST);
            // A safetensors file begins with the length of its header, of which the last byte is 0; no byte of JSON is.
            if (content.length >= Long.BYTES && content[Long.BYTES - 1] == 0) {
                return LEARNED;
            }
            return JsonFile.of(content, CalibrationFile.LARGEST).members().containsKey("thresholds")
                    ? THRESHOLDS
                    : CALIBRATION;
        } catch (IOException | MalformedFile _) {
            return CALIBRATION;
        }
    }

    /** The command that makes them. */
    String command() {
        return command;
    }

    /** The verb of that command, before the words {@code this checkpoint}. */
    String verb() {
        return verb;
    }

    /** @throws ConfigurationException if the file cannot be used */
    DecodingFile read(Path file) {
        try {
            return switch (this) {
                case CALIBRATION -> new DecodingFile.OfCalibration(CalibrationFile.read(file));
                case LEARNED -> {
                    LearnedFile.Read read = LearnedFile.read(file);
                    yield new DecodingFile.OfLearned(read.file(), read.digest());
                }
                case THRESHOLDS -> new DecodingFile.OfThresholds(ThresholdsFile.read(file));
            };
        } catch (MalformedFile e) {
            throw new ConfigurationException(SETTING + ": " + file + ": " + e.getMessage());
        }
    }
}
