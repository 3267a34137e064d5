// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.checkpoints;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.decisionservice.contract.fitted.CalibrationFile;
import org.decisionservice.contract.fitted.LearnedFile;
import org.decisionservice.contract.fitted.ThresholdsFile;
import org.decisionservice.contract.json.MalformedFile;
import org.decisionservice.core.decoding.Calibration;
import org.decisionservice.host.ConfigurationException;

/** A file that says how the logits of a checkpoint become answers, and for which weights it was made. */
sealed interface DecodingFile {

    /** The SHA-256 of the file: 64 hex digits. */
    String digest();

    /** The revision of the weights that it was made for, if it names one. */
    Optional<String> weights();

    /** Whether it was made for this version, as far as it says. */
    default boolean isFor(CheckpointVersion version) {
        return version.weightsRevision().equals(weights());
    }

    /** Whether it says nothing of what it was made for. */
    default boolean isForAny() {
        return false;
    }

    /** {@code before} with what the file says. */
    Calibration over(Calibration before, CheckpointVersion version);

    /**
     * Whether it was measured with these other files, if it was measured with any.
     *
     * @param inForce the digest of the file of a kind that is in force, if there is one
     */
    default boolean isMadeWith(Function<FittedKind, Optional<String>> inForce) {
        return true;
    }

    /** Its effect, in a line of the log. */
    String said();

    /** The entries of the file without the effect that they seem to have, one line each. */
    default List<String> warnings() {
        return List.of();
    }

    /** A file of {@code ./serve calibrate} or of upstream's library. */
    record OfCalibration(CalibrationFile file) implements DecodingFile {
        @Override
        public String digest() {
            return file.digest();
        }

        @Override
        public Optional<String> weights() {
            return file.checkpoint();
        }

        @Override
        public boolean isFor(CheckpointVersion version) {
            return weights()
                            .map(wanted -> version.weightsRevision().equals(Optional.of(wanted)))
                            .orElse(true)
                    && hasConfiguration(version.weights().file());
        }

        private boolean hasConfiguration(Path weights) {
            try {
                return file.fits(weights);
            } catch (MalformedFile e) {
                throw new ConfigurationException(
                        FittedKind.SETTING + ": the configuration beside " + weights + ": " + e.getMessage());
            }
        }

        @Override
        public boolean isForAny() {
            return file.checkpoint().isEmpty() && file.identity().isEmpty();
        }

        @Override
        public Calibration over(Calibration before, CheckpointVersion version) {
            return file.calibration().with(before.learned());
        }

        @Override
        public String said() {
            return "calibrated by";
        }

        @Override
        public List<String> warnings() {
            return file.replaced();
        }
    }

    /** A file of {@code ./serve learn}. */
    record OfLearned(LearnedFile file, String digest) implements DecodingFile {
        @Override
        public Optional<String> weights() {
            return Optional.of(file.checkpoint());
        }

        @Override
        public Calibration over(Calibration before, CheckpointVersion version) {
            return before.with(Optional.of(file.learned(version.checkpoint().temperatures())));
        }

        @Override
        public String said() {
            int questions = file.questions().size();
            return questions + (questions == 1 ? " question is" : " questions are") + " answered as learned in";
        }
    }

    /** A file of {@code ./serve evaluate --thresholds}. */
    record OfThresholds(ThresholdsFile file) implements DecodingFile {
        @Override
        public String digest() {
            return file.digest();
        }

        @Override
        public Optional<String> weights() {
            return Optional.of(file.made().checkpoint());
        }

        @Override
        public Calibration over(Calibration before, CheckpointVersion version) {
            return before.withThresholds(file.thresholds());
        }

        @Override
        public List<String> warnings() {
            return file.thresholds().isEmpty()
                    ? List.of("it holds no threshold, so no answer is held back unless a request sets min_confidence;"
                            + " label more rows, or ask for less with ./serve evaluate --thresholds --wanted")
                    : List.of();
        }

        @Override
        public boolean isMadeWith(Function<FittedKind, Optional<String>> inForce) {
            return file.made().calibration().equals(inForce.apply(FittedKind.CALIBRATION))
                    && file.made().learned().equals(inForce.apply(FittedKind.LEARNED));
        }

        @Override
        public String said() {
            int questions = file.thresholds().size();
            return questions + (questions == 1 ? " question has its" : " questions have their")
                    + " own min_confidence from";
        }
    }
}
