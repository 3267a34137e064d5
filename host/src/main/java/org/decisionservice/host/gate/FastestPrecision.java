// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.gate;

import static java.lang.System.Logger.Level.INFO;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.FileStamp;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.ModelWeights;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.RowBatch;

/**
 * Finds out in which precision a checkpoint answers fastest on this machine, of those that the gate accepts. What was
 * measured holds as long as the process, and with a store for the next starts too.
 */
final class FastestPrecision {
    private static final System.Logger LOG = System.getLogger(FastestPrecision.class.getName());

    /** The first pass of a model gets memory that later ones use again; the faster one counts. */
    private static final int PASSES = 2;

    private static final double NANOS = 1e9;

    private final GatedEngine engine;
    private final Function<Device, Set<Precision>> offered;
    private final Optional<PreparedModels> prepared;
    private final Map<Path, Measured> known = new ConcurrentHashMap<>();

    /** @param seconds for the bundled sentences, by precision; none if nothing but float32 is accepted */
    private record Measured(FileStamp weights, Device device, SortedMap<Precision, Double> seconds) {
        boolean isOf(FileStamp now, Device asked) {
            return weights.equals(now) && device.equals(asked);
        }
    }

    /** @param offered precisions of the engine on a device */
    FastestPrecision(GatedEngine engine, Function<Device, Set<Precision>> offered, Optional<PreparedModels> prepared) {
        this.engine = engine;
        this.prepared = prepared;
        this.offered = offered;
    }

    private SortedSet<Precision> reduced(Device device) {
        SortedSet<Precision> reduced = new TreeSet<>(offered.apply(device));
        reduced.remove(Precision.FLOAT32);
        return reduced;
    }

    GatedModel load(Checkpoint checkpoint, Device device) {
        ModelWeights weights = checkpoint.source().weights();
        Path file = weights.file();
        FileStamp now = stamp(weights);
        SortedMap<Precision, Double> seconds = Optional.ofNullable(known.get(file))
                .filter(before -> before.isOf(now, device))
                .map(Measured::seconds)
                .or(() -> kept(checkpoint, device))
                .orElseGet(() -> measured(checkpoint, device));
        known.put(file, new Measured(now, device, seconds));
        GatedModel gated = engine.load(checkpoint, device, fastest(seconds));
        return new GatedModel(gated.model(), gated.report(), Optional.of(seconds));
    }

    /** As an earlier start measured it. */
    private Optional<SortedMap<Precision, Double>> kept(Checkpoint checkpoint, Device device) {
        SortedSet<Precision> reduced = reduced(device);
        if (prepared.isEmpty() || reduced.isEmpty()) {
            return Optional.empty();
        }
        Optional<SortedMap<Precision, Double>> seconds =
                prepared.get().seconds(Candidate.of(checkpoint, device, reduced.first()));
        seconds.ifPresent(before -> LOG.log(
                INFO,
                "checkpoint {0} is served in {1}, which answered the bundled sentences fastest at an earlier start:"
                        + " {2}",
                checkpoint.source().name(),
                fastest(before),
                said(before)));
        return seconds;
    }

    /** @throws EngineException BAD_MODEL if a file of the weights cannot be read */
    static FileStamp stamp(ModelWeights weights) {
        try {
            return FileStamp.of(weights.files());
        } catch (IOException e) {
            throw new EngineException(EngineException.Kind.BAD_MODEL, weights.name() + ": cannot be read", e);
        }
    }

    private static Precision fastest(SortedMap<Precision, Double> seconds) {
        // The order of precisions decides between equal ones, and float32 is the first.
        return seconds.entrySet().stream()
                .min(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(Precision.FLOAT32);
    }

    private SortedMap<Precision, Double> measured(Checkpoint checkpoint, Device device) {
        SortedMap<Precision, Double> seconds = new TreeMap<>();
        for (Precision precision : reduced(device)) {
            Candidate candidate = Candidate.of(checkpoint, device, precision);
            Optional<LoadedModel> accepted = engine.gated(candidate).model();
            accepted.ifPresent(model -> seconds.put(precision, measured(model, candidate)));
        }
        String name = checkpoint.source().name();
        if (seconds.isEmpty()) {
            LOG.log(INFO, "checkpoint {0} is served in float32: there is no other precision to choose here", name);
        } else {
            Candidate candidate = Candidate.of(checkpoint, device, seconds.firstKey());
            LoadedModel exact =
                    engine.load(checkpoint, device, Precision.FLOAT32).model();
            seconds.put(Precision.FLOAT32, measured(exact, candidate));
            LOG.log(
                    INFO,
                    "checkpoint {0} is served in {1}, which answers the bundled sentences fastest here: {2}",
                    name,
                    fastest(seconds),
                    said(seconds));
            prepared.ifPresent(models -> models.keepSeconds(candidate, seconds));
        }
        return Collections.unmodifiableSortedMap(seconds);
    }

    /** Seconds of a pass over the sentences; closes the model. */
    private static double measured(LoadedModel model, Candidate candidate) {
        try (model) {
            RowBatch rows = candidate.source().sampleRows();
            long best = Long.MAX_VALUE;
            for (int pass = 0; pass < PASSES; pass++) {
                long begun = System.nanoTime();
                model.forward(rows);
                best = Math.min(best, System.nanoTime() - begun);
            }
            return best / NANOS;
        }
    }

    private static String said(SortedMap<Precision, Double> seconds) {
        return seconds.entrySet().stream()
                .map(each -> String.format(Locale.ROOT, "%s %.2f s", each.getKey(), each.getValue()))
                .collect(Collectors.joining(", "));
    }
}
