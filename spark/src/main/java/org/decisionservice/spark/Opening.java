// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.ServiceLoader;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.spark.SparkFiles;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.contract.fitted.CalibrationFile;
import org.decisionservice.contract.fitted.LearnedFile;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.CheckpointReader;
import org.decisionservice.core.checkpoint.TextReading;
import org.decisionservice.core.checkpoint.TokenizerLibrary;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.core.decoding.Calibration;
import org.decisionservice.engine.spi.Availability;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.EngineProvider;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.ModelWeights;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.host.gate.GatedEngine;

/** Opens an engine and reads checkpoints; weights are loaded later. */
final class Opening {
    private final Plan plan;
    private final Path directory;
    private final Precision precision;
    private final EngineProvider provider;
    private final EngineOptions options;

    private Opening(Plan plan) {
        this.plan = plan;
        this.directory = located(plan.checkpoints());
        this.precision = Precision.parse(plan.precision()).orElseThrow();
        this.provider = provider(plan.engine());
        this.options = new EngineOptions(OptionalInt.of(plan.threads()));
    }

    /** Whether the plan's checkpoints are a single one. */
    static boolean isOne(Plan plan) {
        return CheckpointReader.isCheckpoint(located(plan.checkpoints()));
    }

    /** Reads the checkpoints of a plan, by name. A single one has the name {@code english}. */
    static Map<CheckpointName, Model> of(Plan plan) {
        // As the service's program does: native libraries come from the jar, and nothing is fetched or reported.
        System.setProperty("ai.djl.offline", "true");
        System.setProperty("OPT_OUT_TRACKING", "true");
        System.setProperty("ai.djl.onnx.disable_alternative", "true");
        TokenizerLibrary.load().ifPresent(reason -> {
            throw new IllegalArgumentException("DJL_CACHE_DIR: " + reason);
        });
        return new Opening(plan).models();
    }

    private Map<CheckpointName, Model> models() {
        Map<CheckpointName, Path> found = new LinkedHashMap<>();
        boolean one = CheckpointReader.isCheckpoint(directory);
        if (one) {
            found.put(CheckpointName.ENGLISH, directory);
        } else {
            for (CheckpointName name : CheckpointName.ROUTED) {
                if (Files.isDirectory(directory.resolve(name.wireName()))) {
                    found.put(name, directory.resolve(name.wireName()));
                }
            }
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException("checkpoints '" + plan.checkpoints() + "': " + directory
                    + " on this executor holds none of english/, multilingual/, typed-decisions/; name a directory that"
                    + " every executor sees, or an archive of --archives");
        }
        Device device = device();
        Map<CheckpointName, Checkpoint> checkpoints = new LinkedHashMap<>();
        found.forEach((name, folder) ->
                checkpoints.put(name, CheckpointReader.read(folder, TextReading.literal(plan.literalText()))));
        Map<CheckpointName, Calibration> calibrated = calibrated(checkpoints);
        teach(checkpoints, calibrated);
        // Opened last: nothing after it fails and would leave it open.
        GatedEngine engine = opened();
        ReentrantLock passes = new ReentrantLock();
        Map<CheckpointName, Model> models = new LinkedHashMap<>();
        checkpoints.forEach((name, checkpoint) -> {
            Supplier<LoadedModel> load =
                    () -> engine.load(checkpoint, device, precision).model();
            Calibration calibration = calibrated.getOrDefault(name, Calibration.of(checkpoint.temperatures()));
            models.put(name, new Model(checkpoint, calibration, repo(name, one), load, passes));
        });
        return models;
    }

    /** As the service names the checkpoints of a directory. */
    private String repo(CheckpointName name, boolean one) {
        Path last = directory.getFileName();
        return one || last == null ? String.valueOf(last) : last + "/" + name;
    }

