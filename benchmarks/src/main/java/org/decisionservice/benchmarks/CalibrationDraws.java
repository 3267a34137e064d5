// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.benchmarks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.decisionservice.core.checkpoint.CheckpointReader;
import org.decisionservice.core.checkpoint.Temperatures;
import org.decisionservice.judging.calibration.Calibrator;
import org.decisionservice.judging.calibration.Sample;
import org.decisionservice.judging.metrics.Metrics;

/**
 * What calibrations gain that are fitted to given rows: does what {@code calibrate} and then {@code evaluate} would do,
 * hundreds of times, without asking the model again.
 */
public final class CalibrationDraws {
    private CalibrationDraws() {}

    /**
     * Takes the reports of {@code evaluate --json} on the rows with labels and on those to judge, a file with the
     * numbers of some rows with labels (from 0) in each line, the folder of the checkpoint that answered, and the file
     * to write: an array with accuracy, log loss and calibration error for each line, and whether anything was fitted.
     *
     * @throws IOException if one of the files cannot be used
     */
    public static void main(String[] arguments) throws IOException {
        Temperatures temperatures = CheckpointReader.read(Path.of(arguments[3])).temperatures();
        List<Sample> labelled = ReportSamples.read(Path.of(arguments[0]), temperatures);
        List<Sample> held = ReportSamples.read(Path.of(arguments[1]), temperatures);
        try (JsonGenerator out = new JsonFactory().createGenerator(Files.newBufferedWriter(Path.of(arguments[4])))) {
            out.writeStartArray();
            for (String draw : Files.readAllLines(Path.of(arguments[2]))) {
                Calibrator.Fitted fitted = Calibrator.fit(List.of(draw.split(" ")).stream()
                        .map(row -> labelled.get(Integer.parseInt(row)))
                        .toList());
                Metrics metrics = Metrics.of(
                        held.stream().map(row -> row.scaled(fitted.of(row))).toList());
                out.writeStartObject();
                out.writeBooleanField("fitted", !fitted.isEmpty());
                out.writeNumberField("accuracy", metrics.accuracy().value());
                out.writeNumberField("log_loss", metrics.logLoss().value());
                out.writeNumberField("ece", metrics.calibrationError().value());
                out.writeEndObject();
            }
            out.writeEndArray();
        }
    }
}
