// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.RowBatch;
import org.decisionservice.host.backend.Backend;
import org.decisionservice.host.backend.Inventory;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.engines.Placement;
import org.decisionservice.server.config.Settings;
import org.decisionservice.server.config.SettingsReader;
import org.decisionservice.tools.judge.Answering;
import org.decisionservice.tools.lines.LineAnswerer;
import org.decisionservice.tools.lines.LineRun;
import org.decisionservice.tools.lines.LocalAnswerer;
import org.decisionservice.tools.lines.Progress;
import org.decisionservice.tools.lines.RequestFile;

/**
 * Compares {@code answer} with the passes alone: answers a file, then computes the very same passes in a plain loop, in
 * turns. {@code AnswerRateMain DISTRIBUTION CHECKPOINTS REQUESTS ROUNDS}, with one checkpoint that answers all lines.
 */
public final class AnswerRateMain {
    private AnswerRateMain() {}

    /** A pass as it was computed. */
    private record Pass(ServedCheckpoint checkpoint, RowBatch rows) {}

    /** Lets several runs share what answers. */
    private record Kept(LineAnswerer answerer) implements LineAnswerer {
        @Override
        public Map<String, String> revisions() {
            return answerer.revisions();
        }

        @Override
        public Supplier<AnsweredLine> begin(byte[] request, long length) {
            return answerer.begin(request, length);
        }

        @Override
        public void close() {}
    }

    public static void main(String[] arguments) throws IOException {
        System.setProperty("ai.djl.offline", "true");
        Home home = new Home(Path.of(arguments[0]));
        Settings settings = SettingsReader.read(
                Map.of(
                        "SERVICE_CHECKPOINTS", arguments[1],
                        "SERVICE_PRELOAD", "0",
                        "SERVICE_COALESCE", "1",
                        "SERVICE_LOG_LEVEL", "warning"),
                Path.of("none.yaml"));
        Path requests = Path.of(arguments[2]);
        int rounds = Integer.parseInt(arguments[3]);
        List<Pass> passes = new ArrayList<>();
        Backend backend = Backend.open(
                settings.host(),
                Inventory.of(settings.host(), home.starter(), home.engineClasses()),
                Optional.of((checkpoint, rows) -> passes.add(new Pass(checkpoint, rows))));
        LineAnswerer answerer = new Kept(
                new LocalAnswerer(new Answering(backend, settings.http().wire())));
        answered(requests, answerer);
        passes.clear();
        long lines = answered(requests, answerer).lines();
        List<Pass> computed = List.copyOf(passes);
        ServedCheckpoint served = computed.getFirst().checkpoint();
        Placement placement = backend.placements().of(served);
        try (LoadedModel model =
                placement.load(served.checkpoint(), placement.device()).model()) {
            compute(model, computed);
            double[] ratios = new double[rounds];
            for (int round = 0; round < rounds; round++) {
                double whole = seconds(() -> answered(requests, answerer));
                double alone = seconds(() -> compute(model, computed));
                ratios[round] = alone / whole;
                System.out.printf(
                        Locale.ROOT,
                        "%d lines in %d passes: %.1f lines a second answered, %.1f by the passes alone, ratio %.3f%n",
                        lines,
                        computed.size(),
                        lines / whole,
                        lines / alone,
                        ratios[round]);
            }
            Arrays.sort(ratios);
            System.out.printf(
                    Locale.ROOT,
                    "answered over passes alone: %.3f to %.3f, median %.3f%n",
                    ratios[0],
                    ratios[rounds - 1],
                    ratios[rounds / 2]);
        }
        System.exit(0);
    }

    /** The answers to every line of {@code requests}. */
    private static LineRun.Counts answered(Path requests, LineAnswerer answerer) {
        try {
            Path folder = Files.createTempDirectory("answer-rate");
            Path out = folder.resolve("out.jsonl");
            PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
            LineRun.Counts outcome = new LineRun(RequestFile.of(requests), out, new LinkedHashMap<>())
                    .run(() -> answerer, new Progress(nowhere, "lines", false, System::nanoTime));
            Files.delete(out);
            Files.delete(folder.resolve("out.jsonl.resume"));
            Files.delete(folder);
            return outcome;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void compute(LoadedModel model, List<Pass> passes) {
        for (Pass pass : passes) {
            model.forward(pass.rows());
        }
    }

    private static double seconds(Runnable work) {
        long started = System.nanoTime();
        work.run();
        return (System.nanoTime() - started) / 1e9;
    }
}