    /**
     * The calibration of the plan, by the checkpoints that it is for. As in the service, a file calibrates the
     * checkpoint that it was made for, and no other.
     */
    private Map<CheckpointName, Calibration> calibrated(Map<CheckpointName, Checkpoint> checkpoints) {
        Map<CheckpointName, Calibration> calibrated = new LinkedHashMap<>();
        if (!plan.calibration().isEmpty()) {
            CalibrationFile file = CalibrationFile.read(located(plan.calibration()));
            checkpoints.forEach((name, checkpoint) -> {
                if (isFor(checkpoint, file)) {
                    calibrated.put(name, file.calibration());
                }
            });
            if (calibrated.size() > 1 && file.checkpoint().isEmpty()) {
                throw refused("it does not say which of the checkpoints it is for");
            }
            if (calibrated.isEmpty()) {
                throw refused("it was made for " + file.checkpoint().orElse("another configuration")
                        + ", which is none of the checkpoints");
            }
        }
        return calibrated;
    }

    /** Adds what labels taught to the calibrations of the checkpoints that it was learned for. */
    private void teach(Map<CheckpointName, Checkpoint> checkpoints, Map<CheckpointName, Calibration> calibrated) {
        if (plan.learned().isEmpty()) {
            return;
        }
        LearnedFile file = LearnedFile.read(located(plan.learned())).file();
        boolean taught = false;
        for (Map.Entry<CheckpointName, Checkpoint> each : checkpoints.entrySet()) {
            Checkpoint checkpoint = each.getValue();
            if (file.checkpoint()
                    .equals(WeightsDigest.revision(checkpoint.source().weights()))) {
                Calibration before = calibrated.getOrDefault(each.getKey(), Calibration.of(checkpoint.temperatures()));
                calibrated.put(each.getKey(), before.with(Optional.of(file.learned(checkpoint.temperatures()))));
                taught = true;
            }
        }
        if (!taught) {
            throw new IllegalArgumentException("learned '" + plan.learned() + "': it was made for " + file.checkpoint()
                    + ", which is none of the checkpoints; give one that ./serve learn made for one of them");
        }
    }

    /** Learned weights apply to the encoder's vectors of a state, which an engine may not return. */
    private GatedEngine opened() {
        Engine engine = provider.open(options);
        if (!plan.learned().isEmpty() && !engine.stateVectors()) {
            engine.close();
            throw new IllegalArgumentException("learned '" + plan.learned() + "': engine '" + provider.name()
                    + "' does not say what its encoder makes of a state; use onnx or pytorch");
        }
        return GatedEngine.of(engine);
    }

    private IllegalArgumentException refused(String reason) {
        return new IllegalArgumentException("calibration '" + plan.calibration() + "': " + reason
                + "; give one that ./serve calibrate made for one of them");
    }

    private static boolean isFor(Checkpoint checkpoint, CalibrationFile file) {
        ModelWeights weights = checkpoint.source().weights();
        return file.checkpoint()
                        .map(wanted -> wanted.equals(WeightsDigest.revision(weights)))
                        .orElse(true)
                && file.fits(weights.file());
    }

    private Device device() {
        if (!provider.precisions().contains(precision)) {
            throw new IllegalArgumentException("engine '" + provider.name() + "' has no " + precision);
        }
        return switch (provider.probe(options)) {
            case Availability.Available(List<Device> devices, Optional<String> _, boolean _) -> devices.getFirst();
            case Availability.Unavailable(String reason) ->
                throw new IllegalArgumentException("engine '" + provider.name() + "' cannot run here: " + reason);
        };
    }

    private static EngineProvider provider(String name) {
        List<EngineProvider> all = StreamSupport.stream(
                        ServiceLoader.load(EngineProvider.class, Opening.class.getClassLoader())
                                .spliterator(),
                        false)
                .toList();
        return all.stream()
                .filter(provider -> provider.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no engine '" + name + "'; it takes one of: "
                        + all.stream().map(EngineProvider::name).sorted().collect(Collectors.joining(", "))));
    }

    /** The file at an absolute path, or the one that Spark has unpacked or copied under this name. */
    private static Path located(String name) {
        Path path = Path.of(name);
        Path unpacked = Path.of(SparkFiles.get(name));
        return path.isAbsolute() || !Files.exists(unpacked) ? path.toAbsolutePath() : unpacked;
    }
}
